package bridge

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/wire"
)

// timers is a clock that a test moves.
type timers struct {
	mu   sync.Mutex
	at   time.Time
	next []*timer
}

type timer struct {
	due time.Time
	f   func()
}

func (c *timers) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *timers) after(d time.Duration, f func()) func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{c.at.Add(d), f}
	c.next = append(c.next, t)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.f = func() {}
	}
}

// move advances time second by second; settle waits for the consequences.
func (c *timers) move(d time.Duration, settle func()) {
	for range d / time.Second {
		c.mu.Lock()
		c.at = c.at.Add(time.Second)
		var due, later []*timer
		for _, t := range c.next {
			if t.due.After(c.at) {
				later = append(later, t)
			} else {
				due = append(due, t)
			}
		}
		c.next = later
		c.mu.Unlock()
		for _, t := range due {
			t.f()
		}
		settle()
	}
}

// bench is a link under test with engines that a test plays.
type bench struct {
	t      *testing.T
	clock  *timers
	link   *link
	mu     sync.Mutex
	events []Event
	ports  []*tape
	fail   error // of the next spawn
}

// tape is an engine that only records its messages.
type tape struct {
	heard func([]byte)
	grew  func(int)
	died  func(string)
	mu    sync.Mutex
	got   []wire.Message
	ended bool
}

func (p *tape) post(frame []byte, _ int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, m, err := wire.Decode(frame)
	if err != nil {
		panic(err)
	}
	p.got = append(p.got, m)
}

func (p *tape) end() { p.ended = true }

func (p *tape) say(t *testing.T, job int, m wire.Message) {
	t.Helper()
	frame, err := wire.Encode(job, m)
	if err != nil {
		t.Fatal(err)
	}
	p.heard(frame)
}

// count is how many messages of like's type the engine got.
func count[T wire.Message](p *tape) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, m := range p.got {
		if _, ok := m.(T); ok {
			n++
		}
	}
	return n
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, clock: &timers{at: time.Unix(0, 0)}}
	p := realPace()
	p.after, p.now = b.clock.after, b.clock.now
	b.link = newLink(func(heard func([]byte), grew func(int), died func(string)) (port, error) {
		if b.fail != nil {
			return nil, b.fail
		}
		e := &tape{heard: heard, grew: grew, died: died}
		b.ports = append(b.ports, e)
		return e, nil
	}, p)
	t.Cleanup(b.link.Close)
	return b
}

func (b *bench) start() {
	b.link.Start(func(e Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.events = append(b.events, e)
	})
	b.settle()
}

// settle waits until the link has finished all work.
func (b *bench) settle() {
	done := make(chan struct{})
	b.link.box.post(func() { close(done) })
	<-done
}

// engine is the present engine.
func (b *bench) engine() *tape {
	b.settle()
	return b.ports[len(b.ports)-1]
}

func (b *bench) up() *tape {
	e := b.engine()
	e.say(b.t, 0, wire.Hello{Protocol: wire.Protocol, Build: wire.Build})
	b.settle()
	return e
}

// last is the last event.
func (b *bench) last() Event {
	b.settle()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.events) == 0 {
		return Event{}
	}
	return b.events[len(b.events)-1]
}

func TestFirstStart(t *testing.T) {
	b := newBench(t)
	b.start()
	e := b.engine()
	if count[wire.Hello](e) != 1 {
		t.Fatal("no hello to the engine")
	}
	if err := b.link.Send(1, wire.Sample{Model: "simple-bn", Rows: 20}); err != nil {
		t.Fatal(err)
	}
	b.settle()
	if count[wire.Sample](e) != 0 {
		t.Error("a message before the engine's hello did not wait")
	}
	b.up()
	if !b.last().Up {
		t.Errorf("got %+v, want Up", b.last())
	}
	if count[wire.Sample](e) != 1 {
		t.Error("the message that waited was not sent")
	}
	e.say(t, 1, wire.Restored{})
	if got := b.last(); got.Job != 1 || got.Fact != (wire.Restored{}) {
		t.Errorf("got %+v, want the fact of job 1", got)
	}
}

func TestSendRefusesWhatIsTooLarge(t *testing.T) {
	b := newBench(t)
	b.start()
	if err := b.link.Send(1, wire.Open{Bytes: make([]byte, wire.MaxFrame)}); err == nil {
		t.Error("more than a frame holds was sent")
	}
}

