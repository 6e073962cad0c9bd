package store

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/graphfile"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// Graph is the causal graph as the person draws it over the features of the table. It is empty
// without a table.
type Graph struct {
	Sketch sketch.Sketch
	Edited int   // changes with every change of Sketch
	ID     int   // changes with the drawn features
	Cycle  []int // features of the cycle that a refused edge would close; the first is also the last

	File    graphFile // waits to be adopted, with HasFile
	HasFile bool
	Opened  int // changes with File
}

// edit is an intent that changes the sketch.
type edit interface {
	// edited returns the edited sketch. An error is a sentence for the person.
	edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error)
	setting
}

// applyEdit changes the sketch, or tells the person why it was not changed.
func (w *turn) applyEdit(in edit) {
	w.settle(TheGraph)
	w.Graph.Cycle = nil
	if !w.Data.HasTable {
		w.alert(TheGraph, sayOpenFirst)
		return
	}
	s := w.Data.schema.Said(w.Data.Names)
	g, err := in.edited(s, w.Graph.Sketch)
	if err != nil {
		w.Graph.Cycle = cycleOf(s, w.Graph.Sketch, err)
		w.alert(TheGraph, Why(err))
		return
	}
	w.setSketch(g)
	w.order()
	w.say(sayEdited(in.step(w.Data.Table.Schema)))
}

func (w *turn) setSketch(g sketch.Sketch) {
	if !sketch.Equal(g, w.Graph.Sketch) {
		w.Graph.Sketch = g
		w.Graph.Edited++
	}
}

// cycleOf returns the features of a refused cycle.
func cycleOf(s data.Schema, g sketch.Sketch, err error) []int {
	var cycle *causal.CycleError
	if !errors.As(err, &cycle) {
		return nil
	}
	var list []int
	for _, n := range cycle.Names {
		if v, known := g.NodeOf(s, n); known {
			list = append(list, v)
		}
	}
	return list
}

// freshGraph starts a drawing for a new table, or keeps one over the same features. It reports
// whether the drawing is new.
func (w *turn) freshGraph(before, now data.Schema) bool {
	w.settle(TheGraph)
	w.Graph.Cycle = nil
	fresh := !sameFeatures(before, now)
	if fresh {
		w.Graph = Graph{Sketch: sketch.New(now), Edited: w.Graph.Edited + 1, ID: w.Graph.ID + 1,
			Opened: w.Graph.Opened + 1}
	}
	return fresh
}

// carryGraph carries the drawing over to a new table that has most of the old columns, without the
// rules that the old rows implied. If columns are missing or differ, it asks the person, as for a
// graph from a file.
func (w *turn) carryGraph(was wire.Loaded, g sketch.Sketch) {
	before, found := w.State.settings(), 0
	for _, f := range was.Schema.Features {
		if w.Data.schema.Index(f.Name) >= 0 {
			found++
		}
	}
	g.Rules = slices.DeleteFunc(slices.Clone(g.Rules), func(r causal.Rule) bool {
		return slices.ContainsFunc(was.Implied, func(i causal.Implied) bool { return reflect.DeepEqual(i.Rule, r) })
	})
	if len(g.Edges)+len(g.Rules) == 0 || 2*found < len(was.Schema.Features) {
		return
	}
	text, _ := graphfile.Write(graphfile.Own, was.Schema, g)
	loaded := w.Notices.Status
	OpenGraph{Name: sayGraphOf(was.Name), Bytes: text}.apply(w)
	if w.Graph.HasFile {
		w.alert(TheTable, sayGraphDiffers(was.Name))
	} else if now := w.Notices.Status; now != loaded {
		w.say(loaded + " " + now)
		w.History.record(before, w.State.settings(), sayGraphOf(was.Name), "")
	}
}

// takeImplied adds the rules that every row of a new table keeps. A person can lift them or undo the
// step.
func (w *turn) takeImplied(f wire.Loaded) {
	before, g, n := w.State.settings(), w.Graph.Sketch, 0
	for _, i := range f.Implied {
		if with, err := g.AddRule(f.Schema, i.Rule); i.On && err == nil {
			g, n = with, n+1
		}
	}
	if n > 0 {
		w.setSketch(g)
		w.History.record(before, w.State.settings(), sayImplied(n), "")
	}
}

