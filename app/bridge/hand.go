package bridge

import (
	"fmt"
	"slices"

	"causeway/core/wire"
)

// hand is one engine of a pool.
type hand struct {
	client Client
	up     bool
	was    bool     // whether it was up at least once
	told   []string // keys of the steps that it knows

	asked int // number of the last command
	doing bool
	work  *runningJob // the job whose task it does; nil in a busy engine if nobody waits for the result
	index int         // index of the task
	step  int         // the step that it is learning, or -1 for the task itself
	job   int         // number and group of the last task
	group int
}

func (h *hand) busy() bool { return h.doing }

// spread hands out tasks, and starts engines if tasks are left over.
func (p *Pool) spread() {
	free := 0 // engines that are starting
	for _, h := range p.hands {
		if h.up && !h.doing {
			p.give(h)
		}
		if !h.up {
			free++
		}
	}
	wanted := 0
	for _, w := range p.jobs {
		if !w.paused {
			wanted += len(w.queue)
		}
	}
	for ; wanted > free && len(p.hands) < p.most; free++ {
		p.hire()
	}
	if len(p.jobs) == 0 && len(p.hands) > 0 {
		p.stop()
		p.stop = p.pace.after(p.pace.idle, func() {
			p.box.post(func() {
				if len(p.jobs) == 0 {
					p.dismiss()
				}
			})
		})
	}
}

// hire starts an engine.
func (p *Pool) hire() {
	h := &hand{client: p.client(), job: -1}
	p.hands = append(p.hands, h)
	h.client.Start(func(e Event) {
		p.box.post(func() {
			if slices.Contains(p.hands, h) {
				p.heard(h, e)
			}
		})
	})
}

func (p *Pool) heard(h *hand, e Event) {
	switch {
	case e.Up:
		h.up, h.was, h.told = true, true, nil
		p.give(h)
	case e.Down != "":
		p.lost(h, e)
	case h.doing && e.Job == h.asked:
		p.answer(h, e.Fact)
	}
}

// give hands the next task to an idle engine.
func (p *Pool) give(h *hand) {
	w, index, ok := p.take(h)
	if !ok {
		return
	}
	h.doing, h.work, h.index = true, w, index
	h.job, h.group = w.Job, w.Tasks[index].Group
	w.begun[index] = p.pace.now()
	p.proceed(h)
}

// proceed sends an engine its next missing step, or the task.
func (p *Pool) proceed(h *hand) {
	w := h.work
	h.step = -1
	for i, s := range w.Steps {
		if i < len(h.told) && h.told[i] == s.Key {
			continue
		}
		h.told = h.told[:min(i, len(h.told))]
		h.step = i
		p.order(h, s.Message)
		return
	}
	p.order(h, w.Tasks[h.index].Message)
}

// order sends a command under a new number.
func (p *Pool) order(h *hand, m wire.Message) {
	h.asked++
	if err := h.say(m); err != nil {
		w := h.work
		h.doing = false
		if h.step >= 0 {
			p.end(w, fmt.Sprintf("The work cannot be sent to an engine (%v).", err))
			return
		}
		p.finish(w, h.index, wire.Failure{Code: wire.CodeProtocol,
			Detail: fmt.Sprintf("A task cannot be sent (%v).", err)})
		p.spread()
	}
}

func (h *hand) say(m wire.Message) error { return h.client.Send(h.asked, m) }

// answer handles an engine's fact about its current command.
func (p *Pool) answer(h *hand, fact wire.Message) {
	w := h.work
	if r, ok := fact.(wire.Progress); ok && w != nil && h.step < 0 {
		w.shares[h.index] = r.Share
		p.tell(w, false)
	}
	if !wire.Ends(fact) {
		return
	}
	h.doing = false
	if h.step >= 0 {
		p.stepped(h, w, fact)
		return
	}
	if w != nil {
		p.finish(w, h.index, fact)
	}
	p.spread()
}

// stepped handles the answer to a step.
func (p *Pool) stepped(h *hand, w *runningJob, fact wire.Message) {
	f, failed := fact.(wire.Failure)
	switch {
	case w == nil: // the job is gone, and so is the step's key
		h.told = nil
		p.spread()
	case failed:
		p.end(w, f.Detail)
	case w.paused:
		h.told = append(h.told, w.Steps[h.step].Key)
		p.back(w, h.index)
	default:
		h.told = append(h.told, w.Steps[h.step].Key)
		h.doing = true
		p.proceed(h)
	}
}

// back returns a task to the front of the queue.
func (p *Pool) back(w *runningJob, index int) {
	w.shares[index] = 0
	w.queue = slices.Insert(w.queue, 0, index)
}

// lost handles the end of an engine. The restarted engine, or another one, repeats its task.
func (p *Pool) lost(h *hand, e Event) {
	w, doing := h.work, h.doing
	h.up, h.doing, h.work, h.told = false, false, nil, nil
	if e.Final {
		p.hands = slices.DeleteFunc(p.hands, func(o *hand) bool { return o == h })
		h.client.Close()
		if !h.was {
			p.most = max(len(p.hands), 1) // this machine has no memory for more
		}
	}
	if doing && w != nil {
		p.again(w, h, e.Down)
	}
	if e.Final && !h.was && len(p.hands) == 0 {
		for len(p.jobs) > 0 {
			w := p.jobs[0]
			w.queue = nil
			p.jobs = p.jobs[1:]
			p.handle(PoolEvent{Job: w.Job, Ended: true,
				Why: fmt.Sprintf("No engine could be started for the work: %s.", e.Down)})
		}
		return
	}
	p.spread()
}

// again queues a task whose engine died, unless that happened too often.
func (p *Pool) again(w *runningJob, h *hand, why string) {
	if h.step >= 0 {
		if w.fails++; w.fails >= maxTries {
			p.end(w, fmt.Sprintf("The engine stopped %d times before the work began (%s).", maxTries, why))
			return
		}
		p.back(w, h.index)
		return
	}
	if w.tries[h.index]++; w.tries[h.index] >= maxTries {
		p.finish(w, h.index, wire.Failure{Code: wire.CodeInternal,
			Detail: fmt.Sprintf("The engine stopped %d times at this part of the work (%s).", maxTries, why)})
		return
	}
	p.back(w, h.index)
}
