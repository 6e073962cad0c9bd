package engine

import (
	"errors"

	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/wire"
)

// Intervals during a training, in milliseconds.
const (
	restMS       = 30   // between two pauses for other work
	progressMS   = 100  // between two Epochs
	watchMS      = 400  // between two reports of proposed rows
	checkpointMS = 2000 // between two Checkpoints
)

// Reasons why a training ends early.
var (
	errCanceled = fault.Errorf("engine: the training was canceled")
	errGone     = fault.Errorf("engine: the table of the training was replaced")
)

// trainer runs a training, epoch by epoch.
type trainer interface {
	// epoch trains for one epoch and calls tick between steps. The values belong to the terms. It
	// stops if tick returns an error.
	epoch(tick func() error) (loss float64, values []float64, err error)
	terms() []string
	// epochs returns how many epochs are done, and which one has the best state (0: none).
	epochs() (done, best int)
	// state returns what restore needs to continue to the same bytes. It may only be called
	// between epochs.
	state() nn.State
	restore(nn.State) error
	// finish makes the best state the project's and returns the fact that ends the training. It
	// calls tick regularly.
	finish(end ending, tick func() error) (wire.Message, error)
}

// documentKind records whether a training or an inquiry is about the table or about images. Replacing one
// does not affect work on the other.
type documentKind uint8

const (
	ofTable documentKind = iota
	ofImages
)

// watcher is a trainer that also shows what it proposes for some rows.
type watcher interface {
	watch() (wire.Message, bool)
}

// stepper is a trainer that can report the number of steps in the next epoch. It returns 0 unless
// that epoch is slow.
type stepper interface {
	steps() int
}

// ending says how a training ended.
type ending struct {
	trainMS  float64
	canceled bool
}

// job is a running training.
type job struct {
	e      *Engine
	id     int
	epochs int
	kind   string // kind of its checkpoints
	of     string // fingerprint of the data and settings of the checkpoints
	work   documentKind
	steps  int // per epoch, if progress is reported within epochs; otherwise 0, but see stepper
	t      trainer

	paused, canceled, gone bool

	began    float64 // start time, shifted by every pause
	pausedAt float64
	skipped  int // epochs done before this run, or slower than all remaining ones

	skippedMS float64 // time taken by the slow ones

	stepped int // steps done in this epoch
	saidAt  float64

	history    []float64 // epochs × (1 + terms)
	last       wire.Epoch
	told       bool // whether last was sent
	toldAt     float64
	checkpoint model.State // after the last epoch
	kept       bool        // whether checkpoint was sent
	keptAt     float64
	watchedAt  float64
}

// start runs a training on its own goroutine. If there is a checkpoint, the training resumes from
// it.
func (e *Engine) start(j *job, checkpoint []byte) error {
	if e.job != nil {
		return errTrains
	}
	j.e, j.told, j.kept = e, true, true
	if len(checkpoint) > 0 {
		if err := j.resumeFrom(checkpoint); err != nil {
			return err
		}
	}
	j.skipped, _ = j.t.epochs()
	j.began = e.now()
	j.toldAt, j.keptAt, j.watchedAt = j.began-progressMS, j.began, j.began-watchMS
	e.job = j
	go e.run(j)
	return nil
}

// run trains until the end.
func (e *Engine) run(j *job) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() {
		if e.job == j {
			e.job = nil
		}
	}()
	defer e.catch(j.id)
	e.rested = e.now()
	err := j.train()
	if errors.Is(err, errGone) {
		return
	}
	if err != nil && !errors.Is(err, errCanceled) {
		j.flush()
		e.send(j.id, j.failure(err))
		return
	}
	if _, best := j.t.epochs(); j.canceled && best == 0 {
		return // Canceled already states that nothing is kept
	}
	j.end()
}

// train runs the remaining epochs.
func (j *job) train() error {
	for {
		if done, _ := j.t.epochs(); done >= j.epochs {
			return nil
		}
		j.stepped = 0
		if s, ok := j.t.(stepper); ok {
			j.steps = s.steps()
		}
		loss, values, err := j.t.epoch(j.step)
		if err != nil {
			return err
		}
		if !finite(loss) || !finite(values...) {
			return nn.ErrDiverged
		}
		if _, ok := j.t.(stepper); ok && j.steps > 0 {
			j.skipped, _ = j.t.epochs()
			j.skippedMS = j.activeMS()
		}
		j.note(loss, values)
	}
}

