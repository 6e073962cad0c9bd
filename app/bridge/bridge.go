// Package bridge is the page's side of the link to the engine. It starts the engine's worker, checks
// that both have the same build, carries messages, and restarts an engine that dies or stops
// answering. It does not know what messages mean and keeps no state of the project.
package bridge

import "causeway/core/wire"

// Event is something that happened on the link. Exactly one of Fact, Down and
// Up is set.
type Event struct {
	Job  int          // the job to which Fact belongs
	Fact wire.Message // a fact about Job

	// Down says that the engine ended, with all its jobs and its table. It holds the reason as the
	// rest of a sentence that begins "The engine stopped: ". Unless Final, the link starts it again
	// and Up follows.
	Down  string
	Final bool // no Up will follow without Restart or a reload

	Up bool // a fresh engine of this build is ready; it holds no table
}

// Client is a link. Every method returns at once and is safe on any goroutine.
type Client interface {
	// Start starts the engine. handle gets the events one after the other, on a goroutine of the
	// link.
	Start(handle func(Event))

	// Send sends a message of a job, and returns an error if the message is unusable. Messages sent
	// before the first Up wait for it. A message sent between Down and Up gets a Failure.
	Send(job int, m wire.Message) error

	// Restart ends the engine, reports Down, and starts a new one.
	Restart()

	// Close ends the engine. No event follows.
	Close()
}
