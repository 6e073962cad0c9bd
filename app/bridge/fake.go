package bridge

import (
	"sync"
	"time"

	"causeway/core/wire"
)

// Engine makes an engine that answers through send, and returns the function that takes its input. It
// is engine.New with its Handle, or a Script.
type Engine func(send func(job int, m wire.Message)) (handle func(job int, m wire.Message))

// Fake is a Client for tests whose engines run in this process. Frames go through the codec as in
// the browser.
type Fake struct {
	*link
	mu   sync.Mutex
	died func(why string)
}

// NewFake returns a Client whose engines start makes.
func NewFake(start Engine) *Fake {
	p := realPace()
	p.pauses = [3]time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}
	return newFake(start, p)
}

func newFake(start Engine, p pace) *Fake {
	f := &Fake{}
	f.link = newLink(func(heard func([]byte), _ func(int), died func(string)) (port, error) {
		f.mu.Lock()
		f.died = died
		f.mu.Unlock()
		return newLocal(start, heard), nil
	}, p)
	return f
}

// Crash kills the present engine, as if it ran out of memory.
func (f *Fake) Crash(why string) {
	f.mu.Lock()
	died := f.died
	f.mu.Unlock()
	if died != nil {
		died(why)
	}
}

// NewFakePool returns a Pool in this process whose engines start makes.
func NewFakePool(start Engine, engines int) *Pool {
	return newPool(func() Client { return NewFake(start) }, engines, realPoolPace())
}

// local is an engine on a goroutine of this process.
type local struct {
	box    *mailbox
	handle func(job int, m wire.Message)
}

func newLocal(start Engine, heard func([]byte)) *local {
	e := &local{box: newMailbox()}
	e.handle = start(func(job int, m wire.Message) {
		frame, err := wire.Encode(job, m)
		if err != nil {
			panic("bridge: Fake: " + err.Error())
		}
		heard(frame)
	})
	go e.box.run()
	return e
}

func (e *local) post(frame []byte, _ int) {
	e.box.post(func() {
		job, m, err := wire.Decode(frame)
		if err != nil {
			panic("bridge: Fake: " + err.Error())
		}
		e.handle(job, m)
	})
}

func (e *local) end() { e.box.close() }

// Script returns an engine that sends Hello and Pong, and takes every other answer from a function.
func Script(answer func(job int, m wire.Message) []wire.Message) Engine {
	return func(send func(int, wire.Message)) func(int, wire.Message) {
		return func(job int, m wire.Message) {
			switch m.(type) {
			case wire.Hello:
				send(job, wire.Hello{Protocol: wire.Protocol, Build: wire.Build})
			case wire.Ping:
				send(job, wire.Pong{})
			default:
				for _, fact := range answer(job, m) {
					send(job, fact)
				}
			}
		}
	}
}
