// Package bridge is the page's end of the link to the engine. It starts the
// engine's worker, agrees on protocol and build, carries messages, notices when
// the engine dies or stops answering, and starts it again. It does not know
// what the messages mean and keeps no state of the project.
package bridge

import "causeway/core/wire"

// Event is something that happened on the link. Exactly one of Fact, Down and
// Up is set.
type Event struct {
	Job  int          // of Fact
	Fact wire.Message // the engine said something about Job

	// Down says that the engine ended, with all its jobs and its table, and
	// why: the rest of a sentence that begins "The engine stopped: ". Unless
	// Final, it is being started again and Up follows.
	Down  string
	Final bool // no Up will follow without Restart or a reload

	Up bool // a fresh engine of this build is ready; it holds no table
}

// Client is a link. Every method returns at once and may be called from any
// goroutine.
type Client interface {
	// Start starts the engine. Events are handed to handle one after the
	// other, on a goroutine of the link.
	Start(handle func(Event))

	// Send sends a message of a job. It returns an error when the message is
	// unusable. Messages sent before the first Up wait for it; one that is
	// sent between Down and Up is answered by a Failure.
	Send(job int, m wire.Message) error

	// Restart ends the engine, which is reported as Down, and starts a fresh
	// one.
	Restart()

	// Close ends the engine. No event follows.
	Close()
}
