package engine

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

var generatorCommand = wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 2, Epochs: 8, Batch: 64,
	LearningRate: 0.01, Samples: 5, Validity: 10, Margin: 0.2}}

// generated returns a stage with a black box and a generator for Simple-BN.
func generated(t *testing.T) (*stage, wire.ClassifierTrained, wire.GeneratorTrained) {
	t.Helper()
	s, c := trained(t)
	s.e.Handle(2, generatorCommand)
	s.wait()
	g := all[wire.GeneratorTrained](s)
	if len(g) != 1 {
		t.Fatalf("got %+v", s.facts[len(s.facts)-1].fact)
	}
	return s, c, g[0]
}

// Count independently how many raw counterfactuals of the test rows keep each rule.
func TestAGeneratorSaysWhatItKeeps(t *testing.T) {
	s, _ := trained(t)
	p := &s.e.project
	rules, err := causal.SimpleBNMonotone(p.Table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	m := generatorCommand
	m.Knowledge = causal.Knowledge{Rules: append(rules, causal.Rule{Kind: causal.Immutable, Feature: 0},
		causal.Rule{Kind: causal.OnlyIncrease, Feature: 1, Soft: true})}
	s.e.Handle(2, m)
	s.wait()
	got := all[wire.GeneratorTrained](s)[0]
	r, err := p.Rate(p.Gen.Generator, m.Seed, s.e.now, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	n, whole := len(r.Decoded.Factual), 0.0
	want := make([]float64, len(m.Knowledge.Rules))
	for i, row := range r.Decoded.Factual {
		cf := r.Decoded.Counterfactual[i]
		for j, rule := range m.Knowledge.Rules {
			if rule.Holds(p.Table.Schema, row, cf) {
				want[j] += 1 / float64(n)
			}
		}
		if causal.AllHold(p.Table.Schema, m.Knowledge.Rules, row, cf) {
			whole += 1 / float64(n)
		}
	}
	for j, v := range got.Kept.Values() {
		if math.Abs(v-want[j]) > 1e-9 {
			t.Errorf("rule %d is kept by %v, want %v", j, v, want[j])
		}
	}
	if len(got.Kept.Values()) != len(want) || math.Abs(got.KeptAll-whole) > 1e-9 || whole == 1 {
		t.Errorf("kept %v, all by %v, want %v", got.Kept.Values(), got.KeptAll, whole)
	}
}

func TestTrainGenerator(t *testing.T) {
	s, _, g := generated(t)
	if g.Best == 0 || g.TestRows != 200 || g.Soft.Validity < 0.9 || g.Decoded.Validity < 0.9 ||
		g.Decoded.ContProximity >= 0 {
		t.Errorf("got %+v", g)
	}
	e := all[wire.Epoch](s)
	last := e[len(e)-1]
	if sum := last.Terms[0].Value + last.Terms[1].Value + last.Terms[2].Value; last.Epoch != 8 ||
		sum-last.Loss > 1e-9 || last.Loss-sum > 1e-9 {
		t.Errorf("the terms %+v do not add up to %v", last.Terms, last.Loss)
	}
}

func TestGeneratorGoesOnToTheSameBytes(t *testing.T) {
	s, c, want := generated(t)
	s.e.now = func() float64 { s.pass(1); return s.now() }
	for range 2 {
		s.atRest = append(s.atRest, func() {})
	}
	s.atRest = append(s.atRest, s.command(3, wire.Cancel{}))
	s.e.Handle(3, generatorCommand)
	s.wait()
	kept := all[wire.Checkpoint](s)
	if e := kept[len(kept)-1].Epoch; e < 1 || e > 7 {
		t.Fatalf("cancelled after %d epochs of 8", e)
	}

	fresh := newStage(t)
	fresh.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	fresh.do(wire.Restore{Classifier: c.Model})
	again := generatorCommand
	again.Resume = kept[len(kept)-1].State
	fresh.e.Handle(4, again)
	fresh.wait()
	if got := all[wire.GeneratorTrained](fresh); len(got) != 1 || !bytes.Equal(got[0].Model, want.Model) {
		t.Error("a training that was cancelled and resumed ends elsewhere")
	}
}

func TestExplain(t *testing.T) {
	s, _, _ := generated(t)
	page := s.do(wire.Rows{Part: data.TestRows, Limit: 5}).(wire.Page)
	for n, row := range page.Values.Rows() {
		ask := wire.Explain{Search: document.Search{Target: -1, Count: 4, Budget: 200, Seed: 1},
			Row: wire.NewFloats(row, len(row))}
		got, ok := s.do(ask).(wire.Explained)
		if !ok || got.Tried != 200 || got.Valid == 0 || len(got.Rows) == 0 || len(got.Rows) > 4 {
			t.Fatalf("row %d: %+v", n, s.facts[len(s.facts)-1].fact)
		}
		if got.Factual.Class != page.Predicted[n] || got.Target != 1-page.Predicted[n] {
			t.Errorf("row %d: factual %d, target %d, predicted %d", n, got.Factual.Class, got.Target, page.Predicted[n])
		}
		for _, f := range got.Rows {
			again := s.do(wire.Predict{Row: list(f.Row)}).(wire.Predicted)
			if f.Class != got.Target || f.Changed == 0 || !slices.Equal(again.Shares.Values(), f.Shares) {
				t.Errorf("row %d: %+v is not proved by its prediction %v", n, f, again.Shares.Values())
			}
		}
		twice := s.do(ask).(wire.Explained)
		if len(twice.Rows) != len(got.Rows) || !slices.Equal(twice.Rows[0].Row, got.Rows[0].Row) {
			t.Errorf("row %d: the same question has two answers", n)
		}
	}
}

func TestExplainRefusals(t *testing.T) {
	s, _, _ := generated(t)
	page := s.do(wire.Rows{Part: data.TestRows, Limit: 1}).(wire.Page)
	row := page.Values.Rows()[0]
	for name, m := range map[string]wire.Explain{
		"the predicted class as the target": {Row: wire.NewFloats(row, len(row)), Target: page.Predicted[0], Count: 1,
			Budget: 1},
		"a class that does not exist": {Row: wire.NewFloats(row, len(row)), Target: 2, Count: 1, Budget: 1},
		"a row of another table": {Row: wire.NewFloats(row[1:], len(row)-1), Target: -1, Count: 1,
			Budget: 1},
	} {
		if f, ok := s.do(m).(wire.Failure); !ok || f.Code != wire.CodeBadInput || !sentence(f.Detail) {
			t.Errorf("%s: got %+v", name, f)
		}
	}
}

func TestRestoreGenerator(t *testing.T) {
	_, c, g := generated(t)
	fresh := newStage(t)
	fresh.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	if got := fresh.do(wire.Restore{Classifier: c.Model, Generator: g.Model}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: c.AUC}) {
		t.Fatalf("got %+v", got)
	}

	// The generator was trained on another black box.
	other := newStage(t)
	other.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	other.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 9, Epochs: 2, Batch: 32,
		LearningRate: 0.01, Hidden: 10}})
	other.wait()
	if f, ok := other.do(wire.Restore{Generator: g.Model}).(wire.Failure); !ok || f.Code != wire.CodeBadInput {
		t.Errorf("got %+v, want a refusal", f)
	}
}

