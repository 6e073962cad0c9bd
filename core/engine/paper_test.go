package engine

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/wire"
)

// TestTrainsWhatThePaperDoes checks that training from a drawn graph on the page produces exactly
// what cmd/paper trains from the paper's rules, for the same table, settings and seed.
func TestTrainsWhatThePaperDoes(t *testing.T) {
	const seed, rows = 1, 1500
	table := sim.SimpleBN(rows, seed)
	split := data.NewSplit(table.Outcome, seed)
	table.FitScale(split.Train)
	train, val := project.Examples(table, split.Train), project.Examples(table, split.Val)
	never := func() error { return nil }
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: seed, Epochs: 5, Batch: 32, Hidden: 10, LearningRate: 0.001},
		train, val, 2)
	for range 5 {
		if _, err := clf.Epoch(never); err != nil {
			t.Fatal(err)
		}
	}
	rules, err := causal.SimpleBNMonotone(table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	method, err := cf.Know(model.ModelApprox, causal.Knowledge{Rules: rules}, table, split.Train)
	if err != nil {
		t.Fatal(err)
	}
	c := cf.Config{Seed: seed, Epochs: 3, Batch: 64, Samples: 5, LearningRate: 0.01, Validity: 15, Margin: 0.05,
		Feasibility: 10, GiveUp: 0.2}
	fit, err := cf.NewFit(method, c, table.Schema, clf.Best(), train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := fit.Epoch(never); err != nil {
			t.Fatal(err)
		}
	}

	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: rows, Seed: seed})
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: seed, Epochs: 5, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	s.wait()
	g := training(t, s, wire.TrainGenerator{Recipe: model.Recipe{Method: model.ModelApprox, Seed: seed, Epochs: 3,
		Batch: 64, LearningRate: 0.01, Samples: 5, Validity: 15, Margin: 0.05, Feasibility: 10, GiveUp: 0.2},
		Knowledge: causal.Knowledge{Edges: drawn.Edges}})
	got, err := model.DecodeState(g.Model)
	if err != nil {
		t.Fatal(err)
	}
	if want := project.Pack("", "", fit.Best().Model()); !reflect.DeepEqual(got.Tensors, want.Tensors) {
		t.Error("the engine trains another generator than cmd/paper")
	}
}
