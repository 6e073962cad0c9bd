package generate

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// layout says where features are among the inputs and outputs of the network.
type layout struct {
	schema  data.Schema
	width   int   // of an encoded row
	at      []int // for every feature, its first index in an encoded row
	in      []int // for every feature, its first input
	out     []int // for every feature, its first output after the gates; see side, far and level
	inputs  int   // number of inputs of the context, which describes a row
	outputs int   // number of outputs of the decoder, and length of an encoded answer
}

// The context's inputs. A number gives its scaled value, its distance from the training median in
// MADs, whether it may fall, whether it may rise, and the slope of the lead. Any other feature
// gives its level, the levels that it may change to, and a slope for each level. The target and two
// measures of the row's distance to it follow.
const (
	ofNumber = 5
	ofLevel  = 3
	ofLead   = 2
)

func layoutOf(s data.Schema) layout {
	l := layout{schema: s, width: s.Width(), outputs: len(s.Features)}
	at := 0
	for _, f := range s.Features {
		l.at, l.in, l.out = append(l.at, at), append(l.in, l.inputs), append(l.out, l.outputs)
		at += f.Width()
		if f.Kind.Numeric() {
			l.inputs += ofNumber
			l.outputs += 2
		} else {
			l.inputs += ofLevel * len(f.Levels)
			l.outputs += len(f.Levels)
		}
	}
	l.inputs += l.targets() + ofLead
	return l
}

// targets returns the number of inputs that encode the target.
func (l layout) targets() int {
	if c := l.schema.Classes(); c > 2 {
		return c
	}
	return 1
}

// asked is a row to be answered. Its room holds the row.
type asked struct {
	room    *mask.Room
	follows []bool // features that rules compute
	target  int
	lead    float32   // the target's lead, see ballot, minus need
	need    float32   // the lead that an answer must exceed
	slope   []float32 // derivative of the lead by each encoded input, including the effect on computed features
	free    []int     // features that can change
}

// put writes the context of a row as column e of n.
//
//	x  inputs×n
func (g *Generator) put(x []float32, e, n int, q *asked) {
	for j := range g.schema.Features {
		f, d, v, at := &g.schema.Features[j], &q.room.Domains[j], q.room.Row[j], g.in[j]*n+e
		slope := q.slope[g.at[j]:]
		if f.Kind.Numeric() {
			x[at] = f.Scale(v)
			x[at+n] = compress((v-float64(g.center[j]))/f.MAD) / 3
			x[at+2*n] = flag(d.Min < v)
			x[at+3*n] = flag(d.Max > v)
			x[at+4*n] = compress(float64(slope[0]) * madOf(f))
			continue
		}
		w, own := len(f.Levels), int(v)
		for k := range w {
			x[at+k*n] = flag(k == own)
			x[at+(w+k)*n] = flag(open(d, k, v))
			x[at+(2*w+k)*n] = compress(float64(slope[k] - slope[own]))
		}
	}
	c := g.targets()
	at := (g.inputs-c-ofLead)*n + e
	if c == 1 {
		x[at] = float32(q.target)
	} else {
		for k := range c {
			x[at+k*n] = flag(k == q.target)
		}
	}
	at += c * n
	lead := min(max(q.lead, -farLead), farLead)
	x[at] = lead / 4
	x[at+n] = kernel.Exp1(lead / 2)
}

// madOf returns the MAD of a number on its encoded scale.
func madOf(f *data.Feature) float64 {
	if f.Max > f.Min {
		return f.MAD / (f.Max - f.Min)
	}
	return 0
}

// farLead is the largest lead in a context; larger ones are clipped.
const farLead = 12