// end reports the result.
func (j *job) end() {
	if j.last.Epoch > 0 {
		j.told, j.watchedAt = false, j.began-watchMS // show the state that is kept last
	}
	j.flush()
	fact, err := j.t.finish(ending{trainMS: j.activeMS(), canceled: j.canceled}, j.yield)
	switch {
	case errors.Is(err, errGone):
	case err != nil:
		j.e.send(j.id, failure(err))
	default:
		j.e.send(j.id, fact)
	}
}

// failure explains in words why a training failed.
func (j *job) failure(err error) wire.Failure {
	if done, _ := j.t.epochs(); errors.Is(err, nn.ErrDiverged) {
		return failure(refuse(wire.CodeNumeric,
			"Training failed in epoch %d because the loss is not a finite number. Try a smaller learning rate.",
			done+1))
	}
	return failure(err)
}

// tick is called between steps. It lets other work run if it is time to, waits while paused, and
// returns an error if the training was ended.
func (j *job) tick() error {
	if err := j.yield(); err != nil {
		return err
	}
	for j.paused && !j.canceled && !j.gone {
		j.e.woken.Wait()
	}
	switch {
	case j.gone:
		return errGone
	case j.canceled:
		return errCanceled
	}
	return nil
}

// step is tick for the steps of an epoch. It also reports progress if steps are slow.
func (j *job) step() error {
	if now := j.e.now(); j.steps > 0 && now-max(j.saidAt, j.toldAt) >= progressMS {
		j.e.send(j.id, wire.Progress{Share: min(float64(j.stepped)/float64(j.steps), 1)})
		j.saidAt = now
	}
	j.stepped++
	return j.tick()
}

// yield lets the host deliver messages and the engine answer them, at most every restMS. It
// returns an error if the table was replaced.
func (j *job) yield() error {
	if e := j.e; e.now()-e.rested >= restMS {
		e.mu.Unlock()
		e.park()
		e.mu.Lock()
		e.rested = e.now()
	}
	if j.gone {
		return errGone
	}
	return nil
}

// activeMS returns how long the training has run, without pauses.
func (j *job) activeMS() float64 { return max(j.e.now()-j.began, 0) }

// running returns the training with that number.
func (e *Engine) running(id int) (*job, error) {
	if e.job == nil || e.job.id != id || e.job.canceled {
		return nil, refuse(wire.CodeNotReady, "This training has already ended.")
	}
	return e.job, nil
}

// pause, resume and cancel act on a training between steps, because their caller holds the
// engine's lock.
func (e *Engine) pause(id int) (wire.Message, error) {
	if q := e.inquiry(id); q != nil {
		q.paused = true
		return wire.Paused{}, nil
	}
	j, err := e.running(id)
	if err != nil {
		return nil, err
	}
	if !j.paused {
		j.flush()
		j.paused, j.pausedAt = true, e.now()
	}
	return wire.Paused{}, nil
}

func (e *Engine) resume(id int) (wire.Message, error) {
	if q := e.inquiry(id); q != nil {
		q.paused = false
		e.woken.Broadcast()
		return wire.Resumed{}, nil
	}
	j, err := e.running(id)
	if err != nil {
		return nil, err
	}
	e.wake(j)
	return wire.Resumed{}, nil
}

func (e *Engine) cancel(id int) error {
	if q := e.inquiry(id); q != nil {
		q.end()
		return nil
	}
	j, err := e.running(id)
	if err != nil {
		return err
	}
	j.flush()
	_, best := j.t.epochs()
	e.send(id, wire.Canceled{Kept: best > 0})
	j.canceled = true
	e.wake(j)
	if best == 0 {
		e.job = nil
	}
	return nil
}

// abandon ends the training and the inquiries about a table or images that are replaced.
func (e *Engine) abandon(about documentKind) {
	for _, q := range e.inquiries {
		if q.work == about {
			q.end()
		}
	}
	if j := e.job; j != nil && j.work == about {
		e.send(j.id, wire.Canceled{})
		j.gone = true
		e.wake(j)
		e.job = nil
	}
}

func (e *Engine) wake(j *job) {
	if j.paused {
		j.paused = false
		j.began += e.now() - j.pausedAt
	}
	e.woken.Broadcast()
}

// terms combines names and values.
func terms(names []string, values []float64) []wire.Term {
	t := make([]wire.Term, len(names))
	for i, n := range names {
		t[i] = wire.Term{Name: n, Value: values[i]}
	}
	return t
}
