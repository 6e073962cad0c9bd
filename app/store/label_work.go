package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"

	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// tendLabels runs after every intent: labels follow the table, cards follow the generator, more
// cards are requested in time, and the generator learns once there are enough new labels.
func (w *turn) tendLabels() {
	l := &w.Labels
	w.followTable()
	if !samePlace(l.generator, w.Generator.Result.Model) {
		l.generator, l.NoMore = w.Generator.Result.Model, false
		at := l.At + 1 // the card on show stays
		if !w.Generator.HasResult {
			at = l.At
		}
		l.dropCards(at)
		if tuned := len(l.ours) > 0 && samePlace(l.generator, l.ours); !tuned { // trained anew
			l.Result, l.HasResult, l.Restored, l.Judged, l.Rounds, l.Origin = wire.FineTuned{}, false, false,
				MeasuredBy{}, nil, Ours
			l.asks = false
			l.previous, l.ours = nil, nil
			l.learned = nil
			l.countPending()
			l.anew = l.Pending > 0 && w.Generator.HasResult && w.Generator.Settings.Method.FromLabels()
		}
	}
	w.followRules()
	w.followWanted()
	w.labelByRule()
	if w.Link.Down || w.Link.Recovering || !w.Generator.HasResult {
		return
	}
	w.askCards()
	if n := l.Settings.Every; (n > 0 && l.Pending >= n || l.anew) && l.Phase == Resting && l.undoJob == 0 &&
		!l.Asking() &&
		!w.Classifier.Phase.Active() && !w.Generator.Phase.Active() && len(label.Settled(l.List)) > 0 &&
		w.Generator.Tunable() {
		w.fineTune()
	}
}

// followRules drops waiting cards if the graph's hard rules have changed since they were made, and the
// present card if it breaks a rule.
func (w *turn) followRules() {
	l := &w.Labels
	if l.edited == w.Graph.Edited {
		return
	}
	l.edited = w.Graph.Edited
	rules := w.labelRules()
	if reflect.DeepEqual(rules, l.obeyed) {
		return
	}
	l.obeyed, l.NoMore, l.raw, l.byRule = rules, false, false, 0
	at := l.At
	if c, ok := l.Card(); ok && causal.AllHold(w.Data.Table.Schema, rules, c.Factual, c.Counterfactual) {
		at++
	}
	l.dropCards(at)
}

// followWanted drops the cards that lead to another class than the present target.
func (w *turn) followWanted() {
	if l, to := &w.Labels, w.Toward(); l.toward != to {
		l.toward, l.NoMore = to, false
		if !l.raw {
			l.dropCards(l.At)
		}
	}
}

// followTable shelves labels with their table and restores them with it.
func (w *turn) followTable() {
	l := &w.Labels
	if l.table == w.Data.TableID && l.hash == w.Data.Table.Hash {
		return
	}
	if w.Data.Table.Hash == "" && w.Data.TableID == l.table {
		return // the engine lost the table and will get it again
	}
	list := l.List
	if hash := w.Data.Table.Hash; hash != l.hash {
		shelf := slices.DeleteFunc(slices.Clone(l.shelf), func(s shelved) bool {
			return s.hash == l.hash || s.hash == hash
		})
		if len(list) > 0 {
			shelf = append(shelf, shelved{l.hash, list})
		}
		list = nil
		for _, s := range l.shelf {
			if s.hash == hash {
				list = s.list
			}
		}
		l.shelf = shelf[max(0, len(shelf)-shelfSize):]
	}
	settings := l.Settings
	settings.Row, settings.Weight = clamp(settings.Row, 0, max(w.Data.Table.Rows-1, 0)), 0
	settings.Toward = 0
	w.Labels = Labels{Settings: settings, Name: l.Name, Open: l.Open, shelf: l.shelf, asked: l.asked,
		table: w.Data.TableID, hash: w.Data.Table.Hash}
	l.edited = -1
	w.setLabels(list)
}

// dropCards drops the cards from a place on, and those that were requested.
func (l *Labels) dropCards(from int) {
	l.Deck = slices.Clone(l.Deck[:min(from, len(l.Deck))])
	l.cardsJob, l.Waiting = 0, false
}

