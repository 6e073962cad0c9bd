package graphfile

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// TestComputedRoundTrip checks that rules for computed features, and rules that every row keeps,
// survive a round trip through the project's own form, even if the table lists its levels in
// another order.
func TestComputedRoundTrip(t *testing.T) {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		Features: []data.Feature{
			{Name: "a", Kind: data.Integer, MAD: 1}, {Name: "b", Kind: data.Integer, MAD: 1},
			{Name: "total", Kind: data.Integer, MAD: 1},
			{Name: "c", Kind: data.Category, Levels: []string{"p", "q", "r"}},
			{Name: "group", Kind: data.Category, Levels: []string{"x", "z"}}}}
	sk := sketch.New(s)
	want := []causal.Rule{
		{Kind: causal.Computed, Feature: 2, Other: 0, Also: []causal.Member{{Feature: 1}},
			Law: causal.Law{Weights: []float64{1, 0.5}, Shift: -2}},
		{Kind: causal.Computed, Feature: 4, Other: 3, Levels: []int{0, 1, 1}},
		{Kind: causal.Computed, Feature: 1, Other: 0, Also: []causal.Member{{Feature: 2}},
			Law: causal.Law{Weights: []float64{1}, Product: true, Own: true}},
		{Kind: causal.NeverSeen, Feature: 3, Other: 4, Levels: []int{0, 2}, Then: []int{1}, Reverse: true},
		{Kind: causal.NeverSeen, Feature: 4, Other: 0, Levels: []int{1}, Min: -causal.Open, Max: 9},
	}
	for _, r := range want {
		var err error
		if sk, err = sk.AddRule(s, r); err != nil {
			t.Fatal(err)
		}
	}
	text, lost := Write(Own, s, sk)
	got, notes := back(t, text, s)
	if !reflect.DeepEqual(got.Rules, sk.Rules) || lost != nil || notes != nil {
		t.Errorf("got %+v, want %+v; lost %v, %v", got.Rules, sk.Rules, lost, notes)
	}
	other := s
	other.Features = slices.Clone(s.Features)
	other.Features[3].Levels = []string{"r", "p", "q"}
	if got, _ = back(t, text, other); len(got.Rules) != 5 || !slices.Equal(got.Rules[1].Levels, []int{1, 0, 1}) ||
		!slices.Equal(got.Rules[3].Levels, []int{0, 1}) {
		t.Errorf("with other levels: got %+v", got.Rules)
	}
	other.Features[3].Levels = []string{"r", "p", "q", "new"}
	if got, notes = back(t, text, other); len(got.Rules) != 4 || len(notes) == 0 {
		t.Errorf("with a level that the rule does not know: got %+v, %v", got.Rules, notes)
	}
}
