package main

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/metric"
	"causeway/core/vae"
)

// setting is one experiment but for its seed. epochs and mc of 0 stand for the
// preset's.
type setting struct {
	data               *dataset
	method, constraint string
	labels             int // of the Example-based method
	epochs, mc         int
}

// methodNames are the methods that can be run.
var methodNames = []string{"base", "model", "approx", "example", "cem"}

// perRow is how many counterfactuals a generator is asked for per row; the
// paper averages over one, two and three.
const perRow = 3

// made is what a method makes of the rows to explain.
type made struct {
	soft, decoded metric.Pairs
	raw           [][]float32 // encoded soft outputs
	of            []int       // place of each pair's factual among the cases
	time          metric.Times
	gen           *cf.Generator // nil for CEM
}

// make runs a method on cases. clock is the time in seconds.
func (b *bench) make(s setting, c cases, clock func() float64) (made, error) {
	if s.method == "cem" {
		return b.contrast(s, c, clock)
	}
	g, err := b.generator(s, clock)
	if err != nil {
		return made{}, err
	}
	m := made{gen: g.gen}
	m.time.Train = g.seconds
	start := clock()
	out := g.gen.Generate(b.blackBox, c.ex, c.target, perRow, b.key(streamGenerate))
	m.time.Generate, m.time.Rows = clock()-start, len(out.Y)
	m.fill(b, c, out, perRow)
	return m, nil
}

// fill puts outputs beside their factuals, which they follow sample by sample.
func (m *made) fill(b *bench, c cases, out cf.Outputs, times int) {
	p := metric.Pairs{Schema: b.table.Schema}
	for range times {
		p.Factual = append(p.Factual, c.factual...)
		p.Target = append(p.Target, c.target...)
		for i := range c.rows {
			m.of = append(m.of, i)
		}
	}
	m.soft, m.decoded, m.raw = p, p, out.Raw
	m.soft.Counterfactual, m.soft.Class = out.Soft, out.SoftY
	m.decoded.Counterfactual, m.decoded.Class = out.Rows, out.Y
}

// generator trains the generator of a setting.
func (b *bench) generator(s setting, clock func() float64) (trained, error) {
	switch s.method {
	case "base":
		return b.plain(s, clock)
	case "example":
		return b.example(s, clock)
	}
	start := clock()
	m, err := b.method(s)
	if err != nil {
		return trained{}, err
	}
	gen, err := b.fit(m, configure(s.data.name, s.method, s.constraint, b.seed, s.epochs, s.mc))
	return trained{gen, clock() - start}, err
}

// method is what the objective of a setting knows of cause and effect.
func (b *bench) method(s setting) (cf.Method, error) {
	if s.method == "base" {
		return cf.BaseVAE(), nil
	}
	rules, err := s.data.rules(b.table.Schema, s.constraint)
	if err != nil {
		return cf.Method{}, err
	}
	if s.method == "approx" || s.data.truth == nil {
		return cf.Know(causal.ModelApprox, causal.Knowledge{Rules: rules}, b.table, b.split.Train)
	}
	truth, err := s.data.truth()
	if err != nil {
		return cf.Method{}, err
	}
	n, _ := truth.Node(rules[0].Other) // the effect of the monotone rule
	return cf.ModelBased([]causal.Node{n}, rules...), nil
}

// contrast runs CEM, with the auto-encoder where it has a weight.
func (b *bench) contrast(s setting, c cases, clock func() float64) (made, error) {
	cfg, _ := cf.CEMPreset(s.data.name)
	var auto *vae.AutoEncoder
	var m made
	start := clock()
	if cfg.Gamma > 0 {
		var err error
		if auto, err = b.auto(b.train, b.val); err != nil {
			return m, err
		}
	}
	m.time.Train = clock() - start
	cem, err := cf.NewCEM(cfg, b.table.Schema, b.blackBox, auto)
	if err != nil {
		return m, err
	}
	start = clock()
	out, err := cem.Explain(c.ex, never)
	m.time.Generate, m.time.Rows = clock()-start, len(out.Y)
	w := c.ex.Width
	for x := range slices.Chunk(out.Enc, w) {
		out.Raw = append(out.Raw, x)
	}
	m.fill(b, c, out.Outputs, 1)
	m.soft.Found, m.decoded.Found = out.Found, out.Found
	return m, err
}
