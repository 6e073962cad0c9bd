//go:build js

package main

import (
	"errors"
	"fmt"
	"math"
	"syscall/js"
	"time"

	"causeway/core/engine"
)

// helperName is the name of a worker that computes parts of another one's training, see
// engine.js.
const helperName = "helper"

// mostHelpers bounds the helpers, whatever the machine says of its processors.
const mostHelpers = 7

// crew is how many helpers a training may have on this machine.
func crew() int {
	n := js.Global().Get("navigator").Get("hardwareConcurrency")
	if n.Type() != js.TypeNumber {
		return 0
	}
	return min(max(n.Int()-1, 0), mostHelpers)
}

// patience is after how long a helper that computes is taken for dead. The bytes do not
// depend on it. It is looked after whether it has said so itself in between.
const (
	patience = 5 * time.Second
	glance   = 100 * time.Millisecond
)

// helper is a worker below this one.
type helper struct {
	*port
	worker js.Value
	failed js.Func
	hop    *hop
}

// hire starts a helper, whose last words the hop lets the browser deliver. It needs memory that
// workers share, which browsers give to pages that are isolated from others. Where this one is
// not, it is asked to be so the next time that it is opened, see sw.js.
func (h *hop) hire() (one engine.Helper, err error) {
	if !js.Global().Get("crossOriginIsolated").Truthy() {
		js.Global().Call("postMessage", map[string]any{"alone": true})
		return nil, errors.New("the page shares no memory yet")
	}
	defer func() { // constructors throw where workers are forbidden, or shared memory
		if r := recover(); r != nil {
			one, err = nil, fmt.Errorf("no helper could be started: %v", r)
		}
	}()
	w := &helper{port: newPort(newMemory(), 0), worker: js.Global().Call("causewayHelper"), hop: h}
	w.failed = js.FuncOf(func(_ js.Value, args []js.Value) any { // an error, or its last words
		args[0].Call("preventDefault")
		w.gone = true
		return nil
	})
	w.worker.Set("onerror", w.failed)
	w.worker.Set("onmessage", w.failed)
	w.worker.Call("postMessage", w.memory)
	return w, nil
}

// Heard implements engine.Helper.
func (h *helper) Heard() bool { return h.gone || h.wait(0) }

// Receive implements nn.Line.
func (h *helper) Receive() ([]byte, bool) {
	for began := time.Now(); !h.gone; h.hop.wait() {
		if h.wait(glance) {
			return h.take(), true
		}
		h.gone = time.Since(began) > patience
	}
	return nil, false
}

// End implements engine.Helper.
func (h *helper) End() {
	h.worker.Call("terminate")
	h.worker.Set("onmessage", js.Null())
	h.worker.Set("onerror", js.Null())
	h.failed.Release()
	h.gone = true
}

// help is the program of a helper.
func help() {
	came := make(chan js.Value, 1)
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		came <- args[0].Get("data")
		return nil
	})
	js.Global().Set("onmessage", take)
	if early := js.Global().Get("causewayInbox"); early.Length() > 0 {
		came <- early.Index(0)
	}
	p := newPort(<-came, 1)
	next := func() []byte {
		for !p.wait(math.MaxInt32 * time.Millisecond) {
		}
		return p.take()
	}
	bench, answer, err := engine.NewBench(next())
	for err == nil {
		p.Send([][]byte{answer})
		for {
			var pieces [][]byte
			if pieces, err = bench.Answer(next()); err != nil {
				break
			}
			p.Send(pieces)
		}
	}
	panic("engine: a helper: " + err.Error())
}
