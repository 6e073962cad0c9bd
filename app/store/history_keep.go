package store

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/sketch"
	"causeway/core/snapshot"
)

// The browser saves the undo stack beside the project; files leave it out because it is private to
// the person at work. Each entry is written as its difference from the next entry towards the present,
// so it never changes once written.
const (
	recordHistory  = "history"
	maxKeptHistory = 1 << 20 // bytes of undo and of redo; the oldest changes are left out
)

// keptHistory holds keptSteps, starting nearest to the present.
type keptHistory struct {
	Past   [][]byte `msgpack:"past"`
	Future [][]byte `msgpack:"future"`
}

// keptStep is the difference between two settings. Each list has one item if its field differs,
// otherwise none. How a file is read matters only until its import.
type keptStep struct {
	Name       string                    `msgpack:"name"`
	OtherTable bool                      `msgpack:"otherTable"`
	OtherGraph bool                      `msgpack:"otherGraph"`
	Settings   []plainSettings           `msgpack:"settings"`
	Limits     []personLimits            `msgpack:"limits"`
	Nodes      []splice[sketch.Node]     `msgpack:"nodes"`
	Outcome    []sketch.Node             `msgpack:"outcome"`
	Edges      []splice[sketch.Edge]     `msgpack:"edges"`
	Rules      []splice[causal.Rule]     `msgpack:"rules"`
	Attrs      []splice[sketch.Attr]     `msgpack:"attrs"`
	Each       []bool                    `msgpack:"each" since:"2"`
	Hidden     []splice[sketch.Hidden]   `msgpack:"hidden,omitempty" since:"2"`
	Links      []splice[sketch.Edge]     `msgpack:"links,omitempty" since:"2"`
	Shared     []splice[sketch.Edge]     `msgpack:"shared,omitempty" since:"2"`
	Labelled   []string                  `msgpack:"labelled"`
	Labels     []splice[label.Label]     `msgpack:"labels"`
	OtherFile  bool                      `msgpack:"otherFile"`
	Plan       []data.Plan               `msgpack:"plan"` // the plan without its columns
	Columns    []splice[data.ColumnPlan] `msgpack:"columns"`

	Image       []imageSettings       `msgpack:"image,omitempty" since:"2"`
	ImageLabels []splice[label.Image] `msgpack:"imageLabels,omitempty" since:"2"`
	Ink         []splice[byte]        `msgpack:"ink,omitempty" since:"2"`
}

// step encodes a change's difference from its neighbour. Without bytes it cannot be saved.
func (c change) step(near settings) []byte {
	k := keptStep{Name: c.name, OtherTable: c.table != near.table, OtherGraph: c.graph != near.graph,
		OtherFile: c.file != near.file}
	k.Settings = differing(near.plainSettings, c.plainSettings)
	k.Limits = differing(near.personLimits, c.personLimits)
	if !k.OtherGraph {
		k.Nodes, k.Outcome = spliceOf(near.sketch.Nodes, c.sketch.Nodes),
			differing(near.sketch.Outcome, c.sketch.Outcome)
		k.Edges, k.Rules = spliceOf(near.sketch.Edges, c.sketch.Edges), spliceOf(near.sketch.Rules, c.sketch.Rules)
		k.Attrs, k.Each = spliceOf(near.sketch.Attrs, c.sketch.Attrs), differing(near.sketch.Each, c.sketch.Each)
		k.Hidden, k.Links = spliceOf(near.sketch.Hidden, c.sketch.Hidden), spliceOf(near.sketch.Links, c.sketch.Links)
		k.Shared = spliceOf(near.sketch.Shared, c.sketch.Shared)
	}
	if !k.OtherFile {
		k.Plan, k.Columns = differing(withoutColumns(near.plan), withoutColumns(c.plan)),
			spliceOf(near.plan.Columns, c.plan.Columns)
	}
	k.Image, k.ImageLabels = differing(near.image, c.image), spliceOf(near.imageLabels, c.imageLabels)
	k.Ink = spliceOf(near.ink, c.ink)
	k.Labelled, k.Labels = differing(near.labelled, c.labelled), spliceOf(near.labels, c.labels)
	b, err := form.Marshal(k)
	if err != nil {
		return nil
	}
	return b
}

