package cf

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Maker makes counterfactuals in buffers that it reuses. After its largest batch it allocates
// nothing more. A single row gives the same bits as in a batch. Only one goroutine may use a Maker.
type Maker struct {
	g      *Generator
	pass   blackbox.Pass
	tape   vae.Tape
	single *vae.Single

	x, hard []float32
	causes  []float64
	idx     []int
	made    Made
}

// Made holds counterfactuals of rows, feature by feature. Sample s of row r is example s*rows+r.
//
//	Soft, Hard  width×n    SoftY, Y  n
type Made struct {
	Soft  []float32 // the decoder's outputs
	Hard  []float32 // the same, decoded and encoded again
	SoftY []int     // the black box's prediction for the decoder's output
	Y     []int     // the black box's prediction for exactly the decoded row
}

// Maker returns a Maker for a black box, or nil if the generator decodes actions.
func (g *Generator) Maker(blackBox blackbox.BlackBox) *Maker {
	if g.Acts() {
		return nil
	}
	m := g.newMaker()
	m.pass = blackBox.Pass()
	return m
}

func (g *Generator) newMaker() *Maker { return &Maker{g: g, single: g.net.Single()} }

// Widen multiplies the latent noise of later calls by k, see vae.Tape.
func (m *Maker) Widen(k float32) { m.tape.Widen, m.single.Widen = k, k }

// Make draws samples for the rows from to to-1. The result is valid until the next call.
//
//	target  one target class per row
func (m *Maker) Make(rows nn.Examples, target []int, from, to, samples int, key kernel.Key) Made {
	g, b := m.g, to-from
	n := b * samples
	var soft []float32
	if n == 1 {
		x := rows.X[from*rows.Width : to*rows.Width]
		soft = m.single.Forward(x, target[from], key)
		g.finish(&m.causes, x, 1, soft, 1)
		m.x = append(m.x[:0], x...)
	} else {
		x := nn.Grow(&m.x, g.width*b)
		for m.idx = m.idx[:0]; len(m.idx) < b; {
			m.idx = append(m.idx, from+len(m.idx))
		}
		rows.Gather(m.idx, x)
		soft = g.net.Forward(&m.tape, x, target[from:to], samples, nn.Eval, key, kernel.Key{})
		g.finish(&m.causes, x, b, soft, n)
	}
	hard := nn.Grow(&m.hard, len(soft))
	g.decodeBeside(m.x, b, soft, hard, n)
	m.made.Soft, m.made.Hard = soft, hard
	m.ask(soft, &m.made.SoftY, n)
	m.ask(hard, &m.made.Y, n)
	return m.made
}

// ask writes the predicted classes of n encoded rows.
func (m *Maker) ask(x []float32, y *[]int, n int) {
	if cap(*y) < n {
		*y = make([]int, n)
	}
	*y = (*y)[:n]
	nn.Best(m.pass.Shares(x, n), *y)
}
