package project

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/search"
	"causeway/core/sim"
)

// TestQuickAnswersHold checks that a row gets the same answer alone and among many other rows.
// Answers of a single pass must be as valid as those of a search, and every row for which a
// search finds an answer must have one.
func TestQuickAnswersHold(t *testing.T) {
	for name, most := range map[string]int{"base": 0, "learned": 2} {
		p := open(t, "base")
		if name == "learned" {
			learn(t, p)
		}
		k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}}
		q := Query{Search: document.Search{Target: -1, Count: 1, Budget: 60, Seed: 4, MaxChanged: most}, Knowledge: k,
			Quick:  true,
			Within: []causal.Reach{{Feature: 1, By: (p.Schema.Features[1].Max - p.Schema.Features[1].Min) / 3}}}
		quick, err := p.Many(q)
		if err != nil {
			t.Fatal(err)
		}
		q.Quick = false
		slow, err := p.Many(q)
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]float64
		table := sim.SimpleBN(300, 9)
		for i := range table.Rows() {
			rows = append(rows, table.Row(i, nil))
		}
		all, err := quick.All(rows, nothing)
		if err != nil {
			t.Fatal(err)
		}
		answered := 0
		for i, row := range rows {
			one, err := quick.Of(row, nothing)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(one, all[i]) {
				t.Fatalf("%s, row %d: alone %+v, among others %+v", name, i, one, all[i])
			}
			if !one.Quick {
				want, err := slow.Of(row, nothing)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(one, want) {
					t.Fatalf("%s, row %d: %+v, searched %+v", name, i, one, want)
				}
				continue
			}
			answered++
			c := one.Rows[0]
			a := p.Ask(c.Row)[0]
			if a.Class != one.Target || !reflect.DeepEqual(a.Shares, c.Shares) ||
				2*c.Shares[one.Target]-1 < search.ShownLead-1e-6 || most > 0 && c.Changed > most || c.Changed == 0 {
				t.Errorf("%s, row %d: %+v does not hold, the black box says %+v", name, i, c, a)
			}
			if r := q.Within[0].Rule(p.Schema.Features[1], row); c.Row[0] < row[0] || !r.Holds(p.Schema, row, c.Row) {
				t.Errorf("%s, row %d: %v breaks a rule, %v", name, i, row, c.Row)
			}
			for j, f := range p.Schema.Features {
				if !f.Holds(c.Row[j]) {
					t.Errorf("%s, row %d: %s cannot be %v", name, i, f.Name, c.Row[j])
				}
			}
		}
		t.Logf("%s: %d of %d rows in one pass", name, answered, len(rows))
		if answered == 0 || name == "learned" && answered < len(rows)/3 {
			t.Errorf("%s: only %d of %d rows are answered in one pass", name, answered, len(rows))
		}
	}
}

// learn trains a generator that learns from a search, and adds it to a project.
func learn(t *testing.T, p *File) {
	t.Helper()
	if err := p.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	r := model.Preset(model.Other, model.Actions, model.Size{Rows: 400, Train: 320})
	r.Epochs = 25
	fit, lesson, err := p.FitGenerator(r, causal.Knowledge{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range r.Epochs {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	g, err := p.NewGenerator(fit.Best(), lesson)
	if err != nil {
		t.Fatal(err)
	}
	p.Use(g)
}
