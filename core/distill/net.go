package distill

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// Generator is a network that makes answers of rows of a schema.
type Generator struct {
	layout
	net    nn.Net
	center []float32 // of every number, the middle of the training rows

	// ends, of classes that are reached seldom without them, one after another: the class,
	// then the features, numbers scaled. there are the same by class; nil where there are none.
	ends  []float32
	there [][][]float64
}

// layout is where features stand among the inputs and the outputs of the network.
type layout struct {
	schema   data.Schema
	heads    int
	rounds   int  // in which answers are looked at again, ofRound samples each
	swapping bool // in rounds, changes of answers that hold give way to others
	asks     int  // inputs that are answers to probes; 0 where it asks none
	inputs   int
	outputs  int   // of one head: a gate of every feature, then what each becomes, then how it bends to probes
	width    []int // of every feature, its inputs in an encoded row
	slots    []int // of every feature, the first of its probes
	in       []int // first input of every feature
	out      []int // first output of every feature, behind the gates
	sure     []int // of every number, the output that says how sure it is
}

// Inputs of a number: its value scaled, the same compressed, and whether it may fall and
// rise. Of any other feature: its level, and the other levels that it may take. Then the
// target, in two ways how far the factual is from it, and the answers to probes.
const (
	ofNumber = 4
	ofLead   = 2
)

func layoutOf(s data.Schema) layout {
	l := layout{schema: s, heads: Heads, rounds: rounds, swapping: true, outputs: len(s.Features)}
	probes := 0
	for j, f := range s.Features {
		l.slots = append(l.slots, probes)
		probes += l.probes(j)
		l.in, l.out, l.sure, l.width = append(l.in, l.inputs), append(l.out, l.outputs), append(l.sure, l.outputs+1), append(l.width, f.Width())
		if f.Kind.Numeric() {
			l.inputs += ofNumber
			l.outputs += 2
		} else {
			l.inputs += 2 * len(f.Levels)
			l.outputs += len(f.Levels)
		}
	}
	l.asks = ofAnswer * probes
	l.inputs += l.conditions() + ofLead + l.asks
	l.outputs += ofBend
	return l
}

// plain is the layout of generators that were kept before any asked probes.
func (l layout) plain() layout {
	l.inputs, l.outputs = l.inputs-l.asks, l.outputs-ofBend
	l.heads, l.rounds, l.asks, l.swapping = 16, 0, 0, false
	return l
}

// eight is the layout of generators that were kept before any swapped changes.
func (l layout) eight() layout {
	l.heads, l.rounds, l.swapping = 8, 2, false
	return l
}

// conditions is the number of inputs that name the target.
func (l layout) conditions() int {
	if c := l.schema.Classes(); c > 2 {
		return c
	}
	return 1
}

// units are those of the hidden layers.
var units = [...]int{64, 48}

func made(l layout, key kernel.Key) *Generator {
	return &Generator{layout: l, center: make([]float32, len(l.schema.Features)), net: nn.Net{
		nn.Dense(l.inputs, units[0], nn.ReLU, key.Sub(0)),
		nn.Dense(units[0], units[1], nn.ReLU, key.Sub(1)),
		nn.Dense(units[1], l.heads*l.outputs, nn.Identity, key.Sub(2)),
	}}
}

// Seen is the generator through another schema of the same columns, in which levels have
// other ranks.
func (g *Generator) Seen(s data.Schema) *Generator {
	seen := *g
	seen.schema = s
	return &seen
}

// Tensors lists everything that a saved generator holds, in a fixed order.
func (g *Generator) Tensors() []nn.Tensor {
	list := g.weights()
	if n := g.kept(); n > 0 {
		list = append(list, nn.Tensor{Name: named + "ends", Shape: []int{n, 1 + len(g.schema.Features)}, Data: g.ends})
	}
	return list
}

// kept is how many ends there are.
func (g *Generator) kept() int { return len(g.ends) / (1 + len(g.schema.Features)) }

// weights are the tensors without the ends.
func (g *Generator) weights() []nn.Tensor {
	return append([]nn.Tensor{{Name: named + "center", Shape: []int{len(g.center)}, Data: g.center}}, nn.Tensors(g.params())...)
}

// named is what the names of a generator's tensors begin with.
const named = "answers."

func (g *Generator) params() []nn.Param { return g.net.Params(named + "net") }

// Is reports whether a state is one of a generator of this package.
func Is(st nn.State) bool {
	return len(st.Tensors) > 0 && st.Tensors[0].Name == named+"center"
}

// State is what Load needs.
func (g *Generator) State() nn.State { return nn.State{Counters: g.sizes(), Tensors: g.Tensors()} }

func (g *Generator) sizes() []uint64 {
	list := []uint64{uint64(g.schema.Classes()), uint64(g.schema.Width()), uint64(g.heads), uint64(units[0]), uint64(units[1])}
	if g.asks > 0 {
		list = append(list, uint64(g.asks))
	}
	if n := g.kept(); n > 0 {
		list = append(list, uint64(n))
	}
	return list
}

// Load is the inverse of State for the schema that the generator was trained with.
func Load(s data.Schema, st nn.State) (*Generator, error) {
	l := layoutOf(s)
	switch {
	case len(st.Counters) == 5:
		l = l.plain()
	case len(st.Counters) > 2 && st.Counters[2] == uint64(l.eight().heads):
		l = l.eight()
	}
	g := made(l, kernel.Key{})
	if len(st.Counters) == 7 && st.Counters[6] <= uint64(mostEnds*s.Classes()) {
		g.ends = make([]float32, int(st.Counters[6])*(1+len(s.Features)))
	}
	if !slices.Equal(st.Counters, g.sizes()) {
		return nil, fault.Errorf("distill: the generator is not one of this table and method")
	}
	if err := nn.Restore(g.Tensors(), st.Tensors); err != nil {
		return nil, err
	}
	g.meet()
	return g, nil
}

// put writes the inputs of what is asked as column e of n.
//
//	x  inputs×n
func (g *Generator) put(x []float32, e, n int, q *asked) {
	room := q.from()
	for j := range g.schema.Features {
		f, d, v, at := &g.schema.Features[j], &room.Domains[j], room.Row[j], g.in[j]*n+e
		if f.Kind.Numeric() {
			x[at] = f.Scale(v)
			x[at+n] = compress((v-float64(g.center[j]))/f.MAD) / 3
			x[at+2*n] = flag(d.Min < v)
			x[at+3*n] = flag(d.Max > v)
			continue
		}
		w := len(f.Levels)
		for k := range w {
			x[at+k*n] = flag(k == int(v))
			x[at+(w+k)*n] = flag(open(d, k, v))
		}
	}
	c := g.conditions()
	at := (g.inputs-c-ofLead-g.asks)*n + e
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
	at += ofLead * n
	for i, v := range q.probes.all {
		x[at+i*n] = v
	}
}

// farLead is the lead beyond which more says no more.
const farLead = 12

func flag(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// compress is asinh(v), by functions that are the same on every machine.
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

// free reports whether a feature can change, and whether it is known in which range.
func (l layout) free(room *mask.Room, j int) bool {
	f := &l.schema.Features[j]
	return room.CanChange(j) && !(f.Kind.Numeric() && f.Max <= f.Min)
}

// frees adds the features of a room that are free.
func (l layout) frees(room *mask.Room, list []int) []int {
	for j := range l.schema.Features {
		if l.free(room, j) {
			list = append(list, j)
		}
	}
	return list
}
