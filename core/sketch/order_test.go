package sketch

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
)

func TestOrdersOfCategories(t *testing.T) {
	table := mixed()
	s := New(table)
	up := causal.Rule{Kind: causal.OnlyIncrease, Feature: 5}
	if _, err := s.AddRule(table, up); err == nil {
		t.Error("a category without an order may only rise")
	}
	ordered, err := s.SetOrder(table, 5, []int{1, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.Nodes[5].Ranks != nil {
		t.Error("the edit changed the sketch that it was made of")
	}
	ruled, err := ordered.AddRule(table, up)
	if err != nil {
		t.Fatal(err)
	}
	schema := ruled.Schema(table)
	x := make([]float64, 6)
	to := func(level float64) []float64 { return append(slices.Clone(x[:5]), level) }
	for level, holds := range []bool{true, false, true} { // from x, with the same rank as z and above y
		if got := ruled.Rules[0].Holds(schema, to(0), to(float64(level))); got != holds {
			t.Errorf("from x to %s: holds is %v, want %v", table.Features[5].Levels[level], got, holds)
		}
	}
	if _, err := ruled.SetOrder(table, 5, nil); err == nil || !strings.Contains(err.Error(), `"f" has no order`) {
		t.Errorf("an order that a rule needs was taken away: %v", err)
	}
	if got := ruled.Knowledge().Orders; len(got) != 1 || got[0].Feature != 5 {
		t.Errorf("knowledge has the orders %v", got)
	}
	if err := ruled.Knowledge().Check(table); err != nil {
		t.Error(err)
	}
	for name, ranks := range map[string][]int{"too few": {0, 1}, "a gap": {0, 2, 3}, "below 0": {-1, 0, 1}} {
		if _, err := s.SetOrder(table, 5, ranks); err == nil {
			t.Errorf("%s: %v was accepted", name, ranks)
		}
	}
	for name, v := range map[string]int{"a number": 0, "the outcome": OutcomeNode, "no feature": 6} {
		if _, err := s.SetOrder(table, v, []int{0, 1}); err == nil {
			t.Errorf("%s was given an order", name)
		}
	}
	same, err := ordered.SetOrder(table, 5, nil)
	if err != nil || frozen(t, same) != frozen(t, s) {
		t.Errorf("taken back it is not what it was: %v", err)
	}
	if again, err := s.SetOrder(table, 4, []int{0, 1, 2}); err != nil || again.Nodes[4].Ranks != nil {
		t.Errorf("the order of the table is kept twice: %v, %v", again.Nodes[4].Ranks, err)
	}
	if got := s.Ranks(table, 4); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("ranks of the table are %v", got)
	}
}

func TestRanksThatNamesTell(t *testing.T) {
	for _, tt := range []struct {
		levels []string
		want   []int
	}{
		{[]string{"1-4y", "4-7y", "<1y", ">=7y"}, []int{1, 2, 0, 3}},
		{[]string{"high", "low", "medium"}, []int{2, 0, 1}},
		{[]string{"low", "medium", "(missing)"}, nil},
		{[]string{"red", "green", "blue"}, nil},
		{nil, nil},
	} {
		if got := RanksByName(tt.levels); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.levels, got, tt.want)
		}
	}
}
