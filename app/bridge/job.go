package bridge

import (
	"slices"
	"time"

	"causeway/core/wire"
)

// runningJob is a running job.
type runningJob struct {
	Work
	queue  []int // tasks not handed out yet, in order
	tries  []int // for each task, the number of engines that it killed
	fails  int   // number of engines that a step killed
	shares []float64
	begun  []time.Time // when each task was handed out
	took   []float64   // how many milliseconds each finished task took
	done   int
	paused bool

	began  time.Time // start time, moved forward by every pause
	rested time.Time // start of the pause
	told   time.Time // time of the last Progress
}

func (p *Pool) run(w Work) {
	p.stop()
	j := &runningJob{Work: w, tries: make([]int, len(w.Tasks)), shares: make([]float64, len(w.Tasks)),
		took:  make([]float64, len(w.Tasks)),
		begun: make([]time.Time, len(w.Tasks)), began: p.pace.now()}
	for i := range w.Tasks {
		j.queue = append(j.queue, i)
	}
	p.jobs = append(p.jobs, j)
	if len(w.Tasks) == 0 {
		p.end(j, "")
		return
	}
	p.spread()
}

func (p *Pool) job(number int) *runningJob {
	for _, w := range p.jobs {
		if w.Job == number {
			return w
		}
	}
	return nil
}

func (p *Pool) pause(number int, on bool) {
	w := p.job(number)
	if w == nil || w.paused == on {
		return
	}
	w.paused = on
	order := wire.Message(wire.Resume{})
	if on {
		w.rested = p.pace.now()
		order = wire.Pause{}
	} else {
		rest := p.pace.now().Sub(w.rested)
		w.began = w.began.Add(rest)
		for i := range w.begun {
			w.begun[i] = w.begun[i].Add(rest)
		}
	}
	for _, h := range p.hands {
		if h.work == w && h.busy() && h.step < 0 {
			h.say(order)
		}
	}
	p.tell(w, true)
	p.spread()
}

// finish handles the fact that ends a task.
func (p *Pool) finish(w *runningJob, index int, fact wire.Message) {
	w.done++
	w.shares[index], w.took[index] = 1, max(milliseconds(w.at(p.pace.now()).Sub(w.begun[index])), 1)
	p.handle(PoolEvent{Job: w.Job, Index: index, Done: fact})
	last := w.done == len(w.Tasks)
	p.tell(w, last)
	if last {
		p.end(w, "")
	}
}

// end removes a job from the pool and cancels its tasks.
func (p *Pool) end(w *runningJob, why string) {
	p.jobs = slices.DeleteFunc(p.jobs, func(o *runningJob) bool { return o == w })
	for _, h := range p.hands {
		if h.work == w && h.busy() {
			h.work = nil // later facts of the task are ignored
			if h.step < 0 {
				h.say(wire.Cancel{})
			}
		}
	}
	p.handle(PoolEvent{Job: w.Job, Ended: true, Why: why})
	p.spread()
}

// tell reports the progress of a job, immediately or when due.
func (p *Pool) tell(w *runningJob, now bool) {
	at := p.pace.now()
	if !now && at.Sub(w.told) < p.pace.tell {
		return
	}
	w.told = at
	at = w.at(at)
	r := Progress{Done: w.done, ElapsedMS: milliseconds(at.Sub(w.began)), LeftMS: -1}
	tasks := make([]pieceOf, len(w.Tasks))
	for i, t := range w.Tasks {
		r.Share += w.shares[i]
		tasks[i] = pieceOf{kind: t.Kind, took: w.took[i], share: w.shares[i]}
	}
	r.Share /= float64(len(w.shares))
	for _, h := range p.hands {
		if h.work == w && h.busy() {
			r.Engines++
			tasks[h.index].started, tasks[h.index].age = true, milliseconds(at.Sub(w.begun[h.index]))
		}
	}
	if low, high, known := timeLeft(tasks, r.Engines, r.ElapsedMS); known {
		r.LeftMS, r.MostMS = low, high
	}
	p.handle(PoolEvent{Job: w.Job, Progress: &r})
}

// at returns the current time or, for a paused job, the start of its pause.
func (w *runningJob) at(now time.Time) time.Time {
	if w.paused {
		return w.rested
	}
	return now
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// take chooses the next task for an engine, given its last job and group: a task of the same group,
// otherwise of a group that no engine works on, otherwise any task.
func (p *Pool) take(h *hand) (w *runningJob, index int, ok bool) {
	for _, w := range p.jobs {
		if w.paused || len(w.queue) == 0 {
			continue
		}
		at, rank := 0, -1
		for n, i := range w.queue {
			r := 0
			switch group := w.Tasks[i].Group; {
			case h.job == w.Job && h.group == group:
				r = 2
			case !p.taken(w, group):
				r = 1
			}
			if r > rank {
				at, rank = n, r
			}
			if r == 2 {
				break
			}
		}
		index = w.queue[at]
		w.queue = slices.Delete(w.queue, at, at+1)
		return w, index, true
	}
	return nil, 0, false
}

// taken reports whether an engine works on a group.
func (p *Pool) taken(w *runningJob, group int) bool {
	return slices.ContainsFunc(p.hands, func(h *hand) bool { return h.work == w && h.busy() && h.group == group })
}
