package bridge

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"causeway/core/data"
	"causeway/core/wire"
)

// crew is a pool under test whose engines the test plays.
type crew struct {
	t      *testing.T
	clock  *timers
	pool   *Pool
	mu     sync.Mutex
	events []PoolEvent
	hands  []*player
	final  bool // starting the next engines fails
}

// player is the link of an engine that only records its messages.
type player struct {
	c      *crew
	handle func(Event)
	mu     sync.Mutex
	got    []order
	closed bool
}

type order struct {
	job int
	m   wire.Message
}

func (p *player) Start(handle func(Event)) {
	p.handle = handle
	if p.c.final {
		handle(Event{Down: "no room", Final: true})
	}
}

func (p *player) Send(job int, m wire.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, order{job, m})
	return nil
}

func (p *player) Restart() {}
func (p *player) Close()   { p.closed = true }

func newCrew(t *testing.T, engines int) *crew {
	c := &crew{t: t, clock: &timers{at: time.Unix(0, 0)}}
	pace := realPoolPace()
	pace.after, pace.now = c.clock.after, c.clock.now
	c.pool = newPool(func() Client {
		p := &player{c: c}
		c.hands = append(c.hands, p)
		return p
	}, engines, pace)
	c.pool.Start(func(e PoolEvent) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.events = append(c.events, e)
	})
	t.Cleanup(c.pool.Close)
	return c
}

func (c *crew) settle() {
	done := make(chan struct{})
	c.pool.box.post(func() { close(done) })
	<-done
}

// run starts job 1 with tasks that ask for rows from 0, 1, 2, ...
func (c *crew) run(tasks int, groups ...int) {
	w := Work{Job: 1, Steps: []Step{{"table", wire.Pack{}}}}
	for i := range tasks {
		t := Task{Message: wire.Rows{Part: data.AllRows, From: i, Limit: 1}}
		if groups != nil {
			t.Group = groups[i]
		}
		w.Tasks = append(w.Tasks, t)
	}
	c.pool.Run(w)
	c.settle()
}

func (c *crew) up(hand int) { c.say(hand, Event{Up: true}) }

func (c *crew) say(hand int, e Event) {
	c.hands[hand].handle(e)
	c.settle()
}

// answer answers an engine's last command; the answer repeats its task.
func (c *crew) answer(hand int) {
	o := c.last(hand)
	switch m := o.m.(type) {
	case wire.Rows:
		c.say(hand, Event{Job: o.job, Fact: wire.Page{Total: m.From}})
	default:
		c.say(hand, Event{Job: o.job, Fact: wire.Restored{}})
	}
}

func (c *crew) last(hand int) order {
	p := c.hands[hand]
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.got) == 0 {
		c.t.Fatalf("engine %d was told nothing", hand)
	}
	return p.got[len(p.got)-1]
}

// told lists an engine's messages: the number of a task, or a word.
func (c *crew) told(hand int) (list []string) {
	for _, o := range c.hands[hand].got {
		switch m := o.m.(type) {
		case wire.Rows:
			list = append(list, fmt.Sprint(m.From))
		default:
			list = append(list, fmt.Sprintf("%T", m)[5:])
		}
	}
	return list
}

func (c *crew) expectTold(hand int, want ...string) {
	c.t.Helper()
	if got := c.told(hand); !slices.Equal(got, want) {
		c.t.Errorf("engine %d was told %v, want %v", hand, got, want)
	}
}

// done lists the finished tasks in order of arrival.
func (c *crew) done() (list []int) {
	for _, e := range c.events {
		if e.Done != nil {
			if p, ok := e.Done.(wire.Page); ok && p.Total != e.Index {
				c.t.Errorf("task %d has the result of %d", e.Index, p.Total)
			}
			list = append(list, e.Index)
		}
	}
	return list
}

func (c *crew) ended() (why string, ok bool) {
	for _, e := range c.events {
		if e.Ended {
			if ok {
				c.t.Error("the job ended twice")
			}
			why, ok = e.Why, true
		}
	}
	return why, ok
}

func TestPoolHandsOutTasks(t *testing.T) {
	c := newCrew(t, 2)
	c.run(3)
	if len(c.hands) != 2 {
		t.Fatalf("%d engines, want 2", len(c.hands))
	}
	c.up(0)
	c.answer(0) // the table
	c.answer(0) // task 0
	c.up(1)
	c.answer(1) // the table
	c.answer(1) // task 2
	c.answer(0) // task 1
	c.expectTold(0, "Pack", "0", "1")
	c.expectTold(1, "Pack", "2")
	if got := c.done(); !slices.Equal(got, []int{0, 2, 1}) {
		t.Errorf("done = %v", got)
	}
	if why, ok := c.ended(); !ok || why != "" {
		t.Errorf("ended = %v, %q", ok, why)
	}
	c.events = nil
	c.run(1) // the table is already there
	c.answer(0)
	c.expectTold(0, "Pack", "0", "1", "0")
	c.clock.move(2*time.Minute, c.settle)
	if !c.hands[0].closed || !c.hands[1].closed {
		t.Error("idle engines were not ended")
	}
	c.run(1)
	if len(c.hands) != 3 {
		t.Error("no fresh engine was started")
	}
}

func TestPoolKeepsGroupsTogether(t *testing.T) {
	c := newCrew(t, 2)
	c.run(5, 7, 7, 8, 8, 7)
	for hand := range 2 {
		c.up(hand)
		c.answer(hand)
	}
	for range 2 {
		c.answer(0)
		c.answer(1)
	}
	c.expectTold(0, "Pack", "0", "1", "4")
	c.expectTold(1, "Pack", "2", "3")
}

