package engine

import (
	"causeway/core/wire"

	"causeway/core/fault"
)

// Frames returns a send function for New that posts every fact as a frame.
func Frames(post func(frame []byte)) func(job int, m wire.Message) {
	return func(job int, m wire.Message) {
		frame, err := wire.Encode(job, m)
		if err != nil {
			frame, err = wire.Encode(job, failure(err))
		}
		if err != nil {
			panic("engine: Frames: " + err.Error())
		}
		post(frame)
	}
}

// Frame executes one command given as a frame. If it cannot be read, the answer is a Failure.
func (e *Engine) Frame(frame []byte) {
	job, m, err := wire.Decode(frame)
	if err != nil {
		e.send(job, wire.Failure{Code: wire.CodeProtocol,
			Detail: "The engine could not read the page's message (" + fault.Text(err) + "); reload the page."})
		return
	}
	e.Handle(job, m)
}
