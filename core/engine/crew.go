package engine

import (
	"slices"

	"causeway/core/fault"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/wire"
)

// Helper is an engine of the host that computes parts of the steps of a training, see Bench.
type Helper interface {
	nn.Line
	// Heard says whether Receive would not wait.
	Heard() bool
	// End ends it.
	End()
}

// hireAfterMS is how long a training runs alone: a helper takes as long to start.
const hireAfterMS = 1000

// A helper is tried: steps are timed over a span alone and over one with it, and where the median
// does not come down to a share, it is let go. On a machine whose processors are taken its part is
// what everybody waits for. A span has a least number of steps, and begins after some that are not
// timed, in which a helper finds its memory.
const (
	spanMS    = 500
	spanSteps = 4
	spanSkips = 2
	worth     = 0.9
)

// Crew lets trainings whose batches have parts be computed by up to so many helpers as well, which
// hire starts without waiting for them. What a training comes to does not depend on them.
func (e *Engine) Crew(most int, hire func() (Helper, error)) { e.most, e.hire = most, hire }

// shared is a trainer whose steps others can compute parts of.
type shared interface {
	trainer
	// bench is what a helper is told first, and the number of parts; nil: it has no helpers.
	bench() (wire.Message, int)
	join(nn.Line)
}

// crew are the helpers of a job.
type crew struct {
	asked   bool
	coming  []Helper // have not said yet that they are ready
	ready   []Helper // take part once steps were timed without them
	helpers []Helper // all that were started

	trial trial
	began float64   // the span that is timed, by activeMS
	last  float64   // step's end
	steps []float64 // milliseconds of each since the span began
	alone float64   // of a step without helpers
}

// trial says what is timed.
type trial uint8

const (
	untried trial = iota
	alone
	together
	decided
)

// help hires helpers when it is time, and lets those that are ready take part.
func (j *job) help() {
	e, c := j.e, &j.crew
	if !c.asked && e.hire != nil && j.activeMS() >= hireAfterMS {
		c.asked = true
		j.hire()
	}
	for i := 0; i < len(c.coming); {
		h := c.coming[i]
		if !h.Heard() {
			i++
			continue
		}
		c.coming = append(c.coming[:i], c.coming[i+1:]...)
		frame, ok := h.Receive()
		if _, m, err := wire.Decode(frame); ok && err == nil {
			if _, ok := m.(wire.Helping); ok {
				c.ready = append(c.ready, h)
			}
		}
	}
	if len(c.helpers) > 0 {
		j.try()
	}
}

// try times steps and lets those that are ready take part, or all go.
func (j *job) try() {
	c, now := &j.crew, j.activeMS()
	if c.trial != decided {
		c.steps, c.last = append(c.steps, now-c.last), now
	}
	over := now-c.began >= spanMS && len(c.steps) >= spanSkips+spanSteps
	switch {
	case c.trial == untried && len(c.ready) > 0:
		c.next(alone)
	case c.trial == alone && over:
		c.alone = c.each()
		c.next(together)
	case c.trial == together && over:
		if c.each() > worth*c.alone {
			j.dismiss()
			return
		}
		c.next(decided)
	}
	if c.trial >= together {
		for _, h := range c.ready {
			j.t.(shared).join(h)
		}
		c.ready = nil
	}
}

// next begins a span.
func (c *crew) next(t trial) { c.trial, c.began, c.steps = t, c.last, c.steps[:0] }

// each is the median of a span.
func (c *crew) each() float64 {
	timed := slices.Sorted(slices.Values(c.steps[spanSkips:]))
	return timed[len(timed)/2]
}

// hire starts helpers. One that cannot be started is done without.
func (j *job) hire() {
	t, ok := j.t.(shared)
	if !ok {
		return
	}
	m, parts := t.bench()
	if m == nil || parts < 2 {
		return
	}
	frame, err := wire.Encode(0, m)
	if err != nil {
		return
	}
	for range min(parts-1, j.e.most) {
		h, err := j.e.hire()
		if err != nil {
			return
		}
		h.Send([][]byte{frame})
		j.crew.helpers, j.crew.coming = append(j.crew.helpers, h), append(j.crew.coming, h)
	}
}

// dismiss ends the helpers.
func (j *job) dismiss() {
	for _, h := range j.crew.helpers {
		h.End()
	}
	j.crew = crew{asked: true}
}

// Bench is what a helper does: NewBench answers the first message that it gets, and the bench those
// that follow.
func NewBench(frame []byte) (b *nn.Bench, answer []byte, err error) {
	job, m, err := wire.Decode(frame)
	if err != nil {
		return nil, nil, err
	}
	h, ok := m.(wire.HelpGenerator)
	if !ok {
		return nil, nil, fault.Errorf("engine: a helper cannot do what it is asked for (%T)", m)
	}
	if b, err = project.GeneratorBench(h.Schema, h.Hash, h.Classifier, h.Recipe, h.Knowledge, h.Fitted); err != nil {
		return nil, nil, err
	}
	answer, err = wire.Encode(job, wire.Helping{})
	return b, answer, err
}
