package cf

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Generator is a trained generator of counterfactuals for rows of a schema.
type Generator struct {
	layout
	net *vae.CVAE
	end structure
}

// Network is the generator's network, which is not to be changed. Ends follow it.
func (g *Generator) Network() *vae.CVAE { return g.net }

// Seen is the generator as searches see it through another schema of the same
// columns, in which levels have other ranks. What was learned stays as it is.
func (g *Generator) Seen(s data.Schema) *Generator {
	seen := *g
	seen.schema = s
	return &seen
}

// networkConfig is the paper's network with a decoder that sees the factual and
// without dropout, whose noise keeps numbers from being exact.
func networkConfig(l layout, classes int) vae.Config {
	c := vae.Paper(l.groups, classes)
	c.Carry, c.Drop = carry, 0
	return c
}

// Outputs are raw counterfactuals, one for each sample of each row, sample by
// sample: row r's sample s is at s*rows+r.
type Outputs struct {
	Raw   [][]float32 // the decoder's outputs as they are, encoded
	Soft  [][]float64 // numbers in their unit, not rounded; levels of the largest share
	Rows  [][]float64 // decoded rows
	SoftY []int       // class that the black box gives to the decoder's output
	Y     []int       // class of exactly the decoded row
}

// Generate draws samples counterfactuals of every row for the target classes.
//
//	rows  encoded rows    target  one per row
func (g *Generator) Generate(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int, key kernel.Key) Outputs {
	return g.sample(blackBox, rows, target, samples, 0, key)
}

// sample is Generate with the latent noise widened, see vae.Tape.
func (g *Generator) sample(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int, widen float32, key kernel.Key) Outputs {
	const part = 1024
	var out Outputs
	tape := vae.Tape{Widen: widen}
	pass := blackBox.Pass()
	chunk := max(part/samples, 1)
	all := make([]Outputs, 0, rows.Rows()/chunk+1)
	for from := 0; from < rows.Rows(); from += chunk {
		to := min(from+chunk, rows.Rows())
		all = append(all, g.generate(&tape, pass, rows, target, from, to, samples, key.Sub(uint64(from))))
	}
	for s := range samples {
		for _, a := range all {
			n := len(a.Y) / samples
			out.Raw = append(out.Raw, a.Raw[s*n:(s+1)*n]...)
			out.Soft = append(out.Soft, a.Soft[s*n:(s+1)*n]...)
			out.Rows = append(out.Rows, a.Rows[s*n:(s+1)*n]...)
			out.SoftY = append(out.SoftY, a.SoftY[s*n:(s+1)*n]...)
			out.Y = append(out.Y, a.Y[s*n:(s+1)*n]...)
		}
	}
	return out
}

func (g *Generator) generate(tape *vae.Tape, pass blackbox.Pass, rows nn.Examples, target []int, from, to, samples int, key kernel.Key) Outputs {
	b := to - from
	n := b * samples
	x, idx := make([]float32, g.width*b), make([]int, b)
	for i := range idx {
		idx[i] = from + i
	}
	rows.Gather(idx, x)
	soft := g.net.Forward(tape, x, target[from:to], samples, nn.Eval, key, kernel.Key{})
	g.end.apply(x, b, soft, n)
	hard := make([]float32, len(soft))
	g.decode(soft, hard, n)
	out := Outputs{SoftY: make([]int, n), Y: make([]int, n)}
	nn.Best(pass.Shares(soft, n), out.SoftY)
	nn.Best(pass.Shares(hard, n), out.Y)
	for e := range n {
		row, raw := g.rowOf(hard, e, n), g.rowOf(hard, e, n)
		for j, f := range g.schema.Features {
			if f.Kind.Numeric() {
				raw[j] = f.Unscale(soft[g.schema.Offset(j)*n+e])
			}
		}
		out.Rows, out.Soft = append(out.Rows, row), append(out.Soft, raw)
		out.Raw = append(out.Raw, g.example(soft, e, n))
	}
	return out
}

// rowOf is the row that example e of encoded numbers stands for.
func (g *Generator) rowOf(enc []float32, e, n int) []float64 {
	row := make([]float64, len(g.groups))
	g.schema.Decode(g.example(enc, e, n), row)
	return row
}

// example gathers example e of n.
func (g *Generator) example(enc []float32, e, n int) []float32 {
	one := make([]float32, g.width)
	for i := range one {
		one[i] = enc[i*n+e]
	}
	return one
}

// Model is the generator's state: its sizes, the features that follow a
// mechanism, and tensors. The mechanisms are its Ends.
func (g *Generator) Model() nn.State {
	return nn.State{Counters: g.sizes(), Tensors: g.net.Tensors()}
}

func (g *Generator) sizes() []uint64 {
	c := []uint64{uint64(g.schema.Classes()), uint64(g.width)}
	for _, q := range g.end {
		c = append(c, uint64(q.v.first))
	}
	return c
}

// LoadGenerator is the inverse of Model and Ends for the schema that the generator
// was trained with.
func LoadGenerator(s data.Schema, ends []causal.End, st nn.State) (*Generator, error) {
	l := newLayout(s)
	end, err := structureOf(l, ends)
	if err != nil {
		return nil, err
	}
	g := &Generator{layout: l, end: end}
	if !slices.Equal(st.Counters, g.sizes()) {
		return nil, fault.Errorf("cf: the generator is not one of this table and method")
	}
	c := networkConfig(l, s.Classes())
	if err := c.Check(); err != nil {
		return nil, err
	}
	g.net = vae.New(c, kernel.Key{})
	return g, nn.Restore(g.net.Tensors(), st.Tensors)
}
