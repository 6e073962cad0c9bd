package store

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// watched is a page with a table whose graph the engine checks.
func watched(t *testing.T) *page {
	t.Helper()
	p := drawn(t)
	p.do(WatchGraph{})
	p.idle()
	return p
}

func checked(verdicts ...causal.EdgeVerdict) wire.GraphChecked {
	m := wire.GraphChecked{Rows: 80}
	for i, v := range verdicts {
		m.Edges = append(m.Edges, causal.CheckedEdge{From: i, To: i + 1, Verdict: v})
	}
	return m
}

func TestTheGraphIsWeighedAfterEveryEdit(t *testing.T) {
	p := watched(t)
	p.do(edgeOf(0, 1))
	equal(t, "checking", p.Evidence.Checking, true)
	m := answer[wire.CheckGraph](p, checked(causal.Agrees))
	equal(t, "edges asked about", len(m.Knowledge.Edges), 1)
	equal(t, "checked", p.Evidence.HasChecked && !p.Evidence.Checking, true)
	p.idle()

	p.do(MoveNodes{Nodes: []int{0}, DX: 30})
	p.idle() // a node's position says nothing about causes
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0}})
	equal(t, "rules asked about", len(answer[wire.CheckGraph](p, checked(causal.Agrees)).Knowledge.Rules), 1)
	p.do(Undo{})
	answer[wire.CheckGraph](p, checked(causal.Agrees))
	p.do(RemoveEdges{Edges: []Ends{{From: 0, To: 1}}})
	p.idle()
	equal(t, "checked, of nothing", p.Evidence.HasChecked, false)
}

func TestNothingIsAskedBeforeTheStepIsShown(t *testing.T) {
	p := drawn(t)
	p.do(edgeOf(0, 1))
	p.idle()
	p.do(WatchGraph{})
	answer[wire.CheckGraph](p, checked(causal.Agrees))
}

func TestTheLatestGraphWins(t *testing.T) {
	p := watched(t)
	p.do(edgeOf(0, 1), edgeOf(1, 2), edgeOf(2, 3))
	_, first := take[wire.CheckGraph](p)
	_, stopped := take[wire.Cancel](p)
	equal(t, "the job that is hurried", stopped, first)
	p.idle() // one question at a time
	p.do(Fact{first, wire.Canceled{}})
	equal(t, "edges asked about", len(answer[wire.CheckGraph](p, checked(0, 0, 0)).Knowledge.Edges), 3)
	p.idle()

	p.do(edgeOf(0, 2), edgeOf(0, 3))
	_, late := take[wire.CheckGraph](p)
	take[wire.Cancel](p)
	p.do(Fact{late, checked(0, 0, 0, 0)}) // the answer was faster than the Cancel
	p.do(Fact{late, wire.Failure{Code: wire.CodeNotReady, Detail: "This training has already ended."}})
	p.wantAlert("")
	equal(t, "edges asked about", len(answer[wire.CheckGraph](p, checked(0, 0, 0, 0, 0)).Knowledge.Edges), 5)
	p.idle()
}

func TestAGraphThatCannotBeCheckedSaysWhy(t *testing.T) {
	p := watched(t)
	p.do(edgeOf(0, 1))
	answer[wire.CheckGraph](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	equal(t, "problem", p.Evidence.Problem, "No.")
	p.idle()
	p.do(edgeOf(1, 2))
	answer[wire.CheckGraph](p, checked(0, 0))
	equal(t, "problem", p.Evidence.Problem, "")
}

func TestCounterfactualsAreWeighed(t *testing.T) {
	p := ready(t)
	p.do(WatchGraph{}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	p.do(FindCounterfactuals{})
	found := wire.Explained{Factual: wire.Counterfactual{Row: []float64{39, 1}},
		Rows: []wire.Counterfactual{{Row: []float64{30, 1}}}}
	answer[wire.Explain](p, found)
	m := answer[wire.CheckGraph](p, wire.GraphChecked{Found: 1, Rules: []wire.RuleShare{{FoundBroken: 1}}})
	if r := m.Found.Rows(); len(r) != 1 || r[0][0] != 30 || m.Factual.Values()[0] != 39 {
		t.Errorf("asked about %v of %v", r, m.Factual.Values())
	}
	p.idle()
}

func TestAnEdgeIsPlottedWhileItIsLookedAt(t *testing.T) {
	p := watched(t)
	p.do(edgeOf(0, 1))
	answer[wire.CheckGraph](p, checked(0))
	p.do(LookAtEdge{Ends{From: 0, To: 1}})
	answer[wire.PlotEdge](p, wire.EdgePlot{From: 0, To: 1, Rows: 80})
	equal(t, "plotted", p.Evidence.HasPlot, true)
	p.do(edgeOf(2, 3))
	answer[wire.CheckGraph](p, checked(0, 0))
	p.idle() // the plotted effect has the same causes
	p.do(edgeOf(2, 1))
	answer[wire.CheckGraph](p, checked(0, 0, 0))
	equal(t, "causes", len(answer[wire.PlotEdge](p, wire.EdgePlot{From: 0, To: 1}).Knowledge.Edges), 2)
	p.do(SetNode{Node: 1, To: sketch.Node{Form: sketch.Network}})
	answer[wire.CheckGraph](p, checked(0, 0, 0))
	answer[wire.PlotEdge](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	equal(t, "why there is none", p.Evidence.NoPlot, "No.")
	p.do(LookAtEdge{Ends{From: 2, To: 3}})
	equal(t, "the old plot is shown", p.Evidence.HasPlot, false)
	answer[wire.PlotEdge](p, wire.EdgePlot{From: 2, To: 3})
	p.do(LookAway{})
	equal(t, "plotted", p.Evidence.HasPlot, false)
	p.idle()
}

func TestSearchForEdges(t *testing.T) {
	p := watched(t)
	p.do(SearchEdges{}, SearchEdges{})
	_, job := take[wire.SearchGraph](p)
	p.idle()
	p.do(Fact{job, wire.Searching{Total: 3, Done: 1}})
	equal(t, "done", p.Search.Progress.Done, 1)
	p.do(Cancel{TheGraph}, Cancel{TheGraph})
	take[wire.Cancel](p)
	p.idle()
	p.do(Fact{job, wire.Canceled{}})
	equal(t, "phase", p.Search.Phase, Resting)

	before := p.frozen()
	p.do(SearchEdges{})
	answer[wire.SearchGraph](p, wire.GraphSuggested{Edges: []causal.Suggestion{{From: 0, To: 1, Directed: true}}})
	equal(t, "suggestions", len(p.Search.Result.Edges), 1)
	equal(t, "the graph", p.frozen(), before) // nothing is added automatically
	p.do(LoadSample{})
	answer[wire.Sample](p, testLoaded)
	equal(t, "suggestions for another table", p.Search.HasResult, false)
	p.sent = nil
	p.do(SearchEdges{})
	answer[wire.SearchGraph](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	p.wantAlert("No.")
}

func TestADeadEngineIsAskedAgain(t *testing.T) {
	p := watched(t)
	p.do(edgeOf(0, 1), SearchEdges{})
	p.sent = nil
	p.do(EngineDown{Reason: "died"})
	equal(t, "phase", p.Search.Phase, Resting)
	equal(t, "checking", p.Evidence.Checking, false)
	p.do(EngineUp{})
	answer[wire.Sample](p, p.Data.Table)
	found := false
	for _, s := range p.sent {
		_, is := s.Body.(wire.CheckGraph)
		found = found || is
	}
	equal(t, "asked again", found, true)
}
