package cf

import (
	"fmt"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// TestNoCardBreaksARule draws cards under random rules on random tables and judges them with an
// independent checker. Each card keeps every rule, belongs to its class, holds values that are
// possible in its columns, and occurs only once. On the first card, no single change can be
// undone.
func TestNoCardBreaksARule(t *testing.T) {
	cards, filtered, mended := 0, 0, 0
	for seed := range uint64(12) {
		key := kernel.NewKey(1000 + seed)
		w := randomWorld(t, key)
		f, err := NewFit(BaseVAE(), Config{Seed: 1, Epochs: 3, Batch: 32, Samples: 3, LearningRate: 0.01, Validity: 20,
			Margin: 0.1},
			w.table.Schema, w.blackBox, w.train, w.val)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := f.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
		}
		g, s := f.Best(), w.table.Schema
		pred := Predict(w.blackBox, w.train)
		for i := range uint64(40) {
			q := randomQuery(w, key.Sub(100+i))
			var donors [][]float64
			for n, y := range pred {
				if y == q.Target {
					donors = append(donors, w.table.Row(w.split.Train[n], nil))
				}
			}
			const per = 5
			list, tally := g.Cards(w.blackBox, q.Row, q.Target, donors, q.Rules, per, q.Key)
			cards, filtered, mended = cards+len(list), filtered+tally.Drawn-tally.Kept, mended+tally.Mended
			if len(list) > per || tally.Kept > tally.Reached || tally.Reached > tally.Drawn ||
				len(list) > 2*(tally.Kept+tally.Mended) {
				t.Fatalf("%d cards of %+v", len(list), tally)
			}
			seen := map[string]bool{}
			for n, c := range list {
				row := c.Counterfactual
				if id := fmt.Sprint(row); seen[id] || slices.Equal(row, q.Row) {
					t.Fatalf("%v for %v is no card, or the same again", row, q.Row)
				} else {
					seen[id] = true
				}
				for j, v := range row {
					if f := s.Features[j]; !f.Holds(v) || f.Kind.Numeric() && f.Round(v) != v {
						t.Fatalf("%s = %v", f.Name, v)
					}
				}
				kept := func(row []float64) bool {
					return !slices.ContainsFunc(q.Rules, func(r causal.Rule) bool { return !keeps(s, r, q.Row, row) })
				}
				if !kept(row) {
					t.Fatalf("%v for %v breaks one of %v", row, q.Row, q.Rules)
				}
				if y := Predict(w.blackBox, encodeOne(s, row)); y[0] != q.Target || c.Target != q.Target {
					t.Fatalf("%v is of class %d, want %d", row, y[0], q.Target)
				}
				for j, v := range row {
					if v == q.Row[j] || n > 0 {
						continue
					}
					back := slices.Clone(row)
					if back[j] = q.Row[j]; changes(Label{Factual: q.Row, Counterfactual: back}) > 0 && kept(back) &&
						Predict(w.blackBox, encodeOne(s, back))[0] == q.Target {
						t.Fatalf("%v for %v: feature %d need not change", row, q.Row, j)
					}
				}
			}
		}
	}
	if cards < 300 || filtered < 1000 || mended < 100 {
		t.Errorf("%d cards, %d filtered, %d mended: too few to prove something", cards, filtered, mended)
	}
}

// If two cards teach the same, the one with fewer changes is shown.
func TestSimpleCardsComeFirst(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	one, all := Label{Factual: x, Counterfactual: []float64{50, 1, 20, 0}},
		Label{Factual: x, Counterfactual: []float64{50, 2, 30, 1}}
	if got := Choose(ruled, []Label{one, all}, []Label{{Factual: x, Counterfactual: x}}, 1,
		kernel.NewKey(1))[0]; changes(got) != 4 {
		t.Errorf("of all that teach, one with %d changes", changes(got))
	}
	if got := ChooseSimple(ruled, []Label{one, all}, []Label{{Factual: x, Counterfactual: x}}, 1,
		kernel.NewKey(1))[0]; changes(got) != 1 {
		t.Errorf("of simple ones, one with %d changes", changes(got))
	}
}
