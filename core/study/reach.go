package study

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// These constants limit the boxes into which actions are divided, and the actions.
const (
	reachBoxes   = 20_000
	reachActions = 3
)

// known judges the search's results as it judges all answers. If a row has no answer and its
// actions are few and numeric, known divides the box of these actions until it finds an answer or
// proves that none exists.
func (b *Bench) known(s Setting, f *Finding) error {
	j, err := b.judge(s, f.Pairs, b.Test.Rows, f.by)
	if err != nil {
		return err
	}
	for i := range f.Found {
		f.open[i] = f.open[i] || f.Found[i] && !j.Held[i]
		f.Found[i] = f.Found[i] && j.Held[i]
		if f.Found[i] || !f.open[i] || f.by == nil {
			continue
		}
		r, can := b.reacher(s, f.by, i)
		if !can {
			continue
		}
		if row, none := r.search(); row != nil {
			f.Counterfactual[i], f.Found[i], f.open[i] = row, true, false
			f.Class[i] = b.Predict([][]float64{row})[0]
		} else {
			f.open[i] = !none
		}
		if err := b.host.Tick(); err != nil {
			return err
		}
	}
	return nil
}

// reacher divides the box of one row's possible actions. Inside a box, every value has the form
//
//	c + sum_i g_i t_i + r e    t_i, e in [-1, 1]
//
// in the actions t, and is propagated through mechanisms and network (zonotopes: Gehr and others
// 2018). Sums are exact. A square is represented by its tangent plus half of its largest distance
// above the tangent. A unit that may be on or off is represented by the line between its ends.
type reacher struct {
	b       *Bench
	s       Setting
	by      *laws
	row     int
	factual []float64
	target  int
	acts    []int
	domains []causal.Domain
}

// form represents a value inside a box.
type form struct {
	c, r float64
	g    [reachActions]float64
}

func (f form) reach() float64 {
	sum := f.r
	for _, v := range f.g {
		sum += math.Abs(v)
	}
	return sum
}

// plus returns f + k o.
func (f form) plus(k float64, o form) form {
	f.c += float64(k * o.c)
	f.r += float64(math.Abs(k) * o.r)
	for i, v := range o.g {
		f.g[i] += float64(k * v)
	}
	return f
}

// reacher returns a reacher for case i. can is false unless the actions are few and numeric, the
// mechanisms are sums or the paper's square, and the black box is a network without sigmoid
// units.
func (b *Bench) reacher(s Setting, by *laws, i int) (r reacher, can bool) {
	schema := b.Table.Schema
	r = reacher{b: b, s: s, by: by, row: b.Test.Rows[i], factual: b.Test.Factual[i], target: b.Test.Target[i]}
	domains, blocked := causal.Domains(schema, s.Hard, r.factual)
	for _, l := range b.clear.Blocks() {
		can = l.Act != nn.Sigmoid
	}
	if blocked >= 0 || !can || slices.Contains(causal.Follows(schema, s.Hard), true) {
		return r, false
	}
	for j, d := range domains {
		if by.state(j) == causal.Following || d.Single() {
			continue
		}
		if r.acts = append(r.acts, j); !schema.Features[j].Kind.Numeric() || len(r.acts) > reachActions {
			return r, false
		}
	}
	for _, n := range by.boundLaws(r.row).scm.Nodes() {
		_, line := n.Mechanism.(causal.Linear)
		_, square := n.Mechanism.(causal.Quadratic)
		if by.state(n.Feature) == causal.Following && !line && !square {
			return r, false
		}
	}
	r.domains = domains
	return r, true
}

// span holds the interval of each action.
type span [reachActions][2]float64

// search returns a valid row, or reports that it has proved that none exists.
func (r reacher) search() (row []float64, none bool) {
	var all span
	for i, j := range r.acts {
		all[i] = [2]float64{r.domains[j].Min, r.domains[j].Max}
	}
	rest := []span{all}
	for n := 0; len(rest) > 0; n++ {
		if n == reachBoxes {
			return nil, false
		}
		last := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if r.out(last) {
			continue
		}
		if row := r.middle(last); row != nil {
			return row, false
		}
		at, wide := -1, 0.0
		for i, j := range r.acts {
			f := r.b.Table.Schema.Features[j]
			if w := (last[i][1] - last[i][0]) / (f.Max - f.Min); w > wide && last[i][1]-last[i][0] > f.Step()/2 {
				at, wide = i, w
			}
		}
		if at < 0 {
			continue
		}
		f := r.b.Table.Schema.Features[r.acts[at]]
		mid := f.Round(last[at][0]/2 + last[at][1]/2)
		below, above := last, last
		below[at][1], above[at][0] = mid, f.Round(mid+f.Step())
		if mid >= last[at][1] {
			below[at][1], above[at][0] = f.Round(mid-f.Step()), mid
		}
		rest = append(rest, below, above)
	}
	return nil, true
}