func withoutColumns(p data.Plan) data.Plan {
	p.Columns = nil
	return p
}

// Stand-ins for an unknown table, graph or file, and for a saved file that is not shown yet.
const (
	another    = -1
	fileToCome = -2
)

// from is the inverse of step. It ignores changes that belong to another graph or file.
func (k keptStep) from(near settings) (s settings, err error) {
	s = near
	if k.OtherTable {
		s.table = another
	}
	for _, v := range k.Settings {
		s.plainSettings = v
		s.Find = snapshot.Find{Search: v.Find.Search} // without followers saved before nodes had a state
	}
	for _, v := range k.Limits {
		s.personLimits = v
	}
	for _, v := range k.Labelled {
		s.labelled = v
	}
	for _, v := range k.Image {
		s.image = v
	}
	problems := []error{splicedInto(&s.labels, k.Labels), splicedInto(&s.imageLabels, k.ImageLabels),
		splicedInto(&s.ink, k.Ink)}
	if k.OtherGraph {
		s.graph = another
	}
	if s.graph != another {
		for _, v := range k.Outcome {
			s.sketch.Outcome = v
		}
		for _, v := range k.Each {
			s.sketch.Each = v
		}
		problems = append(problems, splicedInto(&s.sketch.Nodes, k.Nodes), splicedInto(&s.sketch.Edges, k.Edges),
			splicedInto(&s.sketch.Rules, k.Rules), splicedInto(&s.sketch.Attrs, k.Attrs),
			splicedInto(&s.sketch.Hidden, k.Hidden), splicedInto(&s.sketch.Links, k.Links),
			splicedInto(&s.sketch.Shared, k.Shared))
	}
	if k.OtherFile {
		s.file = another
	}
	if s.file != another {
		for _, v := range k.Plan {
			v.Columns = s.plan.Columns
			s.plan = v
		}
		problems = append(problems, splicedInto(&s.plan.Columns, k.Columns))
	}
	return s, cmp.Or(problems...)
}

// differing returns the second value if it differs from the first.
func differing[T any](from, to T) []T {
	if reflect.DeepEqual(from, to) {
		return nil
	}
	return []T{to}
}

// splice replaces a part of a list.
type splice[T any] struct {
	At   int `msgpack:"at"`
	Drop int `msgpack:"drop"`
	Put  []T `msgpack:"put"`
}

// spliceOf turns one list into another with at most one splice.
func spliceOf[T any](from, to []T) []splice[T] {
	n, at := min(len(from), len(to)), 0
	if n > 0 && len(from) == len(to) && &from[0] == &to[0] { // states share unchanged items
		return nil
	}
	for at < n && reflect.DeepEqual(from[at], to[at]) {
		at++
	}
	end := 0
	for end < n-at && reflect.DeepEqual(from[len(from)-1-end], to[len(to)-1-end]) {
		end++
	}
	if at+end == len(from) && at+end == len(to) {
		return nil
	}
	return []splice[T]{{at, len(from) - at - end, to[at : len(to)-end]}}
}

func splicedInto[T any](list *[]T, by []splice[T]) error {
	for _, s := range by {
		if s.At < 0 || s.Drop < 0 || s.Drop > len(*list)-s.At {
			return fmt.Errorf("a change removes items %d to %d of a list of %d", s.At, s.At+s.Drop, len(*list))
		}
		*list = slices.Concat((*list)[:s.At], s.Put, (*list)[s.At+s.Drop:])
	}
	return nil
}

// keptHistory returns the record of the history, if the history has changes.
func (s *State) keptHistory(*KeepProject) ([]KeptRecord, error) {
	now := s.settings()
	k := keptHistory{keptSteps(s.History.past, now), keptSteps(s.History.future, now)}
	if len(k.Past)+len(k.Future) == 0 {
		return nil, nil
	}
	b, err := form.Marshal(k)
	return []KeptRecord{{Name: recordHistory, Bytes: b}}, err
}

func keptSteps(list []*change, now settings) (steps [][]byte) {
	size := 0
	for i, c := range slices.Backward(list) {
		kept := c.kept
		if i == len(list)-1 {
			kept = c.step(now)
		}
		if size += len(kept); kept == nil || size > maxKeptHistory {
			break
		}
		steps = append(steps, kept)
	}
	return steps
}

