package store

import (
	"slices"

	"causeway/core/data"
	"causeway/core/document"
)

// SetWanted names the class that people hope for.
type SetWanted struct{ Class int }

func (in SetWanted) apply(w *turn) {
	if w.Data.HasTable && in.Class >= 0 && in.Class < w.Data.Table.Schema.Classes() {
		aimed := w.Explain.Find.Target == w.Data.aim()
		w.Data.Chosen = in.Class + 1
		if aimed {
			w.Explain.Find.Target = w.Data.aim()
		}
		if w.Explain.Filter.Predicted == document.Refused {
			w.goTo(0)
			w.findRows(0, true)
		}
		w.lead()
	}
}
func (SetWanted) step(data.Schema) string { return "The wanted outcome" }

// Wanted returns the class that people hope for: the one that a person named, or else a guess from the
// classes' names and rows, or else the most frequent class. Rows predicted as another class are
// refused.
func (d Data) Wanted() int {
	if d.Chosen > 0 {
		return min(d.Chosen-1, max(d.Table.Schema.Classes()-1, 0))
	}
	if c := data.GuessWanted(d.Table.Schema.Outcome, d.Table.Counts); c >= 0 {
		return c
	}
	if len(d.Table.Counts) == 0 {
		return 0
	}
	return slices.Index(d.Table.Counts, slices.Max(d.Table.Counts))
}

// Place returns the place of a table's row in its file, both from 0.
func (d Data) Place(row int) int { return d.Table.Report.Place(row) }

// aim returns the default target class. With two classes it is -1, the other class; with several it is
// the wanted one, because any other class might be a refusal too.
func (d Data) aim() int {
	if d.Table.Schema.Classes() > 2 {
		return d.Wanted()
	}
	return -1
}

// AsksWanted reports whether a person must choose the wanted class, because the names do not show which it is.
func (d Data) AsksWanted() bool {
	return d.HasTable && d.Chosen == 0 && data.GuessWanted(d.Table.Schema.Outcome, d.Table.Counts) < 0
}

// WantedLevel returns the name of the wanted class.
func (d Data) WantedLevel() string { return d.Table.Schema.Outcome.Format(float64(d.Wanted())) }
