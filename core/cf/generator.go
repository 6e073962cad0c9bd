package cf

import (
	"slices"
	"sync"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/generate"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Generator is a trained generator of counterfactuals for rows of a schema.
type Generator struct {
	layout
	net   *vae.CVAE
	end   structure
	fixed fixed
	idle  *sync.Pool // idle Makers

	// A generator that decodes actions uses these fields instead: its network, or the bytes of a
	// removed method, and the default black box and rules for its answers; see Under.
	actions *generate.Generator
	retired *nn.State
	asked   blackbox.BlackBox
	rules   []causal.Rule
}

// newGenerator returns a generator with a network. The network must not change afterwards, because
// Makers copy its weights.
func newGenerator(l layout, net *vae.CVAE, end structure) *Generator {
	return &Generator{layout: l, net: net, end: end, idle: new(sync.Pool)}
}

// Network returns the generator's network, which must not be changed. The mechanisms in Ends are
// applied after it. Network returns nil if the generator decodes actions.
func (g *Generator) Network() *vae.CVAE { return g.net }

// Seen returns the generator for searches with another schema of the same columns, whose levels are
// ranked differently. What the generator learned does not change.
func (g *Generator) Seen(s data.Schema) *Generator {
	seen := *g
	seen.schema, seen.idle = s, new(sync.Pool)
	if g.actions != nil {
		seen.actions = g.actions.Seen(s)
	}
	return &seen
}

// finish turns the network's outputs into the generator's outputs.
func (g *Generator) finish(room *[]float64, x []float32, rows int, out []float32, n int) {
	g.fixed.finish(&g.layout, g.end, room, x, rows, out, n)
}

// decodeBeside decodes a generator's outputs. Fixed features keep the factual's values, even
// outside the training range.
func (g *Generator) decodeBeside(x []float32, rows int, out, hard []float32, n int) {
	g.decode(out, hard, n)
	g.fixed.keep(&g.layout, x, rows, hard, n)
}

// Outputs holds raw counterfactuals, one for each sample of each row, grouped by sample: sample s
// of row r is at index s*rows+r.
type Outputs struct {
	Raw   [][]float32 // the decoder's encoded outputs, unchanged
	Soft  [][]float64 // decoded, but with unrounded numbers
	Rows  [][]float64 // decoded rows
	SoftY []int       // the black box's prediction for the decoder's output
	Y     []int       // the black box's prediction for exactly the decoded row
}

// Beside replaces a number in a counterfactual with the factual's number if both have the same
// code. A float32 has about seven digits, so a longer number decodes to a different one, which
// would look like a change that nobody proposed.
//
//	factual  one per row
func (o Outputs) Beside(s data.Schema, factual [][]float64) {
	for e, row := range o.Rows {
		x := factual[e%len(factual)]
		for j := range s.Features {
			if f := &s.Features[j]; f.Kind.Numeric() && row[j] != x[j] && f.Scale(row[j]) == f.Scale(x[j]) {
				row[j] = x[j]
			}
		}
	}
}

// Generate draws the given number of counterfactuals for every row and its target class.
//
//	rows  encoded rows    target  one per row
func (g *Generator) Generate(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int,
	key kernel.Key) Outputs {
	return g.sample(blackBox, rows, target, samples, 0, key)
}

// sample is Generate with wider latent noise, see vae.Tape.
func (g *Generator) sample(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int, widen float32,
	key kernel.Key) Outputs {
	if g.Acts() {
		return g.acted(blackBox, rows, target, samples, widen, key)
	}
	const part = 1024
	chunk := max(part/samples, 1)
	all := room{n: rows.Rows(), samples: samples, layout: g.layout, out: newOutputs(g.layout, rows.Rows()*samples)}
	maker := g.maker()
	maker.pass = blackBox.Pass()
	maker.Widen(widen)
	for from := 0; from < rows.Rows(); from += chunk {
		to := min(from+chunk, rows.Rows())
		all.put(maker.Make(rows, target, from, to, samples, key.Sub(uint64(from))), from, to)
	}
	maker.pass = nil
	g.idle.Put(maker)
	for e := range all.out.Rows {
		if !g.fixed.any() {
			break
		}
		i := e % rows.Rows()
		factual := g.factual(rows.X[i*rows.Width : (i+1)*rows.Width])
		g.fixed.keepIn(factual, all.out.Rows[e])
		g.fixed.keepIn(factual, all.out.Soft[e])
	}
	return all.out
}

// maker returns an idle Maker or a new one. The caller puts it back later.
func (g *Generator) maker() *Maker {
	if m, idle := g.idle.Get().(*Maker); idle {
		return m
	}
	return g.newMaker()
}

// newOutputs allocates outputs for n examples, with all rows in one block of memory.
func newOutputs(l layout, n int) Outputs {
	out := Outputs{Raw: make([][]float32, n), Soft: make([][]float64, n), Rows: make([][]float64, n),
		SoftY: make([]int, n), Y: make([]int, n)}
	w := len(l.groups)
	raw, numbers := make([]float32, n*l.width), make([]float64, 2*n*w)
	for i := range n {
		out.Raw[i] = raw[i*l.width : (i+1)*l.width : (i+1)*l.width]
		out.Soft[i] = numbers[2*i*w : (2*i+1)*w : (2*i+1)*w]
		out.Rows[i] = numbers[(2*i+1)*w : (2*i+2)*w : (2*i+2)*w]
	}
	return out
}

// room collects the results for n rows, part by part.
type room struct {
	layout
	n, samples int
	out        Outputs
}

// put stores the results of the rows from to to-1, sample by sample.
func (r *room) put(m Made, from, to int) {
	b := to - from
	n := b * r.samples
	for s := range r.samples {
		e, at := s*b, s*r.n+from
		rows := r.out.Rows[at : at+b]
		r.decoded(m.Hard, e, n, rows)
		for i, row := range rows {
			raw, soft := r.out.Raw[at+i], r.out.Soft[at+i]
			for k := range raw {
				raw[k] = m.Soft[k*n+e+i]
			}
			copy(soft, row)
			for j := range r.groups {
				if f := &r.schema.Features[j]; f.Kind.Numeric() {
					soft[j] = f.Unscale(raw[r.at[j]])
				}
			}
		}
		copy(r.out.SoftY[at:at+b], m.SoftY[e:])
		copy(r.out.Y[at:at+b], m.Y[e:])
	}
}

// Model returns the generator's state: its sizes, the features that follow a mechanism, and its
// tensors. The mechanisms themselves are returned by Ends.
func (g *Generator) Model() nn.State {
	switch {
	case g.retired != nil:
		return *g.retired
	case g.actions != nil:
		return g.actions.State()
	}
	return nn.State{Counters: g.sizes(), Tensors: append(g.net.Tensors(), g.fixed.tensors()...)}
}

func (g *Generator) sizes() []uint64 {
	c := []uint64{uint64(g.schema.Classes()), uint64(g.width)}
	for _, q := range g.end {
		c = append(c, uint64(q.v.first))
	}
	return c
}

// LoadGenerator is the inverse of Model and Ends. The schema must be the one with which the
// generator was trained.
func LoadGenerator(s data.Schema, ends []causal.End, st nn.State) (*Generator, error) {
	if generate.Is(st) || retired(st) {
		return loadActions(s, ends, st)
	}
	l := newLayout(s)
	end, err := structureOf(l, ends)
	if err != nil {
		return nil, err
	}
	g := newGenerator(l, nil, end)
	if !slices.Equal(st.Counters, g.sizes()) {
		return nil, fault.Errorf("cf: the generator belongs to another table or method; train it again")
	}
	if g.fixed, st.Tensors, err = fixedOf(st.Tensors, len(s.Features)); err != nil {
		return nil, err
	}
	if g.fixed != nil {
		g.end = g.end.owned()
	}
	c := Letter{}.network(l, s.Classes())
	if err := c.Check(); err != nil {
		return nil, err
	}
	g.net = vae.New(c, kernel.Key{})
	return g, nn.Restore(g.net.Tensors(), st.Tensors)
}
