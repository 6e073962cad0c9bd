package store

import (
	"reflect"

	"causeway/core/wire"
)

// maxHistory bounds the steps that can be undone.
const maxHistory = 200

// History holds the settings before and after the present ones. Neither
// choosing a row nor a result enters it, so neither can lose a redo.
type History struct{ past, future []settings }

// CanUndo reports whether there is a change to take back.
func (h History) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether there is a change to do again.
func (h History) CanRedo() bool { return len(h.future) > 0 }

// settings is everything that a person sets and that undo brings back. The plan
// belongs to one file and is brought back only while that file is open.
type settings struct {
	sample     SampleSettings
	classifier ClassifierSettings
	generator  GeneratorSettings
	find       FindSettings
	plan       Plan
	file       int
	table      int
}

func (s State) settings() settings {
	return settings{
		sample:     s.Data.Sample,
		classifier: s.Classifier.Settings,
		generator:  s.Generator.Settings,
		find:       s.Explain.Find,
		plan:       s.Data.Plan,
		file:       s.Data.openID,
		table:      s.Data.TableID,
	}
}

func isSetting(in Intent) bool {
	switch in.(type) {
	case SetSample, SetClassifier, SetGenerator, SetFind, SetFormat, SetColumn, MoveLevel, SetOutcome, SetMissing,
		SetRecipe:
		return true
	}
	return false
}

// record remembers the settings before a change, if there was one.
func (h *History) record(before, after settings) {
	if reflect.DeepEqual(before, after) {
		return
	}
	past := h.past[max(0, len(h.past)+1-maxHistory):]
	h.past = append(past[:len(past):len(past)], before)
	h.future = nil
}

func (w *work) undo() {
	h := &w.History
	if n := len(h.past); n > 0 {
		s := h.past[n-1]
		h.past = h.past[:n-1]
		h.future = append(h.future[:len(h.future):len(h.future)], w.settings())
		w.restore(s)
	}
}

func (w *work) redo() {
	h := &w.History
	if n := len(h.future); n > 0 {
		s := h.future[n-1]
		h.future = h.future[:n-1]
		h.past = append(h.past[:len(h.past):len(h.past)], w.settings())
		w.restore(s)
	}
}

func (w *work) restore(s settings) {
	w.Data.Sample = s.sample
	w.Classifier.Settings = s.classifier
	w.Generator.Settings = s.generator
	target := w.Explain.Find.Target
	w.Explain.Find = s.find
	if s.table != w.Data.TableID {
		w.Explain.Find.Target = target // its class belongs to another table
	}
	if w.Data.HasPreview && s.file == w.Data.openID && !reflect.DeepEqual(s.plan, w.Data.Plan) {
		w.Data.Plan = s.plan
		w.replan()
	}
}

func (w *work) replan() {
	w.Data.Stage = Previewing
	w.Data.previewJob = w.send(wire.Replan{Plan: w.Data.Plan})
}
