package explain

import (
	"testing"

	"causeway/core/wire"
)

// A badge counts rules as the strip does, says nothing of rules that are silent, and claims
// nothing of rules that have changed since.
func TestWhatABadgeSays(t *testing.T) {
	kept, silent, broken := wire.Judged{Pass: true, Applies: true}, wire.Judged{Pass: true}, wire.Judged{Applies: true}
	for _, c := range []struct {
		proof []wire.Judged
		carry int
		old   bool
		want  string
	}{
		{nil, 0, false, "class confirmed"},
		{[]wire.Judged{kept}, 0, false, "keeps the rule"},
		{[]wire.Judged{silent}, 0, false, "no rule touches this"},
		{[]wire.Judged{silent, silent, silent}, 0, false, "no rule touches this"},
		{[]wire.Judged{kept, silent}, 0, false, "keeps both rules"},
		{[]wire.Judged{kept, silent, kept}, 0, false, "keeps all 3 rules"},
		{[]wire.Judged{kept, kept, kept}, 1, false, "keeps both rules"},
		{[]wire.Judged{kept}, 1, false, "class confirmed"},
		{[]wire.Judged{kept, broken}, 0, false, "breaks 1 of 2 rules"},
		{[]wire.Judged{kept, kept}, 0, true, "judged by earlier rules"},
	} {
		x := wire.Explained{Laws: make([]wire.Law, len(c.proof)), Nearest: true, Carry: make([]int, c.carry), Found: make([]wire.Counterfactual, 1)}
		if got := textKeeps(x, wire.Counterfactual{Proof: c.proof}, c.old); got != c.want {
			t.Errorf("%+v, %d carried, old %v: %q, want %q", c.proof, c.carry, c.old, got, c.want)
		}
		head := map[bool]string{false: "2 changes, nearest, proved", true: "2 changes"}[c.old]
		if got := textAnswerHead(0, x, wire.Counterfactual{Changed: 2}, c.old); got != head {
			t.Errorf("old %v: %q, want %q", c.old, got, head)
		}
	}
}
