package project

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/sim"
)

// TestAnswered counts the answers for the first held-out rows independently, and checks that
// verification confirms a true share and names a false one.
func TestAnswered(t *testing.T) {
	f := open(t, "approx")
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	nothing := func() error { return nil }
	state, err := model.DecodeState(f.Gen.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	seed := f.Saved.Generator.Settings.Seed
	r, err := f.Rate(f.Gen.Generator, seed, func() float64 { return 0 }, nothing)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.Answered(r, state.Lesson, seed, nothing)
	if err != nil {
		t.Fatal(err)
	}
	s := state.Lesson.Knowledge.Schema(f.Schema)
	rules := causal.Hard(state.Lesson.Knowledge.AllRules(s))
	held := 0
	for i, row := range r.Decoded.Factual {
		c := r.Decoded.Counterfactual[i]
		if r.Decoded.Class[i] == r.Decoded.Target[i] && !slices.Equal(row, c) && causal.AllHold(s, rules, row, c) {
			held++
		}
	}
	if n := len(r.Decoded.Factual); a.Rows != n || held == 0 || a.Held != float64(held)/float64(n) ||
		a.Reachable < a.Held || a.SearchChanges < 1 {
		t.Fatalf("%+v, by hand %d of %d are held", a, held, n)
	}
	f.Saved.Generator.Answers = a
	if v := verify(t, f); !v.Holds() {
		t.Errorf("what is so differs in %v", v.Generator.Differ)
	}
	f.Saved.Generator.Answers.SearchChanges += 0.5
	if v := verify(t, f); len(v.Generator.Differ) != 1 || v.Generator.Differ[0].What != "answers.searchChanges" {
		t.Errorf("what is not so: %v", v.Generator.Differ)
	}
}

// TestCurves checks that the curves agree with the confusion matrix at the black box's threshold,
// including thresholds other than one half, and that the groups contain every row once.
func TestCurves(t *testing.T) {
	p := New("Simple-BN", sim.SimpleBN(600, 3), 1, false)
	for _, threshold := range []float64{0, 0.3, 0.8} {
		var err error
		fit := p.FitClassifier(model.ClassifierRecipe{Seed: 1, Epochs: 20, Batch: 32, LearningRate: 0.03, Hidden: 8,
			Threshold: threshold})
		for range 20 {
			if _, err := fit.Epoch(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if p.BlackBox, err = NewBlackBox(fit.Best(), p.Hash); err != nil {
			t.Fatal(err)
		}
		c, err := p.Curves(threshold)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := c.OfVal(); !ok || v.At(0).Own+v.At(0).Others != len(p.Split.Val) {
			t.Errorf("threshold %v: %+v on %d validation rows", threshold, v.At(0), len(p.Split.Val))
		}
		at := 50
		if threshold > 0 {
			at = int(100*threshold + 0.5)
		}
		m := metric.Confusion(p.Measure(p.BlackBox).Confusion)
		found, own := m.Of(1)
		kept, others := m.Of(0)
		if d := c.Of(1).At(at); d.Found != found || d.Own != own || d.Wrong != others-kept || d.Others != others {
			t.Errorf("threshold %v: %+v, by the confusion matrix %v", threshold, d, m)
		}
		if threshold == 0.3 && (found == 0 || kept == 0) {
			t.Errorf("the classifier names one class alone, which tells nothing: %v", m)
		}
		for j, f := range p.Schema.Features {
			rows := 0
			for _, g := range c.Groups {
				if g.Feature == j {
					rows += g.Rows
				}
			}
			if len(f.Levels) > 0 && rows != len(p.Split.Test) {
				t.Errorf("%s has %d rows of %d", f.Name, rows, len(p.Split.Test))
			}
		}
	}
}
