package study

import (
	"fmt"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/nn"
)

// Made is the output of a method for the rows to explain.
type Made struct {
	Soft, Decoded metric.Pairs
	Raw           [][]float32 // encoded soft outputs
	Of            []int       // for each pair, the index of its factual among the cases
	Time          metric.Times
	Generator     *cf.Generator // nil for CEM and other tools
	Labels        int           // number of labels from which it learned
	GaveUp        int           // rows without an answer because the method gave up
}

// way prepares a method for answering and returns how many seconds that took.
type way func(*Bench, Setting) (blackbox.Answerer, float64, error)

// ways holds the methods that train no generator. The file of each method registers it.
var ways = map[model.Method]way{}

// outspoken is an Answerer that returns more to score than one decoded row per case: several
// outputs, or outputs before decoding.
type outspoken interface {
	made(*Bench, Cases) (Made, error)
}

// make runs a method on cases.
func (b *Bench) make(s Setting, c Cases) (m Made, err error) {
	if s.Lead > 0 && s.Method != Given { // answers of Given already exist
		return b.makeClearly(s, c)
	}
	return b.makeOf(s, c, b)
}

// makeOf is like make, on a bench that may require a lead, but has another bench train the
// generator.
func (b *Bench) makeOf(s Setting, c Cases, trains *Bench) (m Made, err error) {
	ready, special := ways[s.Method]
	if !special {
		ready = func(_ *Bench, s Setting) (blackbox.Answerer, float64, error) { return trains.drawn(s) }
	}
	from, seconds, err := ready(b, s)
	if err != nil {
		return m, err
	}
	if o, more := from.(outspoken); more {
		m, err = o.made(b, c)
	} else {
		m, err = b.answered(from, c)
	}
	if w, is := from.(weary); is {
		m.GaveUp = *w.gaveUp
	}
	m.Time.Train = seconds
	return m, err
}

// askRows is the number of rows that a method answers in one batch.
const askRows = 64

// answered returns the answers of a method for cases.
func (b *Bench) answered(from blackbox.Answerer, c Cases) (m Made, err error) {
	d, start := metric.Pairs{Schema: b.Table.Schema, Factual: c.Factual, Target: c.Target}, b.host.Clock()
	for i := 0; i < len(c.Rows); i += askRows {
		to := min(i+askRows, len(c.Rows))
		rows := from.Answers(c.Factual[i:to], c.Target[i:to], b.Key(streamAsk).Sub(uint64(i)))
		if err := b.host.Tick(); err != nil {
			return m, err
		}
		d.Counterfactual = append(d.Counterfactual, rows...)
		b.host.step(to, len(c.Rows))
	}
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(c.Rows)
	b.settle(&d)
	for i, row := range d.Counterfactual {
		x := make([]float32, c.Examples.Width)
		b.Table.Schema.Encode(row, x)
		m.Raw, m.Of = append(m.Raw, x), append(m.Of, i)
	}
	m.Soft, m.Decoded = d, d
	return m, nil
}

// settle replaces missing answers with their factuals, marks those rows, and sets the predicted
// classes.
func (b *Bench) settle(p *metric.Pairs) {
	for i, row := range p.Counterfactual {
		p.Found = append(p.Found, row != nil)
		if row == nil {
			p.Counterfactual[i] = slices.Clone(p.Factual[i])
		}
	}
	p.Class = b.Predict(p.Counterfactual)
}

// drawn answers with a generator and returns several raw outputs for each row.
type drawn struct {
	*cf.Generator
	labels int
}

func (d drawn) made(b *Bench, c Cases) (Made, error) {
	m := b.Generate(d.Generator, c)
	m.Labels = d.labels
	return m, nil
}

func (b *Bench) drawn(s Setting) (blackbox.Answerer, float64, error) {
	g, err := b.generator(s)
	return drawn{g.gen, g.labels}, g.seconds, err
}

// Generate draws PerRow raw counterfactuals for every case.
func (b *Bench) Generate(g *cf.Generator, c Cases) Made {
	m := Made{Generator: g}
	start := b.host.Clock()
	out := g.Generate(b.BlackBox, c.Examples, c.Target, PerRow, b.Key(streamGenerate))
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(out.Y)
	m.fill(b, c, out, PerRow)
	return m
}

