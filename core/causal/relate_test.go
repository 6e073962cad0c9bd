package causal

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
)

// mixture returns a random table without relations: numbers with many distributions, some of them
// correlated but noisy, and categories.
func mixture(r *rand.Rand, rows, features int) *data.Table {
	t := &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean,
		Levels: []string{"no", "yes"}}}}
	for range rows {
		t.Outcome = append(t.Outcome, r.IntN(2))
	}
	common := make([]float64, rows)
	for i := range common {
		common[i] = r.NormFloat64()
	}
	for j := range features {
		f := data.Feature{Name: fmt.Sprintf("f%d", j), Min: 0, Max: 1, MAD: 1}
		col := make([]float64, rows)
		switch r.IntN(5) {
		case 0:
			f.Kind = data.Integer
			most := 2 + r.IntN(80)
			for i := range col {
				col[i] = float64(r.IntN(most))
			}
		case 1:
			f.Kind, f.Decimals = data.Continuous, 1+r.IntN(4)
			for i := range col {
				col[i] = f.Round(50 + 10*r.NormFloat64())
			}
		case 2:
			f.Kind, f.Decimals = data.Continuous, 2
			for i := range col { // correlated with others of the same kind
				col[i] = f.Round(10*common[i] + r.NormFloat64())
			}
		case 3:
			f.Kind, f.Levels = data.Boolean, []string{"no", "yes"}
			share := r.Float64()
			for i := range col {
				col[i] = float64(b2i(r.Float64() < share))
			}
		default:
			f.Kind, f.Levels = data.Category, strings.Split("abcdefghijkl", "")[:2+r.IntN(10)]
			for i := range col {
				col[i] = float64(r.IntN(len(f.Levels)))
			}
		}
		t.Schema.Features, t.Cols = append(t.Schema.Features, f), append(t.Cols, col)
	}
	return t
}

// plant adds a feature that a rule computes from others.
func plant(t *data.Table, f data.Feature, rule Rule) int {
	j := len(t.Cols)
	rule.Kind, rule.Feature = Computed, j
	t.Schema.Features, t.Cols = append(t.Schema.Features, f), append(t.Cols, make([]float64, t.Rows()))
	row := make([]float64, j+1)
	for i := range t.Outcome {
		t.Cols[j][i] = rule.Computes(t.Schema, nil, t.Row(i, row))
	}
	return j
}

func number2(t *data.Table, r *rand.Rand, decimals int) int {
	f := data.Feature{Name: fmt.Sprintf("n%d", len(t.Cols)), Kind: data.Continuous, Decimals: decimals, MAD: 1}
	if decimals == 0 {
		f.Kind = data.Integer
	}
	col := make([]float64, t.Rows())
	for i := range col {
		col[i] = f.Round(math.Abs(20 + 9*r.NormFloat64()))
	}
	t.Schema.Features, t.Cols = append(t.Schema.Features, f), append(t.Cols, col)
	return len(t.Cols) - 1
}

