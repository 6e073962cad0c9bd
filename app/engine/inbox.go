//go:build js

package main

import (
	"errors"
	"syscall/js"
)

// inbox queues the page's messages. It is unbounded, because the browser's callback must not block.
type inbox struct {
	frames []sent
	file   js.Value // the file that came with the present frame
	more   chan struct{}
}

// sent is a frame, and a file if one came with it.
type sent struct {
	frame []byte
	file  js.Value
}

// newInbox takes over from the bootstrap script, with the frames that the script queued.
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
	s := sent{file: data.Get("file")}
	if s.file.Truthy() {
		data = data.Get("frame")
	}
	s.frame = bytesOf(data)
	in.frames = append(in.frames, s)
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
	s := in.frames[0]
	in.frames[0] = sent{}
	in.frames, in.file = in.frames[1:], s.file
	return s.frame
}

// read returns the bytes of the file. It blocks, which a worker may do.
func (in *inbox) read() (b []byte, err error) {
	defer func() { // the browser throws if the file is gone or has changed
		if r := recover(); r != nil {
			b, err = nil, errors.New("it was changed, moved or removed after it was chosen")
		}
	}()
	array := js.Global().Get("FileReaderSync").New().Call("readAsArrayBuffer", in.file)
	return bytesOf(js.Global().Get("Uint8Array").New(array)), nil
}

func bytesOf(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}

// hop parks a goroutine until the browser has delivered waiting messages. It sends itself a message,
// which arrives after them. Browsers delay every timer after the fifth in a row by 4 ms.
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
