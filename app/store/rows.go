package store

import (
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/snapshot"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Refused returns the number of refused people if Person goes through them all, otherwise 0.
func (e Explain) Refused() int {
	f := e.Filter
	if f.Predicted = document.EveryClass; e.Filter.Predicted != document.Refused || !f.IsAny() || e.Search != "" {
		return 0
	}
	return e.Total
}

// NewWhere returns a condition that every row meets, for a person to edit.
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

// wireFilter returns the filter in the form that the engine takes. Without a black box it drops
// conditions on predictions.
func (s *State) wireFilter(f document.RowFilter) wire.Filter {
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

// SetFilter chooses which rows to go through.
type SetFilter struct{ document.RowFilter }

func (in SetFilter) apply(w *turn) {
	if !w.Data.HasTable {
		return
	}
	w.Explain.Filter = in.RowFilter.Within(w.Data.Table.Schema)
	w.otherRows()
}

// narrowed reports whether a search or a filter is set, so that the page lists the hits.
func (e Explain) narrowed() bool { return e.Search != "" || !e.Filter.IsAny() }

// Led says why this row is shown first.
type Led uint8

// The ways.
const (
	notLed      Led = iota
	LedNobody       // no row is refused
	LedRefused      // the first refused row; no row that was tried has a counterfactual
	LedAnswered     // the first refused row with a counterfactual
)

// seekTries is how many refused rows are tried to find one with a counterfactual.
const seekTries = 60

// lead looks for the first person to show: the first refused row with a counterfactual. It looks again
// after every training until a person chooses a row. A requested search waits for it.
func (w *turn) lead() {
	e := &w.Explain
	if !w.Data.HasTable || !w.Classifier.HasResult || e.chosen {
		return
	}
	w.stopSeeking()
	e.Led = notLed
	m := wire.Explain{Search: e.Find, Knowledge: w.Graph.Sketch.Knowledge()}
	m.Count, m.Steady, m.Apart = 1, false, model.OtherWay
	m.Rules, _, m.Effort = w.bounds(nil)
	e.seekJob = w.send(wire.Seek{Part: e.Part, Search: e.Search, Filter: w.wireFilter(e.Filter),
		Wanted: w.Data.Wanted(),
		Query:  m, Tries: seekTries})
}

func (w *turn) sought(f wire.Sought) {
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

// picked notes that a person chose the row on show or on its way.
func (w *turn) picked() {
	w.Explain.chosen, w.Explain.Led = true, notLed
	w.stopSeeking()
}

func (w *turn) stopSeeking() {
	w.cancelJob(w.Explain.seekJob)
	w.Explain.seekJob = 0
}

// Accepted reports whether the model assigns the wanted class to the present row and no other
// class is requested.
func (s *State) Accepted() bool {
	return s.judged() && Likeliest(s.Explain.Shares) == s.Hoped()
}

// Refused reports whether the model gives the present row another class.
func (s *State) Refused() bool { return s.judged() && Likeliest(s.Explain.Shares) != s.Hoped() }

// judged reports whether the model's prediction is known and no other class is requested.
func (s *State) judged() bool {
	e := s.Explain
	return s.Classifier.HasResult && e.HasShares && len(e.Shares) > 0 &&
		(len(e.Cuts) > 0 || e.Find.Target < 0 || e.Find.Target == s.Data.Wanted())
}

// Hoped returns the class that people hope for, among those of Aimed: the band that reaches a goal, or Wanted.
func (s *State) Hoped() int {
	if len(s.Explain.Cuts) > 0 {
		return s.Explain.Band
	}
	return s.Data.Wanted()
}

// HopedLevel returns the name of that class.
func (s *State) HopedLevel() string { return s.Aimed().Outcome.Format(float64(s.Hoped())) }

// Aimed returns the schema with the classes of the row's prediction: with a goal, its bands.
func (s *State) Aimed() data.Schema {
	return document.InBands(s.Data.Table.Schema, s.Explain.Cuts, s.Explain.CutsOf)
}

func (in SetPart) apply(w *turn) {
	if slices.Contains(data.Parts, in.Part) {
		w.Explain.Part = in.Part
		w.otherRows()
	}
}

func (in SetHits) apply(w *turn) {
	w.Explain.Search = clipped(in.Search)
	w.otherRows()
}

// otherRows goes to the first row of the new selection.
func (w *turn) otherRows() {
	w.picked()
	w.goTo(0)
	w.findRows(0, w.Explain.narrowed())
}

func (in MoreHits) apply(w *turn) { w.findRows(max(in.From, 0), true) }

func (in GoToRow) apply(w *turn) { w.pick(in.Pos) }

func (in StepRow) apply(w *turn) { w.pick(w.Explain.place() + in.By) }

func (in MarkRow) apply(w *turn) {
	e := &w.Explain
	at, marked := slices.BinarySearch(e.Marks, in.Row)
	switch {
	case in.Row < 0 || in.Row >= w.Data.Table.Rows || marked == in.On:
	case !in.On:
		e.Marks = slices.Delete(slices.Clone(e.Marks), at, at+1)
	case len(e.Marks) >= snapshot.MaxMarks:
		w.alert(TheRow, sayManyMarks(snapshot.MaxMarks))
	default:
		e.Marks = slices.Insert(slices.Clone(e.Marks), at, in.Row)
	}
}

func (in GoToMark) apply(w *turn) {
	e := &w.Explain
	e.Part, e.Search, e.Filter = data.AllRows, "", document.RowFilter{}.Within(w.Data.Table.Schema)
	e.Total = w.Data.Table.Rows
	w.findRows(0, false)
	w.pick(in.Row)
}

// pick goes to a row chosen by the person.
func (w *turn) pick(pos int) {
	w.picked()
	w.goTo(pos)
}

func clipped(search string) string {
	return strings.ToValidUTF8(search[:min(len(search), maxSearch)], "")
}

// place returns the place of the row, or of the row on its way.
func (e Explain) place() int {
	if e.Waiting {
		return e.going
	}
	return e.Pos
}

// goTo asks for the row at a place of the list. The list wraps around.
func (w *turn) goTo(pos int) {
	e := &w.Explain
	w.settle(TheRow)
	if !w.Data.HasTable {
		w.alert(TheRow, sayOpenFirst)
		return
	}
	if e.Total > 0 {
		pos = (pos%e.Total + e.Total) % e.Total
	}
	e.Waiting, e.going = true, pos
	e.rowJob = w.send(wire.Rows{Part: e.Part, Search: e.Search, Filter: w.wireFilter(e.Filter), From: max(pos, 0),
		Limit: 1})
}

// findRows asks for a page of the list, or closes the list.
func (w *turn) findRows(from int, show bool) {
	e := &w.Explain
	if !show || !w.Data.HasTable {
		e.Hits, e.hitsJob = hits{}, 0
		return
	}
	e.hitsJob = w.send(wire.Rows{Part: e.Part, Search: e.Search, Filter: w.wireFilter(e.Filter), From: from,
		Limit: MaxHits})
}

func (w *turn) rowCame(f wire.Page) {
	e := &w.Explain
	e.Waiting, e.Total = false, f.Total
	rows := f.Values.Rows()
	if len(rows) == 0 || len(f.Index) == 0 || len(f.Outcomes) == 0 {
		if f.Total > 0 { // the list became shorter than the place
			w.goTo(0)
			return
		}
		w.findQueued()
		return
	}
	e.Pos, e.Index, e.True = f.From, f.Index[0], f.Outcomes[0]
	e.Row, e.Edited, e.HasRow = rows[0], slices.Clone(rows[0]), true
	e.Queued, e.reverse = e.Queued || e.Finding, false // the request applies to the row that came
	w.clearFound()
	w.predict()
	w.findQueued()
}

func (w *turn) hitsCame(f wire.Page) {
	e := &w.Explain
	e.Total = f.Total
	e.Hits = hits{From: f.From, Index: f.Index, Rows: f.Values.Rows(), Outcomes: f.Outcomes, Said: f.Predicted,
		Shown: true}
}