// TestRelationsPlanted plants sums of two to four columns, weighted sums with decimals, copies,
// recodings and coarsenings in random tables. All must be found, and everything found must hold
// in every row.
func TestRelationsPlanted(t *testing.T) {
	missed, total := map[string]int{}, map[string]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		tab := mixture(r, []int{120, 400, 3000}[seed%3], 8+r.IntN(20))
		var kind string
		var j int
		inputs := func(n, decimals int) (list []int) {
			for range n {
				list = append(list, number2(tab, r, decimals))
			}
			return list
		}
		rule := Rule{}
		switch seed % 6 {
		case 0, 1:
			kind = "sum"
			in := inputs(2+r.IntN(3), int(seed%2))
			rule.setInputs(in)
			for range in {
				rule.Law.Weights = append(rule.Law.Weights, 1)
			}
			j = plant(tab, data.Feature{Name: "total", Kind: []data.Kind{data.Integer, data.Continuous}[seed%2],
				Decimals: int(seed % 2), MAD: 1}, rule)
		case 2:
			kind = "index"
			rule.setInputs(inputs(3, 1))
			rule.Law = Law{Weights: []float64{0.35, 1.25, -0.4}, Shift: 2.5}
			j = plant(tab, data.Feature{Name: "index", Kind: data.Continuous, Decimals: 2, MAD: 1}, rule)
		case 3:
			kind = "copy"
			rule.setInputs(inputs(1, 2))
			rule.Law.Weights = []float64{1}
			j = plant(tab, data.Feature{Name: "again", Kind: data.Continuous, Decimals: 2, MAD: 1}, rule)
		case 4:
			kind = "recoding"
			tab.Schema.Features = append(tab.Schema.Features,
				data.Feature{Name: "c", Kind: data.Category, Levels: strings.Split("abcde", "")})
			col := make([]float64, tab.Rows())
			for i := range col {
				col[i] = float64(r.IntN(5))
			}
			tab.Cols = append(tab.Cols, col)
			rule.Other, rule.Levels = len(tab.Cols)-1, []int{2, 0, 1, 0, 2}
			j = plant(tab, data.Feature{Name: "group", Kind: data.Category, Levels: []string{"x", "y", "z"}}, rule)
		case 5:
			kind = "coarsening"
			rule.Other, rule.Levels, rule.Law.Cuts = inputs(1, 0)[0], []int{0, 1, 2}, []float64{15, 25}
			j = plant(tab, data.Feature{Name: "class", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}},
				rule)
		}
		total[kind]++
		found := false
		for _, r := range Relations(tab) {
			inRule := append([]int{r.Feature}, r.inputs()...)
			for _, k := range inRule {
				found = found || k == j
			}
			row := make([]float64, len(tab.Cols))
			for i := range tab.Outcome {
				if x := tab.Row(i, row); !r.Holds(tab.Schema, x, x) {
					t.Fatalf("seed %d: %s breaks in row %d", seed, r.String(tab.Schema), i)
				}
			}
		}
		if !found {
			missed[kind]++
			t.Errorf("seed %d: the %s of %d rows is not found", seed, kind, tab.Rows())
		}
	}
	t.Logf("planted %v, missed %v", total, missed)
}

// TestRelationsByChance checks that no relation is found in tables of independent features,
// however small.
func TestRelationsByChance(t *testing.T) {
	tables, alarms := 300, 0
	if testing.Short() {
		tables = 60
	}
	for seed := range uint64(tables) {
		r := rand.New(rand.NewPCG(seed, 2))
		tab := mixture(r, []int{20, 40, 80, 150, 500}[seed%5], 5+r.IntN(40))
		for _, rule := range Relations(tab) {
			alarms++
			t.Errorf("seed %d, %d rows: %s", seed, tab.Rows(), rule.String(tab.Schema))
		}
	}
	t.Logf("%d tables, %d relations by chance", tables, alarms)
}

// TestRelationsLeaveFlagsAlone checks that flags for missing numbers are neither computed nor
// used as inputs, even if enough rows suggest it.
func TestRelationsLeaveFlagsAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	tab := mixture(r, 400, 4)
	flag := data.Feature{Name: data.FlagName("n4"), Kind: data.Boolean, Levels: []string{"no", "yes"}}
	n := number2(tab, r, 0)
	rule := Rule{Other: n, Levels: []int{0, 1}, Law: Law{Cuts: []float64{20}}}
	missing := plant(tab, flag, rule)
	plant(tab, data.Feature{Name: "kind", Kind: data.Category, Levels: []string{"a", "b"}},
		Rule{Other: missing, Levels: []int{1, 0}})
	follows := func() (list []int) {
		for _, rule := range Relations(tab) {
			list = append(list, rule.Features()...)
		}
		return list
	}
	if got := tab.Schema.FlagOf(missing); got != n {
		t.Fatalf("the flag is one of feature %d, want %d", got, n)
	}
	if list := follows(); slices.Contains(list, missing) || !slices.Contains(list, n) {
		t.Errorf("relations have the features %v; %d is a flag and has no part in any, %d decides another", list,
			missing, n)
	}
	tab.Schema.Features[missing].Name = "something else"
	if list := follows(); !slices.Contains(list, missing) {
		t.Errorf("relations have the features %v; what is no flag has a part", list)
	}
}
