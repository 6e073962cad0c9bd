package engine

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/nn"
	"causeway/core/wire"
)

// generator is the trained generator of a project.
type generator struct {
	*cf.Generator
	model []byte // as GeneratorTrained carries it
}

// generatorKind names the states of generators.
const generatorKind = "generator"

// blackBoxOf is the fingerprint of the table and its black box, to which a
// generator belongs.
func (p *project) blackBoxOf() string { return fingerprint([]byte(p.hash), p.blackBox.model) }

func newGenerator(g *cf.Generator, l wire.Lesson, p *project) (*generator, error) {
	s := pack(generatorKind, p.blackBoxOf(), g.Model())
	s.Lesson, s.Ends = l, g.Ends()
	b, err := wire.EncodeState(s)
	return &generator{g, b}, err
}

// loadGenerator reads what a GeneratorTrained carried.
func loadGenerator(b []byte, p *project) (*generator, error) {
	s, err := wire.DecodeState(b)
	if err != nil || s.Kind != generatorKind {
		return nil, refuse(wire.CodeBadInput, "The kept generator is damaged; train it again.")
	}
	if s.Of != p.blackBoxOf() {
		return nil, refuse(wire.CodeBadInput, "The kept generator belongs to another classifier; train it again.")
	}
	method, err := p.method(s.Lesson)
	if err != nil {
		return nil, err
	}
	seen := s.Lesson.Knowledge.Schema(p.schema)
	g, err := cf.LoadGenerator(seen, s.Ends, unpack(s))
	if err != nil || !reflect.DeepEqual(method.Ends(seen), s.Ends) { // they are fitted to the rows anew
		return nil, refuse(wire.CodeBadInput, "The kept generator does not fit the table; train it again.")
	}
	return &generator{g, b}, nil
}

// method puts a method together from what it learns.
func (p *project) method(l wire.Lesson) (cf.Method, error) {
	m, err := cf.Know(l.Method, l.Knowledge, p.table.With(p.schema), p.split.Train)
	if err != nil {
		return m, refuse(wire.CodeBadInput, "The generator cannot learn from this graph: %s.", fault.Clause(err))
	}
	return m, nil
}

func (e *Engine) trainGenerator(id int, m wire.TrainGenerator) error {
	p := &e.project
	if err := p.trained(); err != nil {
		return err
	}
	fit, lesson, err := newGeneratorFit(p, m)
	if err != nil {
		return err
	}
	checkpoint := m.Resume
	m.Resume = nil // the number of epochs sets the learning rates and stays
	return e.start(&job{
		id: id, epochs: m.Epochs, kind: "generator training",
		of: fingerprint([]byte(p.blackBoxOf()), settings(m)),
		t:  &generatorTraining{fit, lesson, m.Seed, e},
	}, checkpoint)
}

// generatorTraining is the trainer of the generator.
type generatorTraining struct {
	fit    *cf.Fit
	lesson wire.Lesson
	seed   uint64
	e      *Engine
}

func (t *generatorTraining) terms() []string {
	return append(t.fit.TermNames(), "validation loss")
}

func (t *generatorTraining) epoch(tick func() error) (float64, []float64, error) {
	s, err := t.fit.Epoch(tick)
	return s.Loss, append(slices.Clone(s.Terms), s.ValLoss), err
}

func (t *generatorTraining) epochs() (done, best int) { return t.fit.Epochs() }
func (t *generatorTraining) state() nn.State          { return t.fit.State() }
func (t *generatorTraining) restore(s nn.State) error { return t.fit.Restore(s) }

// finish scores the best generator on the test rows, one counterfactual each.
func (t *generatorTraining) finish(end ending, rest func() error) (wire.Message, error) {
	p := &t.e.project
	g, err := newGenerator(t.fit.Best(), t.lesson, p)
	if err != nil {
		return nil, err
	}
	r, err := t.e.rate(g.Generator, kernel.NewKey(t.seed).Sub(streamRating), rest)
	if err != nil {
		return nil, err
	}
	p.use(g)
	_, best := t.fit.Epochs()
	out := p.fact(r, t.lesson)
	out.Model, out.Best, out.TrainMS, out.PerThousand, out.Canceled = g.model, best, end.trainMS, r.perThousand(), end.canceled
	return out, nil
}

// keptBy are the shares of pairs that keep each rule and all of them, and says of each
// pair whether it keeps all.
func keptBy(s data.Schema, rules []causal.Rule, pairs metric.Pairs) (each wire.Floats, all float64, rows []bool) {
	shares, n := make([]float64, len(rules)), float64(max(len(pairs.Factual), 1))
	for i, row := range pairs.Factual {
		broken := 0
		for j, r := range rules {
			if r.Holds(s, row, pairs.Counterfactual[i]) {
				shares[j]++
			} else {
				broken++
			}
		}
		if rows = append(rows, broken == 0); broken == 0 {
			all++
		}
	}
	for j := range shares {
		shares[j] /= n
	}
	return list(shares), all / n, rows
}

// Streams of random numbers below the seed of a training or an Explain, apart
// from those of cf.
const (
	streamRating  = 101
	streamExplain = 102
)

// rating is a generator's counterfactuals of the test rows.
type rating struct {
	soft, decoded metric.Pairs
	ms            float64 // that generating them took
}

func (r rating) perThousand() float64 { return r.ms / float64(max(len(r.decoded.Factual), 1)) * 1000 }

// rate generates a counterfactual for every test row.
func (e *Engine) rate(g *cf.Generator, key kernel.Key, rest func() error) (rating, error) {
	const part = 1000
	p := &e.project
	s := p.table.Schema
	r := rating{soft: metric.Pairs{Schema: s}, decoded: metric.Pairs{Schema: s}}
	for from := 0; from < len(p.split.Test); from += part {
		if err := rest(); err != nil {
			return r, err
		}
		rows := p.split.Test[from:min(from+part, len(p.split.Test))]
		ex := examples(p.table, rows)
		target := cf.Predict(p.blackBox.Classifier, ex)
		for i, y := range target {
			target[i] = cf.Target(y, s.Classes(), key, uint32(from+i))
		}
		began := e.now()
		out := g.Generate(p.blackBox.Classifier, ex, target, 1, key.Sub(uint64(from)))
		r.ms += e.now() - began
		for _, i := range rows {
			r.decoded.Factual = append(r.decoded.Factual, p.table.Row(i, nil))
		}
		r.decoded.Target = append(r.decoded.Target, target...)
		r.decoded.Counterfactual, r.decoded.Class = append(r.decoded.Counterfactual, out.Rows...), append(r.decoded.Class, out.Y...)
		r.soft.Counterfactual, r.soft.Class = append(r.soft.Counterfactual, out.Soft...), append(r.soft.Class, out.SoftY...)
	}
	r.soft.Factual, r.soft.Target = r.decoded.Factual, r.decoded.Target
	return r, nil
}

func scores(s metric.Scores) wire.Scores {
	return wire.Scores{Validity: s.Validity, ContProximity: s.ContProximity, CatProximity: s.CatProximity,
		FeaturesChange: s.Changed, Profiles: s.Profiles}
}