func flag(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// compress returns asinh(v), with the same bits on every machine.
func compress(v float64) float32 {
	a := min(math.Abs(v), 1e15)
	y := kernel.Log1(float32(a + math.Sqrt(float64(a*a)+1)))
	if v < 0 {
		return -y
	}
	return y
}

// expand is the inverse of compress.
func expand(y float32) float64 {
	e := float64(kernel.Exp1(kernel.AtMost(kernel.AtLeast(y, -34), 34)))
	return (e - 1/e) / 2
}

func open(d *causal.Domain, level int, x float64) bool { return d.Levels[level] && level != int(x) }

// frees appends the features that the room allows to change and whose range is known.
func (l layout) frees(room *mask.Room, follows []bool, list []int) []int {
	for j := range l.schema.Features {
		f := &l.schema.Features[j]
		if !follows[j] && room.CanChange(j) && !(f.Kind.Numeric() && f.Max <= f.Min) {
			list = append(list, j)
		}
	}
	return list
}

// slopes computes how the target's lead over the next class changes with each number of an encoded
// row, from a black box's gradient.
type slopes struct {
	layout
	pass   blackbox.Pass
	trace  blackbox.Trace // nil if the black box has no gradient; slopes are then 0
	ballot ballot
	d      []float32
	inputs []float64 // inputs of a mechanism
	grad   []float64 // derivative with respect to these inputs
}

// newSlopes uses the gradient of b or, if b has none, that of other.
func newSlopes(l layout, b, other blackbox.BlackBox) *slopes {
	s := &slopes{layout: l, pass: b.Pass()}
	for _, of := range []blackbox.BlackBox{b, other} {
		if d, is := of.(blackbox.Differentiable); is {
			s.trace = d.Trace()
			break
		}
	}
	return s
}

// ask returns the leads of rows, valid until the next call. If the black box has a gradient, ask
// also writes the slopes, and adds the slope of a computed feature to those of its causes.
//
//	slope rows×width
func (s *slopes) ask(rows [][]float64, target func(e int) int, rules func(e int) []causal.Rule,
	slope []float32) []float32 {
	n := whole(len(rows))
	x := encode(s.schema, &s.ballot.x, rows, n)
	shares := s.pass.Shares(x, n)
	s.ballot.open(len(rows))
	for e := range rows {
		s.ballot.count(shares, n, e, e+1, target(e))
	}
	if s.trace != nil {
		shares = s.trace.Shares(x, n)
		nn.Grow(&s.d, len(shares))
		clear(s.d)
		for e := range rows {
			t := target(e)
			s.d[t*n+e] = 1 / kernel.AtLeast(shares[t*n+e], leastShare)
			next := -1
			for c := range len(shares) / n {
				if c != t && (next < 0 || shares[c*n+e] > shares[next*n+e]) {
					next = c
				}
			}
			s.d[next*n+e] = -1 / kernel.AtLeast(shares[next*n+e], leastShare)
		}
		g := s.trace.SharesGrad(shares, s.d, n)
		for e, row := range rows {
			to := slope[e*s.width : (e+1)*s.width]
			for k := range to {
				to[k] = g[k*n+e]
			}
			s.back(rules(e), row, to)
		}
	}
	return s.ballot.leads()
}

// leastShare is the smallest share whose logarithm is differentiated; it replaces smaller ones.
const leastShare = 1e-12

// back propagates the slopes of computed features to their causes.
func (s *slopes) back(rules []causal.Rule, row []float64, slope []float32) {
	for i := len(rules) - 1; i >= 0; i-- { // effects come after their causes
		r := &rules[i]
		f := &s.schema.Features[r.Feature]
		if !r.Follower() || !f.Kind.Numeric() || f.Max <= f.Min {
			continue
		}
		by, causes := float64(slope[s.at[r.Feature]])/(f.Max-f.Min), r.Features()[1:]
		p := causal.Inputs(s.schema, causes, row, s.inputs)
		s.inputs, s.grad = p, append(s.grad[:0], p...)
		r.Law.Mechanism.Grad(p, s.grad)
		at := 0
		for _, j := range causes {
			c, to := &s.schema.Features[j], slope[s.at[j]:]
			switch {
			case c.Kind.Numeric():
				to[0] += float32(by * s.grad[at] * (c.Max - c.Min))
				at++
			case causal.Scored(*c):
				for l := range c.Levels {
					to[l] += float32(by * s.grad[at] * causal.Score(*c, float64(l)))
				}
				at++
			default:
				for l := range c.Levels {
					to[l] += float32(by * s.grad[at+l])
				}
				at += len(c.Levels)
			}
		}
	}
}
