package store

import "causeway/core/wire"

func (SearchEdges) apply(w *work) {
	s := &w.Search
	w.settle(TheGraph)
	switch {
	case s.Phase != Resting:
	case !w.Data.HasTable:
		w.alert(TheGraph, sayOpenFirst)
	default:
		*s = GraphSearch{Phase: Running}
		s.job = w.send(wire.SearchGraph{Knowledge: w.Graph.Sketch.Knowledge(), Alpha: searchAlpha, MaxGiven: searchGiven})
		w.say(saySearchingEdges)
	}
}

// evidenceFact takes what the engine says about the graph, and reports whether
// it was about that.
func (w *work) evidenceFact(f Fact) bool {
	e, a, s := &w.Evidence, &w.asking, &w.Search
	switch f.Job {
	case a.check.job:
		switch m := f.Body.(type) {
		case wire.GraphChecked:
			e.Checked, e.HasChecked, e.Problem = m, true, ""
		case wire.Canceled:
			a.check.of = subject{}
		}
		a.check.job, a.check.stopped = 0, false
	case a.plot.job:
		if m, ok := f.Body.(wire.EdgePlot); ok {
			e.Plot, e.HasPlot, e.NoPlot = m, true, ""
		}
		a.plot.job = 0
	case a.costs.job:
		w.weightFact(&a.costs, f.Body)
	case a.costsRow.job:
		w.weightFact(&a.costsRow, f.Body)
	case a.doing.job:
		w.valueFact(f.Body)
	case s.job:
		w.searched(f.Body)
	default:
		return false
	}
	return true
}

func (w *work) searched(body wire.Message) {
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

// evidenceFailed ends a question about the graph that has no answer.
func (w *work) evidenceFailed(job int, why string) bool {
	e, a, s := &w.Evidence, &w.asking, &w.Search
	switch job {
	case a.check.job:
		a.check.job, a.check.stopped = 0, false
		e.HasChecked, e.Problem = false, why
	case a.plot.job:
		a.plot.job = 0
		e.HasPlot, e.NoPlot = false, why
	case a.costs.job:
		w.weightFailed(&a.costs, why)
	case a.costsRow.job:
		w.weightFailed(&a.costsRow, why)
	case a.doing.job:
		w.valueFailed(why)
	case s.job:
		*s = GraphSearch{}
		w.alert(TheGraph, why)
		w.say("")
	default:
		return false
	}
	return true
}

// evidenceLost forgets what the engine that died was asked.
func (w *work) evidenceLost() {
	e, a := &w.Evidence, &w.asking
	a.check, a.plot, e.Checking = question{}, question{}, false
	a.doing, e.Doing = question{}, Doing{}
	a.costs, a.costsRow, e.Cost.Asking, e.Cost.Share = question{}, question{}, false, 0
	if w.Search.Phase != Resting {
		w.Search = GraphSearch{}
		w.alert(TheGraph, saySearchLost)
	}
}
