package store

import (
	"slices"

	"causeway/core/data"
	"causeway/core/wire"
)

// GroupActions holds a few actions that help many explained rows of a batch. They are saved with
// the batch and dropped with it.
type GroupActions struct {
	Is      wire.ActionsChosen
	Has     bool
	Finding bool
	Share   float64 // share of the candidates tried
	Target  int
	Places  []int // finished rows among the requested ones
	Index   []int // the same rows in the table or the file
	Left    int   // rows left out because there are too many

	job     int
	made    int // changes with Actions
	unasked bool
}

// UsualActions is how many actions are looked for unless the person says otherwise.
const UsualActions = 3

// FindActions looks for at most Most actions for the rows of the batch. StopActions cancels the
// search.
type (
	FindActions struct {
		Most    int
		unasked bool
	}
	StopActions struct{}
)

func (in FindActions) apply(w *turn) {
	b := &w.Batch
	b.acted = true
	w.settle(TheBatch)
	switch {
	case b.Actions.Finding || !b.HasResult:
		return
	case b.Phase != Resting:
		w.alert(TheBatch, sayBatchBusy)
		return
	case b.HasGoal():
		w.alert(TheBatch, sayActionsGoal)
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
	n, unseen := 0, 0
	b.Each(func(r BatchRow) {
		switch {
		case r.Target != target || r.Predicted == target:
		case b.knows(w.Data.schema, r.Factual):
			rows, places = append(rows, r), append(places, n)
		default:
			unseen++
		}
		n++
	})
	if unseen > 0 {
		w.alert(TheBatch, sayUnseen(unseen))
	}
	a := GroupActions{Target: target, Left: max(0, len(rows)-wire.MaxMany)}
	var values, answers [][]float64
	for k := range min(len(rows), wire.MaxMany) {
		i := k * len(rows) / min(len(rows), wire.MaxMany) // rows evenly spread over the list
		values, a.Places, a.Index = append(values, rows[i].Factual), append(a.Places, places[i]),
			append(a.Index, rows[i].Index)
	}
	for depth := 0; len(ask.Of) < wire.MaxMany; depth++ { // the nearest of all rows first
		more := false
		for k := range values {
			if r := rows[k*len(rows)/len(values)]; depth < len(r.Found) && len(ask.Of) < wire.MaxMany {
				if more = true; r.Found[depth].Class == target {
					ask.Of, answers = append(ask.Of, k), append(answers, r.Found[depth].Row)
				}
			}
		}
		if !more {
			break
		}
	}
	if len(answers) == 0 {
		if !in.unasked {
			w.alert(TheBatch, sayNoActions(w.Data.Table.Schema, target))
		}
		return
	}
	ask.Rows, ask.Answers = wire.NewRows(values), wire.NewRows(answers)
	a.Finding, a.job, a.unasked = true, w.send(ask), in.unasked
	if b.Actions = a; !a.unasked {
		w.say(sayFindingActions)
	}
}

func (StopActions) apply(w *turn) { w.cancelJob(w.Batch.Actions.job) }

// actionsSaid handles the engine's facts about actions.
func (w *turn) actionsSaid(m wire.Message) {
	a := &w.Batch.Actions
	switch f := m.(type) {
	case wire.Progress:
		a.Share = f.Share
	case wire.ActionsChosen:
		a.Is, a.Has, a.Finding, a.made, a.job = f, a.fits(f), false, a.job, 0
		if a.Has && !a.unasked {
			w.say(sayActionsFound(len(f.List), f.Covered, len(a.Index)))
		}
	default: // it was canceled
		if *a = (GroupActions{}); !w.Batch.Unasked {
			w.say("")
		}
	}
}

// fits reports whether an answer is about the rows that were sent.
func (a GroupActions) fits(f wire.ActionsChosen) bool {
	return f.Covered <= len(a.Index) && !slices.ContainsFunc(f.List, func(x wire.ChosenAction) bool {
		return slices.ContainsFunc(x.Rows, func(i int) bool { return i >= len(a.Index) })
	})
}

// dropActions forgets the actions and cancels the search for them.
func (w *turn) dropActions() {
	w.cancelJob(w.Batch.Actions.job)
	w.Batch.Actions, w.Batch.acted = GroupActions{}, false
}

// toSaved returns the actions in the form that is saved.
func (a GroupActions) toSaved() keptActions {
	if !a.Has {
		return keptActions{}
	}
	return keptActions{a.Target, a.Places, a.Index, a.Left, a.Is}
}

// restore restores saved actions if they concern rows of the batch.
func (k keptActions) restore(b Batch, s data.Schema) (GroupActions, bool) {
	a := GroupActions{Is: k.Is, Has: true, Target: k.Target, Places: k.Places, Index: k.Index, Left: k.Left}
	if len(k.Index) == 0 || len(k.Places) != len(k.Index) || k.Target >= s.Classes() || k.Is.Check() != nil ||
		!a.fits(k.Is) {
		return GroupActions{}, false
	}
	for _, x := range k.Is.List {
		for i, j := range x.Features {
			if j >= len(s.Features) || x.To[i] >= max(1, len(s.Features[j].Levels)) ||
				x.After.Size(1) != len(s.Features) {
				return GroupActions{}, false
			}
		}
	}
	n, at := 0, 0
	b.Each(func(r BatchRow) {
		if at < len(k.Places) && k.Places[at] == n && k.Index[at] == r.Index && r.Target == k.Target {
			at++
		}
		n++
	})
	return a, at == len(k.Places)
}