func TestOtherBuildIsRefused(t *testing.T) {
	b := newBench(t)
	b.start()
	b.engine().say(t, 0, wire.Hello{Protocol: wire.Protocol, Build: "another"})
	if got := b.last(); !got.Final || !strings.Contains(got.Down, "reload") {
		t.Errorf("got %+v, want a final Down that says to reload", got)
	}
	if !b.engine().ended {
		t.Error("the other engine was left running")
	}
	b.clock.move(time.Minute, b.settle)
	if len(b.ports) != 1 {
		t.Error("another engine was started")
	}
}

func TestOtherProtocolIsRefused(t *testing.T) {
	b := newBench(t)
	b.start()
	b.engine().heard([]byte{0x94, 99, 0, 0xa0, 0xc0})
	if got := b.last(); !got.Final {
		t.Errorf("got %+v, want a final Down", got)
	}
}

func TestSilentEngineIsRestarted(t *testing.T) {
	b := newBench(t)
	b.start()
	e := b.up()
	b.clock.move(20*time.Second, b.settle)
	if got := b.last(); got.Down != "" || count[wire.Ping](e) != 4 {
		t.Fatalf("after 20 s: %+v, %d pings", got, count[wire.Ping](e))
	}
	b.clock.move(5*time.Second, b.settle)
	if got := b.last(); !strings.Contains(got.Down, "stopped answering") || got.Final {
		t.Fatalf("got %+v, want Down", got)
	}
	if err := b.link.Send(4, wire.Ping{}); err != nil {
		t.Fatal(err)
	}
	if f, ok := b.last().Fact.(wire.Failure); !ok || f.Code != wire.CodeNotReady {
		t.Errorf("got %+v, want a Failure of what is sent to a dead engine", b.last())
	}
	b.clock.move(time.Second, b.settle)
	if b.up(); !b.last().Up || len(b.ports) != 2 {
		t.Errorf("got %+v and %d engines, want Up of the second", b.last(), len(b.ports))
	}
	e.say(t, 9, wire.Restored{})
	if !b.last().Up {
		t.Error("a word of the dead engine was passed on")
	}
}

func TestAnsweringEngineLives(t *testing.T) {
	b := newBench(t)
	b.start()
	e := b.up()
	for range 20 {
		b.clock.move(15*time.Second, b.settle)
		e.say(t, 0, wire.Pong{})
	}
	if got := b.last(); !got.Up {
		t.Errorf("got %+v, want nothing after Up", got)
	}
}

// Reading a file may take half a minute and a second a MB, other work in one piece two minutes.
func TestWorkInOnePieceMayTakeLonger(t *testing.T) {
	for seconds, m := range map[time.Duration]wire.Message{
		30: wire.ReadModel{Bytes: make([]byte, 100)},
		45: wire.OpenImages{Files: []wire.ImageFile{{Bytes: make([]byte, 16<<20)}}},
		90: wire.Open{Name: "big.csv", File: 1, Size: 60 << 20}, 120: wire.Import{},
	} {
		b := newBench(t)
		b.start()
		b.up()
		if err := b.link.Send(1, m); err != nil {
			t.Fatal(err)
		}
		b.clock.move(seconds*time.Second, b.settle)
		if got := b.last(); !got.Up {
			t.Errorf("%T: got %+v, want nothing after Up", m, got)
		}
		b.clock.move(10*time.Second, b.settle)
		if got := b.last(); got.Down == "" {
			t.Errorf("%T: got %+v, want Down", m, got)
		}
	}
}

// Reading a file may use only so much more memory; other work is not limited.
func TestWhatReadsTakesSoMuchMemory(t *testing.T) {
	for _, m := range []wire.Message{wire.Open{Name: "a.csv"}, wire.Replan{}, wire.Import{}, wire.ReadModel{},
		wire.ReadRows{},
		wire.OpenImages{}, wire.UseImageModel{}, wire.TrainGenerator{}, wire.Explain{}} {
		b := newBench(t)
		b.start()
		e := b.up()
		e.grew(100 << 20)
		if err := b.link.Send(1, m); err != nil {
			t.Fatal(err)
		}
		e.grew(100<<20 + mostGrowth)
		if got := b.last(); !got.Up {
			t.Errorf("%T: got %+v, want nothing after Up", m, got)
		}
		e.grew(101<<20 + mostGrowth)
		_, trains := m.(wire.TrainGenerator)
		_, explains := m.(wire.Explain)
		if got := b.last(); (got.Down == "the file takes more than 384 MB of memory to read") == (trains || explains) {
			t.Errorf("%T: got %+v", m, got)
		}
	}
}

