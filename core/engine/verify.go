package engine

import (
	"causeway/core/study"
	"causeway/core/wire"
)

// verifyClassifier measures the black box again and, if possible, retrains it.
func (e *Engine) verifyClassifier(id int, m wire.VerifyClassifier) error {
	p := e.project
	if err := p.trained(); err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		return p.VerifyClassifier(m, q.host())
	})
}

// verifyGenerator does the same for the generator.
func (e *Engine) verifyGenerator(id int, m wire.VerifyGenerator) error {
	p := e.project
	if err := p.explains(); err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		return p.VerifyGenerator(m, q.host())
	})
}

// host returns the interface through which work without knowledge of messages uses the inquiry.
func (q *inquiry) host() study.Host {
	return study.Host{Clock: func() float64 { return q.e.now() / 1000 }, Tick: q.tick, Tell: func(share float64) {
		q.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
	}}
}