// fill pairs outputs with their factuals. The outputs are ordered by sample, then by row.
func (m *Made) fill(b *Bench, c Cases, out cf.Outputs, times int) {
	out.Beside(b.Table.Schema, c.Factual)
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

// trained is a generator together with its training time.
type trained struct {
	gen     *cf.Generator
	seconds float64
	labels  int // number of labels from which it learned
}

// generator trains the generator for a setting.
func (b *Bench) generator(s Setting) (trained, error) {
	switch {
	case s.Method.FromLabels():
		return b.example(s)
	case !s.Method.FromGraph() && !s.Method.Acts():
		return b.plain(s, s.Train)
	}
	train := func() (trained, error) {
		start := b.host.Clock()
		m, err := b.Method(s)
		if err != nil {
			return trained{}, err
		}
		gen, err := b.fit(m, s.Train, b.host.step)
		return trained{gen: gen, seconds: b.host.Clock() - start}, err
	}
	if s.Method.Acts() {
		return b.acts(s, train)
	}
	return train()
}

// Untrained returns the generator for a setting before its first epoch: the same network and
// decoder, with initial weights.
func (b *Bench) Untrained(s Setting) (*cf.Generator, error) {
	m, err := b.Method(s)
	if err != nil {
		return nil, err
	}
	fit, err := b.newFit(m, s.Train)
	if err != nil {
		return nil, err
	}
	return fit.Best(), nil
}

// baseOf is the cache key of a BaseVAE.
type baseOf struct {
	cfg    cf.Config
	letter cf.Letter
	hard   string
}

// plain returns BaseVAE. It trains one for each combination of configuration, letter and hard
// rules.
func (b *Bench) plain(s Setting, c cf.Config) (trained, error) {
	c.Seed = b.Seed
	id := baseOf{c, s.Letter, fmt.Sprint(fixed(len(b.Table.Cols), s.Hard))}
	if t, ok := b.bases[id]; ok {
		return t, nil
	}
	start := b.host.Clock()
	gen, err := b.fit(b.withHardRules(cf.BaseVAE(), s), c, b.host.step)
	if err != nil {
		return trained{}, err
	}
	if b.bases == nil {
		b.bases = map[baseOf]trained{}
	}
	t := trained{gen: gen, seconds: b.host.Clock() - start}
	b.bases[id] = t
	return t, nil
}

// withHardRules returns a method with the hard rules and the letter of a setting.
func (b *Bench) withHardRules(m cf.Method, s Setting) cf.Method {
	return m.Under(b.Table.Schema, s.Hard).By(s.Letter)
}

// Method returns the method whose objective contains the causal knowledge of a setting.
func (b *Bench) Method(s Setting) (cf.Method, error) {
	if s.Method.Acts() {
		rules, err := b.keeps(s)
		return cf.Actions(rules), err
	}
	if s.Method.Learns().Mechanisms && len(s.Nodes) > 0 {
		return b.withHardRules(cf.ModelBased(s.Nodes, s.Knowledge.AllRules(b.Table.Schema)...), s), nil
	}
	m, err := cf.Know(s.Method.Start(), s.Knowledge, b.Table, b.Split.Train)
	return b.withHardRules(m, s), err
}

// keeps returns the rules that a method that decodes actions cannot break: the hard rules, and the
// rules for consequences under the mechanisms that the method receives.
func (b *Bench) keeps(s Setting) ([]causal.Rule, error) {
	s, _ = b.worthOf(s)
	told, err := b.lawsForMethod(s)
	return told.search(append(s.Knowledge.AllRules(b.Table.Schema), s.Hard...), 0), err
}

// Fit trains a generator from scratch with the bench's seed. Several goroutines may call it.
func (b *Bench) Fit(m cf.Method, c cf.Config) (*cf.Generator, error) {
	return b.fit(m, c, func(int, int) {})
}

func (b *Bench) fit(m cf.Method, c cf.Config, step func(i, n int)) (*cf.Generator, error) {
	fit, err := b.newFit(m, c)
	if err != nil {
		return nil, err
	}
	return b.run(fit, c.Epochs, step)
}

func (b *Bench) newFit(m cf.Method, c cf.Config) (*cf.Fit, error) {
	c.Seed = b.Seed
	train, val := b.trainingRows(m.Letter())
	return cf.NewFit(m, c, b.Table.Schema, b.BlackBox, train, val)
}

// trainingRows returns the rows from which a generator learns: all of them or, by the letter of section
// 4.1, only those in the class to be explained.
func (b *Bench) trainingRows(t cf.Letter) (train, val nn.Examples) {
	from := b.Problem.From
	if from < 0 || t != cf.Literal {
		return b.train, b.val
	}
	of := func(ex nn.Examples) nn.Examples {
		var rows []int
		for i, y := range ex.Y {
			if y == from {
				rows = append(rows, i)
			}
		}
		return ex.Some(rows)
	}
	return of(b.train), of(b.val)
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