// Stated returns the place of an implied rule, hard or soft, among the rules for everyone, or negative.
func (g Graph) Stated(r causal.Rule) int {
	return slices.IndexFunc(g.Sketch.Rules, func(o causal.Rule) bool {
		o.Soft = r.Soft
		return reflect.DeepEqual(o, r)
	})
}

// lifted returns the drawing without implied rules about a feature that may no longer change: "no
// woman in this job" describes the past, not what is possible. Rules for pairs that always occur
// together stay.
func lifted(g sketch.Sketch, feature int) sketch.Sketch {
	g.Rules = slices.DeleteFunc(slices.Clone(g.Rules), func(r causal.Rule) bool {
		return r.Kind == causal.NeverSeen && !r.Reverse && slices.Contains(r.Features(), feature)
	})
	if len(g.Rules) == 0 {
		g.Rules = nil
	}
	return g
}

// sameFeatures reports whether a drawing over a also applies to b.
func sameFeatures(a, b data.Schema) bool {
	same := func(a, b data.Feature) bool {
		return a.Name == b.Name && a.Kind == b.Kind && slices.Equal(a.Levels, b.Levels)
	}
	return len(a.Features) > 0 && slices.EqualFunc(a.Features, b.Features, same) && same(a.Outcome, b.Outcome)
}

// FormulaProblem returns why a text is not a formula of a feature over its causes, or "".
func (g Graph) FormulaProblem(s data.Schema, feature int, text string) string {
	_, err := causal.ParseFormula(text, s, g.Sketch.Parents(feature))
	if err != nil {
		return Why(err)
	}
	return ""
}

// GraphProblem returns a sentence that says why no generator can train for the graph, or "".
func (s *State) GraphProblem() string {
	list := s.Contradictions()
	if len(list) == 0 {
		return ""
	}
	return sayContradiction(list[0].Sentence)
}

// SizeProblem returns why an edge cannot have its size, or "".
func SizeProblem(e sketch.Edge, name string) string {
	if err := e.CheckSize(); err != nil {
		return "The edge " + name + " " + fault.Clause(err) + ", so it was not changed."
	}
	return ""
}

// Contradictions returns the rules for everyone that contradict each other.
func (s *State) Contradictions() []causal.Conflict {
	if !s.Data.HasTable {
		return nil
	}
	return s.Graph.Contradictions(s.Data.Table.Schema)
}

// AllRules returns the rules for everyone: the stated ones, then those that the signs of edges entail.
// It is empty for another table's graph.
func (g Graph) AllRules(s data.Schema) []causal.Rule {
	if !g.fits(s) {
		return nil
	}
	return g.Sketch.Knowledge().AllRules(s)
}

// FreeRules returns the rules that apply if a person acts on every feature; a sign into a follower is
// then a rule again. The paper's methods learn these rules and are judged by them.
func (g Graph) FreeRules(s data.Schema) []causal.Rule {
	if !g.fits(s) {
		return nil
	}
	return g.Sketch.Knowledge().Free().AllRules(s)
}

// Idles returns the rules that can never apply, as places in AllRules.
func (g Graph) Idles(s data.Schema) []causal.Idle {
	return causal.Idles(g.Sketch.Schema(s), g.AllRules(s))
}

// Contradictions returns the rules that exclude each other, as places in AllRules.
func (g Graph) Contradictions(s data.Schema) []causal.Conflict {
	return causal.Contradictions(g.Sketch.Schema(s), g.AllRules(s), nil)
}

func sayEdited(step string) string { return step + "." }

func sayContradiction(sentence string) string {
	return "The rules contradict each other, so no generator can keep them. " + sentence
}

// Why turns an error of the core into a sentence for people.
func Why(err error) string {
	var cycle *causal.CycleError
	if errors.As(err, &cycle) {
		if len(cycle.Names) == 2 {
			return fmt.Sprintf("%q cannot be its own cause.", cycle.Names[0])
		}
		return fmt.Sprintf("The edge was not added: it would close the cycle %s, and no feature can be its own cause.",
			strings.Join(cycle.Names, " → "))
	}
	return fault.Sentence(err)
}

