package project

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sim"
)

// bureau returns the table of a simulated credit bureau as a file. settle decides about its
// codes.
func bureau(t *testing.T, rows int, settle func(c *data.ColumnPlan, codes []data.Code)) (*data.Table, []causal.Rule) {
	t.Helper()
	raw := sim.Bureau(rows, 1)
	f, err := data.Inspect("bureau.csv", raw.CSV())
	if err != nil {
		t.Fatal(err)
	}
	v := f.Preview(nil)
	for j, info := range v.Columns[:len(raw.Cols)] {
		var want, got []float64
		for _, code := range []float64{sim.NoRecord, sim.NoneUsed, sim.NotOccurs} {
			if slices.Contains(raw.Cols[j], code) {
				want = append(want, code)
			}
		}
		for _, c := range info.Codes {
			got = append(got, c.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: asked about %v, want %v", v.Plan.Columns[j].Name, got, want)
		}
		settle(&v.Plan.Columns[j], info.Codes)
	}
	table, _, err := f.Import(v.Plan)
	if err != nil {
		t.Fatal(err)
	}
	var rules []causal.Rule
	for j := range table.Schema.Features {
		if number := table.Schema.FlagOf(j); number >= 0 {
			rules = append(rules, causal.FlagRules(number, j)...)
		}
	}
	return table, rules
}

// TestNoAnswerHasACode checks answers for people who are refused because of a bureau's record. As
// long as codes are numbers, some answers change a code, or change a number to a code or between
// codes and numbers. Once codes are fixed states of their own, no answer does, and all others
// still have answers.
func TestNoAnswerHasACode(t *testing.T) {
	for _, test := range []struct {
		name   string
		settle func(c *data.ColumnPlan, codes []data.Code)
		none   bool
	}{
		{"numbers", func(*data.ColumnPlan, []data.Code) {}, false},
		{"states", func(c *data.ColumnPlan, codes []data.Code) {
			c.Gaps = data.FlagGaps
			for _, code := range codes {
				c.Codes = append(c.Codes, code.Value)
			}
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, rules := bureau(t, 2000, test.settle)
			p := New("bureau", table, 1, false)
			fit := p.FitClassifier(model.ClassifierRecipe{Seed: 1, Epochs: 30, Batch: 32, LearningRate: 0.003,
				Hidden: 10})
			for range 30 {
				if _, err := fit.Epoch(nothing); err != nil {
					t.Fatal(err)
				}
			}
			box := fit.Best()
			asked := Of(p.Schema, box, scatter{p.Schema})
			good := slices.Index(table.Schema.Outcome.Levels, "good")
			q := Query{Search: document.Search{Target: good, Count: 1, Budget: 300, Seed: 1}, Boxes: 3000,
				Knowledge: causal.Knowledge{Rules: rules}}
			people, answers, coded, unknown := 0, 0, 0, 0
			for _, i := range p.Split.Test {
				row := table.Row(i, nil)
				if a := asked.Ask(row)[0]; a.Class == good || people == 60 {
					continue
				}
				people++
				x, err := asked.Explain(row, q, nothing)
				if err != nil {
					t.Fatal(err)
				}
				if len(x.Rows) == 0 {
					if sim.Bureau(2000, 1).Cols[0][i] == sim.NoRecord {
						unknown++
					}
					continue
				}
				answers++
				for j, v := range x.Rows[0].Row {
					if v != row[j] && table.Schema.Features[j].Kind.Numeric() && min(v, row[j]) < 0 {
						coded++
						break
					}
				}
			}
			t.Logf("%d people, %d answered, %d without a record are not, %d answers with a code", people, answers,
				unknown, coded)
			if test.none != (coded == 0) || people < 40 || answers < people-unknown-people/10 {
				t.Errorf("%d people, %d answered, %d without a record are not, %d answers with a code", people, answers,
					unknown, coded)
			}
		})
	}
}
