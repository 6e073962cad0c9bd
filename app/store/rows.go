package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// RowFilter says which rows a person wants to see. The zero value means all.
type RowFilter struct {
	Predicted int // EveryClass, Refused or 1 more than a class
	Outcome   int // EveryClass or 1 more than a class
	Where     []wire.Where
}

// Choices of RowFilter beside the classes.
const (
	EveryClass = 0
	Refused    = -1 // any class but the wanted one
)

// IsAny reports whether the filter takes every row.
func (f RowFilter) IsAny() bool {
	return f.Predicted == EveryClass && f.Outcome == EveryClass && len(f.Where) == 0
}

// NewWhere is a condition on a feature that every row meets, to change from.
func NewWhere(f data.Feature, j int) wire.Where {
	w := wire.Where{Feature: j}
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

// within returns the filter as it can be asked of a table.
func (f RowFilter) within(s data.Schema) RowFilter {
	f.Predicted = clamp(f.Predicted, Refused, s.Classes())
	f.Outcome = clamp(f.Outcome, EveryClass, s.Classes())
	var list []wire.Where
	for _, c := range f.Where[:min(len(f.Where), wire.MaxWhere)] {
		if c.Feature < 0 || c.Feature >= len(s.Features) {
			continue
		}
		feature := s.Features[c.Feature]
		if feature.Kind.Numeric() {
			c.Levels = nil
			c.Min, c.Max = number(c.Min, -causal.Open, causal.Open, -causal.Open), number(c.Max, -causal.Open, causal.Open, causal.Open)
		} else {
			c.Min, c.Max = 0, 0
			c.Levels = slices.DeleteFunc(slices.Clone(c.Levels), func(l int) bool { return l < 0 || l >= len(feature.Levels) })
		}
		list = append(list, c)
	}
	f.Where = list
	return f
}

// asked is the filter as the engine is asked for it. What the black box says can
// only be asked where there is one.
func (s State) asked(f RowFilter) wire.Filter {
	out := wire.Filter{Where: f.Where}
	if f.Outcome > 0 {
		out.Outcomes = []int{f.Outcome - 1}
	}
	switch {
	case !s.Classifier.HasResult:
	case f.Predicted > 0:
		out.Predicted = []int{f.Predicted - 1}
	case f.Predicted == Refused:
		for k := range s.Data.Table.Schema.Classes() {
			if k != s.Data.Wanted() {
				out.Predicted = append(out.Predicted, k)
			}
		}
	}
	return out
}

// SetFilter chooses the rows that are gone through on the Explain step.
type SetFilter struct{ RowFilter }

func (in SetFilter) apply(w *work) {
	if !w.Data.HasTable {
		return
	}
	w.Explain.Filter = in.RowFilter.within(w.Data.Table.Schema)
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
	m := wire.Explain{Target: e.Find.Target, Count: 1, Budget: e.Find.Budget, Seed: e.Find.Seed, MaxChanged: e.Find.MaxChanged, Clarity: e.Find.Clarity, Least: e.Find.Least, Knowledge: w.Graph.Sketch.Knowledge()}
	m.Rules, _, m.Effort = w.limits()
	e.seekJob = w.send(wire.Seek{Part: e.Part, Search: e.Search, Filter: w.asked(e.Filter), Wanted: w.Data.Wanted(), Query: m, Tries: seekTries})
}

func (w *work) sought(f wire.Sought) {
	e := &w.Explain
	e.seekJob, e.Tried = 0, f.Tried
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
	if e := &w.Explain; e.seekJob != 0 {
		w.sendAs(e.seekJob, wire.Cancel{})
		e.seekJob = 0
	}
}

// Accepted reports whether the model gives the row, as it stands, the wanted class, and
// nobody asks how it would get a certain other one.
func (s State) Accepted() bool {
	e := s.Explain
	if !s.Classifier.HasResult || !e.HasShares || len(e.Shares) == 0 {
		return false
	}
	wanted := s.Data.Wanted()
	return Likeliest(e.Shares) == wanted && (e.Find.Target < 0 || e.Find.Target == wanted)
}
