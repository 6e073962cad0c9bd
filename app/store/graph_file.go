package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/graphfile"
)

// graphFile is a graph file that waits to be adopted, because a node matches no column or the
// person must read a notice first.
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

	// MatchNode says which column a node of the opened file stands for. "" leaves the node out;
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
