package store

import (
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// keptTraining is a training that was running: its command, its last checkpoint and the last
// progress shown.
type keptTraining struct {
	model      Topic
	paused     bool
	command    wire.Message
	checkpoint wire.Checkpoint
	epoch      wire.Epoch
	hasEpoch   bool
}

// Records of a training are message frames, named by the model and one of these.
const (
	recordCommand    = " training"
	recordPaused     = " training, paused"
	recordCheckpoint = " checkpoint"
	recordEpoch      = " epoch"
)

var trainingNames = map[Topic]string{TheClassifier: "classifier", TheGenerator: "generator"}

// ofImages starts the names of records about images.
const ofImages = "image "

// saves reports whether a training in this phase is saved with the project.
func (p Phase) saves() bool { return p.Active() && p != Canceling }

// trainingSlice returns a running training.
func trainingSlice(m Topic) slice {
	x := slice{part: "the training of the " + trainingNames[m], bare: true,
		gist: func(s *State) any {
			return [2]int{int(*s.phase(m)), s.Run(m).checkpoint.Epoch}
		},
		keep: func(s *State, _ *KeepProject) ([]KeptRecord, error) { return s.keptTraining(m) },
		read: func(r records, _ snapshot.Project) (storedSlice, error) { return readTraining(m, r) },
	}
	for _, kind := range []string{recordCommand, recordPaused, recordCheckpoint, recordEpoch} {
		x.older = append(x.older, trainingNames[m]+kind, ofImages+trainingNames[m]+kind)
	}
	return x
}

// keptTraining returns the records of a training, if it runs.
func (s *State) keptTraining(m Topic) (list []KeptRecord, err error) {
	r, p, name := s.Run(m), *s.phase(m), trainingNames[m]
	if s.Images.Has {
		name = ofImages + name
	}
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
	}{{kind, r.command, true}, {recordCheckpoint, r.checkpoint, r.checkpoint.Epoch > 0},
		{recordEpoch, r.Epoch, r.HasEpoch}}
	for _, f := range frames {
		if !f.is {
			continue
		}
		b, err := wire.Encode(0, f.body)
		if err != nil {
			return nil, err
		}
		list = append(list, KeptRecord{Name: name + f.kind, Bytes: b})
	}
	return list, nil
}

// readTraining reads those records.
func readTraining(m Topic, r records) (storedSlice, error) {
	t := keptTraining{model: m}
	for _, kind := range []string{recordCommand, recordPaused, recordCheckpoint, recordEpoch} {
		b, there := r.get(trainingNames[m] + kind)
		if !there {
			b, there = r.get(ofImages + trainingNames[m] + kind)
		}
		if !there {
			continue
		}
		body, err := wire.DecodeKept(b)
		if err != nil {
			return nil, err
		}
		t.take(kind, body)
	}
	if t.command == nil {
		return nil, nil
	}
	return t, nil
}

func (t *keptTraining) take(kind string, body wire.Message) {
	switch f := body.(type) {
	case wire.TrainClassifier, wire.TrainImageClassifier:
		if t.model == TheClassifier {
			t.command, t.paused = f, kind == recordPaused
		}
	case wire.TrainGenerator, wire.TrainImageGenerator:
		if t.model == TheGenerator {
			t.command, t.paused = f, kind == recordPaused
		}
	case wire.Checkpoint:
		t.checkpoint = f
	case wire.Epoch:
		t.epoch, t.hasEpoch = f, true
	}
}

// install resumes a training from its last checkpoint. A paused training waits until the person
// resumes it. If a training's method was removed, it ends.
func (t keptTraining) install(w *turn, _ arrival) {
	if c, is := t.command.(wire.TrainGenerator); is && c.Method.Gone() {
		w.alert(t.model, sayGone(c.Method))
		return
	}
	*w.Run(t.model) = Run{command: t.command, checkpoint: t.checkpoint, Epoch: t.epoch, HasEpoch: t.hasEpoch}
	*w.phase(t.model) = Interrupted
	if t.paused {
		w.alert(t.model, sayInterrupted(t.checkpoint.Epoch))
		return
	}
	w.resume(t.model)
	w.say(sayGoesOn(t.model, t.checkpoint.Epoch))
}
