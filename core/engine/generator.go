package engine

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/wire"
)

func (e *Engine) trainGenerator(id int, m wire.TrainGenerator) error {
	p := &e.project
	if err := p.trained(); err != nil {
		return err
	}
	fit, lesson, err := p.FitGenerator(m.Recipe, m.Knowledge, m.Warm)
	if err != nil {
		return err
	}
	checkpoint := m.Resume
	m.Resume = nil // the number of epochs determines the learning rates, so it stays
	return e.start(&job{
		id: id, epochs: m.Epochs, kind: "generator training",
		of: project.Fingerprint([]byte(p.BlackBoxOf()), settings(m)),
		t:  &generatorTraining{fit, lesson, m.Seed, e},
	}, checkpoint)
}

// generatorTraining trains the generator.
type generatorTraining struct {
	fit    *cf.Fit
	lesson model.Lesson
	seed   uint64
	e      *Engine
}

func (t *generatorTraining) terms() []string {
	return project.GeneratorTerms(t.fit)
}

func (t *generatorTraining) epoch(tick func() error) (float64, []float64, error) {
	s, err := t.fit.Epoch(tick)
	return s.Loss, project.GeneratorValues(s)[1:], err
}

func (t *generatorTraining) steps() int               { return t.fit.Steps() }
func (t *generatorTraining) epochs() (done, best int) { return t.fit.Epochs() }
func (t *generatorTraining) state() nn.State          { return t.fit.State() }
func (t *generatorTraining) restore(s nn.State) error { return t.fit.Restore(s) }

// watch shows what the best generator so far proposes for validation rows. It also explains one
// of them towards the last class, which is usually the better one.
func (t *generatorTraining) watch() (wire.Message, bool) {
	p := &t.e.project
	_, best := t.fit.Epochs()
	pairs := p.Glance(t.fit.Glimpse(), t.seed)
	n := len(pairs.Factual)
	if n == 0 || best == 0 {
		return nil, false
	}
	rules := causal.Hard(p.Rules(t.lesson.Knowledge))
	s := causal.Fine(t.lesson.Knowledge.Schema(p.Schema), rules)
	pairs.Schema = s
	w := wire.Watched{Epoch: best, Rows: n}
	one := max(slices.Index(pairs.Target, s.Classes()-1), 0)
	for i, row := range pairs.Factual {
		w.Valid += share(pairs.Class[i] == pairs.Target[i], n)
		w.Kept += share(causal.AllHold(s, rules, row, pairs.Counterfactual[i]), n)
		w.Held += share(pairs.Held(i, rules), n)
	}
	w.Valid, w.Kept, w.Held = min(w.Valid, 1), min(w.Kept, 1), min(w.Held, 1) // sums of rounded terms
	width := len(s.Features)
	w.Factual, w.Now = wire.NewFloats(pairs.Factual[one], width), wire.NewFloats(pairs.Counterfactual[one], width)
	w.Target, w.Reached = pairs.Target[one], pairs.Class[one] == pairs.Target[one]
	return w, true
}

func share(is bool, of int) float64 {
	if is {
		return 1 / float64(of)
	}
	return 0
}

// finish scores the best generator on the test rows, with one counterfactual each.
func (t *generatorTraining) finish(end ending, tick func() error) (wire.Message, error) {
	p := &t.e.project
	g, err := p.NewGenerator(t.fit.Best(), t.lesson)
	if err != nil {
		return nil, err
	}
	r, err := p.Rate(g.Generator, t.seed, t.e.now, tick)
	if err != nil {
		return nil, err
	}
	answers, err := p.Answered(r, t.lesson, t.seed, tick)
	if err != nil {
		return nil, err
	}
	p.Use(g)
	_, best := t.fit.Epochs()
	out := p.Rated(r, t.lesson)
	out.Model, out.Best, out.TrainMS, out.PerThousand, out.Canceled, out.Answers = g.Bytes, best, end.trainMS,
		r.PerThousand(), end.canceled, answers
	out.Untaught = t.fit.Untaught()
	return out, nil
}
