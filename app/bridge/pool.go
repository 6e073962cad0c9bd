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

// Step is a message that an engine needs before it can do the tasks. Steps with the same key are
// equal, so an engine gets each only once, unless another step replaced it.
type Step struct {
	Key     string
	Message wire.Message
}

// Task is a command that ends with one fact (wire.Ends). Tasks of a group share part of their work,
// so they go to the same engine. Tasks of a kind are assumed to take equally long.
type Task struct {
	Group   int
	Kind    string
	Message wire.Message
}

// PoolEvent is an event of a job. Exactly one of Done, Progress and Ended is set.
type PoolEvent struct {
	Job int

	// Done is the fact that ended the task with Index, possibly a Failure.
	Done  wire.Message
	Index int

	Progress *Progress

	// Ended says that the job is over: all tasks are done, or Why says in a sentence why the rest
	// are not.
	Ended bool
	Why   string
}

// Progress is the progress of a job.
type Progress struct {
	Done      int     // tasks
	Share     float64 // finished share of the job, including parts of tasks
	ElapsedMS float64 // without pauses
	LeftMS    float64 // lower bound of the estimate; -1: no estimate yet
	MostMS    float64 // upper bound
	Engines   int     // engines at work on the job
}

// Pool runs jobs on its own engines. It starts engines for new jobs, up to a fixed number, and ends
// idle ones after a while. It hands tasks out in order; completion order varies, results don't. If an
// engine dies, another one gets its task, three times at most. Every method returns at once and is
// safe on any goroutine.
type Pool struct {
	client func() Client // a new engine
	most   int           // engines
	pace   poolPace
	box    *mailbox

	// The fields below belong to the goroutine that runs box.
	handle func(PoolEvent)
	hands  []*hand
	jobs   []*runningJob
	stop   func() // stops the timer that ends idle engines
}

// poolPace holds the times of a pool.
type poolPace struct {
	idle  time.Duration // idle engines end after this time
	tell  time.Duration // between two Progress events of a job
	after func(d time.Duration, f func()) (stop func())
	now   func() time.Time
}

func realPoolPace() poolPace {
	p := realPace()
	return poolPace{idle: time.Minute, tell: 100 * time.Millisecond, after: p.after, now: p.now}
}

// MaxEngines limits a pool on machines with many processors, because each engine takes memory.
const MaxEngines = 8

// maxTries is the number of engines that a task may kill.
const maxTries = 3

func newPool(client func() Client, engines int, p poolPace) *Pool {
	return &Pool{client: client, most: min(max(engines, 1), MaxEngines), pace: p, box: newMailbox(), stop: func() {}}
}

// Start calls handle with the events, one after the other, on a goroutine of the pool. It does not
// start an engine yet.
func (p *Pool) Start(handle func(PoolEvent)) {
	go p.box.run()
	p.box.post(func() { p.handle = handle })
}

// Run queues a job behind the running ones. Its number must be new.
func (p *Pool) Run(w Work) {
	p.box.post(func() { p.run(w) })
}

// Tell pauses, resumes or cancels a job, as the message says. A paused job hands out no tasks, and
// its running tasks pause. A canceled job ends at once; finished tasks stay done.
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
