package store

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// What hard rules compute follows in what is shown, unless the rule was given up or the
// rules are others by now.
func TestWhatFollows(t *testing.T) {
	p := ready(t)
	sum := causal.Rule{Kind: causal.Computed, Feature: 0, Other: 1, Law: causal.Law{Values: []float64{20, 30}}}
	p.do(AddRule{sum}, FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Laws: []wire.Law{{}}})
	equal(t, "follows", p.Follows()[0], true)
	equal(t, "the input follows", p.Follows()[1], false)
	given := p.State
	given.Explain.Found.Laws = []wire.Law{{GivenUp: true}}
	equal(t, "given up", given.Follows()[0], false)
	sum.Soft = true
	equal(t, "soft", Computes([]causal.Rule{sum})[0], false)
	p.do(RemoveRule{At: 0})
	equal(t, "by other rules", len(p.Follows()), 0)
}

// Effects with a mechanism follow where that is asked for, but those that are acted on and
// those that a rule computes; what was found by another choice is searched anew.
func TestEffectsFollow(t *testing.T) {
	p := ready(t)
	equal(t, "without a mechanism", len(p.Carriers()), 0)
	drawn := sketch.Node{Form: sketch.Linear}
	p.do(AddEdge{sketch.Edge{From: 1, To: 0}}, SetNode{Node: 0, To: drawn})
	equalSlices(t, "can follow", p.Carriers(), []int{0})
	f := p.Explain.Find
	p.do(FindCounterfactuals{})
	m := answer[wire.Explain](p, wire.Explained{})
	equal(t, "asked for before", len(m.Carry), 0)
	f.Carry = true
	p.do(SetFind{f})
	m = answer[wire.Explain](p, wire.Explained{Carry: []int{0}, Factual: wire.Counterfactual{Values: wire.NewFloats([]float64{39, 1}, 2)}})
	equalSlices(t, "asked for at once", m.Carry, []int{0})
	equal(t, "follows", p.Follows()[0], true)
	equal(t, "its decimals", p.Shown().Features[0].Decimals, 7)
	equal(t, "is read as its column is", p.Shown().Features[0].Format(41.2006372), "41")
	if p.Explain.OldRules {
		t.Error("what was found is called old")
	}
	f.Acts = []int{0, 7}
	p.do(SetFind{f})
	m = answer[wire.Explain](p, wire.Explained{})
	equal(t, "let go", len(m.Carry), 0)
	equalSlices(t, "that there are", p.Explain.Find.Acts, []int{0})
	p.do(Undo{})
	equal(t, "undone", len(p.Explain.Find.Acts), 0)
	p.do(AddRule{causal.Rule{Kind: causal.Computed, Feature: 0, Other: 1, Law: causal.Law{Values: []float64{20, 30}}}})
	equal(t, "computed", len(p.Carriers()), 0)
}

// What follows may lie between whole numbers, which the form cannot: there it is rounded.
func TestWhatFollowsIsTriedAsAWhole(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	row := func(v ...float64) wire.Counterfactual { return wire.Counterfactual{Values: wire.NewFloats(v, len(v))} }
	answer[wire.Explain](p, wire.Explained{Carry: []int{0}, Factual: row(39, 1), Found: []wire.Counterfactual{row(40.4, 0)}})
	p.do(UseCounterfactual{0})
	equalSlices(t, "in the form", p.Explain.Edited, []float64{40, 0})
}
