package engine

import (
	"math"

	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/project"
	"causeway/core/wire"
)

// note records a finished epoch. It also reports the epoch and its checkpoint if it is time to.
func (j *job) note(loss float64, values []float64) {
	done, best := j.t.epochs()
	j.history = append(append(j.history, loss), values...)
	j.last = wire.Epoch{
		Epoch: done, Epochs: j.epochs, Best: best, Loss: loss, Terms: terms(j.t.terms(), values),
		ElapsedMS: j.activeMS(), LeftMS: j.leftMS(done),
	}
	j.told = false
	j.checkpoint = project.Pack(j.kind, j.of, j.t.state())
	j.kept = false
	now := j.e.now()
	if now-j.toldAt >= progressMS {
		j.tell(now)
	}
	if now-j.keptAt >= checkpointMS {
		j.keep(now)
	}
}

// leftMS estimates the remaining time from the mean time of this run's epochs that are similar to
// the remaining ones. A negative value means unknown.
func (j *job) leftMS(done int) float64 {
	if done == j.skipped {
		return -1
	}
	return (j.activeMS() - j.skippedMS) / float64(done-j.skipped) * float64(max(j.epochs-done, 0))
}

// flush sends what has not yet been sent about the last epoch.
func (j *job) flush() {
	now := j.e.now()
	if !j.told {
		j.tell(now)
	}
	if !j.kept {
		j.keep(now)
	}
}

func (j *job) tell(now float64) {
	j.last.History = j.table()
	j.e.send(j.id, j.last)
	if w, ok := j.t.(watcher); ok && now-j.watchedAt >= watchMS {
		j.watchedAt = now
		if m, any := w.watch(); any {
			j.e.send(j.id, m)
		}
	}
	j.told, j.toldAt = true, now
}

func (j *job) keep(now float64) {
	j.kept, j.keptAt = true, now
	if !j.checkpoint.Fits() {
		return
	}
	j.checkpoint.History = j.table()
	b, err := model.EncodeState(j.checkpoint)
	if err != nil {
		panic("engine: checkpoint: " + err.Error())
	}
	done, _ := j.t.epochs()
	j.e.send(j.id, wire.Checkpoint{Epoch: done, State: b})
}

// table returns the history as epochs × (1 + terms).
func (j *job) table() wire.Floats {
	n := 1 + len(j.t.terms())
	return wire.NewFloats(j.history, len(j.history)/n, n)
}

// resumeFrom restores a checkpoint with the same data and settings.
func (j *job) resumeFrom(b []byte) error {
	s, err := model.DecodeState(b)
	if err != nil {
		return refuse(wire.CodeBadInput, "The saved state of the training is damaged. Start the training again.")
	}
	if s.Kind != j.kind || s.Of != j.of {
		return refuse(wire.CodeBadInput,
			"The saved state belongs to a training with other data or settings. Start the training again.")
	}
	if err := j.t.restore(project.Unpack(s)); err != nil {
		return refuse(wire.CodeBadInput, "The saved state does not fit this training (%s). Start the training again.",
			fault.Text(err))
	}
	j.history = s.History.Values()
	if done, _ := j.t.epochs(); len(j.history) != done*(1+len(j.t.terms())) || done > model.MaxEpochs {
		return refuse(wire.CodeBadInput, "The saved state of the training is incomplete. Start the training again.")
	}
	return nil
}

// settings encodes a training command for its fingerprint.
func settings(m wire.Message) []byte {
	b, err := wire.Encode(0, m)
	if err != nil {
		panic("engine: settings: " + err.Error())
	}
	return b
}

// finite reports whether all values are finite, as a training's report requires.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
