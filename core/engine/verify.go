package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/wire"
)

// verifyClassifier measures the black box again, and trains it again up to the
// epoch whose state was kept: what came after it did not change that state.
func (e *Engine) verifyClassifier(id int, m wire.VerifyClassifier) error {
	p := e.project
	if err := p.trained(); err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		found, out := measured(p.BlackBox, project.Examples(p.Table, p.Split.Test)), wire.Verified{}
		found.Best = m.Claim.Best
		if m.Again {
			fit := newClassifierFit(&p, m.Train)
			if err := train(&again{inquiry: q, all: m.Claim.Best}, fit, m.Claim.Best); err != nil {
				return nil, err
			}
			b, err := project.NewBlackBox(fit.Best(), p.Hash)
			if err != nil {
				return nil, err
			}
			out = verified(b.Bytes, m.Claim.Model)
			_, found.Best = fit.Epochs()
		}
		out.Differ = wire.Compare(m.Claim, found)
		return out, nil
	})
}

// again is how far a repetition of trainings is.
type again struct {
	*inquiry
	done, all int // epochs

	// Of a generator: what is said of it, what was found of its last training, and of
	// the fine-tunings that followed that.
	e     *Engine
	claim wire.VerifyGenerator
	last  bool
	found wire.GeneratorTrained
	tuned []wire.FineTuned
	rules []bool // that a fine-tuning was measured by are known
}

// train trains up to the epoch that was kept.
func train[S any](a *again, fit interface {
	Epoch(tick func() error) (S, error)
	Epochs() (done, best int)
}, kept int) error {
	for range kept {
		a.tell(func() wire.Message { return wire.Progress{Share: float64(a.done) / float64(a.all)} })
		if _, err := fit.Epoch(a.tick); err != nil {
			return err
		}
		a.done++
	}
	if _, best := fit.Epochs(); best == 0 {
		return errNothing
	}
	return nil
}

// verifyGenerator trains the generator again on the project's black box, from its
// first training on, and measures on the way what was measured then. Where that is
// not known it measures the generator that there is.
func (e *Engine) verifyGenerator(id int, m wire.VerifyGenerator) error {
	p := e.project
	if err := p.explains(); err != nil {
		return err
	}
	told, err := p.labels(m.Told)
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		a := again{inquiry: q, e: e, claim: m}
		if len(m.Trainings) == 0 {
			return a.measureOnly(&p)
		}
		p.Gen = nil
		for _, s := range m.Trainings {
			a.all += s.Best
			for _, t := range s.Tunings {
				a.all += t.Train.Epochs
			}
		}
		for i, s := range m.Trainings {
			a.last = i == len(m.Trainings)-1
			if err := p.trainAgain(&a, s, told); err != nil {
				return nil, err
			}
		}
		out := verified(p.Gen.Bytes, m.Claim.Model)
		a.compare(&out)
		return out, nil
	})
}

// trainAgain repeats a training that goes on from the generator there is, and its
// fine-tunings.
func (p *holding) trainAgain(a *again, s model.Past, told []cf.Label) error {
	train := wire.TrainGenerator{Recipe: s.Settings, Knowledge: s.Lesson.Knowledge}
	if train.Method = s.Lesson.Method; p.Gen != nil {
		train.Warm = p.Gen.Bytes
	}
	fit, lesson, err := newGeneratorFit(p, train)
	if err != nil {
		return err
	}
	if err := p.become(a, fit, s.Best, lesson); err != nil {
		return err
	}
	if a.last {
		if err := a.rate(p, s.Settings.Seed, fit); err != nil {
			return err
		}
	}
	for _, t := range s.Tunings {
		labels := make([]cf.Label, 0, t.Labels)
		for _, i := range t.Places() {
			labels = append(labels, told[i])
		}
		before := p.Gen
		if fit, err = p.newFineTune(t.Train, t.Seed, causal.Knowledge{Orders: t.Orders}, lesson, labels); err != nil {
			return err
		}
		if err := p.become(a, fit, t.Train.Epochs, lesson); err != nil {
			return err
		}
		if a.last {
			if err := a.measure(p, before, t, labels); err != nil {
				return err
			}
		}
	}
	return nil
}

// become does a training and makes what it gives the generator.
func (p *holding) become(a *again, fit *cf.Fit, kept int, lesson wire.Lesson) error {
	if err := train(a, fit, kept); err != nil {
		return err
	}
	g, err := p.NewGenerator(fit.Best(), lesson)
	if err == nil {
		p.Use(g)
	}
	return err
}

var errNothing = refuse(wire.CodeNumeric, "The training that the file describes does not give a model; the file does not tell the truth about it.")

func verified(got, want []byte) wire.Verified {
	sum := sha256.Sum256(got)
	return wire.Verified{Again: true, Same: bytes.Equal(got, want), Hash: hex.EncodeToString(sum[:])}
}

// newClassifierFit begins the training of a black box.
func newClassifierFit(p *holding, m wire.TrainClassifier) *nn.ClassifierFit {
	return nn.NewClassifierFit(nn.ClassifierConfig(m.ClassifierRecipe), project.Examples(p.Table, p.Split.Train), project.Examples(p.Table, p.Split.Val), p.Table.Schema.Classes())
}

// newGeneratorFit begins the training of a generator.
func newGeneratorFit(p *holding, m wire.TrainGenerator) (*cf.Fit, wire.Lesson, error) {
	lesson := wire.Lesson{Method: m.Method, Knowledge: m.Knowledge}
	method, err := p.Method(lesson)
	if err != nil {
		return nil, lesson, err
	}
	fit, err := cf.NewFit(method, m.Recipe, m.Knowledge.Schema(p.Schema), p.BlackBox.Classifier, project.Examples(p.Table, p.Split.Train), project.Examples(p.Table, p.Split.Val))
	if err != nil {
		return nil, lesson, refuse(wire.CodeBadInput, "The generator cannot be trained with these settings: %s.", fault.Clause(err))
	}
	if len(m.Warm) > 0 {
		from, err := p.LoadGenerator(m.Warm)
		if err != nil {
			return nil, lesson, err
		}
		return fit, lesson, fit.Warm(from.Generator)
	}
	return fit, lesson, nil
}
