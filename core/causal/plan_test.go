package causal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// planOf returns a graph of six numbers: a and b cause c, and c causes d; e and f are isolated.
func planOf(t *testing.T) (data.Schema, *Graph) {
	t.Helper()
	s := named(6)
	g, err := NewGraph(s, Edge{From: 3, To: 0}, Edge{From: 0, To: 2}, Edge{From: 1, To: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s, g
}

func TestStepsByHand(t *testing.T) {
	s, g := planOf(t) // d -> a -> c, b -> c
	rate := Rule{Kind: IfRisesThenRises, Feature: 3, Other: 0, Strict: true, Least: 2}
	total := Rule{Kind: Computed, Feature: 5, Other: 0, Law: Law{Weights: []float64{1}, Shift: 1}}
	from := []float64{0, 0, 0, 0, 0, 1}
	for _, c := range []struct {
		name          string
		rules         []Rule
		to            []float64
		does, follows [][]int
	}{
		{"nothing changes", nil, from, nil, nil},
		{"causes first, whatever their places", nil, []float64{4, 0, 1, 2, 0, 1}, [][]int{{3}, {0}, {2}},
			[][]int{nil, nil, nil}},
		{"what is alone stands where its index has it", nil, []float64{4, 1, 0, 0, 1, 1}, [][]int{{1}, {0}, {4}}, nil},
		{"what a rate forces follows", []Rule{rate}, []float64{4, 0, 1, 2, 0, 1}, [][]int{{3}, {2}}, [][]int{{0}, nil}},
		{"and more of it is done", []Rule{rate}, []float64{5, 0, 1, 2, 0, 1}, [][]int{{3}, {0}, {2}},
			[][]int{{0}, nil, nil}},
		{"what is computed follows in its step", []Rule{total}, []float64{4, 1, 0, 0, 0, 5}, [][]int{{1}, {0}},
			[][]int{nil, {5}}},
		{"a rule that the counterfactual breaks holds nothing up", []Rule{{Kind: MoveTogether, Feature: 0, Other: 4}},
			[]float64{4, 1, 0, 0, 0, 1}, [][]int{{1}, {0}}, nil},
		{"what moves together is one step", []Rule{{Kind: MoveTogether, Feature: 0, Other: 4}},
			[]float64{4, 1, 0, 0, 2, 1}, [][]int{{1}, {0, 4}}, nil},
	} {
		stages := Steps(s, g, c.rules, from, c.to)
		var does, follows [][]int
		for _, st := range stages {
			slices.Sort(st.Does)
			does, follows = append(does, st.Does), append(follows, st.Follows)
			if !st.Kept {
				t.Errorf("%s: a row on the way breaks a rule", c.name)
			}
		}
		want := slices.Clone(c.does)
		for i := range want {
			want[i] = slices.Sorted(slices.Values(want[i]))
		}
		if !slices.EqualFunc(does, want, slices.Equal) || c.follows != nil &&
			!slices.EqualFunc(follows, c.follows, slices.Equal) {
			t.Errorf("%s: does %v and %v follows, want %v and %v", c.name, does, follows, c.does, c.follows)
		}
	}
	st := Steps(s, g, []Rule{rate}, from, []float64{5, 0, 0, 2, 0, 1})[0]
	if want := []Wait{{Cause: 3, Effect: 0, Rate: 2, Least: 4}}; !slices.Equal(st.Waits, want) {
		t.Errorf("waits %+v, want %+v", st.Waits, want)
	}
}

// TestStepsLeadThere checks plans on random graphs, rules, models and pairs. The last row must
// equal the counterfactual exactly, and each change must be part of exactly one step or follow.
// No effect may change before its cause, and every intermediate row must keep the rules that the
// counterfactual keeps.
func TestStepsLeadThere(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	several, followed := 0, 0
	for range 1000 {
		m := randomSCM(t, r)
		s := m.Schema()
		followers, err := m.Followers(m.Endogenous(), nil)
		if err != nil {
			t.Fatal(err)
		}
		factual, to := randomRow(r, s), randomRow(r, s)
		if r.IntN(2) == 0 {
			s = Fine(s, followers)
			Compute(s, followers, factual, to)
		} else {
			followers = nil
		}
		var rules []Rule
		for range r.IntN(4) {
			rules = append(rules, randomRule(r, s))
		}
		rules = slices.DeleteFunc(rules, func(r Rule) bool { return r.Kind == Computed || r.Check(s) != nil })
		follows, before, done := Follows(s, followers), factual, map[int]bool{}
		stages := Steps(s, m.graph, append(rules[:len(rules):len(rules)], followers...), factual, to)
		several += b2i(len(stages) > 1)
		for _, st := range stages {
			if !st.Kept || len(st.Does) == 0 {
				t.Fatalf("a step of %v is not kept or does nothing", st)
			}
			for _, rule := range rules {
				if rule.Holds(s, factual, to) && !rule.Holds(s, factual, st.Row) {
					t.Fatalf("a row on the way breaks %v", rule.String(s))
				}
			}
			if !AllHold(s, followers, factual, st.Row) {
				t.Fatal("on the way a residual is another one")
			}
			for j := range to {
				does := slices.Contains(st.Does, j)
				forced := slices.ContainsFunc(rules, func(r Rule) bool {
					return r.Kind == IfRisesThenRises && r.Least > 0 && r.Other == j
				})
				switch moved := st.Row[j] != before[j]; {
				case does && (done[j] || st.Row[j] != to[j] && !forced || follows[j]):
					t.Fatalf("feature %d is done again, otherwise or follows", j)
				case moved && !does && (!follows[j] && !forced || !slices.Contains(st.Follows, j)):
					t.Fatalf("feature %d moves by itself", j)
				}
				followed += len(st.Follows)
				done[j] = done[j] || does
			}
			for _, e := range m.graph.Edges() { // no effect before its cause, unless a rule requires both
				if len(rules) == 0 && done[e.To] && factual[e.From] != to[e.From] && !follows[e.From] && !done[e.From] {
					t.Fatalf("%d is done before its cause %d", e.To, e.From)
				}
			}
			before = st.Row
		}
		if !slices.Equal(before, to) {
			t.Fatalf("the steps lead to %v, not to %v", before, to)
		}
	}
	if several < 300 || followed < 100 {
		t.Errorf("%d plans of several steps, %d effects follow", several, followed)
	}
}
