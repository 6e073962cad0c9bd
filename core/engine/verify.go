package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/fault"
	"causeway/core/nn"
	"causeway/core/wire"
)

// verifyClassifier trains the black box again, up to the epoch whose state was
// kept: what came after it did not change that state.
func (e *Engine) verifyClassifier(id int, m wire.VerifyClassifier) error {
	p := e.project
	if err := p.ready(); err != nil {
		return err
	}
	fit := newClassifierFit(&p, m.Train)
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		if err := train(&again{inquiry: q, all: m.Best}, fit, m.Best); err != nil {
			return nil, err
		}
		b, err := newBlackBox(fit.Best(), p.hash)
		if err != nil {
			return nil, err
		}
		return verified(b.model, m.Model), nil
	})
}

// again is how far a repetition of trainings is.
type again struct {
	*inquiry
	done, all int // epochs
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
// first training on.
func (e *Engine) verifyGenerator(id int, m wire.VerifyGenerator) error {
	p := e.project
	if err := p.trained(); err != nil {
		return err
	}
	told, err := p.labels(m.Told)
	if err != nil {
		return err
	}
	p.gen = nil
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		a := again{inquiry: q}
		for _, s := range m.Trainings {
			a.all += s.Best
			for _, t := range s.Tunings {
				a.all += t.Train.Epochs
			}
		}
		for _, s := range m.Trainings {
			if err := p.trainAgain(&a, s, told); err != nil {
				return nil, err
			}
		}
		return verified(p.gen.model, m.Model), nil
	})
}

// trainAgain repeats a training that goes on from the generator there is, and its
// fine-tunings.
func (p *project) trainAgain(a *again, s wire.Past, told []cf.Label) error {
	if p.gen != nil {
		s.Train.Warm = p.gen.model
	}
	fit, lesson, err := newGeneratorFit(p, s.Train)
	if err != nil {
		return err
	}
	kept := s.Best
	for _, t := range s.Tunings {
		if err := p.become(a, fit, kept, lesson); err != nil {
			return err
		}
		labels := make([]cf.Label, 0, t.Labels)
		for _, i := range t.Places() {
			labels = append(labels, told[i])
		}
		if fit, err = p.newFineTune(t.Train, t.Seed, causal.Knowledge{Orders: t.Orders}, lesson, labels); err != nil {
			return err
		}
		kept = t.Train.Epochs
	}
	return p.become(a, fit, kept, lesson)
}

// become does a training and makes what it gives the generator.
func (p *project) become(a *again, fit *cf.Fit, kept int, lesson wire.Lesson) error {
	if err := train(a, fit, kept); err != nil {
		return err
	}
	g, err := newGenerator(fit.Best(), lesson, p)
	if err == nil {
		p.use(g)
	}
	return err
}

var errNothing = refuse(wire.CodeNumeric, "The training that the file describes does not give a model; the file does not tell the truth about it.")

func verified(got, want []byte) wire.Verified {
	sum := sha256.Sum256(got)
	return wire.Verified{Same: bytes.Equal(got, want), Hash: hex.EncodeToString(sum[:])}
}

// newClassifierFit begins the training of a black box.
func newClassifierFit(p *project, m wire.TrainClassifier) *nn.ClassifierFit {
	cfg := nn.ClassifierConfig{Seed: m.Seed, Epochs: m.Epochs, Batch: m.Batch, Hidden: m.Hidden, LearningRate: m.LearningRate}
	return nn.NewClassifierFit(cfg, examples(p.table, p.split.Train), examples(p.table, p.split.Val), p.table.Schema.Classes())
}

// newGeneratorFit begins the training of a generator.
func newGeneratorFit(p *project, m wire.TrainGenerator) (*cf.Fit, wire.Lesson, error) {
	cfg := cf.Config{Seed: m.Seed, Epochs: m.Epochs, Batch: m.Batch, Samples: m.Samples,
		LearningRate: m.LearningRate, Validity: m.Validity, Margin: m.Margin, Feasibility: m.Feasibility, GiveUp: m.GiveUp}
	lesson := wire.Lesson{Method: m.Method, Knowledge: m.Knowledge}
	method, err := p.method(lesson)
	if err != nil {
		return nil, lesson, err
	}
	fit, err := cf.NewFit(method, cfg, m.Knowledge.Schema(p.schema), p.blackBox.Classifier, examples(p.table, p.split.Train), examples(p.table, p.split.Val))
	if err != nil {
		return nil, lesson, refuse(wire.CodeBadInput, "The generator cannot be trained with these settings: %s.", fault.Clause(err))
	}
	if len(m.Warm) > 0 {
		from, err := loadGenerator(m.Warm, p)
		if err != nil {
			return nil, lesson, err
		}
		return fit, lesson, fit.Warm(from.Generator)
	}
	return fit, lesson, nil
}
