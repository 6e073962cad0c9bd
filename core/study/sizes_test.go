package study

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
)

// A rule with amounts is judged by these amounts, alone and together with others: as an edge, as
// a separate rule and as a leeway.
func TestScoresCountSizes(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "school", Kind: data.Integer, Max: 9, MAD: 1},
		{Name: "age", Kind: data.Integer, Max: 99, MAD: 1}},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	takes := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0, Other: 1, Strict: true, Reverse: true, Least: 2}
	drawn := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1, Sign: causal.Rises, Least: 2}},
		Each: true}.AllRules(s)
	p := metric.Pairs{Schema: s, Target: []int{1, 1, 1, 1}, Class: []int{1, 1, 1, 1},
		Factual:        [][]float64{{1, 30}, {1, 30}, {1, 30}, {1, 30}},
		Counterfactual: [][]float64{{2, 31}, {2, 32}, {3, 33}, {3, 34}}} // one year per level is too little
	other := causal.Rule{Kind: causal.Range, Min: 0, Max: 9}
	for name, c := range map[string]struct {
		rules []causal.Rule
		want  float64
	}{
		"alone":       {[]causal.Rule{takes}, 0.5},
		"as an edge":  {drawn, 0.5},
		"with others": {[]causal.Rule{takes, other}, 0.5},
		"without":     {[]causal.Rule{{Kind: causal.IfRisesThenRises, Feature: 0, Other: 1, Strict: true}}, 1},
		"a leeway":    {[]causal.Rule{{Kind: causal.MoveAtMost, Feature: 1, Min: causal.Open, Max: 2}}, 0.5},
	} {
		b := &Bench{Problem: Problem{Constraints: []Constraint{{Rules: c.rules}}}}
		if got := b.Score(Setting{Learned: 0}, p); got.Monotone != nil || got.Feasibility == nil ||
			*got.Feasibility != c.want {
			t.Errorf("%s: %+v, want a feasibility of %v", name, got, c.want)
		}
	}
}
