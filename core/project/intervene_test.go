package project

import (
	"errors"
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/sim"
)

// TestIntervene checks that the formula of Simple-BN leads to the result worked out by hand, and
// that the shares are the black box's predictions for the two rows.
func TestIntervene(t *testing.T) {
	p := open(t, "base")
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2}, {From: 1, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "x1 + 2 * x2"}}}
	row := given()[0]
	var r Refusal
	if _, err := p.Intervene(k, row, 0, 1); !errors.As(err, &r) || r.Kind != NotReady {
		t.Errorf("without rows: %v", err)
	}
	if err := p.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	s := p.Said()
	to := s.Features[0].Round(row[0] + 1)
	x, err := p.Intervene(k, row, 0, to)
	if err != nil {
		t.Fatal(err)
	}
	if want := row[2] + to - row[0]; math.Abs(x.Row[2]-want) > s.Features[2].Step() || x.Row[0] != to ||
		x.Row[1] != row[1] {
		t.Errorf("got %v of %v, want %v", x.Row, row, want)
	}
	a := p.Ask(row, x.Row)
	for class := range 2 {
		if x.Before[class] != a[0].Shares[class] || x.After[class] != a[1].Shares[class] {
			t.Errorf("class %d: %v to %v, want %v to %v", class, x.Before, x.After, a[0].Shares, a[1].Shares)
		}
	}
	for _, v := range []struct {
		feature int
		value   float64
	}{{9, 0}, {-1, 0}, {0, math.Inf(1)}} {
		if _, err := p.Intervene(k, row, v.feature, v.value); !errors.As(err, &r) {
			t.Errorf("feature %d at %v: %v", v.feature, v.value, err)
		}
	}
}
