package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// maxHistory bounds the undo stack.
const maxHistory = 200

// history is the undo and redo stack of settings. Choosing a row or receiving a result adds nothing to
// it, so neither discards a redo.
type history struct{ past, future []*change }

// change is an entry with the settings on its other side: the earlier ones for undo, the later ones
// for redo.
type change struct {
	name string
	key  string // a following change with the same key is merged into this one; see merging
	settings
	kept []byte // as a keptStep, if it was encoded
}

// CanUndo reports whether the undo stack has a change.
func (h history) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether the redo stack has a change.
func (h history) CanRedo() bool { return len(h.future) > 0 }

// Steps names the changes, oldest first, undone ones last.
func (h history) Steps() []string {
	var names []string
	for _, c := range h.past {
		names = append(names, c.name)
	}
	for i := len(h.future) - 1; i >= 0; i-- {
		names = append(names, h.future[i].name)
	}
	return names
}

// At returns how many of the steps are in force.
func (h history) At() int { return len(h.past) }

// settings is everything that a person sets and undo restores. Undo restores how a file is read only
// while that file is open.
type settings struct {
	plainSettings
	personLimits
	plan     data.Plan
	file     int
	table    int
	sketch   sketch.Sketch
	graph    int
	labels   []label.Label
	labelled string // hash of the table they are about

	image       imageSettings
	imageLabels []label.Image
	ink         []byte // pixels of the pad
}

// plainSettings holds the settings of models, search and names.
type plainSettings struct {
	Sample     document.Sample        `msgpack:"sample"`
	Classifier model.ClassifierRecipe `msgpack:"classifier"`
	Generator  model.Recipe           `msgpack:"generator"`
	Find       snapshot.Find          `msgpack:"find"`
	Chosen     int                    `msgpack:"chosen" since:"2"` // see Data.Chosen
	Names      []data.Naming          `msgpack:"names" since:"2"`
}

// personLimits holds the limits of the explained person.
type personLimits struct {
	Limits []causal.Limit `msgpack:"limits"`
	Own    []causal.Rule  `msgpack:"own"`
}

// imageSettings holds the image settings without labels and drawing.
type imageSettings struct {
	Rules      image.Rules            `msgpack:"rules"`
	Classifier model.ClassifierRecipe `msgpack:"classifier"`
	Generator  model.ImageRecipe      `msgpack:"generator"`
}

func (g *Images) settings() imageSettings {
	return imageSettings{g.Subject.Rules, g.Classifier.Settings, g.Generator.Settings}
}

func (s *State) settings() settings {
	out := settings{
		plainSettings: plainSettings{s.Data.Sample, s.Classifier.Settings, s.Generator.Settings,
			snapshot.Find{Search: s.Explain.Find}, s.Data.Chosen, s.Data.Names},
		personLimits: personLimits{s.Explain.Limits, s.Explain.Own},
		plan:         s.Data.Plan,
		file:         s.Data.openID,
		table:        s.Data.TableID,
		sketch:       s.Graph.Sketch,
		graph:        s.Graph.ID,
		labels:       s.Labels.List,
		labelled:     s.Labels.hash,
	}
	if g := s.Images; g.Has {
		out.image, out.imageLabels, out.ink = g.settings(), g.Labels.List, g.Drawing.Pad.Ink
	}
	return out
}

// record remembers the settings before a change, if there was one.
func (h *history) record(before, after settings, name, key string) {
	if reflect.DeepEqual(before, after) {
		return
	}
	if n := len(h.past); key != "" && n > 0 && h.past[n-1].key == key && len(h.future) == 0 {
		return
	}
	h.past = pushed(h.past[max(0, len(h.past)+1-maxHistory):], &change{name: name, key: key, settings: before})
	h.future = nil
}

// pushed returns the list with another change appended. Nothing is merged into earlier changes any more.
func pushed(list []*change, c *change) []*change {
	n := len(list)
	list = append(list[:n:n], c)
	if n > 0 { // earlier states share the old slice
		last := *list[n-1]
		last.kept = last.step(c.settings)
		list[n-1] = &last
	}
	return list
}

func (Undo) apply(w *turn) { w.undo() }

func (Redo) apply(w *turn) { w.redo() }

func (w *turn) undo() bool {
	h := &w.History
	done := w.step(&h.past, &h.future)
	if done {
		w.say(sayUndone(h.future[len(h.future)-1].name))
	}
	return done
}

func (w *turn) redo() bool {
	h := &w.History
	done := w.step(&h.future, &h.past)
	if done {
		w.say(sayRedone(h.past[len(h.past)-1].name))
	}
	return done
}

// step moves the last change of one stack to the other.
func (w *turn) step(from, to *[]*change) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	c := (*from)[n-1]
	if w.Data.Opening() && w.replans(c.settings) {
		w.alert(TheTable, sayFileFirst)
		return false
	}
	*from = (*from)[:n-1]
	*to = pushed(*to, &change{name: c.name, settings: w.settings()})
	w.restore(c.settings)
	return true
}

func (in GoToStep) apply(w *turn) {
	h := &w.History
	for h.At() > max(in.Step, 0) && w.undo() {
	}
	for h.At() < in.Step && w.redo() {
	}
}

func (w *turn) restore(s settings) {
	w.Data.Sample = s.Sample
	w.Classifier.Settings = s.Classifier
	w.Generator.Settings = s.Generator
	w.restoreLabels(s.labels, s.labelled)
	if s.graph == w.Graph.ID {
		w.settle(TheGraph)
		w.Graph.Cycle = nil
		w.setSketch(s.sketch)
	}
	target := w.Explain.Find.Target
	w.setGoal(s.Find.Search)
	if s.table == w.Data.TableID {
		w.Data.Names = s.Names
		w.order()
		w.Data.Chosen, w.Explain.Limits, w.Explain.Own = s.Chosen, s.Limits, s.Own
		w.restoreImages(s)
		w.findAgain()
	}
	if s.table != w.Data.TableID {
		w.Explain.Find.Target = target // the class in s belongs to another table
		w.Explain.Find = w.Explain.Find.Within(w.Data.Table.Schema)
	}
	if w.replans(s) {
		w.Data.Plan = s.plan
		w.replan()
	}
}

// restoreImages restores the settings of the open images.
func (w *turn) restoreImages(s settings) {
	g := &w.Images
	if !g.Has {
		return
	}
	g.Classifier.Settings, g.Generator.Settings, g.Labels.List = s.image.Classifier, s.image.Generator, s.imageLabels
	if !reflect.DeepEqual(s.image.Rules, g.Subject.Rules) {
		w.setImageRules(s.image.Rules)
	}
	if ink := &g.Drawing.Pad.Ink; !slices.Equal(s.ink, *ink) {
		if *ink = s.ink; g.Subject.Drawn {
			w.drawn()
		}
	}
}

// replans reports whether the settings s read the previewed file differently.
func (w *turn) replans(s settings) bool {
	return w.Data.HasPreview && s.file == w.Data.openID && !reflect.DeepEqual(s.plan, w.Data.Plan)
}

func (w *turn) replan() {
	w.Data.Stage = Previewing
	w.Data.previewJob = w.send(wire.Replan{Plan: w.Data.Plan})
}