// historyGist returns the length of the undo stack and of the redo stack.
func (s *State) historyGist() any { return [2]int{len(s.History.past), len(s.History.future)} }

// restHistory is a history as read from storage.
type restHistory []byte

func readHistory(r records, _ snapshot.Project) (storedSlice, error) {
	if b, _ := r.get(recordHistory); b != nil {
		return restHistory(b), nil
	}
	return nil, nil
}

// install restores the history of a saved project, or of a file before its import.
func (b restHistory) install(w *turn, o arrival) { w.takeUpHistory(b, o.file()) }

func (w *turn) takeUpHistory(b []byte, file restFile) {
	near := w.State.settings()
	near.plan, near.file = data.Plan{}, another
	if file.there() {
		near.plan, near.file = file.Plan, fileToCome
	}
	k, err := form.UnmarshalKept[keptHistory](b)
	if err == nil {
		w.History.past, err = w.readSteps(k.Past, near)
	}
	if err == nil {
		w.History.future, err = w.readSteps(k.Future, near)
	}
	if err != nil {
		w.alert(TheProject, sayHistoryUnread(err))
	}
}

// readSteps reads the changes that belong to this project. It skips changes that would undo
// nothing.
func (w *turn) readSteps(steps [][]byte, near settings) (list []*change, err error) {
	check, err := w.checkSteps(near)
	if err != nil {
		return nil, err
	}
	as := near // written
	for _, b := range steps {
		k, err := form.UnmarshalKept[keptStep](b)
		if err != nil {
			return list, err
		}
		if as, err = k.from(as); err != nil {
			return list, err
		}
		s, err := check(as)
		if err != nil {
			return list, err
		}
		if !reflect.DeepEqual(s, near) && len(list) < maxHistory {
			list = append(list, &change{name: k.Name, settings: s, kept: b})
		}
		near = s
	}
	slices.Reverse(list)
	return list, nil
}

// checkSteps returns a function that checks whether settings are possible on this page. Without a
// table, it checks only image settings and how a file is read.
func (w *turn) checkSteps(now settings) (func(settings) (settings, error), error) {
	if !w.Data.HasTable {
		return func(s settings) (settings, error) {
			only := now
			only.plan, only.file, only.table = s.plan, s.file, s.table
			if err := form.Check(s.plan); err != nil || !w.Images.Has || s.table != w.Data.TableID {
				return only, err
			}
			only.image, only.imageLabels, only.ink = s.image, s.imageLabels, s.ink
			return only, w.Images.check(s)
		}, nil
	}
	bare := w.State
	bare.Classifier.HasResult, bare.Generator.HasResult, bare.Labels.HasResult, bare.Evaluation.HasResult = false,
		false, false, false
	p, err := bare.Snapshot(Travel{})
	return func(s settings) (settings, error) {
		return s, cmp.Or(w.State.with(p, s).Check(), form.Check(s.plan))
	}, err
}

// fileIsBack gives the changes of a reopened file its new number.
func (h *history) fileIsBack(id int) {
	for _, list := range []*[]*change{&h.past, &h.future} {
		*list = slices.Clone(*list)
		for i, c := range *list {
			if c.file == fileToCome {
				back := *c
				back.file = id
				(*list)[i] = &back
			}
		}
	}
}

// with returns a project with the other settings that apply to it.
func (s *State) with(p snapshot.Project, other settings) snapshot.Project {
	p.Settings.Sample, p.Settings.Classifier, p.Settings.Generator = other.Sample, other.Classifier, other.Generator
	p.Explain = snapshot.Explain{Part: data.TestRows, Find: other.Find}
	if other.table == s.Data.TableID {
		p.Names = other.Names
		p.Settings.Wanted, p.Explain.Limits, p.Explain.Own = other.Chosen, other.Limits, other.Own
	}
	if other.graph == s.Graph.ID {
		p.Graph = other.sketch
	}
	if other.labelled == s.Labels.hash {
		p.Labels, p.HasLabels = snapshot.Labels{List: other.labels}, true
	}
	return p
}