func TestStartsInARowEnd(t *testing.T) {
	b := newBench(t)
	b.start()
	for range 3 {
		b.up().died("fatal error: out of memory\n\ngoroutine 1")
		if got := b.last(); got.Final || got.Down != "fatal error: out of memory" {
			t.Fatalf("got %+v, want Down with the reason", got)
		}
		b.clock.move(4*time.Second, b.settle)
	}
	b.up().died("out of memory")
	if got := b.last(); !got.Final || !strings.Contains(got.Down, "reload") {
		t.Fatalf("got %+v, want a final Down that says to reload", got)
	}
	b.clock.move(time.Minute, b.settle)
	if len(b.ports) != 4 {
		t.Fatalf("%d engines, want 4", len(b.ports))
	}
	b.link.Restart()
	if b.up(); !b.last().Up {
		t.Errorf("got %+v, want Up after Restart", b.last())
	}
}

func TestLastingEngineEndsTheRow(t *testing.T) {
	b := newBench(t)
	b.start()
	for range 10 {
		e := b.up()
		for range 6 {
			b.clock.move(10*time.Second, b.settle)
			e.say(t, 0, wire.Pong{})
		}
		e.died("a fault")
		if got := b.last(); got.Final {
			t.Fatalf("got %+v, want another start", got)
		}
		b.clock.move(time.Second, b.settle)
	}
}

func TestWorkerThatCannotStart(t *testing.T) {
	b := newBench(t)
	b.fail = errors.New("workers are forbidden")
	b.start()
	b.clock.move(10*time.Second, b.settle)
	if got := b.last(); !got.Final || !strings.Contains(got.Down, "forbidden") {
		t.Errorf("got %+v, want a final Down with the reason", got)
	}
}

func TestEngineThatNeverSaysHello(t *testing.T) {
	b := newBench(t)
	b.start()
	b.clock.move(170*time.Second, b.settle)
	if got := b.last(); got != (Event{}) {
		t.Fatalf("got %+v, want patience with a slow network", got)
	}
	b.clock.move(20*time.Second, b.settle)
	if got := b.last(); got.Down == "" {
		t.Errorf("got %+v, want Down", got)
	}
}

func TestClose(t *testing.T) {
	b := newBench(t)
	b.start()
	e := b.up()
	b.link.Close()
	for closed := false; !closed; time.Sleep(time.Millisecond) {
		b.link.box.mu.Lock()
		closed = b.link.box.closed
		b.link.box.mu.Unlock()
	}
	if !e.ended {
		t.Error("the engine was left running")
	}
	e.died("late")
	b.link.Restart()
	if len(b.ports) != 1 {
		t.Error("a closed link started an engine")
	}
}

func TestFake(t *testing.T) {
	events := make(chan Event, 100)
	f := NewFake(Script(func(job int, m wire.Message) []wire.Message {
		return []wire.Message{wire.Restored{Classifier: true}}
	}))
	defer f.Close()
	f.Start(func(e Event) { events <- e })
	if e := <-events; !e.Up {
		t.Fatalf("got %+v, want Up", e)
	}
	if err := f.Send(7, wire.Restore{}); err != nil {
		t.Fatal(err)
	}
	if e := <-events; e.Job != 7 || e.Fact != (wire.Restored{Classifier: true}) {
		t.Fatalf("got %+v, want the scripted answer", e)
	}
	f.Crash("out of memory")
	if e := <-events; !strings.Contains(e.Down, "out of memory") {
		t.Fatalf("got %+v, want Down", e)
	}
	if e := <-events; !e.Up {
		t.Fatalf("got %+v, want Up again", e)
	}
}

// The real engine works in place of a Script.
func TestFakeRunsTheEngine(t *testing.T) {
	facts := make(chan wire.Message, 1000)
	f := NewFake(func(send func(int, wire.Message)) func(int, wire.Message) {
		return engine.New(send, func() float64 { return float64(time.Now().UnixMilli()) },
			func() { time.Sleep(time.Millisecond) }).Handle
	})
	defer f.Close()
	f.Start(func(e Event) {
		if e.Fact != nil {
			facts <- e.Fact
		}
	})
	for job, m := range []wire.Message{
		wire.Sample{Model: "simple-bn", Rows: 500, Seed: 1},
		wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 2, Batch: 32, LearningRate: 0.01,
			Hidden: 4}},
	} {
		if err := f.Send(job, m); err != nil {
			t.Fatal(err)
		}
	}
	for fact := range facts {
		switch m := fact.(type) {
		case wire.ClassifierTrained:
			return
		case wire.Failure:
			t.Fatal(m.Detail)
		}
	}
}
