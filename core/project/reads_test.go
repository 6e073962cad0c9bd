package project

import (
	"math"
	"testing"
)

// TestReads checks that with two classes, each feature matters as much for one as for the other,
// and that a single row has no result.
func TestReads(t *testing.T) {
	p, _ := costly(t)
	no, yes := p.Reads(0), p.Reads(1)
	most := 0.0
	for j, v := range yes {
		if v < 0 || v > 1 || math.Abs(v-no[j]) > 1e-6 {
			t.Errorf("feature %d: %v of one class, %v of the other", j, v, no[j])
		}
		most = max(most, v)
	}
	if most < 0.01 {
		t.Errorf("no feature is read: %v", yes)
	}
	p.Split.Test = p.Split.Test[:1]
	if got := p.Reads(1); got[0] != 0 || got[1] != 0 {
		t.Errorf("one row alone is read: %v", got)
	}
}
