package engine

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// TestExplainCarries checks that an effect that should follow is returned with a proof, its plan
// and no cost, and that one without a mechanism is rejected.
func TestExplainCarries(t *testing.T) {
	s, _, _ := generated(t)
	const cause, effect = 0, 2 // x1 and x3 of Simple-BN
	row := s.do(wire.Rows{Part: data.TestRows, Limit: 20}).(wire.Page).Values.Rows()
	known := causal.Knowledge{Edges: []causal.Edge{{From: cause, To: effect}},
		Mechanisms: []causal.Assignment{{Feature: effect, State: causal.Following}}}
	followed := 0
	for _, r := range row {
		ask := wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 100, Seed: 1}, Row: list(r),
			Knowledge: known}
		x, ok := s.do(ask).(wire.Explained)
		if !ok {
			t.Fatalf("no answer to %+v", ask)
		}
		if !slices.Equal(x.Carry, []int{effect}) || len(x.Laws) != 1 {
			t.Fatalf("carried are %v, by laws %+v", x.Carry, x.Laws)
		}
		for _, c := range x.Rows {
			v, last := c.Row, c.Plan[len(c.Plan)-1]
			if !c.Proof[0].Pass || !slices.Equal(last.Row, v) || last.Class != c.Class {
				t.Errorf("proof %+v, plan %+v of %v", c.Proof, c.Plan, v)
			}
			if v[effect] != r[effect] {
				followed++
				if v[cause] == r[cause] {
					t.Errorf("the effect of %v moves by itself for %v", r, v)
				}
			}
		}
	}
	if followed == 0 {
		t.Error("no effect followed")
	}
	known.Mechanisms[0].Feature = cause
	ask := wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 100}, Row: list(row[0]), Knowledge: known}
	if f, ok := s.do(ask).(wire.Failure); !ok || f.Code != wire.CodeBadInput {
		t.Errorf("a feature without a mechanism: %+v", f)
	}
}