// askCards requests cards ahead of time, so that the next one is there at once.
func (w *turn) askCards() {
	l := &w.Labels
	if !l.Open || l.Waiting || l.NoMore || len(l.Deck)-l.At >= cardsAhead {
		return
	}
	l.asked++
	m := wire.AskCards{Count: cardsAsked, Choice: l.Settings.Choice, Row: l.Settings.Row,
		Seed: l.Settings.Seed + uint64(l.asked), Labels: teach(l.List),
		Knowledge: w.Graph.Sketch.Knowledge(), Toward: l.toward, Raw: l.raw}
	var from, to [][]float64
	for _, x := range l.List {
		from, to = append(from, x.Factual), append(to, x.Counterfactual)
	}
	for _, c := range l.Deck {
		from, to = append(from, c.Factual), append(to, c.Counterfactual)
	}
	m.SeenFactual, m.SeenCounterfactual = wire.NewRows(from), wire.NewRows(to)
	l.Waiting, l.cardsJob = true, w.send(m)
}

// teach returns the labels that a generator learns from.
func teach(list []label.Label) model.Labels { return model.NewLabels(label.Settled(list)) }

func (w *turn) cardsCame(f wire.Cards) {
	l := &w.Labels
	l.Waiting, l.Of = false, f.Of
	old := max(0, l.At-cardsKept)
	l.At -= old
	if l.Deck = slices.Concat(l.Deck[old:], f.List); len(f.List) == 0 {
		l.NoMore = true
		l.byRule = 0
		if !l.raw {
			w.say(sayNoMoreCards)
		}
	}
}

// labelByRule lets the rules label the waiting cards.
func (w *turn) labelByRule() {
	l := &w.Labels
	if l.byRule > 0 {
		w.labelDeckByRule()
	}
	if l.byRule == 0 && l.raw {
		l.raw, l.NoMore = false, false
		l.dropCards(l.At)
	}
}

func (w *turn) labelDeckByRule() {
	l, rules, s := &w.Labels, w.labelRules(), w.Data.Table.Schema
	list, did := l.List, 0
	for ; l.byRule > 0 && l.At < len(l.Deck) && len(rules) > 0 && len(list) < label.MaxLabels; l.At++ {
		c := l.Deck[l.At]
		x := label.Label{Row: c.Row, Factual: c.Factual, Counterfactual: c.Counterfactual, Target: c.Target,
			By: nameOfRules}
		list = append(list[:len(list):len(list)], label.ByRules(s, rules, x))
		l.byRule--
		did++
	}
	if did > 0 {
		w.setLabels(label.Merge(list))
		w.demonstrated = true
		w.say(sayByRule(did))
	}
}

// tuneSettings returns the settings of a fine-tuning between labels: those of a round in cmd/paper,
// but with so few epochs that it takes seconds. The weights of what the generator learned from the
// graph, and of giving up, stay the same relative to validity.
func (w *turn) tuneSettings() model.Recipe {
	t := model.PersonRound(w.Generator.Preset, sizeOf(w.Data.Table)).Current()
	t.Feasibility = w.Labels.Settings.WeightFor(w.Generator.Preset)
	t.Batch = w.Generator.Settings.Batch
	perEpoch := (max(w.Data.Table.Train, 1) + t.Batch - 1) / t.Batch
	t.Epochs = clamp(tuneSteps/perEpoch, 2, 60)
	g := w.Generator.Learned
	if s := g.Settings; s.Validity > 0 && len(g.Knowledge.Terms(w.Data.Table.Schema, g.Method.Learns())) > 0 {
		t.Rules = min(s.Feasibility*t.Validity/s.Validity, model.MaxWeight)
		t.GiveUp = s.GiveUp
	}
	return t
}

func (w *turn) fineTune() {
	l := &w.Labels
	w.settle(TheLabels)
	m := wire.FineTune{Labels: teach(l.List), Train: w.tuneSettings(), Seed: l.Settings.Seed + uint64(len(l.List)),
		Knowledge: w.Graph.Sketch.Knowledge()}
	l.Phase, l.Progress, l.anew = Running, wire.Epoch{}, false
	l.teaching = label.Settled(l.List)
	l.tuneBy = model.Tuning{Train: m.Train, Seed: m.Seed, Orders: m.Knowledge.Orders}
	l.learning = verdictsOf(l.teaching)
	l.countPending()
	l.tuneBy.Rules = m.Knowledge.AllRules(w.Data.Table.Schema)
	l.tuneJob = w.send(m)
	w.say(sayTuning(len(m.Labels.Target)))
}

