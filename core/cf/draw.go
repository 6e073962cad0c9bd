package cf

import (
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Sample implements blackbox.Sampler: decoded rows, with the latent noise as wide as
// they are to reach. A generator that distils needs its black box before, see Under.
func (g *Generator) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	if g.answers != nil {
		return g.bound(g.asked).Sample(row, target, n, reach, key)
	}
	return (&drawer{g: g}).Sample(row, target, n, reach, key)
}

// drawer samples a generator again and again on one tape.
type drawer struct {
	g    *Generator
	tape vae.Tape
}

func (d *drawer) Sample(row []float64, target, n int, reach float32, key kernel.Key) (rows [][]float64) {
	if n == 0 {
		return nil
	}
	g, x := d.g, make([]float32, d.g.width)
	g.schema.Encode(row, x)
	d.tape.Widen = reach
	soft := g.net.Forward(&d.tape, x, []int{target}, n, nn.Eval, key.Sub(0), kernel.Key{})
	g.end.apply(x, 1, soft, n)
	hard := make([]float32, len(soft))
	g.decode(soft, hard, n)
	for e := range n {
		rows = append(rows, g.rowOf(hard, e, n))
	}
	return rows
}
