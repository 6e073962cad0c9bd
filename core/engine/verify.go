package engine

import (
	"causeway/core/model"
	"causeway/core/project"
	"causeway/core/study"
	"causeway/core/wire"
)

// verifyClassifier measures the black box again, and trains it again where it can be.
func (e *Engine) verifyClassifier(id int, m wire.VerifyClassifier) error {
	p := e.project
	if err := p.trained(); err != nil {
		return err
	}
	claim := project.ClassifierClaim{Settings: m.Train.ClassifierRecipe, Again: m.Again, Said: model.ClassifierTrained(m.Claim),
		Course: m.Course, Within: m.WithinMS / 1000}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		out, err := p.VerifyClassifier(claim, q.host())
		return wire.Verified(out), err
	})
}

// verifyGenerator does the same with the generator.
func (e *Engine) verifyGenerator(id int, m wire.VerifyGenerator) error {
	p := e.project
	if err := p.explains(); err != nil {
		return err
	}
	claim := project.GeneratorClaim{Trainings: m.Trainings, Told: m.Told, Seed: m.Seed, Said: model.GeneratorTrained(m.Claim),
		Rounds: m.Rounds, Undone: m.Undone, Asks: m.Asks, Tuned: m.Tuned, Course: m.Course, Within: m.WithinMS / 1000}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		out, err := p.VerifyGenerator(claim, q.host())
		return wire.Verified(out), err
	})
}

// host is the inquiry as it is seen by work that knows no messages.
func (q *inquiry) host() study.Host {
	return study.Host{Clock: func() float64 { return q.e.now() / 1000 }, Tick: q.tick, Tell: func(share float64) {
		q.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
	}}
}
