package cf

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/search"
)

// randomRule draws a rule for the table of people, with the features age, job, wage and member.
func randomRule(key kernel.Key) causal.Rule {
	number := []int{0, 2}[key.Intn(1, 2)]
	scored := []int{0, 2, 3}[key.Intn(2, 3)]
	switch key.Intn(0, 8) {
	case 0:
		return causal.Rule{Kind: causal.Immutable, Feature: key.Intn(3, 4)}
	case 1:
		return causal.Rule{Kind: causal.OnlyIncrease, Feature: scored}
	case 2:
		return causal.Rule{Kind: causal.OnlyDecrease, Feature: scored}
	case 3:
		lo := 20 + 20*float64(key.Uniform1(4))
		return causal.Rule{Kind: causal.Range, Feature: 0, Min: lo, Max: lo + 15}
	case 4:
		return causal.Rule{Kind: causal.Allowed, Feature: 1, Levels: []int{key.Intn(5, 2), 2}}
	case 5:
		return causal.Rule{Kind: causal.IfRisesThenRises, Feature: number, Other: 2 - number,
			Strict: key.Intn(6, 2) == 0, Reverse: key.Intn(7, 2) == 0}
	case 6:
		return causal.Rule{Kind: causal.ForbiddenTransitions, Feature: 1,
			Transitions: []causal.Transition{{From: 0, To: 3}, {From: 1, To: 3}}}
	default:
		return causal.Rule{Kind: causal.LessOrEqual, Feature: 2, Other: 0}
	}
}

// TestSearchKeepsRules checks that under any rules no returned row breaks one, and that the row
// of every relaxation is found without the rules that it names.
func TestSearchKeepsRules(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	shown, free, none := 0, 0, 0
	for i := range 400 {
		n := i % len(w.split.Test)
		key := kernel.NewKey(uint64(i))
		q := search.Query{Row: w.table.Row(w.split.Test[n], nil), Target: 1 - pred[n], Count: 4, Budget: 40, Key: key}
		for r := range 1 + key.Intn(99, 4) {
			q.Rules = append(q.Rules, randomRule(key.Sub(uint64(r))))
		}
		for _, r := range q.Rules {
			if err := r.Check(w.table.Schema); err != nil {
				t.Fatal(err)
			}
		}
		found := g.Search(w.blackBox, q)
		for _, c := range found.Rows {
			if !causal.AllHold(w.table.Schema, q.Rules, q.Row, c.Row) || c.Class != q.Target {
				t.Fatalf("query %d: %v breaks a rule of %+v", i, c.Row, q.Rules)
			}
			for j, f := range w.table.Schema.Features {
				if !f.Holds(c.Row[j]) || f.Kind.Numeric() && f.Round(c.Row[j]) != c.Row[j] {
					t.Fatalf("query %d: %s = %v", i, f.Name, c.Row[j])
				}
			}
		}
		switch {
		case len(found.Rows) > 0:
			shown++
			if found.Relaxed != nil {
				t.Errorf("query %d: rows and relaxations", i)
			}
		case len(found.Relaxed) > 0:
			free++
		default:
			none++
		}
		for _, r := range found.Relaxed {
			kept := slices.Clone(q.Rules)
			for k := len(r.Without) - 1; k >= 0; k-- {
				kept = slices.Delete(kept, r.Without[k], r.Without[k]+1)
			}
			if !causal.AllHold(w.table.Schema, kept, q.Row, r.Row.Row) || r.Row.Class != q.Target {
				t.Fatalf("query %d: relaxation %+v does not free its row", i, r)
			}
		}
	}
	if shown < 250 || free < 20 {
		t.Errorf("%d queries answered, %d freed by a relaxation, %d with nothing; too few to prove something", shown,
			free, none)
	}
}

// TestSearchFindsWhatThereIs compares the search with an exhaustive search. If a row on a grid
// keeps the rules, the search finds one, whatever the generator.
func TestSearchFindsWhatThereIs(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	for _, epochs := range []int{20, 0} {
		w.findsWhatThereIs(t, w.fit(t, config, epochs).Best())
	}
}

func (w *world) findsWhatThereIs(t *testing.T, g *Generator) {
	t.Helper()
	rules := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.Immutable, Feature: 3}}
	missed, exist := 0, 0
	pred := Predict(w.blackBox, w.test)
	for n, i := range w.split.Test {
		q := search.Query{Row: w.table.Row(i, nil), Target: 1 - pred[n], Count: 1, Budget: 100,
			Key: kernel.NewKey(uint64(n)), Rules: rules}
		f := w.table.Schema.Features
		var grid [][]float64
		for age := q.Row[0]; age <= f[0].Max; age++ {
			for job := range f[1].Levels {
				for wage := f[2].Min; wage <= f[2].Max; wage += 0.5 {
					grid = append(grid, []float64{age, float64(job), f[2].Round(wage), q.Row[3]})
				}
			}
		}
		if !(referee{w.table.Schema, w.blackBox, q}.any(grid)) {
			continue
		}
		exist++
		if len(g.Search(w.blackBox, q).Rows) == 0 {
			missed++
		}
	}
	if exist < 80 || missed*100 > exist {
		t.Errorf("%d of %d rows that have an admissible counterfactual got none; at most 1 %% may", missed, exist)
	}
}
