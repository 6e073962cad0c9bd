//go:build js

// Package main is the engine's end of the worker link: frame in, core/engine,
// frame out.
package main

import (
	"syscall/js"
	"time"

	"causeway/core/engine"
)

func main() {
	began := time.Now()
	now := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	e := engine.New(engine.Frames(post), now, newHop().wait)
	in := newInbox()
	e.Reads(in.read)
	for {
		e.Frame(in.next())
	}
}

// post hands a copy of the frame to the page.
func post(frame []byte) {
	a := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(a, frame)
	js.Global().Call("postMessage", a, []any{a.Get("buffer")})
}
