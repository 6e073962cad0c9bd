package store

import (
	"causeway/core/document"
	"causeway/core/model"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// NewWhere is a condition on a feature that every row meets, to change from.
func NewWhere(f data.Feature, j int) data.Where {
	w := data.Where{Feature: j}
	if f.Kind.Numeric() {
		w.Min, w.Max = -causal.Open, causal.Open
	} else {
		w.Levels = make([]int, len(f.Levels))
		for i := range w.Levels {
			w.Levels[i] = i
		}
	}
	return w
}

// asked is the filter as the engine is asked for it. What the black box says can
// only be asked where there is one.
func (s *State) asked(f document.RowFilter) wire.Filter {
	out := wire.Filter{Where: f.Where}
	if f.Outcome > 0 {
		out.Outcomes = []int{f.Outcome - 1}
	}
	switch {
	case !s.Classifier.HasResult:
	case f.Predicted > 0:
		out.Predicted = []int{f.Predicted - 1}
	case f.Predicted == document.Refused:
		for k := range s.Data.Table.Schema.Classes() {
			if k != s.Data.Wanted() {
				out.Predicted = append(out.Predicted, k)
			}
		}
	}
	return out
}

// SetFilter chooses the rows that are gone through in Everyone.
type SetFilter struct{ document.RowFilter }

func (in SetFilter) apply(w *work) {
	if !w.Data.HasTable {
		return
	}
	w.Explain.Filter = in.RowFilter.Within(w.Data.Table.Schema)
	w.otherRows()
}

// narrowed reports whether the rows are chosen by a search or a filter, whose hits
// are listed.
func (e Explain) narrowed() bool { return e.Search != "" || !e.Filter.IsAny() }

// Led says how the row came to be shown first.
type Led uint8

// The ways.
const (
	notLed      Led = iota
	LedNobody       // no row is refused
	LedRefused      // the first row that is refused; none of those that were tried has a counterfactual
	LedAnswered     // the first refused row that has a counterfactual
)

// seekTries is how many refused rows are tried for one that has an answer.
const seekTries = 60

// lead seeks the first person to show: the first row that the model refuses and that has
// an answer. It is sought anew for every model, until a person has chosen a row; nothing
// else ends it, and a search that is asked for meanwhile waits for it.
func (w *work) lead() {
	e := &w.Explain
	if !w.Data.HasTable || !w.Classifier.HasResult || e.chosen {
		return
	}
	w.stopSeeking()
	e.Led = notLed
	m := wire.Explain{Search: e.Find, Knowledge: w.Graph.Sketch.Knowledge()}
	m.Count, m.Steady, m.Apart = 1, false, model.OtherWay
	m.Rules, _, m.Effort = w.limits()
	e.seekJob = w.send(wire.Seek{Part: e.Part, Search: e.Search, Filter: w.asked(e.Filter), Wanted: w.Data.Wanted(),
		Query: m, Tries: seekTries})
}

func (w *work) sought(f wire.Sought) {
	e := &w.Explain
	e.Tried = f.Tried
	switch {
	case f.Answered:
		e.Led = LedAnswered
	case f.Pos >= 0:
		e.Led = LedRefused
	default:
		e.Led = LedNobody
	}
	if f.Pos >= 0 && f.Pos != e.place() {
		w.goTo(f.Pos)
	}
	w.findQueued()
}

// picked notes that a person has chosen the row that is shown or on its way.
func (w *work) picked() {
	w.Explain.chosen, w.Explain.Led = true, notLed
	w.stopSeeking()
}

func (w *work) stopSeeking() {
	w.cancelJob(w.Explain.seekJob)
	w.Explain.seekJob = 0
}

// Accepted reports whether the model gives the row, as it stands, the wanted class, and
// nobody asks how it would get a certain other one.
func (s *State) Accepted() bool {
	e := s.Explain
	if !s.Classifier.HasResult || !e.HasShares || len(e.Shares) == 0 {
		return false
	}
	wanted := s.Data.Wanted()
	return Likeliest(e.Shares) == wanted && (e.Find.Target < 0 || e.Find.Target == wanted)
}