// middle returns the row in the middle of a box with its consequences, or nil if it is not an
// answer.
func (r reacher) middle(s span) []float64 {
	schema, row := r.b.Table.Schema, slices.Clone(r.factual)
	for i, j := range r.acts {
		row[j] = schema.Features[j].Round(s[i][0]/2 + s[i][1]/2)
	}
	row = r.by.after(schema, r.s.Hard, r.row, r.factual, row)
	lead, rounding := r.b.clear.Lead(row, r.target)
	if lead-rounding <= r.s.Lead || slices.Equal(row, r.factual) ||
		!causal.AllHold(r.by.finer(schema, r.row), r.s.Hard, r.factual, row) {
		return nil
	}
	return row
}

// out reports whether a box is proved to contain no answer.
func (r reacher) out(s span) bool {
	schema := r.b.Table.Schema
	forms, within := r.forms(s), slices.Clone(r.domains)
	for j := range forms {
		if schema.Features[j].Kind.Numeric() {
			within[j] = causal.Domain{Min: forms[j].c - forms[j].reach(), Max: forms[j].c + forms[j].reach()}
		}
	}
	if causal.Narrow(r.by.finer(schema, r.row), r.s.Hard, r.factual, within) >= 0 {
		return true
	}
	least := math.Log((1 + r.s.Lead) / (1 - r.s.Lead))
	logits := r.logits(forms)
	for k := range logits {
		if k != r.target {
			if d := logits[r.target].plus(-1, logits[k]); d.c+d.reach() < least {
				return true
			}
		}
	}
	return false
}

// followSlack is the rounding tolerance for values that follow from others.
const followSlack = 1e-6

// forms returns the forms of the features for the rows of a box.
func (r reacher) forms(s span) []form {
	forms := make([]form, len(r.factual))
	for j, v := range r.factual {
		forms[j].c = v
	}
	for i, j := range r.acts {
		forms[j].c = s[i][0]/2 + s[i][1]/2
		forms[j].g[i] = s[i][1]/2 - s[i][0]/2
	}
	for _, n := range r.by.boundLaws(r.row).scm.Nodes() {
		if r.by.state(n.Feature) != causal.Following {
			continue
		}
		to := form{c: r.factual[n.Feature], r: followSlack}
		switch m := n.Mechanism.(type) {
		case causal.Linear:
			for i, p := range n.Parents {
				to = to.plus(m.Coef[i], forms[p])
				to.c -= float64(m.Coef[i] * r.factual[p])
			}
		case causal.Quadratic:
			sum, was := form{}, 0.0
			for _, p := range n.Parents {
				sum, was = sum.plus(1, forms[p]), was+r.factual[p]
			}
			w, c := sum.reach(), sum.c
			to.c += float64(m.K * (float64(c*c) - float64(was*was)))
			sum.c = 0
			to = to.plus(float64(2*m.K*c), sum).plus(m.K*w*w/2, form{c: 1, r: 1})
		}
		forms[n.Feature] = to
	}
	return forms
}

// logits returns the forms of the logits for the rows of a box.
func (r reacher) logits(forms []form) []form {
	var x []form
	for j, f := range r.b.Table.Schema.Features {
		switch {
		case !f.Kind.Numeric():
			for l := range f.Levels {
				x = append(x, form{c: count(l == int(r.factual[j]))})
			}
		case f.Max > f.Min:
			x = append(x, form{}.plus(1/(f.Max-f.Min), forms[j]).plus(-f.Min/(f.Max-f.Min), form{c: 1}))
		default:
			x = append(x, form{})
		}
	}
	for _, b := range r.b.clear.Blocks() {
		y := make([]form, b.Out)
		for o := range y {
			y[o].c = float64(b.B[o])
			for i, v := range x {
				y[o] = y[o].plus(float64(b.W[o*b.In+i]), v)
			}
			if b.Act == nn.ReLU {
				y[o] = y[o].positive()
			}
		}
		x = y
	}
	return x
}

// positive returns max(f, 0).
func (f form) positive() form {
	low, high := f.c-f.reach(), f.c+f.reach()
	switch {
	case low >= 0:
		return f
	case high <= 0:
		return form{}
	}
	slope := high / (high - low)
	half := -slope * low / 2
	return form{}.plus(slope, f).plus(half, form{c: 1, r: 1})
}
