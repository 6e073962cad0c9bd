package engine

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/wire"
)

// TestAMapAgreesWithTheBlackBox checks that each point of a map shows the black box's prediction
// for the row with both values, and what the rules forbid.
func TestAMapAgreesWithTheBlackBox(t *testing.T) {
	s, _ := trained(t)
	row := []float64{20, 30, 10}
	ask := wire.MapRow{Row: wire.NewFloats(row, 3), X: 0, Y: 2, Class: 1,
		Marks: wire.NewFloats([]float64{500, 3}, 1, 2),
		Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0, Local: true}}}
	m, ok := s.do(ask).(wire.Mapped)
	if !ok {
		t.Fatal("no map came")
	}
	xs, ys := m.Xs, m.Ys
	if xs[len(xs)-1] != 500 {
		t.Errorf("the map ends at %v, before its mark", xs[len(xs)-1])
	}
	for r, y := range ys {
		for c, x := range xs {
			if got := m.Broken[r*len(xs)+c] < 0; got != (x >= row[0]) {
				t.Fatalf("at %v the rule that it only rises from %v holds: %t", x, row[0], got)
			}
			if (r*len(xs)+c)%97 == 0 {
				want := s.do(wire.Predict{Row: wire.NewFloats([]float64{x, row[1], y}, 3)}).(wire.Predicted).
					Shares.Values()[1]
				if m.In[r*len(xs)+c] != (want > 0.5) {
					t.Fatalf("at %v and %v the map says %t, the black box %v", x, y, m.In[r*len(xs)+c], want)
				}
			}
		}
	}
	if n := len(m.Of); n == 0 || n != len(m.Points) {
		t.Errorf("%d rows with %d classes", len(m.Points), n)
	}
	for name, bad := range map[string]wire.MapRow{
		"a row of another table": {Row: wire.NewFloats([]float64{1, 2}, 2), Y: 1},
		"a feature too many":     {Row: wire.NewFloats([]float64{1, 2, 3, 4}, 4), X: 3},
		"a class too many":       {Row: wire.NewFloats(row, 3), Y: 1, Class: 9},
	} {
		if f, ok := s.do(bad).(wire.Failure); !ok || f.Code != wire.CodeBadInput {
			t.Errorf("%s is mapped: %+v", name, f)
		}
	}
}
