package engine

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// TestOrdersOfCategories checks that rules against falling apply to a category with an order, in
// training and search, and that the table and its models do not change.
func TestOrdersOfCategories(t *testing.T) {
	s := newStage(t)
	table := s.do(wire.Sample{Model: "census", Rows: 2000, Seed: 3}).(wire.Loaded)
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 6, Batch: 64,
		LearningRate: 0.01, Hidden: 10}})
	s.wait()
	v := table.Schema.Index("workclass")
	f := table.Schema.Features[v]
	var ranks []int
	for l := range f.Levels { // the reverse of the table's order
		ranks = append(ranks, len(f.Levels)-1-l)
	}
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: v}}}
	m := generatorCommand
	m.Epochs, m.Method, m.Feasibility = 3, model.ModelApprox, 20
	k.Orders = []causal.Order{{Feature: v, Ranks: ranks}}
	m.Knowledge = k
	g := training(t, s, m)

	m.Knowledge.Orders = nil
	if got := s.do(m); !refused(got, wire.CodeBadInput) {
		t.Errorf("a rule about the order of a category without one: %+v", got)
	}
	packed := s.do(wire.Pack{}).(wire.Packed)
	if packed.Table.Hash != table.Hash {
		t.Error("the order changed the table")
	}
	found := 0
	rows := s.do(wire.Rows{Part: data.AllRows, Limit: 40}).(wire.Page).Values.Rows()
	for _, row := range rows {
		e, ok := s.do(wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 200, Seed: 1},
			Row: list(row), Knowledge: k}).(wire.Explained)
		if !ok {
			t.Fatalf("not explained: %+v", s.facts[len(s.facts)-1].fact)
		}
		for _, c := range e.Rows {
			found++
			if to := c.Row[v]; to > row[v] {
				t.Errorf("from %s to %s falls in the order", f.Levels[int(row[v])], f.Levels[int(to)])
			}
			if len(c.Proof) != 1 || !c.Proof[0].Pass {
				t.Errorf("proof %+v", c.Proof)
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d counterfactuals of %d rows", found, len(rows))
	}

	// Another engine loads the generator and uses the order of the table.
	b := s.e.project.BlackBox.Bytes
	o := newStage(t)
	o.do(wire.Restore{Table: packed.Table})
	if r, ok := o.do(wire.Restore{Classifier: b, Generator: g.Model}).(wire.Restored); !ok || !r.Generator {
		t.Fatalf("not restored: %+v", r)
	}
	k.Orders[0].Ranks = slices.Sorted(slices.Values(ranks))
	for _, row := range rows[:10] {
		for _, c := range o.do(wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 200, Seed: 1},
			Row: list(row), Knowledge: k}).(wire.Explained).Rows {
			if to := c.Row[v]; to < row[v] {
				t.Errorf("from %s to %s falls in the other order", f.Levels[int(row[v])], f.Levels[int(to)])
			}
		}
	}
}
