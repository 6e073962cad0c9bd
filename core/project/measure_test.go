package project

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sim"
)

// What one answer for each of the first held-out rows is worth is counted by hand, a
// verification measures it again, and a share that is not so is named.
func TestAnswered(t *testing.T) {
	f := open(t, "approx")
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	nothing := func() error { return nil }
	state, err := model.DecodeState(f.Gen.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	seed := f.Saved.Generator.Settings.Seed
	r, err := f.Rate(f.Gen.Generator, seed, func() float64 { return 0 }, nothing)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.Answered(r, state.Lesson, seed, nothing)
	if err != nil {
		t.Fatal(err)
	}
	s := state.Lesson.Knowledge.Schema(f.Schema)
	rules := causal.Hard(state.Lesson.Knowledge.AllRules(s))
	held := 0
	for i, row := range r.Decoded.Factual {
		c := r.Decoded.Counterfactual[i]
		if r.Decoded.Class[i] == r.Decoded.Target[i] && !slices.Equal(row, c) && causal.AllHold(s, rules, row, c) {
			held++
		}
	}
	if n := len(r.Decoded.Factual); a.Rows != n || held == 0 || a.Held != float64(held)/float64(n) || a.Reachable < a.Held || a.SearchChanges < 1 {
		t.Fatalf("%+v, by hand %d of %d are held", a, held, n)
	}
	f.Saved.Generator.Answers = a
	if v := verify(t, f); !v.Holds() {
		t.Errorf("what is so differs in %v", v.Generator.Differ)
	}
	f.Saved.Generator.Answers.SearchChanges += 0.5
	if v := verify(t, f); len(v.Generator.Differ) != 1 || v.Generator.Differ[0].What != "answers.searchChanges" {
		t.Errorf("what is not so: %v", v.Generator.Differ)
	}
}