func TestPoolDoesTasksOfADeadEngineAgain(t *testing.T) {
	c := newCrew(t, 2)
	c.run(2)
	for hand := range 2 {
		c.up(hand)
		c.answer(hand)
	}
	down := Event{Down: "out of memory"}
	c.say(0, down)
	c.answer(1) // task 1
	c.expectTold(1, "Pack", "1", "0")
	c.say(1, down)
	c.up(0)
	c.answer(0)
	c.expectTold(0, "Pack", "0", "Pack", "0")
	if _, ok := c.ended(); ok {
		t.Fatal("ended early")
	}
	c.say(0, down)
	if got := c.done(); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("done = %v, want task 0 given up after three engines", got)
	}
	for _, e := range c.events {
		if f, ok := e.Done.(wire.Failure); e.Done != nil && e.Index == 0 && (!ok || f.Code != wire.CodeInternal) {
			t.Errorf("task 0 = %+v, want a Failure", e.Done)
		}
	}
	if why, ok := c.ended(); !ok || why != "" {
		t.Errorf("ended = %v, %q", ok, why)
	}
}

func TestPoolGivesUp(t *testing.T) {
	down := Event{Down: "out of memory"}
	tests := []struct {
		name string
		do   func(c *crew)
		why  string
	}{
		{"no engine can be started", func(c *crew) { c.final = true; c.run(2) },
			"No engine could be started for the work: no room."},
		{"a step is refused", func(c *crew) {
			c.run(2)
			c.up(0)
			c.say(0, Event{Job: c.last(0).job, Fact: wire.Failure{Code: wire.CodeBadInput, Detail: "Too large."}})
		}, "Too large."},
		{"engines die of a step", func(c *crew) {
			c.run(2)
			for range 3 {
				c.up(0)
				c.say(0, down)
			}
		}, "The engine stopped 3 times before the work began (out of memory)."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCrew(t, 2)
			tt.do(c)
			c.settle()
			if why, ok := c.ended(); !ok || why != tt.why {
				t.Errorf("ended = %v, %q, want %q", ok, why, tt.why)
			}
		})
	}
}

func TestPoolPauseAndCancel(t *testing.T) {
	c := newCrew(t, 1)
	c.run(3)
	c.up(0)
	c.answer(0)
	c.pool.Tell(1, wire.Pause{})
	c.settle()
	c.expectTold(0, "Pack", "0", "Pause")
	c.clock.move(10*time.Second, c.settle)
	task := c.hands[0].got[1].job
	c.say(0, Event{Job: task, Fact: wire.Paused{}}) // the task has not ended
	c.say(0, Event{Job: task, Fact: wire.Page{Total: 0}})
	c.expectTold(0, "Pack", "0", "Pause")
	c.pool.Tell(1, wire.Resume{})
	c.settle()
	c.expectTold(0, "Pack", "0", "Pause", "1")
	c.clock.move(4*time.Second, c.settle)
	c.say(0, Event{Job: c.last(0).job, Fact: wire.Progress{Share: 0.5}})
	r := c.events[len(c.events)-1].Progress
	if r == nil || r.Done != 1 || r.Share != 0.5 || r.ElapsedMS != 4000 || r.LeftMS > 4000 || r.MostMS < 4000 ||
		r.Engines != 1 {
		t.Errorf("progress = %+v, want 1.5 of 3 tasks in 4 s", r)
	}
	task = c.last(0).job
	c.pool.Tell(1, wire.Cancel{})
	c.settle()
	if why, ok := c.ended(); !ok || why != "" {
		t.Errorf("ended = %v, %q", ok, why)
	}
	c.say(0, Event{Job: task, Fact: wire.Page{Total: 1}})
	if got := c.done(); !slices.Equal(got, []int{0}) {
		t.Errorf("done = %v, want what was done before Cancel", got)
	}
	c.expectTold(0, "Pack", "0", "Pause", "1", "Cancel")
}

// Results do not depend on the number of engines.
func TestPoolResultsDoNotDependOnEngines(t *testing.T) {
	var first []int
	for engines := 1; engines <= 4; engines++ {
		p := NewFakePool(Script(func(_ int, m wire.Message) []wire.Message {
			if r, ok := m.(wire.Rows); ok {
				return []wire.Message{wire.Progress{Share: 0.5}, wire.Page{Total: r.From * r.From}}
			}
			return []wire.Message{wire.Restored{}}
		}), engines)
		results, end := make([]int, 50), make(chan string, 1)
		p.Start(func(e PoolEvent) {
			if page, ok := e.Done.(wire.Page); ok {
				results[e.Index] = page.Total
			}
			if e.Ended {
				end <- e.Why
			}
		})
		w := Work{Job: 1, Steps: []Step{{"table", wire.Pack{}}}}
		for i := range results {
			w.Tasks = append(w.Tasks, Task{Message: wire.Rows{Part: data.AllRows, From: i, Limit: 1}})
		}
		p.Run(w)
		if why := <-end; why != "" {
			t.Fatal(why)
		}
		p.Close()
		if first == nil {
			first = slices.Clone(results)
		}
		if !slices.Equal(results, first) || results[7] != 49 {
			t.Errorf("%d engines: %v, want %v", engines, results, first)
		}
	}
}
