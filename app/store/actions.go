package store

import (
	"slices"

	"causeway/core/wire"
)

// GroupActions are few actions for the rows of a batch that are explained. They are not
// kept: the same rows give the same ones.
type GroupActions struct {
	Is      wire.ActionsChosen
	Has     bool
	Finding bool
	Share   float64 // of the candidates that were tried
	Target  int
	Places  []int // of the rows asked about, among those that are done
	Index   []int // the same rows in the table or the file
	Left    int   // rows that were not asked about, as they are too many

	job int
}

// FindActions looks for at most Most actions for the rows of the batch; StopActions ends that.
type (
	FindActions struct{ Most int }
	StopActions struct{}
)

func (in FindActions) apply(w *work) {
	b := &w.Batch
	w.settle(TheBatch)
	switch {
	case b.Actions.Finding || !b.HasResult:
		return
	case b.Phase != Resting:
		w.alert(TheBatch, sayBatchBusy)
		return
	}
	target := b.Query.Target
	if target < 0 {
		target = w.Data.Wanted()
	}
	ask := wire.ChooseActions{Query: b.Query, Within: b.Within, Most: clamp(in.Most, 1, wire.MaxActions)}
	ask.Query.Target = target
	var rows []BatchRow
	var places []int
	n := 0
	b.Each(func(r BatchRow) {
		if r.Target == target && r.Predicted != target {
			rows, places = append(rows, r), append(places, n)
		}
		n++
	})
	a := GroupActions{Target: target, Left: max(0, len(rows)-wire.MaxMany)}
	var values, answers [][]float64
	for k := range min(len(rows), wire.MaxMany) {
		i := k * len(rows) / min(len(rows), wire.MaxMany) // from begin to end, as they may be in an order
		values, a.Places, a.Index = append(values, rows[i].Factual), append(a.Places, places[i]), append(a.Index, rows[i].Index)
	}
	for depth := 0; len(ask.Of) < wire.MaxMany; depth++ { // the nearest of all rows first
		more := false
		for k := range values {
			if r := rows[k*len(rows)/len(values)]; depth < len(r.Found) && len(ask.Of) < wire.MaxMany {
				if more = true; r.Found[depth].Class == target {
					ask.Of, answers = append(ask.Of, k), append(answers, r.Found[depth].Values)
				}
			}
		}
		if !more {
			break
		}
	}
	if len(answers) == 0 {
		w.alert(TheBatch, sayNoActions(w.Data.Table.Schema, target))
		return
	}
	ask.Rows, ask.Answers = wire.NewRows(values), wire.NewRows(answers)
	a.Finding, a.job = true, w.send(ask)
	b.Actions = a
	w.say(sayFindingActions)
}
func (FindActions) needsEngine() bool { return true }

func (StopActions) apply(w *work) {
	if a := w.Batch.Actions; a.job != 0 {
		w.sendAs(a.job, wire.Cancel{})
	}
}

// actionsFact takes what the engine says of actions; it reports whether it is about them.
func (w *work) actionsFact(job int, f wire.Message) bool {
	a := &w.Batch.Actions
	if a.job == 0 || job != a.job {
		return false
	}
	switch f := f.(type) {
	case wire.Progress:
		a.Share = f.Share
	case wire.ActionsChosen:
		a.Is, a.Has, a.Finding, a.job = f, a.fits(f), false, 0
		if a.Has {
			w.say(sayActionsFound(len(f.List), f.Covered, len(a.Index)))
		}
	default: // it was ended
		*a = GroupActions{}
		w.say("")
	}
	return true
}

// fits reports whether an answer is about the rows that were asked about.
func (a GroupActions) fits(f wire.ActionsChosen) bool {
	return f.Covered <= len(a.Index) && !slices.ContainsFunc(f.List, func(x wire.ChosenAction) bool {
		return slices.ContainsFunc(x.Rows, func(i int) bool { return i >= len(a.Index) })
	})
}

// actionsFailed ends a search for actions that could not be done; it reports whether it is one.
func (w *work) actionsFailed(job int, why string) bool {
	if a := &w.Batch.Actions; a.job == 0 || job != a.job {
		return false
	}
	w.Batch.Actions = GroupActions{}
	if why != "" {
		w.alert(TheBatch, why)
		w.say("")
	}
	return true
}
