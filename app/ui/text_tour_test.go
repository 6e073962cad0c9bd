package ui

import (
	"strings"
	"testing"
)

// The tour claims no more than is proved: where giving something up would help, it says where
// that stands, and never that nothing else would.
func TestTheTourClaimsWhatIsProved(t *testing.T) {
	before := tourAnswer{Count: 1}
	none := textTourFound("age", before, tourAnswer{None: true, Ways: 3}, []string{"age from 20 to 30"}, nil)
	if strings.Contains(none, "nothing else") || !strings.HasSuffix(none, "Below stands what would have to be given up for one.") {
		t.Errorf("with three ways: %q", none)
	}
	if all := textTourFound("age", before, tourAnswer{None: true}, nil, nil); strings.Contains(all, "given up") || !strings.HasSuffix(all, "and that is proved.") {
		t.Errorf("without a way: %q", all)
	}
	for want, got := range map[string]string{
		"1 arrow leads from cause to effect, and the answers keep 1 rule.":            textTourReason(1, 1, 1, false),
		"6 arrows lead from cause to effect, and the answers keep 6 hard rules of 7.": textTourReason(6, 6, 7, false),
		"2 arrows lead from cause to effect. What is round follows from its causes.":  textTourReason(2, 0, 0, true),
	} {
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
