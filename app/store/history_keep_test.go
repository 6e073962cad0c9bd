package store

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/label"
	"causeway/core/wire"
)

// someChange is a random change of anything that undo brings back.
func someChange(r *rand.Rand, p *page) Intent {
	switch r.IntN(8) {
	case 0:
		return Undo{}
	case 1:
		return Redo{}
	case 2:
		return SetClassifier{ClassifierSettings{Epochs: 1 + r.IntN(3), Batch: 32, Hidden: 10, LearningRate: 0.1}}
	case 3:
		return SetLimit{0, Limit{Kind: Between, Min: 20, Max: 40 + float64(r.IntN(9))}}
	case 4:
		return AddOwnRule{causal.Rule{Kind: causal.Immutable, Feature: r.IntN(2)}}
	case 5:
		return Judge{Verdict: label.Verdict(r.IntN(3))}
	case 6:
		if n := len(p.Labels.List); n > 0 {
			return RemoveLabel{r.IntN(n)}
		}
	}
	return someEdit(r)
}

// Changes that are saved and read again are the same changes.
func TestKeptChangesAreTheSame(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := labelling(t)
		for range 1 + r.IntN(30) {
			p.do(someChange(r, p))
		}
		p.checkKept()
	}
}

// checkKept saves the changes and reads them into a page that is otherwise alike.
func (p *page) checkKept() {
	p.t.Helper()
	records, err := p.keptHistory()
	if err != nil {
		p.t.Fatal(err)
	}
	if len(records) == 0 {
		equal(p.t, "steps that are not kept", len(p.History.Steps()), 0)
		return
	}
	w := &work{State: p.State}
	w.History = History{}
	w.takeUpHistory(records[0].Bytes)
	if len(w.Notices.Alerts) != len(p.Notices.Alerts) {
		p.t.Fatal(w.Notices.Alerts)
	}
	equalSlices(p.t, "steps", w.History.Steps(), p.History.Steps())
	equal(p.t, "in force", w.History.At(), p.History.At())
	for _, lists := range [][2][]change{{w.History.past, p.History.past}, {w.History.future, p.History.future}} {
		for i, got := range lists[0] {
			if want := lists[1][i]; !reflect.DeepEqual(withoutEmpty(got.settings), withoutEmpty(want.settings)) {
				p.t.Errorf("step %q has\n%+v\nwant\n%+v", got.name, got.settings, want.settings)
			}
		}
	}
}

// withoutEmpty has no lists that are empty and there.
func withoutEmpty(s settings) settings {
	if len(s.labels) == 0 {
		s.labels = nil
	}
	if len(s.sketch.Edges) == 0 {
		s.sketch.Edges = nil
	}
	if len(s.sketch.Rules) == 0 {
		s.sketch.Rules = nil
	}
	if len(s.own) == 0 {
		s.own = nil
	}
	return s
}

// Steps of another table and another graph stay steps as far as they say
// something about this one.
func TestKeptChangesOfAnotherTable(t *testing.T) {
	p := ready(t)
	p.do(SetClassifier{ClassifierSettings{Epochs: 7, Batch: 32, Hidden: 10, LearningRate: 0.1}}, SetLimit{0, Limit{Kind: Between, Min: 20, Max: 40}},
		AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0}})
	p.do(LoadSample{}, Replace{})
	answer[wire.Sample](p, testLoaded)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	records, err := p.keptHistory()
	if err != nil {
		t.Fatal(err)
	}
	w := &work{State: p.State}
	w.History = History{}
	w.takeUpHistory(records[0].Bytes)
	whole := &work{State: p.State}
	alike := func(when string) {
		t.Helper()
		if !reflect.DeepEqual(w.Graph.Sketch, whole.Graph.Sketch) || w.Classifier.Settings != whole.Classifier.Settings || len(w.Explain.Limits) != len(whole.Explain.Limits) {
			t.Errorf("%s: %+v, want %+v", when, w.State.settings(), whole.State.settings())
		}
	}
	for whole.History.CanUndo() {
		whole.undo()
		w.undo()
		alike("undone")
	}
	equal(t, "epochs", w.Classifier.Settings.Epochs, 100)
	for whole.History.CanRedo() {
		whole.redo()
		w.redo()
		alike("done again")
	}
	equal(t, "epochs", w.Classifier.Settings.Epochs, 7)
}

// However long the lists are, what is saved of the changes stays small; what does
// not fit is left out from the far end.
func TestKeptChangesAreSmall(t *testing.T) {
	p := labelling(t)
	for range maxHistory {
		p.do(Judge{Verdict: label.Infeasible}, Judge{Verdict: label.Feasible}, BackCard{}, BackCard{})
	}
	records, err := p.keptHistory()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(records[0].Bytes); n > maxHistory*500 {
		t.Errorf("%d steps take %d bytes", len(p.History.Steps()), n)
	}
	long := strings.Repeat("x", maxKeptHistory/10)
	for range 20 {
		p.History = History{past: pushed(p.History.past, change{name: long, settings: p.settings()})}
	}
	records, err = p.keptHistory()
	if err != nil || len(records[0].Bytes) > maxKeptHistory {
		t.Errorf("%d bytes, %v", len(records[0].Bytes), err)
	}
	k, err := wire.Unmarshal[keptHistory](records[0].Bytes)
	if err != nil || len(k.Past) != 9 {
		t.Errorf("%d steps, %v", len(k.Past), err)
	}
}

// What is damaged or about something else is refused with a sentence, and what
// lies before it is kept.
func TestDamagedChangesAreRefused(t *testing.T) {
	p := labelling(t)
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0}}, Judge{}, Judge{})
	records, err := p.keptHistory()
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*keptHistory){
		"a cut step":         func(k *keptHistory) { k.Past[1] = k.Past[1][:len(k.Past[1])-1] },
		"a part that is not": func(k *keptHistory) { k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{At: 9, Drop: 1}}}) },
		"a negative place":   func(k *keptHistory) { k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{At: -1}}}) },
		"a label of no row": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{Put: []label.Label{{Row: 1}}}}})
		},
		"a rule of no feature": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Rules: []splice[causal.Rule]{{Put: []causal.Rule{{Feature: 99}}}}})
		},
		"a limit of no feature": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Limits: []keptLimits{{Own: []causal.Rule{{Feature: 99}}}}})
		},
	} {
		k, err := wire.Unmarshal[keptHistory](slices.Clone(records[0].Bytes))
		if err != nil {
			t.Fatal(err)
		}
		spoil(&k)
		b, err := wire.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		w := &work{State: p.State}
		w.History = History{}
		w.takeUpHistory(b)
		if n := len(w.Notices.Alerts); n != 1 || !strings.Contains(w.Notices.Alerts[0].Text, "Not all that was changed can be undone") {
			t.Errorf("%s: %v", name, w.Notices.Alerts)
		}
		equal(t, name, len(w.History.past), 1)
	}
}

func stepWith(k keptStep) []byte {
	b, err := wire.Marshal(k)
	if err != nil {
		panic(err)
	}
	return b
}