// tuningEnded forgets a fine-tuning that ended without a result.
func (l *Labels) tuningEnded() {
	l.tuneJob, l.Phase, l.Progress = 0, Resting, wire.Epoch{}
	l.learned, l.learning = l.learning, nil // retried after a full round of new labels, or on request
	l.countPending()
}

// tuningSaid handles the engine's facts about a fine-tuning.
func (w *turn) tuningSaid(m wire.Message) {
	switch m := m.(type) {
	case wire.Epoch:
		w.Labels.Progress = m
	case wire.Canceled:
		w.Labels.tuningEnded()
		w.say(sayTuneCanceled)
	case wire.FineTuned:
		w.fineTuned(m)
	}
}

// fineTuned asks the person whether to adopt the new generator. Until then the previous one stays
// in force.
func (w *turn) fineTuned(m wire.FineTuned) {
	l := &w.Labels
	l.Result, l.HasResult, l.Judged = m, true, MeasuredBy{rules: l.tuneBy.Rules}
	rounds := append(slices.Clone(l.Rounds), snapshot.RoundOf(m))
	l.Rounds = rounds[max(0, len(rounds)-snapshot.MaxRounds):]
	l.previous, l.before = m.Model, w.Generator.Learned.tunedBy(l.tuneBy, l.teaching)
	l.Restored, l.asks = true, true // as after undoing it

	if told := &w.Generator.Learned.Told; len(l.before.Told) > len(*told) { // one starts where the other ends
		*told = l.before.Told
	}
	l.tuningEnded()
	w.say(sayTuned(m))
}

// measuredAs sets the generator's figures to those measured before or after the last fine-tuning.
func (w *turn) measuredAs(m model.Measured) {
	l, g := &w.Labels, &w.Generator.Result
	g.Decoded, g.TestRows, g.Kept, g.KeptAll = m.Scores, l.Result.Rows, m.Kept, m.KeptAll
	g.Answers = model.Answers{} // not measured on these rows
	w.Generator.Judged = l.Judged
}

// previousRestored swaps the generator with the previous one, so that the same click swaps them back.
func (w *turn) previousRestored(wire.Restored) {
	l, g := &w.Labels, &w.Generator.Result
	g.Model, l.previous = l.previous, g.Model
	l.before, w.Generator.Learned = w.Generator.Learned, l.before
	if a, b := &l.before.Told, &w.Generator.Learned.Told; len(*a) > len(*b) { // one starts where the other ends
		*b = *a
	} else {
		*a = *b
	}
	l.ours = g.Model
	adopted := l.asks
	l.Restored, l.asks = !l.Restored, false
	w.measuredAs(l.Result.After)
	if l.Restored {
		w.measuredAs(l.Result.Before)
	}
	w.clearFound()
	w.say(sayPrevious(l.Restored, adopted))
}

// labelsLost forgets the questions to the dead engine. The next fine-tuning learns from the labels of an
// interrupted one.
func (w *turn) labelsLost() {
	l := &w.Labels
	l.Waiting = false
	if l.Phase.Active() {
		l.Phase, l.Progress, l.learning = Resting, wire.Epoch{}, nil
		l.countPending()
	}
}

// restoreLabels restores the labels of a step in the history and, on undo, the card.
func (w *turn) restoreLabels(list []label.Label, hash string) {
	l := &w.Labels
	if hash != l.hash || len(list) == len(l.List) && (len(list) == 0 || &list[0] == &l.List[0]) {
		return
	}
	w.setLabels(list)
	for i, c := range l.Deck[:min(l.At+1, len(l.Deck))] {
		if _, said := l.Said(c); !said {
			l.At = i
			break
		}
	}
}

// labelRules returns the rules that label in a demonstration.
func (w *turn) labelRules() []causal.Rule { return causal.Hard(w.Graph.AllRules(w.Data.Table.Schema)) }
