package bridge

import (
	"time"

	"causeway/core/wire"
)

// Work is a job of many independent tasks.
type Work struct {
	Job   int
	Steps []Step
	Tasks []Task
}

// Step is something that an engine must be told before it can do the tasks.
// Steps with the same key say the same: an engine that was told one already is
// not told again, unless it was told something else in its place.
type Step struct {
	Key     string
	Message wire.Message
}

// Task is a command that ends with one fact (wire.Ends). Tasks of a group share
// a part of their work: an engine that did one of them is given the others. Those of a kind
// are taken to take equally long.
type Task struct {
	Group   int
	Kind    string
	Message wire.Message
}

// PoolEvent is news of a job. Exactly one of Done, Progress and Ended is set.
type PoolEvent struct {
	Job int

	// Done is the fact that ended the task of that Index, maybe a Failure.
	Done  wire.Message
	Index int

	Progress *Progress

	// Ended says that nothing more will come: all tasks are done, or Why says in
	// a sentence what keeps the rest from being done.
	Ended bool
	Why   string
}

// Progress is how far a job is.
type Progress struct {
	Done      int     // tasks
	Share     float64 // of the job, with parts of tasks
	ElapsedMS float64 // without pauses
	LeftMS    float64 // estimate of the least; -1 while there is none
	MostMS    float64 // and of the most
	Engines   int     // that work on it
}

// Pool runs jobs on engines of its own, which it starts when there is work, up
// to a fixed number, and ends when there was none for a while. Tasks are handed
// out in their order; when each is done depends on the engines, and what it says
// does not. A task whose engine dies is given to another one, three times at
// most. Every method returns at once and may be called from any goroutine.
type Pool struct {
	client func() Client // a new engine
	most   int           // engines
	pace   poolPace
	box    *mailbox

	// What follows belongs to the goroutine that runs box.
	handle func(PoolEvent)
	hands  []*hand
	jobs   []*work
	stop   func() // of the timer that ends idle engines
}

// poolPace holds the times of a pool.
type poolPace struct {
	idle  time.Duration // after which engines without work are ended
	tell  time.Duration // between two Progress events of a job
	after func(d time.Duration, f func()) (stop func())
	now   func() time.Time
}

func realPoolPace() poolPace {
	p := realPace()
	return poolPace{idle: time.Minute, tell: 100 * time.Millisecond, after: p.after, now: p.now}
}

// MaxEngines bounds the engines of a pool, whatever the machine says of its
// processors: each takes some memory.
const MaxEngines = 8

// maxTries is how often a task may cost an engine its life.
const maxTries = 3

func newPool(client func() Client, engines int, p poolPace) *Pool {
	return &Pool{client: client, most: min(max(engines, 1), MaxEngines), pace: p, box: newMailbox(), stop: func() {}}
}

// Start makes events be handed to handle, one after the other, on a goroutine
// of the pool. No engine is started yet.
func (p *Pool) Start(handle func(PoolEvent)) {
	go p.box.run()
	p.box.post(func() { p.handle = handle })
}

// Run begins a job, behind those that are running. Its number must be new.
func (p *Pool) Run(w Work) {
	p.box.post(func() { p.run(w) })
}

// Tell pauses, resumes or cancels a job, as the message says. Of one that is paused no
// more tasks are handed out, and those that are under way pause; one that is canceled
// ends at once, and what was done stays done.
func (p *Pool) Tell(job int, m wire.Message) {
	p.box.post(func() {
		switch m.(type) {
		case wire.Pause:
			p.pause(job, true)
		case wire.Resume:
			p.pause(job, false)
		case wire.Cancel:
			if w := p.job(job); w != nil {
				p.end(w, "")
			}
		}
	})
}

// Close ends all engines. No event follows.
func (p *Pool) Close() {
	p.box.post(func() {
		p.stop()
		p.dismiss()
		p.box.close()
	})
}

// dismiss ends all engines.
func (p *Pool) dismiss() {
	for _, h := range p.hands {
		h.client.Close()
	}
	p.hands = nil
}
