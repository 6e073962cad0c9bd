package study

import (
	"slices"

	"causeway/core/cf"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/vae"
)

// Made is what a method makes of the rows to explain.
type Made struct {
	Soft, Decoded metric.Pairs
	Raw           [][]float32 // encoded soft outputs
	Of            []int       // place of each pair's factual among the cases
	Time          metric.Times
	Generator     *cf.Generator // nil for CEM and what other tools do
}

// make runs a method on cases.
func (b *Bench) make(s Setting, c Cases) (Made, error) {
	switch {
	case s.Method == model.CEM:
		return b.contrast(s, c)
	case s.Method.Peer():
		return b.peer(s, c)
	}
	g, err := b.generator(s)
	if err != nil {
		return Made{}, err
	}
	m := b.Generate(g.gen, c)
	m.Time.Train = g.seconds
	return m, nil
}

// Generate draws PerRow raw counterfactuals of every case.
func (b *Bench) Generate(g *cf.Generator, c Cases) Made {
	m := Made{Generator: g}
	start := b.host.Clock()
	out := g.Generate(b.BlackBox, c.Examples, c.Target, PerRow, b.Key(streamGenerate))
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(out.Y)
	m.fill(b, c, out, PerRow)
	return m
}

// fill puts outputs beside their factuals, which they follow sample by sample.
func (m *Made) fill(b *Bench, c Cases, out cf.Outputs, times int) {
	p := metric.Pairs{Schema: b.Table.Schema}
	for range times {
		p.Factual = append(p.Factual, c.Factual...)
		p.Target = append(p.Target, c.Target...)
		for i := range c.Rows {
			m.Of = append(m.Of, i)
		}
	}
	m.Soft, m.Decoded, m.Raw = p, p, out.Raw
	m.Soft.Counterfactual, m.Soft.Class = out.Soft, out.SoftY
	m.Decoded.Counterfactual, m.Decoded.Class = out.Rows, out.Y
}

// trained is a generator with the time that its training took.
type trained struct {
	gen     *cf.Generator
	seconds float64
}

// generator trains the generator of a setting.
func (b *Bench) generator(s Setting) (trained, error) {
	switch {
	case s.Method.Distils():
		start := b.host.Clock()
		gen, err := b.fit(cf.Distilled(append(s.Knowledge.AllRules(b.Table.Schema), s.Hard...)), s.Train, b.host.step)
		return trained{gen, b.host.Clock() - start}, err
	case s.Method.FromLabels():
		return b.example(s)
	case !s.Method.FromGraph():
		return b.plain(s.Train)
	}
	start := b.host.Clock()
	m, err := b.Method(s)
	if err != nil {
		return trained{}, err
	}
	gen, err := b.fit(m, s.Train, b.host.step)
	return trained{gen, b.host.Clock() - start}, err
}

// plain is BaseVAE, trained once for a configuration.
func (b *Bench) plain(c cf.Config) (trained, error) {
	c.Seed = b.Seed
	if t, ok := b.bases[c]; ok {
		return t, nil
	}
	start := b.host.Clock()
	gen, err := b.fit(cf.BaseVAE(), c, b.host.step)
	if err != nil {
		return trained{}, err
	}
	if b.bases == nil {
		b.bases = map[cf.Config]trained{}
	}
	t := trained{gen, b.host.Clock() - start}
	b.bases[c] = t
	return t, nil
}

// Method is what the objective of a setting knows of cause and effect.
func (b *Bench) Method(s Setting) (cf.Method, error) {
	if s.Method.Learns().Mechanisms && len(s.Nodes) > 0 {
		return cf.ModelBased(s.Nodes, s.Knowledge.AllRules(b.Table.Schema)...), nil
	}
	return cf.Know(s.Method.Start(), s.Knowledge, b.Table, b.Split.Train)
}

// Fit trains a generator from the start, with the bench's seed. It may be called
// from several goroutines.
func (b *Bench) Fit(m cf.Method, c cf.Config) (*cf.Generator, error) {
	return b.fit(m, c, func(int, int) {})
}

func (b *Bench) fit(m cf.Method, c cf.Config, step func(i, n int)) (*cf.Generator, error) {
	c.Seed = b.Seed
	fit, err := cf.NewFit(m, c, b.Table.Schema, b.BlackBox, b.train, b.val)
	if err != nil {
		return nil, err
	}
	return b.run(fit, c.Epochs, step)
}

func (b *Bench) run(fit *cf.Fit, epochs int, step func(i, n int)) (*cf.Generator, error) {
	for i := range epochs {
		if _, err := fit.Epoch(b.host.Tick); err != nil {
			return nil, err
		}
		step(i+1, epochs)
	}
	return fit.Best(), nil
}

// contrast runs CEM, with the auto-encoder where it has a weight.
func (b *Bench) contrast(s Setting, c Cases) (Made, error) {
	var auto *vae.AutoEncoder
	var m Made
	start := b.host.Clock()
	if s.CEM.Gamma > 0 {
		var err error
		if auto, err = b.auto(b.train, b.val); err != nil {
			return m, err
		}
	}
	m.Time.Train = b.host.Clock() - start
	cem, err := cf.NewCEM(s.CEM, b.Table.Schema, b.BlackBox, auto)
	if err != nil {
		return m, err
	}
	start = b.host.Clock()
	out, err := cem.Explain(c.Examples, b.host.Tick)
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(out.Y)
	for x := range slices.Chunk(out.Enc, c.Examples.Width) {
		out.Raw = append(out.Raw, x)
	}
	m.fill(b, c, out.Outputs, 1)
	m.Soft.Found, m.Decoded.Found = out.Found, out.Found
	return m, err
}
