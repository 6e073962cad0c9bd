package metric

import (
	"testing"

	"causeway/core/data"
)

var schema = data.Schema{
	Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Max: 90, MAD: 10},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b", "c"}},
		{Name: "hours", Kind: data.Continuous, Max: 99, MAD: 4, Decimals: 1},
		{Name: "married", Kind: data.Boolean, Levels: []string{"no", "yes"}},
	},
	Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"0", "1"}},
}

// TestScore checks three pairs whose scores were worked out by hand.
func TestScore(t *testing.T) {
	got := Score(Pairs{
		Schema:         schema,
		Factual:        [][]float64{{40, 0, 38, 0}, {50, 1, 40, 1}, {30, 1, 40, 1}},
		Counterfactual: [][]float64{{45, 2, 38, 1}, {50, 1, 42, 1}, {10, 2, 40, 1}},
		Target:         []int{1, 1, 0},
		Class:          []int{1, 0, 0},
	})
	want := Scores{
		Validity:          2.0 / 3,
		Found:             1,
		ContProximity:     -(0.5 + 0.5 + 2.0) / 3, // 5/10, 2/4, 20/10
		ContProximityMean: -(0.5 + 0.5 + 2.0) / 3 / 2,
		CatProximity:      -(2.0 + 0 + 1) / 3,
		CatProximityMean:  -(2.0 + 0 + 1) / 3 / 2,
		Changed:           (3.0 + 1 + 2) / 3,
		ChangedMedian:     2,
		Profiles:          2, // c/yes, b/yes, c/yes
		FactualProfiles:   2, // a/no, b/yes, b/yes
	}
	if got != want {
		t.Errorf("Score = %+v\nwant    %+v", got, want)
	}
}

func TestScoreOfNothing(t *testing.T) {
	if got := Score(Pairs{Schema: schema}); got != (Scores{}) {
		t.Errorf("Score of no pairs = %+v", got)
	}
}

func TestIdentityIsNearest(t *testing.T) {
	rows := [][]float64{{40, 0, 38, 0}, {50, 1, 40, 1}}
	s := Score(Pairs{Schema: schema, Factual: rows, Counterfactual: rows, Target: []int{1, 1}, Class: []int{0, 0}})
	if s.ContProximity != 0 || s.CatProximity != 0 || s.Changed != 0 || s.Validity != 0 {
		t.Errorf("Score of unchanged rows = %+v", s)
	}
}
