package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/search"
	"causeway/core/sim"
)

// TestEducationTakesTime uses a graph in which each level of education takes two years, and
// checks that no displayed row takes fewer. For anyone without an answer, 20,000 random rows do
// not contain one either.
func TestEducationTakesTime(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	table := sim.Census(1500, 1)
	split := data.NewSplit(table.Outcome, 1)
	table.FitScale(split.Train)
	s := table.Schema
	train, val, test := encode(table, split.Train), encode(table, split.Val), encode(table, split.Test)
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 8, Batch: 32, Hidden: 10, LearningRate: 0.01},
		train, val, 2)
	for range 8 {
		if _, err := clf.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	blackBox := clf.Best()
	age, education := s.Index("age"), s.Index("education")
	know := func(least float64) causal.Knowledge {
		return causal.Knowledge{Each: true,
			Edges: []causal.Edge{{From: education, To: age, Sign: causal.Rises, Strict: true, Least: least}},
			Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: age},
				{Kind: causal.OnlyIncrease, Feature: education}}}
	}
	m, err := Know(model.ModelApprox, know(2), table, split.Train)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := NewFit(m, Config{Seed: 1, Epochs: 4, Batch: 64, Samples: 4, LearningRate: 0.01, Validity: 15,
		Margin: 0.05, Feasibility: 10}, s, blackBox, train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	g, predicted := fit.Best(), Predict(blackBox, test)
	sign, size, studied := 0, 0, 0
	for n, i := range split.Test[:120] {
		q := search.Query{Row: table.Row(i, nil), Target: 1 - predicted[n], Count: 3, Budget: 100,
			Key: kernel.NewKey(1), Brief: true}
		q.Rules = know(0).AllRules(s)
		sign += min(len(g.Search(blackBox, q).Rows), 1)
		q.Rules = know(2).AllRules(s)
		rows := g.Search(blackBox, q).Rows
		if len(rows) == 0 && admissible(g, blackBox, q) {
			t.Errorf("row %d gets nothing, while rows that keep the rules are easily drawn", i)
		}
		size += min(len(rows), 1)
		for _, c := range rows {
			f := s.Features[education]
			levels := math.Max(f.Rank(int(c.Row[education]))-f.Rank(int(q.Row[education])), 0)
			if years := c.Row[age] - q.Row[age]; years < 2*levels {
				t.Errorf("%v levels in %v years", levels, years)
			}
			if levels > 0 {
				studied++
			}
		}
	}
	t.Logf("of 120 people %d have a row where education needs more age, %d where a level takes two years; %d rows "+
		"study", sign, size, studied)
	if size < 100 || studied < 10 {
		t.Error("too few to prove something")
	}
}

// admissible reports whether at least one of many random rows reaches the target and keeps the
// rules.
func admissible(g *Generator, blackBox *nn.Classifier, q search.Query) bool {
	domains, _ := causal.Domains(g.schema, q.Rules, q.Row)
	var rows [][]float64
	for d := range uint64(20_000) {
		key, row := kernel.NewKey(99).Sub(d), slices.Clone(q.Row)
		for j, f := range g.schema.Features {
			switch domain := domains[j]; {
			case key.Intn(uint32(100+j), 2) == 0: // unchanged
			case f.Kind.Numeric():
				row[j] = f.Round(domain.Min + (domain.Max-domain.Min)*float64(key.Uniform1(uint32(j))))
			default:
				row[j] = float64(key.Intn(uint32(j), len(f.Levels)))
			}
		}
		rows = append(rows, row)
	}
	return referee{g.schema, blackBox, q}.any(rows)
}
