package bridge

import (
	"slices"
	"time"

	"causeway/core/wire"
)

// work is a job on its way.
type work struct {
	Work
	queue  []int // tasks to hand out, in order
	tries  []int // of every task: engines that died of it
	fails  int   // engines that died of a step
	shares []float64
	done   int
	paused bool

	began  time.Time // moved on by every pause
	rested time.Time // begin of the pause
	told   time.Time // last Progress
}

func (p *Pool) run(w Work) {
	p.stop()
	j := &work{Work: w, tries: make([]int, len(w.Tasks)), shares: make([]float64, len(w.Tasks)), began: p.pace.now()}
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

func (p *Pool) job(number int) *work {
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
		w.began = w.began.Add(p.pace.now().Sub(w.rested))
	}
	for _, h := range p.hands {
		if h.work == w && h.busy() && h.step < 0 {
			h.say(order)
		}
	}
	p.tell(w, true)
	p.spread()
}

// finish takes the fact that ends a task.
func (p *Pool) finish(w *work, index int, fact wire.Message) {
	w.done++
	w.shares[index] = 1
	p.handle(PoolEvent{Job: w.Job, Index: index, Done: fact})
	last := w.done == len(w.Tasks)
	p.tell(w, last)
	if last {
		p.end(w, "")
	}
}

// end takes a job from the pool and calls its tasks back.
func (p *Pool) end(w *work, why string) {
	p.jobs = slices.DeleteFunc(p.jobs, func(o *work) bool { return o == w })
	for _, h := range p.hands {
		if h.work == w && h.busy() {
			h.work = nil // what it still says is not waited for
			if h.step < 0 {
				h.say(wire.Cancel{})
			}
		}
	}
	p.handle(PoolEvent{Job: w.Job, Ended: true, Why: why})
	p.spread()
}

// tell reports the progress of a job, at once or when it is time.
func (p *Pool) tell(w *work, now bool) {
	at := p.pace.now()
	if !now && at.Sub(w.told) < p.pace.tell {
		return
	}
	w.told = at
	if w.paused {
		at = w.rested
	}
	r := Progress{Done: w.done, ElapsedMS: float64(at.Sub(w.began)) / float64(time.Millisecond), LeftMS: -1}
	for _, s := range w.shares {
		r.Share += s
	}
	r.Share /= float64(len(w.shares))
	if r.Share > 0 {
		r.LeftMS = max(r.ElapsedMS*(1-r.Share)/r.Share, 0)
	}
	for _, h := range p.hands {
		if h.work == w && h.busy() {
			r.Engines++
		}
	}
	p.handle(PoolEvent{Job: w.Job, Progress: &r})
}

// take chooses the next task for an engine that last worked on a group of a
// job: one of the same group, else of a group that no engine works on, else any.
func (p *Pool) take(h *hand) (w *work, index int, ok bool) {
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
func (p *Pool) taken(w *work, group int) bool {
	return slices.ContainsFunc(p.hands, func(h *hand) bool { return h.work == w && h.busy() && h.group == group })
}
