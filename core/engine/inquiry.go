package engine

import (
	"errors"
	"slices"

	"causeway/core/wire"
)

// inquiry is a question that takes too long to answer while the host waits for messages. It runs
// alongside a training, pauses regularly to let other work run, and ends if it is canceled or its
// table is replaced.
type inquiry struct {
	e      *Engine
	id     int
	work   documentKind
	rested float64
	toldAt float64 // when progress was last reported
	paused bool
	ended  bool // Canceled was sent
}

// inquire computes an answer on its own goroutine.
func (e *Engine) inquire(id int, find func(q *inquiry) (wire.Message, error)) error {
	if err := e.project.opened(); err != nil {
		return err
	}
	return e.pursueLater(id, ofTable, find)
}

func (e *Engine) pursueLater(id int, about documentKind, find func(q *inquiry) (wire.Message, error)) error {
	now := e.now()
	q := &inquiry{e: e, id: id, work: about, rested: now, toldAt: now - progressMS}
	e.inquiries = append(e.inquiries, q)
	go e.pursue(q, find)
	return nil
}

func (e *Engine) pursue(q *inquiry, find func(q *inquiry) (wire.Message, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() {
		e.inquiries = slices.DeleteFunc(e.inquiries, func(o *inquiry) bool { return o == q })
	}()
	defer e.catch(q.id)
	if q.ended {
		return
	}
	fact, err := find(q)
	switch {
	case errors.Is(err, errCanceled):
	case err != nil:
		e.send(q.id, failure(err))
	default:
		e.send(q.id, fact)
	}
}

// The inquiry calls tick between parts of its work. tick lets other work run when it is time to,
// and returns an error if the inquiry was ended.
func (q *inquiry) tick() error {
	if e := q.e; e.now()-q.rested >= restMS {
		e.mu.Unlock()
		e.park()
		e.mu.Lock()
		q.rested = e.now()
	}
	for q.paused && !q.ended {
		q.e.woken.Wait()
	}
	if q.ended {
		return errCanceled
	}
	return nil
}

// tell sends a progress fact unless one was sent very recently.
func (q *inquiry) tell(fact func() wire.Message) {
	if now := q.e.now(); now-q.toldAt >= progressMS {
		q.e.send(q.id, fact())
		q.toldAt = now
	}
}

// end ends an inquiry.
func (q *inquiry) end() {
	if !q.ended {
		q.ended = true
		q.e.woken.Broadcast()
		q.e.send(q.id, wire.Canceled{})
	}
}

// inquiry returns the inquiry with that number, or nil.
func (e *Engine) inquiry(id int) *inquiry {
	for _, q := range e.inquiries {
		if q.id == id {
			return q
		}
	}
	return nil
}
