package study

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/vae"
)

func init() { ways[model.CEM] = (*Bench).contrast }

// contrast answers rows with CEM. It uses an auto-encoder unless its weight is 0.
type contrast struct {
	cem *cf.CEM
	b   *Bench
}

func (b *Bench) contrast(s Setting) (blackbox.Answerer, float64, error) {
	var auto *vae.AutoEncoder
	start := b.host.Clock()
	if s.CEM.Gamma > 0 {
		var err error
		if auto, err = b.auto(b.train, b.val); err != nil {
			return nil, 0, err
		}
	}
	seconds := b.host.Clock() - start
	if s.Train.Masked {
		s.CEM.Fixed = fixed(len(b.Table.Cols), s.Hard)
	}
	cem, err := cf.NewCEM(s.CEM, b.Table.Schema, b.BlackBox, auto)
	return contrast{cem, b}, seconds, err
}

// Answers implements blackbox.Answerer. It uses no random numbers. CEM moves a row to any other
// class. If that is not the target, the row has no answer.
func (c contrast) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	out, err := c.cem.Explain(c.b.encoded(rows), c.b.host.Tick)
	all := make([][]float64, len(rows))
	for i := range out.Rows {
		if err == nil && out.Found[i] && out.Y[i] == target[i] {
			all[i] = out.Rows[i]
		}
	}
	return all
}

func (c contrast) makeAll(b *Bench, of Cases) (m Made, err error) {
	start := b.host.Clock()
	out, err := c.cem.Explain(of.Examples, b.host.Tick)
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(out.Y)
	for x := range slices.Chunk(out.Enc, of.Examples.Width) {
		out.Raw = append(out.Raw, x)
	}
	m.fill(b, of, out.Outputs, 1)
	m.Soft.Found, m.Decoded.Found = out.Found, out.Found
	return m, err
}
