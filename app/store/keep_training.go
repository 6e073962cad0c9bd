package store

import (
	"strings"

	"causeway/core/wire"
)

// keptTraining is a training that was under way: the command that it began with,
// its last checkpoint and the last that was shown of its course.
type keptTraining struct {
	model      Model
	paused     bool
	command    wire.Message
	checkpoint wire.Checkpoint
	epoch      wire.Epoch
	hasEpoch   bool
}

// Records of a training are frames of messages, named by the model and one of
// these.
const (
	recordCommand    = " training"
	recordPaused     = " training, paused"
	recordCheckpoint = " checkpoint"
	recordEpoch      = " epoch"
)

var trainingNames = map[Model]string{TheClassifier: "classifier", TheGenerator: "generator"}

// saves reports whether a training of a phase is saved with the project.
func (p Phase) saves() bool { return p.Active() && p != Canceling }

// keptTraining are the records of a training, if it is under way.
func (s State) keptTraining(m Model) (list []KeptRecord, err error) {
	w := &work{State: s}
	r, p := w.run(m), *w.phase(m)
	if r.command == nil || !p.saves() {
		return nil, nil
	}
	kind := recordCommand
	if p == Pausing || p == Paused {
		kind = recordPaused
	}
	frames := []struct {
		kind string
		body wire.Message
		is   bool
	}{{kind, r.command, true}, {recordCheckpoint, r.checkpoint, r.checkpoint.Epoch > 0}, {recordEpoch, r.Epoch, r.HasEpoch}}
	for _, f := range frames {
		if !f.is {
			continue
		}
		b, err := wire.Encode(0, f.body)
		if err != nil {
			return nil, err
		}
		list = append(list, KeptRecord{Name: trainingNames[m] + f.kind, Bytes: b})
	}
	return list, nil
}

// readTrainings reads those records; a training that cannot be read costs no other.
func readTrainings(records []KeptRecord) (list []keptTraining, lost []Left) {
	for _, m := range []Model{TheClassifier, TheGenerator} {
		t := keptTraining{model: m}
		var err error
		for _, r := range records {
			kind, ours := strings.CutPrefix(r.Name, trainingNames[m])
			if !ours {
				continue
			}
			_, body, e := wire.Decode(r.Bytes)
			if e != nil {
				err = e
				continue
			}
			t.take(kind, body)
		}
		switch {
		case err != nil:
			lost = append(lost, Left{Part: "the training of the " + trainingNames[m], Why: Clause(err)})
		case t.command != nil:
			list = append(list, t)
		}
	}
	return list, lost
}

func (t *keptTraining) take(kind string, body wire.Message) {
	switch f := body.(type) {
	case wire.TrainClassifier:
		if t.model == TheClassifier {
			t.command, t.paused = f, kind == recordPaused
		}
	case wire.TrainGenerator:
		if t.model == TheGenerator {
			t.command, t.paused = f, kind == recordPaused
		}
	case wire.Checkpoint:
		t.checkpoint = f
	case wire.Epoch:
		t.epoch, t.hasEpoch = f, true
	}
}

// goOnTraining takes a training up where its last checkpoint left it. One that
// was paused waits for a word.
func (w *work) goOnTraining(t keptTraining) {
	*w.run(t.model) = Run{command: t.command, checkpoint: t.checkpoint, Epoch: t.epoch, HasEpoch: t.hasEpoch}
	*w.phase(t.model) = Interrupted
	*w.stopped(t.model) = t.checkpoint.Epoch
	if t.paused {
		w.alert(about(t.model), sayInterrupted(t.checkpoint.Epoch))
		return
	}
	w.resume(t.model)
	w.say(sayGoesOn(t.model, t.checkpoint.Epoch))
}

func epochsOf(command wire.Message) int {
	switch c := command.(type) {
	case wire.TrainClassifier:
		return c.Epochs
	case wire.TrainGenerator:
		return c.Epochs
	}
	return 0
}
