package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/cf"
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
		if err := trainAgain(q, fit, m.Best); err != nil {
			return nil, err
		}
		b, err := newBlackBox(fit.Best(), p.hash)
		if err != nil {
			return nil, err
		}
		return verified(b.model, m.Model), nil
	})
}

// trainAgain trains up to the epoch that was kept.
func trainAgain[S any](q *inquiry, fit interface {
	Epoch(tick func() error) (S, error)
	Epochs() (done, best int)
}, kept int) error {
	for done := range kept {
		q.say(float64(done) / float64(kept))
		if _, err := fit.Epoch(q.tick); err != nil {
			return err
		}
	}
	if _, best := fit.Epochs(); best == 0 {
		return errNothing
	}
	return nil
}

// verifyGenerator trains the generator again on the project's black box.
func (e *Engine) verifyGenerator(id int, m wire.VerifyGenerator) error {
	p := e.project
	if err := p.trained(); err != nil {
		return err
	}
	fit, lesson, err := newGeneratorFit(&p, m.Train)
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		if err := trainAgain(q, fit, m.Best); err != nil {
			return nil, err
		}
		g, err := newGenerator(fit.Best(), lesson, &p)
		if err != nil {
			return nil, err
		}
		return verified(g.model, m.Model), nil
	})
}

var errNothing = refuse(wire.CodeNumeric, "The training that the file describes does not give a model; the file does not tell the truth about it.")

func (q *inquiry) say(share float64) {
	q.tell(func() wire.Message { return wire.Progress{Share: share} })
}

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
		return nil, lesson, refuse(wire.CodeBadInput, "The generator cannot be trained with these settings: %v.", err)
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
