package explain

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// A badge counts rules as the strip does, ignores rules that do not apply, and claims
// nothing about rules that have changed since.
func TestWhatABadgeSays(t *testing.T) {
	kept, silent := causal.Verdict{Pass: true, Applies: true}, causal.Verdict{Pass: true}
	broken := causal.Verdict{Applies: true}
	for _, c := range []struct {
		proof []causal.Verdict
		carry int
		old   bool
		want  string
	}{
		{nil, 0, false, "class confirmed"},
		{[]causal.Verdict{kept}, 0, false, "keeps the rule"},
		{[]causal.Verdict{silent}, 0, false, "no rule applies"},
		{[]causal.Verdict{silent, silent, silent}, 0, false, "no rule applies"},
		{[]causal.Verdict{kept, silent}, 0, false, "keeps both rules"},
		{[]causal.Verdict{kept, silent, kept}, 0, false, "keeps all 3 rules"},
		{[]causal.Verdict{kept, kept, kept}, 1, false, "keeps both rules"},
		{[]causal.Verdict{kept}, 1, false, "class confirmed"},
		{[]causal.Verdict{kept, broken}, 0, false, "breaks 1 of 2 rules"},
		{[]causal.Verdict{kept, kept}, 0, true, "checked against earlier rules"},
	} {
		x := wire.Explained{Nearest: true, Rows: make([]wire.Counterfactual, 1),
			Laws: make([]document.Law, len(c.proof)), Carry: make([]int, c.carry)}
		if got := textKeeps(x, wire.Counterfactual{Proof: c.proof}, c.old); got != c.want {
			t.Errorf("%+v, %d carried, old %v: %q, want %q", c.proof, c.carry, c.old, got, c.want)
		}
		head := map[bool]string{false: "2 changes, nearest, proved", true: "2 changes"}[c.old]
		if got := textAnswerHead(0, x, wire.Counterfactual{Changed: 2}, c.old); got != head {
			t.Errorf("old %v: %q, want %q", c.old, got, head)
		}
	}
}

// The person's own limits are counted separately, so that the number of rules matches the
// strip.
func TestABadgeCountsOwnRulesApart(t *testing.T) {
	kept, broken := causal.Verdict{Pass: true, Applies: true}, causal.Verdict{Applies: true}
	all, own := document.Law{}, document.Law{Local: true}
	for want, c := range map[string]struct {
		laws  []document.Law
		proof []causal.Verdict
	}{
		"keeps all 3 rules and your own rule": {[]document.Law{all, all, all, own},
			[]causal.Verdict{kept, kept, kept, kept}},
		"keeps the rule and your own 2 rules":   {[]document.Law{all, own, own}, []causal.Verdict{kept, kept, kept}},
		"keeps your own rule":                   {[]document.Law{own}, []causal.Verdict{kept}},
		"breaks 1 of 2 rules and your own rule": {[]document.Law{all, all, own}, []causal.Verdict{kept, broken, kept}},
	} {
		if got := textKeeps(wire.Explained{Laws: c.laws}, wire.Counterfactual{Proof: c.proof}, false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// If some rules are soft, the hard ones are counted as a part of the same total.
func TestHardRulesAreAPartOfAll(t *testing.T) {
	for want, n := range map[string][2]int{
		"The graph's hard rule applies.": {1, 1}, "The graph's 6 hard rules apply.": {6, 6},
		"6 hard rules among the graph's 7 rules apply.":            {6, 7},
		"The only hard rule among the graph's 2 rules applies.":    {1, 2},
		"You have not stated a hard rule, so anything may change.": {0, 3},
	} {
		if got := textRulesHold(n[0], n[1]); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}

// The page never calls the class of an answer without one of its changes the target
// class.
func TestAChangeIsSeenToBeNeeded(t *testing.T) {
	for _, c := range []struct {
		share, asked float64
		holds        bool
		want         string
	}{
		{0.5497, 0.55, false, "without it 54.97 %"}, {0.549996, 0.55, false, "without it 54.9996 %"},
		{0.42, 0.55, false, "without it 42.0 %"},
		{0.49999, 0.5, false, "without it 49.999 %"}, {0.55, 0, false, "without it 55.0 %"},
		{0.62, 0.55, true, "without it 62.0 %, which makes it hold less often after retraining"},
		{0.42, 0.55, true, "without it 42.0 %"},
	} {
		if got := textWithout(c.share, c.asked, c.holds); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.share, c.asked, got, c.want)
		}
	}
	x := wire.Explained{}
	for want, q := range map[float64]wire.Explain{0.55: {}, 0.75: {Clarity: model.Surely}, 0.5: {Clarity: model.Just},
		0.9: {Clarity: model.AtLeast, Least: 0.9}} {
		if got := shareAsked(q, x, 2); got != want {
			t.Errorf("%v: %v is asked for, want %v", q.Clarity, got, want)
		}
	}
}
