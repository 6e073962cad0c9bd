//go:build js

package main

import (
	"syscall/js"
	"time"
)

// port is one end of the way between an engine and a helper: memory that both share, in which
// they take turns. Messages of the browser would do as well, and take half a millisecond each way
// where a step takes one: the thread that waits falls asleep.
//
//	word 0  messages of the engine     word 1  messages of the helper
//	word 2  length of the latest message, which follows the words
type port struct {
	memory js.Value // a growable SharedArrayBuffer
	words  js.Value // an Int32Array of its first words
	own    int      // the word that counts this end's messages
	sent   int
	heard  int
	gone   bool
	bytes  []byte // of the last message
}

const (
	wordsBytes = 16
	// maxShared bounds a message: parameters or gradients of any network, and a batch.
	maxShared = 1 << 28
)

// newMemory is what an engine shares with a helper. It throws where the page is not isolated from
// others.
func newMemory() js.Value {
	most := js.Global().Get("Object").New()
	most.Set("maxByteLength", maxShared)
	return js.Global().Get("SharedArrayBuffer").New(wordsBytes, most)
}

func newPort(memory js.Value, own int) *port {
	return &port{memory: memory, words: js.Global().Get("Int32Array").New(memory, 0, wordsBytes/4), own: own}
}

// Send implements nn.Line.
func (p *port) Send(pieces [][]byte) {
	p.bytes = p.bytes[:0]
	for _, b := range pieces {
		p.bytes = append(p.bytes, b...)
	}
	n := len(p.bytes)
	if n > maxShared-wordsBytes {
		p.gone = true
		return
	}
	if p.memory.Get("byteLength").Int() < wordsBytes+n {
		p.memory.Call("grow", wordsBytes+n)
	}
	js.CopyBytesToJS(js.Global().Get("Uint8Array").New(p.memory, wordsBytes, n), p.bytes)
	p.words.SetIndex(2, n)
	p.sent++
	js.Global().Call("causewayTell", p.words, p.own, p.sent)
}

// wait gives the other end so long to say something.
func (p *port) wait(d time.Duration) bool {
	return js.Global().Call("causewayWait", p.words, 1-p.own, p.heard, float64(d)/float64(time.Millisecond)).Bool()
}

// take is the message that came.
func (p *port) take() []byte {
	p.heard++
	n := p.words.Index(2).Int()
	if cap(p.bytes) < n {
		p.bytes = make([]byte, n)
	}
	p.bytes = p.bytes[:n]
	js.CopyBytesToGo(p.bytes, js.Global().Get("Uint8Array").New(p.memory, wordsBytes, n))
	return p.bytes
}
