package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// offences is a made-up table about new offences: age and priors decide most, and neither can fall.
func offences() *data.Table {
	t := &data.Table{Schema: data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer}, {Name: "priors", Kind: data.Integer}, {Name: "juvenile", Kind: data.Integer},
		{Name: "sex", Kind: data.Boolean, Levels: []string{"female", "male"}},
		{Name: "race", Kind: data.Category, Levels: []string{"a", "b", "c", "d"}},
		{Name: "charge", Kind: data.Category, Levels: []string{"felony", "misdemeanour"}},
		{Name: "days held", Kind: data.Integer},
	}, Outcome: data.Feature{Name: "again", Kind: data.Boolean, Levels: []string{"no", "yes"}}},
		Cols: make([][]float64, 7)}
	for i := range 2000 {
		k := kernel.NewKey(12).Sub(uint64(i))
		heavy := func(at uint32, scale float32) float64 {
			return float64(int(-scale * kernel.Log1(k.Uniform1(at)+1e-6)))
		}
		row := []float64{18 + heavy(0, 14), heavy(1, 3), heavy(2, 0.4), float64(b2i(k.Intn(3, 5) > 0)),
			float64(k.Intn(4, 4)), float64(k.Intn(5, 2)), heavy(6, 15)}
		for j, v := range row {
			t.Cols[j] = append(t.Cols[j], v)
		}
		score := 0.25*row[1] - 0.06*(row[0]-32) + 0.4*row[2] + 0.3*(row[3]-0.5) - 0.3*row[5] + 0.004*row[6] - 0.5 +
			float64(k.Normal1(7))
		t.Outcome = append(t.Outcome, b2i(score > 0))
	}
	return t
}

// A study is a table with realistic rules.
type study struct {
	table *data.Table
	rules []causal.Rule
}

// studies returns six tables, without those in the data folder if the folder is missing.
func studies(t *testing.T) map[string]study {
	all := map[string]study{}
	sampled := func(name string, x *data.Table, rules ...func(data.Schema) ([]causal.Rule, error)) {
		s := study{table: x, rules: asPeople(x.Schema)}
		for _, get := range rules {
			list, err := get(x.Schema)
			if err != nil {
				t.Fatal(err)
			}
			s.rules = append(s.rules, list...)
		}
		all[name] = s
	}
	sampled("census", sim.Census(3000, 1), causal.AdultC2)
	sampled("simple-bn", sim.SimpleBN(3000, 1), causal.SimpleBNMonotone)
	sampled("sangiovese", sim.Sangiovese(3000, 1), causal.SangioveseMonotone)
	sampled("offences", offences())
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	for _, name := range []string{"heart-disease.csv", "student-performance.csv"} {
		b, err := os.ReadFile(filepath.Join(folder, "tables", name))
		if err != nil {
			t.Logf("%s is not beside this folder, nor in CAUSEWAY_DATA", name)
			continue
		}
		f, err := data.Inspect(name, b)
		if err != nil {
			t.Fatal(err)
		}
		x, _, err := f.Import(f.Preview(nil).Plan)
		if err != nil {
			t.Fatal(err)
		}
		sampled(name, x)
	}
	return all
}

// asPeople returns rules that anybody would state: identity does not change, and nobody gets younger.
func asPeople(s data.Schema) (rules []causal.Rule) {
	for j, f := range s.Features {
		switch name := strings.ToLower(f.Name); {
		case name == "sex" || name == "race" || name == "gender":
			rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
		case (name == "age" || name == "priors") && f.Kind.Numeric():
			rules = append(rules, causal.Rule{Kind: causal.OnlyIncrease, Feature: j})
		}
	}
	return rules
}

// asked returns problems about held-out rows of a table, for a trained network and for trees.
func (st study) asked(t *testing.T, rows int) (list []exact.Problem) {
	table := st.table
	split := data.NewSplit(table.Outcome, 1)
	table.FitScale(split.Train)
	encode := func(rows []int) nn.Examples {
		ex := nn.Examples{Width: table.Schema.Width(), X: make([]float32, len(rows)*table.Schema.Width())}
		for n, i := range rows {
			table.Schema.Encode(table.Row(i, nil), ex.X[n*ex.Width:(n+1)*ex.Width])
			ex.Y = append(ex.Y, table.Outcome[i])
		}
		return ex
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 10, Batch: 32, Hidden: 10, LearningRate: 0.005},
		encode(split.Train), encode(split.Val), table.Schema.Classes())
	for range 10 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	for n := range rows {
		p := exact.Problem{Schema: table.Schema, BlackBox: fit.Best(),
			Factual: table.Row(split.Test[n%len(split.Test)], nil), Rules: st.rules, LevelCost: 0.5,
			MaxChanged: []int{0, 0, 3}[n%3], Lead: []float64{0, 0.1}[n%2]}
		if n%4 == 3 {
			p.BlackBox = randomTrees(table.Schema, kernel.NewKey(uint64(n)))
		}
		p.Target = other(p, 0)
		list = append(list, p)
	}
	return list
}