// Clause turns an error of the core into the end of a sentence, without a full stop.
func Clause(err error) string { return fault.Clause(err) }

// graphFile is an opened graph file that waits for the person, because a node matches no column or
// there is a notice to read.
type graphFile struct {
	Name    string
	Matches []graphfile.Match
	Notes   []string // omissions, as sentences
	Problem string   // why the present matching does not work

	file   *graphfile.File // is not changed
	byHand map[string]string
}

// Intents about files with graphs.
type (
	// OpenGraph reads a file with a graph.
	OpenGraph struct {
		Name  string
		Bytes []byte
	}

	// MatchNode sets the column that a node of the opened file stands for. "" leaves the node out;
	// graphfile.Unobserved keeps it without a column.
	MatchNode struct{ Node, Column string }

	// TakeGraph replaces the drawing with the opened file.
	TakeGraph struct{}

	// DropGraph closes the opened file.
	DropGraph struct{}
)

func (in MatchNode) apply(w *turn) {
	w.settle(TheGraph)
	if w.Graph.HasFile {
		f := w.Graph.File
		f.byHand = maps.Clone(f.byHand)
		f.byHand[in.Node] = in.Column
		w.matchGraph(f)
	}
}

func (TakeGraph) apply(w *turn) {
	w.settle(TheGraph)
	if w.Graph.HasFile {
		w.takeGraph()
	}
}
func (TakeGraph) step(data.Schema) string { return "Opened a graph" }

func (DropGraph) apply(w *turn) {
	w.settle(TheGraph)
	w.Graph.File, w.Graph.HasFile = graphFile{}, false
	w.Graph.Opened++
}

// apply adopts a file at once if every node matches, and otherwise shows which do not.
func (in OpenGraph) apply(w *turn) {
	w.settle(TheGraph)
	if !w.Data.HasTable {
		w.alert(TheGraph, sayOpenFirst)
		return
	}
	file, err := graphfile.Read(in.Bytes)
	if err != nil {
		w.alert(TheGraph, sayNotOpened(in.Name, Why(err)))
		return
	}
	w.matchGraph(graphFile{Name: in.Name, file: file, byHand: map[string]string{}})
	f := w.Graph.File
	whole := !slices.ContainsFunc(f.Matches, func(m graphfile.Match) bool { return m.How == graphfile.Missing })
	if whole && len(f.Notes) == 0 && f.Problem == "" {
		w.takeGraph()
	}
}
func (in OpenGraph) step(data.Schema) string { return "Opened " + in.Name }

func (w *turn) matchGraph(f graphFile) {
	s := w.Data.schema
	f.Matches = f.file.Match(s, f.byHand)
	_, notes, err := f.file.Sketch(s, f.Matches)
	f.Notes, f.Problem = notes, ""
	if err != nil {
		f.Problem = Why(err)
	}
	w.Graph.File, w.Graph.HasFile = f, true
	w.Graph.Opened++
}

func (w *turn) takeGraph() {
	f := w.Graph.File
	g, _, err := f.file.Sketch(w.Data.schema, f.Matches)
	if err != nil {
		w.alert(TheGraph, sayNotOpened(f.Name, Why(err)))
		return
	}
	w.Graph.File, w.Graph.HasFile = graphFile{}, false
	w.Graph.Opened++
	w.Graph.Cycle = nil
	w.setSketch(g)
	w.say(sayGraphOpened(f.Name, len(g.Strokes()), len(g.Rules)))
}

func sayNotOpened(name, why string) string {
	return fmt.Sprintf("%s was not opened. %s", name, why)
}

func sayGraphOpened(name string, edges, rules int) string {
	words := []string{fmt.Sprintf("%d edges", edges)}
	if edges == 1 {
		words[0] = "1 edge"
	}
	if rules == 1 {
		words = append(words, "1 rule")
	} else if rules > 0 {
		words = append(words, fmt.Sprintf("%d rules", rules))
	}
	return fmt.Sprintf("%s is drawn: %s.", name, strings.Join(words, " and "))
}
