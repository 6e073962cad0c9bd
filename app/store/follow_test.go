package store

import (
	"testing"

	"causeway/core/causal"
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
