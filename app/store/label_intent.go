package store

import (
	"slices"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// Intents about labels.
type (
	// OpenDeck requests cards while the step is open.
	OpenDeck  struct{}
	CloseDeck struct{}

	// Judge labels the present card and shows the next one.
	Judge struct {
		Verdict label.Verdict
		Reason  []int // among the changed features
	}

	// JudgeWay labels a result of the explained row, counted from 0, or with Not removes its label.
	JudgeWay struct {
		Index   int
		Verdict label.Verdict
		Reason  []int // among the changed features
		Not     bool
	}

	// StepCard goes back to the previous card or, without Back, forward from one that the same
	// person has judged.
	StepCard struct{ Back bool }

	SetLabelName   struct{ Name string }
	SetLabelling   struct{ document.Labelling }
	SetLabelFilter struct{ LabelFilter }

	// EditLabel changes a label, by its place in the list.
	EditLabel struct {
		Index   int
		Verdict label.Verdict
		Reason  []int
	}
	RemoveLabel struct{ Index int }

	// RemoveShown removes the labels that pass the filter.
	RemoveShown struct{}

	// ImportLabels adds the labels of a file.
	ImportLabels struct{ Bytes []byte }

	// LabelByRule demonstrates labelling: the graph's hard rules label the next cards.
	LabelByRule struct{ Count int }

	FineTuneNow     struct{}
	RestorePrevious struct{}

	// AnswerTuned says whether to adopt a generator that keeps rules less often than before.
	AnswerTuned struct{ Adopt bool }
)

func (OpenDeck) apply(w *turn) {
	w.settle(TheLabels)
	w.Labels.Open, w.Labels.NoMore = true, false
}

func (CloseDeck) apply(w *turn) { w.Labels.Open = false }

func (in Judge) apply(w *turn) {
	c, ok := w.Labels.Card()
	if w.Images.Has && in.Verdict <= label.Unsure {
		w.judgeImage(in.Verdict)
	}
	if !ok || in.Verdict > label.Unsure {
		return
	}
	if w.labelCard(c, in.Verdict, in.Reason) {
		w.Labels.At++
	}
	if b, ok := w.Labels.LastAgainst(); ok {
		w.say(sayAgainstRule(b.Rules[0].String(w.Data.Table.Schema)))
	}
}

// labelCard records a person's verdict on a pair. It replaces the same person's earlier label.
func (w *turn) labelCard(c label.Card, v label.Verdict, reason []int) bool {
	x := label.Label{Row: c.Row, Factual: c.Factual, Counterfactual: c.Counterfactual, Target: c.Target, Verdict: v,
		Reason: reason, By: w.Labels.Name}
	x.Reason = reasonOf(x)
	list := label.Merge(w.Labels.List, []label.Label{x})
	if len(list) > label.MaxLabels {
		w.alert(TheLabels, sayManyLabels)
		return false
	}
	w.setLabels(list)
	return true
}

func (in JudgeWay) apply(w *turn) {
	c, ok := w.WayCard(in.Index)
	if !ok || in.Verdict > label.Unsure {
		return
	}
	if !in.Not {
		w.labelCard(c, in.Verdict, in.Reason)
	} else if said, ok := w.Labels.Said(c); ok {
		w.setLabels(slices.DeleteFunc(slices.Clone(w.Labels.List), func(x label.Label) bool {
			return x.By == said.By && x.Pair() == said.Pair()
		}))
	}
}
func (in JudgeWay) step(data.Schema) string {
	if in.Not {
		return "Took a label back"
	}
	return "Labelled as " + min(in.Verdict, label.Unsure).String()
}

// WayCard returns a result of the explained row as a card. Followers are rounded: labels hold whole
// numbers where the column does.
func (s *State) WayCard(index int) (label.Card, bool) {
	e := s.Explain
	if !e.HasFound || index < 0 || index >= len(e.Found.Rows) || s.Labels.hash != s.Data.Table.Hash {
		return label.Card{}, false
	}
	x := e.Found.Rows[index]
	c := label.Card{Row: e.FoundRow, Factual: e.Found.Factual.Row,
		Counterfactual: slices.Clone(x.Row),
		Predicted:      e.Found.Factual.Class, Target: x.Class, Given: e.Found.Factual.Shares,
		Shares: x.Shares}
	if o := s.Data.Table.Schema.Outcome; len(e.Found.Cuts) > 0 {
		c.Predicted, c.Target = o.Band(e.Found.Factual.Number), o.Band(x.Number)
		if c.Given, c.Shares = nil, nil; c.Predicted == c.Target || e.Found.Of > 0 {
			return label.Card{}, false // labels are about classes
		}
	}
	for j, f := range s.Data.Table.Schema.Features {
		if !f.Holds(c.Counterfactual[j]) {
			c.Counterfactual[j] = f.Round(c.Counterfactual[j])
		}
	}
	return c, true
}
func (in Judge) step(data.Schema) string { return "Labelled as " + in.Verdict.String() }

// reasonOf keeps only changed features of a reason, in order.
func reasonOf(x label.Label) []int {
	var list []int
	for _, j := range x.Changed() {
		if slices.Contains(x.Reason, j) {
			list = append(list, j)
		}
	}
	return list
}

func (in StepCard) apply(w *turn) {
	l := &w.Labels
	if in.Back {
		l.At = max(l.At-1, 0)
	} else if c, ok := l.Card(); ok {
		if _, said := l.Said(c); said {
			l.At++
		}
	}
}

func (in SetLabelName) apply(w *turn) {
	w.Labels.Name = oneLine(in.Name, label.MaxName)
}

func (in SetLabelling) apply(w *turn) {
	l, s := &w.Labels, in.Labelling
	switch s.Choice {
	case label.TeachMost, label.AnyCards, label.OfRow:
	default:
		s.Choice = l.Settings.Choice
	}
	s.Every = clamp(s.Every, 0, label.MaxLabels)
	s.Row = clamp(s.Row, 0, max(w.Data.Table.Rows-1, 0))
	if s.Weight = number(s.Weight, 0, model.MaxWeight, l.Settings.Weight); s.Weight == (document.Labelling{}).WeightFor(
		w.Generator.Preset) {
		s.Weight = 0
	}
	if s.Toward < document.AnyClass || s.Toward > w.Data.Table.Schema.Classes() {
		s.Toward = 0
	}
	old := l.Settings
	l.Settings = s
	if s.Choice != old.Choice || s.Choice == label.OfRow && s.Row != old.Row || s.Seed != old.Seed {
		l.NoMore = false
		l.dropCards(l.At)
	}
}

func (in SetLabelFilter) apply(w *turn) { w.Labels.Filter = in.LabelFilter }

func (in EditLabel) apply(w *turn) {
	if list := w.Images.Labels.List; in.Index >= 0 && in.Index < len(list) && in.Verdict < label.Unsure {
		w.Images.Labels.List = slices.Clone(list)
		w.Images.Labels.List[in.Index].Feasible = in.Verdict == label.Feasible
	}
	if in.Index < 0 || in.Index >= len(w.Labels.List) || in.Verdict > label.Unsure {
		return
	}
	list := slices.Clone(w.Labels.List)
	x := &list[in.Index]
	x.Verdict, x.Reason = in.Verdict, in.Reason
	x.Reason = reasonOf(*x)
	w.setLabels(list)
}
func (EditLabel) step(data.Schema) string { return "Changed a label" }

func (in RemoveLabel) apply(w *turn)        { w.removeLabels(in.Index) }
func (RemoveLabel) step(data.Schema) string { return "Removed a label" }

func (RemoveShown) apply(w *turn) {
	shown := w.Labels.Shown()
	if w.Images.Has {
		shown = w.Images.Labels.Shown(w.Labels.Filter)
	}
	if len(shown) > 0 {
		w.removeLabels(shown...)
		w.say(sayRemoved(len(shown)))
	}
}
func (RemoveShown) step(data.Schema) string { return "Removed labels" }

// removeLabels removes labels of rows or images by their places.
func (w *turn) removeLabels(places ...int) {
	if list := w.Images.Labels.List; w.Images.Has {
		if left := without(list, places); len(left) < len(list) {
			w.Images.Labels.List = left
		}
	} else if left := without(w.Labels.List, places); len(left) < len(w.Labels.List) {
		w.setLabels(left)
	}
}

// without returns a list without the items at some places.
func without[T any](list []T, places []int) (left []T) {
	gone := make([]bool, len(list))
	for _, i := range places {
		if i >= 0 && i < len(list) {
			gone[i] = true
		}
	}
	for i, x := range list {
		if !gone[i] {
			left = append(left, x)
		}
	}
	return left
}

func (in ImportLabels) apply(w *turn) {
	w.settle(TheLabels)
	if w.Images.Has {
		w.importImageLabels(in.Bytes)
		return
	}
	if !w.Data.HasTable {
		w.alert(TheLabels, sayOpenFirst)
		return
	}
	list, err := label.ReadCSV(in.Bytes, w.Data.Table.Schema.Own(), w.Labels.Name)
	if err != nil {
		w.alert(TheLabels, Why(err))
		return
	}
	all := label.Merge(w.Labels.List, list)
	if len(all) > label.MaxLabels {
		w.alert(TheLabels, sayManyLabels)
		return
	}
	before := len(w.Labels.List)
	w.setLabels(all)
	w.say(sayImported(len(list), len(all)-before, len(w.Labels.Disagree)))
}
func (ImportLabels) step(data.Schema) string { return "Opened labels" }

func (in LabelByRule) apply(w *turn) {
	w.settle(TheLabels)
	if len(w.labelRules()) == 0 {
		w.alert(TheLabels, sayNoLabelRules)
		return
	}
	l := &w.Labels
	l.Open, l.NoMore = true, false
	if l.byRule = clamp(in.Count, 0, 1000); l.byRule > 0 && !l.raw {
		l.raw = true
		l.dropCards(l.At) // these keep the rules, so a demonstration would show nothing
	}
}
func (LabelByRule) merge(State) string      { return "labels by the rules" } // cards come a few at a time
func (LabelByRule) step(data.Schema) string { return "Labels by the rules" }

// apply makes the generator learn from the labels. If labels cannot tune the generator, it is replaced
// by Example-based, which learns from them after its training.
func (FineTuneNow) apply(w *turn) {
	w.settle(TheLabels)
	switch {
	case w.Images.Has:
		w.learnFromImages()
	case w.Labels.Phase.Active():
	case w.Labels.Asking():
		w.alert(TheLabels, sayAnswerFirst)
	case !w.Generator.HasResult:
		w.alert(TheLabels, sayGeneratorFirst)
	case w.isTraining():
		w.alert(TheLabels, sayTuneLater)
	case len(label.Settled(w.Labels.List)) == 0:
		w.alert(TheLabels, sayLabelFirst)
	case !w.Generator.Tunable():
		w.alert(TheLabels, sayGone(w.Generator.Learned.Method))
	default:
		w.fineTune()
	}
}

func (w *turn) cancelTuning() {
	if l := &w.Labels; l.Phase == Running {
		l.Phase = Canceling
		w.sendAs(l.tuneJob, wire.Cancel{})
	}
}

func (in AnswerTuned) apply(w *turn) {
	switch l := &w.Labels; {
	case !l.Asking():
	case in.Adopt:
		RestorePrevious{}.apply(w)
	case l.undoJob == 0:
		l.asks = false
		w.measuredAs(l.Result.Before) // as after undoing an adopted one
		w.settle(TheLabels)
		w.say(sayKeptPresent)
	}
}

func (RestorePrevious) apply(w *turn) {
	if w.Labels.HasPrevious() {
		w.bringBack(w.Labels.previous)
	}
}

// bringBack asks the engine for an earlier generator.
func (w *turn) bringBack(generator []byte) {
	l := &w.Labels
	switch {
	case l.undoJob != 0 || !w.Generator.HasResult:
	case l.Phase.Active() || w.isTraining():
		w.alert(TheLabels, sayTuneLater)
	default:
		l.undoJob = w.send(wire.Restore{Classifier: w.Classifier.Result.Model, Generator: generator})
	}
}