func TestNewBlackBoxDropsTheGenerator(t *testing.T) {
	s, _, _ := generated(t)
	s.e.Handle(3, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 9, Epochs: 2, Batch: 32,
		LearningRate: 0.01, Hidden: 10}})
	s.wait()
	row := s.e.project.Table.Row(0, nil)
	f, ok := s.do(wire.Explain{Search: document.Search{Target: -1, Count: 1, Budget: 1},
		Row: wire.NewFloats(row, len(row))}).(wire.Failure)
	if !ok || f.Code != wire.CodeNotReady {
		t.Errorf("got %+v", f)
	}
}

// TestATrainingCanBeWatched checks that a training shows what its current best generator proposes
// for validation rows, and that watching does not change the training.
func TestATrainingCanBeWatched(t *testing.T) {
	s, _, g := generated(t)
	list := all[wire.Watched](s)
	if len(list) == 0 {
		t.Fatal("nothing was shown")
	}
	for _, w := range list {
		if w.Rows != 100 || w.Held > min(w.Valid, w.Kept)+1e-9 || w.Target != 1 {
			t.Errorf("got %+v", w)
		}
	}
	p, state := &s.e.project, decoded(t, g.Model)
	last, pairs := list[len(list)-1], p.Glance(p.Gen.Generator, generatorCommand.Seed)
	rules, held := causal.Hard(state.Lesson.Knowledge.AllRules(p.Schema)), 0
	for i, row := range pairs.Factual {
		if c := pairs.Counterfactual[i]; pairs.Class[i] == pairs.Target[i] && !slices.Equal(row, c) &&
			causal.AllHold(p.Schema, rules, row, c) {
			held++
		}
	}
	if last.Epoch == g.Best && math.Abs(last.Held-float64(held)/100) > 1e-9 {
		t.Errorf("%v are held, by hand %d of 100", last.Held, held)
	}
}

func decoded(t *testing.T, b []byte) model.State {
	t.Helper()
	s, err := model.DecodeState(b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNothingToLearnIsSaid checks that Action VAE reports that it has nothing to learn and
// remains untrained.
func TestNothingToLearnIsSaid(t *testing.T) {
	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: 300, Seed: 3})
	// a black box that predicts one class for all rows
	s.e.Handle(5, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 1, Batch: 32,
		LearningRate: 1e-6, Hidden: 4, Threshold: 0.99}})
	s.wait()
	s.e.Handle(6, wire.TrainGenerator{Recipe: model.Preset(model.Other, model.Actions,
		model.Size{Rows: 300, Train: 240})})
	s.wait()
	list := s.told()
	g, trained := list[len(list)-1].fact.(wire.GeneratorTrained)
	if !trained || !g.Untaught || g.Answers.Held != 0 {
		t.Errorf("it says %+v", list[len(list)-1].fact)
	}
}
