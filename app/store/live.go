package store

import (
	"slices"

	"causeway/core/wire"
)

// Glance is an instant answer, shown while somebody drags the row or a search runs.
type Glance struct {
	Dragging bool
	Has      bool
	Is       wire.Explained

	row []float64 // the last row asked about
	job int
}

// seesRow reports whether the row is on show.
func (w *turn) seesRow() bool { return slices.Contains(w.here, TheRow) }

// Answers returns the counterfactuals to show: the found ones or, during a drag and the search after
// it, the glance's.
func (e Explain) Answers() wire.Explained {
	if e.Glance.Has && (e.Glance.Dragging || e.Finding) {
		return e.Glance.Is
	}
	return e.Found
}

// Shown returns the counterfactual on show.
func (e Explain) Shown() (wire.Counterfactual, bool) {
	x := e.Answers()
	if at := e.ShownAt(); at < len(x.Rows) {
		return x.Rows[at], true
	}
	return wire.Counterfactual{}, false
}

// Told returns the Answers for display, see document.Explained.Blank.
func (s *State) Told() wire.Explained { return s.Explain.Answers().Blank(s.Data.Table.Schema) }

// ToldNow returns the counterfactual on show, for display.
func (s *State) ToldNow() (c wire.Counterfactual, ok bool) {
	if x := s.Told(); s.Explain.ShownAt() < len(x.Rows) {
		return x.Rows[s.Explain.ShownAt()], true
	}
	return c, false
}

// ShownAt returns the place of the shown counterfactual among the Answers.
func (e Explain) ShownAt() int { return min(e.Way, max(len(e.Answers().Rows)-1, 0)) }

// Current reports whether the results belong to the present row.
func (e Explain) Current() bool { return e.HasFound && e.FoundRow == e.Index && !e.Stale() }

// answerRow updates the answer of the row on show after a change of row, limits or settings: during a
// drag with a glance, otherwise with a search.
func (w *turn) answerRow() {
	e := &w.Explain
	switch {
	case !w.seesRow() || !e.HasRow || !e.HasShares || !w.Classifier.HasResult || !w.Generator.HasResult ||
		w.Link.Down || w.Link.Recovering:
	case e.Glance.Dragging:
		w.glance()
	// nothing left to search
	case w.Accepted() && !e.reverse && e.Finding && !slices.Equal(e.asked.Row.Values(), e.Edited):
		w.stopFinding()
		e.findJob, e.Finding, e.refresh = 0, false, false
	case w.findWaits() || w.Accepted() && !e.reverse || w.answered() || e.Current() && !e.settingsChanged() &&
		!w.rulesChanged():
	default:
		w.findUnasked()
	}
}

// settingsChanged reports whether the last search had other settings.
func (e Explain) settingsChanged() bool {
	asked := e.asked.Search
	asked.Steady = e.Find.Steady // compared by rulesChanged, because not every classifier can be retrained
	if !asked.Goal.OfChance() {
		asked.Target = e.Find.Target
	}
	if e.wider {
		asked.MaxChanged, asked.MaxCost = e.Find.MaxChanged, e.Find.MaxCost
	}
	return asked != e.Find
}

// answered reports whether a new search would ask the same as the last one. A failed or stopped search
// is therefore not repeated automatically.
func (w *turn) answered() bool {
	return slices.Equal(w.Explain.asked.Row.Values(), w.Explain.Edited) && !w.Explain.settingsChanged() &&
		!w.rulesChanged()
}

func (w *turn) glance() {
	e := &w.Explain
	g := &e.Glance
	if g.job != 0 || slices.Equal(g.row, e.Edited) {
		return
	}
	g.row = e.Edited
	g.job = w.send(wire.Glance{Query: w.searchCommand()})
}

func (w *turn) glanced(f wire.Explained) {
	e := &w.Explain
	g := &e.Glance
	if g.Is, g.Has = f, g.row != nil; g.Dragging && e.HasShares {
		e.Shares, e.Cuts, e.CutsOf, e.Number = f.Factual.Shares, f.Cuts, f.Of, f.Factual.Number
		w.mapRow()
	}
}

func (in MoveRow) apply(w *turn) {
	e, s := &w.Explain, w.Data.Table.Schema
	m := e.Map
	if !e.HasRow || !m.Has || w.Link.Down || w.Link.Recovering || max(m.At[0], m.At[1]) >= len(s.Features) {
		return
	}
	row := slices.Clone(e.Edited)
	for i, v := range []float64{in.X, in.Y} {
		if v = s.Features[m.At[i]].Round(v); s.Features[m.At[i]].Holds(v) {
			row[m.At[i]] = v
			if j := s.FlagOf(m.At[i]); j >= 0 && v != 0 {
				row[j] = w.filled(j, row[j])
			}
		}
	}
	moved := !slices.Equal(row, e.Edited)
	switch was := e.Glance.Dragging; {
	case moved:
		e.Edited, e.Way, e.Glance.Dragging = row, 0, !in.Done
		w.picked()
	case was && in.Done:
		e.Glance.Dragging = false
	default:
		return
	}
	if in.Done { // until then the glance shows the prediction
		w.predict()
	}
}
