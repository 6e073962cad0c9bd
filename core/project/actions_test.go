package project

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/search"
	"causeway/core/sim"
)

// TestActionsReachWhomTheySay checks that every row listed for an action belongs to the class
// after it, keeps every hard rule and has the stated cost, and that the action reaches no other
// row.
func TestActionsReachWhomTheySay(t *testing.T) {
	p := open(t, "base")
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}}
	q := Query{Search: document.Search{Target: 1, Count: 2, Budget: 60, Seed: 4}, Knowledge: k}
	var rows [][]float64
	table := sim.SimpleBN(200, 9)
	for i := range table.Rows() {
		if row := table.Row(i, nil); p.Ask(row)[0].Class != 1 {
			rows = append(rows, row)
		}
	}
	many, err := p.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	var of []int
	var answers [][]float64
	for i, row := range rows {
		b, err := many.Of(row, nothing)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range b.Rows {
			of, answers = append(of, i), append(answers, c.Row)
		}
	}
	told := -1.0
	out, err := p.Actions(q, rows, of, answers, 3, func(share float64) error { told = share; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(out.List) == 0 || len(out.List) > 3 || out.Candidates < 3 || told <= 0 {
		t.Fatalf("%d actions of %d candidates, told %v", len(out.List), out.Candidates, told)
	}
	covered := map[int]bool{}
	for _, a := range out.List {
		reached := map[int]bool{}
		for n, i := range a.Rows {
			after := a.After[n]
			answer := p.Ask(after)[0]
			if answer.Class != 1 || answer.Shares[1] != a.Shares[n] ||
				!causal.AllHold(p.Said(), k.AllRules(p.Said()), rows[i], after) {
				t.Errorf("row %d after %v: %v, %+v", i, a.Action, after, answer)
			}
			if c := search.CostOf(p.Said(), nil, rows[i], after); c != a.Costs[n] || math.IsNaN(c) {
				t.Errorf("row %d costs %v, said %v", i, c, a.Costs[n])
			}
			covered[i], reached[i] = true, true
		}
		for i, row := range rows {
			after := a.On(p.Said(), row)
			if after != nil && !reached[i] && p.Ask(after)[0].Class == 1 &&
				causal.AllHold(p.Said(), k.AllRules(p.Said()), row, after) {
				t.Errorf("row %d is reached and not said to be", i)
			}
		}
	}
	if out.Covered != len(covered) {
		t.Errorf("%d rows are reached, said %d", len(covered), out.Covered)
	}
	t.Logf("%d actions reach %d of %d rows", len(out.List), out.Covered, len(rows))
	for _, bad := range []Query{{Target: -1, Count: 1, Budget: 10}, {Target: 9, Count: 1, Budget: 10}} {
		if _, err := p.Actions(bad, rows, of, answers, 3, func(float64) error { return nil }); err == nil {
			t.Error("no class is asked for, and it is not refused")
		}
	}
}
