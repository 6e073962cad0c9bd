package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Labels is the state of labelling: the cards to judge, the labels given, and the fine-tuning that
// learns from them.
type Labels struct {
	Settings document.Labelling
	Name     string       // the person who labels; may be ""
	Deck     []label.Card // cards of this session: judged ones, the present one and those to come
	At       int          // place of the present card; len(Deck): none
	Open     bool         // request more cards as they run out
	Waiting  bool         // cards are on their way
	NoMore   bool         // the generator proposes nothing new
	Of       wire.Drawn   // where the last cards came from

	List      []label.Label // all labels on rows of this table
	Filter    LabelFilter
	Counts    [3]int           // labels by Verdict
	decided   int              // pairs with a verdict
	Disagree  [][]int          // places in List of labels that contradict each other
	Proposals []label.Proposal // rules that explain the labels
	Broken    []brokenRules    // feasible labels of changes that hard rules forbid
	Offer     file             // a file that seems to hold labels and waits for an answer; no name: none

	Pending   int // labels that the generator has not learned from
	Phase     Phase
	Progress  wire.Epoch     // progress of the running fine-tuning
	Result    wire.FineTuned // result of the last fine-tuning
	HasResult bool
	Restored  bool             // Result was rejected: the previous generator is in force
	Judged    MeasuredBy       // the rules behind Result.Before and Result.After
	Rounds    []snapshot.Round // all fine-tunings since the generator was trained
	Origin    Origin           // origin of Result and Rounds

	asks     bool          // see Asking
	previous []byte        // the generator that RestorePrevious brings back
	before   learned       // that previous was trained with
	tuneBy   model.Tuning  // settings of the running fine-tuning, without its labels
	teaching []label.Label // that it learns from
	learned  map[string]label.Verdict
	learning map[string]label.Verdict // by the running fine-tuning
	// a new generator of Example-based should learn from the present labels
	anew      bool
	byRule    int           // cards that the rules still have to label
	raw       bool          // the coming cards are drawn for that, regardless of the rules
	obeyed    []causal.Rule // hard rules that all other cards keep
	edited    int           // revision of the graph with those rules
	toward    int           // class that they lead to, or -1
	asked     int           // number of requests for cards so far
	cardsJob  int
	tuneJob   int
	undoJob   int
	table     int    // of all these labels
	hash      string // hash of that table
	generator []byte // that made the coming cards
	ours      []byte // the generator that a fine-tuning, or its undoing, put in use
	shelf     []shelved
}

// shelved holds the labels on rows of a table that is not open.
type shelved struct {
	hash string
	list []label.Label
}

// Toward returns the class that cards lead to, or -1 for any class except the predicted one.
func (s *State) Toward() int { return TowardOf(s.Labels.Settings, s.Data) }

// TowardOf returns the class that cards of a table lead to under these settings, or -1.
func TowardOf(l document.Labelling, d Data) int {
	switch t := l.Toward; {
	case t == document.AnyClass:
		return -1
	case t > 0 && t <= d.Table.Schema.Classes():
		return t - 1
	}
	if d.AsksWanted() {
		return -1
	}
	return d.Wanted()
}

// brokenRules holds the hard rules that a feasible label contradicts.
type brokenRules struct {
	Label int // place in the list
	Rules []causal.Rule
}

// LabelFilter chooses labels to list. The zero value chooses all.
type LabelFilter struct {
	Verdict  label.Verdict
	By       string
	OnlyOf   bool // only those with Verdict
	OnlyBy   bool // only those By that person
	Disagree bool // only those that contradict others
	Broken   bool // only those that contradict a rule
}

const (
	cardsAhead  = 8  // request more when fewer are left
	cardsAsked  = 16 // cards a request
	cardsKept   = 200
	shelfSize   = 10
	nameOfRules = "the rules" // who labels in a demonstration
	tuneSteps   = 600
)

var labelPreset = document.Labelling{Choice: label.TeachMost, Every: 25, Seed: 1}

// Same reports whether two states of the step are the same. Long slices are never changed in place,
// so their address identifies them.
func (l Labels) Same(m Labels) bool {
	return l.Settings == m.Settings && l.Name == m.Name && l.Offer.Name == m.Offer.Name &&
		samePlace(l.Offer.Bytes, m.Offer.Bytes) && samePlace(l.Deck, m.Deck) && l.At == m.At && l.Open == m.Open &&
		l.Waiting == m.Waiting && l.NoMore == m.NoMore && samePlace(l.List, m.List) && l.Filter == m.Filter &&
		samePlace(l.Proposals, m.Proposals) && samePlace(l.Broken, m.Broken) && l.Pending == m.Pending &&
		l.Phase == m.Phase &&
		l.Progress.Epoch == m.Progress.Epoch && l.Progress.Epochs == m.Progress.Epochs && l.HasResult == m.HasResult &&
		samePlace(l.Result.Model, m.Result.Model) && samePlace(l.Rounds, m.Rounds) && l.Restored == m.Restored &&
		l.Asking() == m.Asking() && l.HasPrevious() == m.HasPrevious() && l.hash == m.hash
}

