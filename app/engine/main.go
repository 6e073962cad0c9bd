//go:build js

// Package main is the engine's end of the worker link: frame in, core/engine,
// frame out.
package main

import (
	"fmt"
	"syscall/js"
	"time"

	"causeway/core/data"
	"causeway/core/engine"
)

func main() {
	began := time.Now()
	now := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	e := engine.New(engine.Frames(post), now, newHop().wait)
	in := newInbox()
	e.Reads(in.read)
	data.DecodeWide = decode
	for {
		e.Frame(in.next())
	}
}

// post sends a copy of the frame to the page.
func post(frame []byte) {
	a := js.Global().Get("Uint8Array").New(len(frame))
	js.CopyBytesToJS(a, frame)
	js.Global().Call("postMessage", a, []any{a.Get("buffer")})
}

// decode decodes text with the browser's tables, so that the engine need not contain them.
func decode(name string, b []byte) (text string, err error) {
	defer func() {
		if no := recover(); no != nil {
			err = fmt.Errorf("the browser cannot decode %s: %v", name, no)
		}
	}()
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return js.Global().Get("TextDecoder").New(name).Call("decode", a).String(), nil
}
