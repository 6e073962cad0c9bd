//go:build js

package main

import "syscall/js"

// inbox queues the frames of the page. The browser's callback must not wait, so
// the queue has no end.
type inbox struct {
	frames [][]byte
	more   chan struct{}
}

// newInbox takes over from the bootstrap, with the frames that it kept.
func newInbox() *inbox {
	in := &inbox{more: make(chan struct{}, 1)}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		in.add(args[0].Get("data"))
		return nil
	}))
	early := js.Global().Get("causewayInbox")
	for i := range early.Length() {
		in.add(early.Index(i))
	}
	early.Set("length", 0)
	return in
}

func (in *inbox) add(data js.Value) {
	frame := make([]byte, data.Length())
	js.CopyBytesToGo(frame, data)
	in.frames = append(in.frames, frame)
	select {
	case in.more <- struct{}{}:
	default:
	}
}

// next waits for a frame.
func (in *inbox) next() []byte {
	for len(in.frames) == 0 {
		<-in.more
	}
	f := in.frames[0]
	in.frames[0] = nil
	in.frames = in.frames[1:]
	return f
}

// hop parks a goroutine until the browser has delivered what waits: it sends a
// message to itself, which arrives behind all others. A timer would do, but
// browsers hold every timer after the fifth in a row back for 4 ms.
type hop struct {
	port js.Value
	back chan struct{}
}

func newHop() *hop {
	c := js.Global().Get("MessageChannel").New()
	h := &hop{port: c.Get("port2"), back: make(chan struct{}, 1)}
	c.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		h.back <- struct{}{}
		return nil
	}))
	return h
}

func (h *hop) wait() {
	h.port.Call("postMessage", js.Null())
	<-h.back
}
