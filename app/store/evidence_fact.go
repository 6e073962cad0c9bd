package store

import "causeway/core/wire"

func (SearchEdges) apply(w *turn) {
	s := &w.Search
	w.settle(TheGraph)
	switch {
	case s.Phase != Resting:
	case !w.Data.HasTable:
		w.alert(TheGraph, sayOpenFirst)
	default:
		*s = GraphSearch{Phase: Running}
		s.job = w.send(wire.SearchGraph{Knowledge: w.Graph.Sketch.Knowledge(), Alpha: searchAlpha,
			MaxGiven: searchGiven})
		w.say(saySearchingEdges)
	}
}

// graphChecked stores the evidence about the graph.
func (w *turn) graphChecked(m wire.Message) {
	e, q := &w.Evidence, &w.asking.check
	switch m := m.(type) {
	case wire.GraphChecked:
		e.Checked, e.HasChecked, e.Problem = m, true, ""
	case wire.Canceled:
		q.of = subject{}
	}
	q.job, q.stopped = 0, false
}

func (w *turn) graphUnchecked(why string) {
	w.asking.check.stopped = false
	w.Evidence.HasChecked, w.Evidence.Problem = false, why
}

func (w *turn) edgePlotted(m wire.EdgePlot) {
	e := &w.Evidence
	e.Plot, e.HasPlot, e.NoPlot = m, true, ""
}

func (w *turn) edgeUnplotted(why string) { w.Evidence.HasPlot, w.Evidence.NoPlot = false, why }

func (w *turn) searched(body wire.Message) {
	s := &w.Search
	switch m := body.(type) {
	case wire.Searching:
		s.Progress, s.HasProgress = m, true
	case wire.GraphSuggested:
		*s = GraphSearch{Result: m, HasResult: true, table: w.Data.TableID}
		w.say(saySuggested(len(m.Edges)))
	case wire.Canceled:
		*s = GraphSearch{}
		w.say(saySearchCanceled)
	}
}

// evidenceLost forgets the questions to the dead engine.
func (w *turn) evidenceLost() {
	e, a := &w.Evidence, &w.asking
	a.check, a.plot, e.Checking = question{}, question{}, false
	a.doing, e.Doing = question{}, Doing{}
	a.costs, a.costsRow, e.Cost.Asking, e.Cost.Share = question{}, question{}, false, 0
	if w.Search.Phase != Resting {
		w.Search = GraphSearch{}
		w.alert(TheGraph, saySearchLost)
	}
}