// Card returns the present card.
func (l Labels) Card() (label.Card, bool) {
	if l.At >= len(l.Deck) {
		return label.Card{}, false
	}
	return l.Deck[l.At], true
}

// Said returns the person's label of a card, if there is one.
func (l Labels) Said(c label.Card) (label.Label, bool) {
	for _, x := range slices.Backward(l.List) { // only the last labels can be of a card just judged
		if x.By == l.Name && slices.Equal(x.Factual, c.Factual) && slices.Equal(x.Counterfactual, c.Counterfactual) {
			return x, true
		}
	}
	return label.Label{}, false
}

// Shown lists the places of the labels that pass the filter.
func (l Labels) Shown() []int {
	broken := map[int]bool{}
	for _, b := range l.Broken {
		broken[b.Label] = true
	}
	return chosenLabels(l.Filter, l.List, l.Disagree, broken)
}

// chosenLabels lists the places of the labels that pass a filter. If it shows only contradicting
// labels, those on one pair stand together.
func chosenLabels[T label.Judged](f LabelFilter, all []T, disagree [][]int, broken map[int]bool) (list []int) {
	places := make([]int, len(all))
	for i := range places {
		places[i] = i
	}
	if f.Disagree {
		places = slices.Concat(disagree...)
	}
	for _, i := range places {
		if by, v := all[i].Said(); (!f.Broken || broken[i]) && (!f.OnlyOf || v == f.Verdict) &&
			(!f.OnlyBy || by == f.By) {
			list = append(list, i)
		}
	}
	return list
}

// People lists the names of those who labelled.
func (l Labels) People() []string { return peopleOf(l.List) }

func peopleOf[T label.Judged](list []T) (names []string) {
	for _, x := range list {
		by, _ := x.Said()
		names = append(names, by)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// CSV returns the file of all labels.
func (l Labels) CSV(s data.Schema) []byte { return label.CSV(s.Own(), l.List) }

// HasPrevious reports whether there is a generator to bring back.
func (l Labels) HasPrevious() bool { return len(l.previous) > 0 }

// Asking reports whether the person must decide whether to use the fine-tuned generator, because it
// keeps rules less often than the present one.
func (l Labels) Asking() bool { return l.asks && l.HasPrevious() }

// setLabels sets the list of labels and updates what depends on it.
func (w *turn) setLabels(list []label.Label) {
	l := &w.Labels
	l.List = list
	l.Counts = [3]int{}
	for _, x := range list {
		l.Counts[x.Verdict]++
	}
	l.Disagree = label.Disagreements(list)
	l.decided = len(label.Settled(list))
	w.compareRules()
	l.countPending()
}

// compareRules looks for rules that explain the labels but are not in the graph, and for labels that
// contradict the graph's rules.
func (w *turn) compareRules() {
	l, s := &w.Labels, w.Data.Table.Schema
	l.Proposals, l.Broken = nil, nil
	if len(l.List) == 0 || l.hash != w.Data.Table.Hash || !w.Graph.fits(s) {
		return
	}
	rules := w.Graph.AllRules(s)
	l.Proposals = label.Propose(s, l.List, rules)
	rules = causal.Hard(rules)
	for i, x := range l.List {
		if x.Verdict != label.Feasible {
			continue
		}
		if broken := label.Breaks(s, rules, x); len(broken) > 0 {
			l.Broken = append(l.Broken, brokenRules{i, broken})
		}
	}
}

// Against returns the hard rules that a label contradicts, by the label's place.
func (l Labels) Against(index int) []causal.Rule {
	for _, b := range l.Broken {
		if b.Label == index {
			return b.Rules
		}
	}
	return nil
}

// LastAgainst returns the label of the previous card with the hard rules that it contradicts, if any.
func (l Labels) LastAgainst() (brokenRules, bool) {
	if l.At == 0 || l.At > len(l.Deck) {
		return brokenRules{}, false
	}
	c := l.Deck[l.At-1]
	for _, b := range l.Broken {
		if x := l.List[b.Label]; x.By == l.Name && slices.Equal(x.Factual, c.Factual) &&
			slices.Equal(x.Counterfactual, c.Counterfactual) {
			return b, true
		}
	}
	return brokenRules{}, false
}

// countPending counts the verdicts that differ from what the generator has learned or is learning.
func (l *Labels) countPending() {
	told := l.learned
	if l.learning != nil {
		told = l.learning
	}
	now := verdictsOf(label.Settled(l.List))
	l.Pending = 0
	for pair, v := range now {
		if was, ok := told[pair]; !ok || was != v {
			l.Pending++
		}
	}
	for pair := range told {
		if _, ok := now[pair]; !ok {
			l.Pending++
		}
	}
}

func verdictsOf(list []label.Label) map[string]label.Verdict {
	m := map[string]label.Verdict{}
	for _, x := range list {
		m[x.Pair()] = x.Verdict
	}
	return m
}
