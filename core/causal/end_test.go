package causal

import (
	"math"
	"slices"
	"testing"

	"causeway/core/data"
)

// TestSavedMechanisms checks that a saved mechanism is read back bit by bit.
func TestSavedMechanisms(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "a", Kind: data.Continuous, Max: 9, MAD: 1},
		{Name: "b", Kind: data.Category, Levels: []string{"x", "y"}}}}
	formula, err := ParseFormula(`min(a, 3)^2 / (1 + b["y"]) - sqrt(abs(-a)) * max(a, 2) + 0.5`, s, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]Mechanism{
		"linear":  Linear{Intercept: 1.5, Coef: []float64{0.1, -2, 7}},
		"formula": formula,
		"network": &Network{Hidden: 2, Center: []float64{1, 2, 3}, Scale: []float64{1, 2, 3},
			W1: []float64{1, 2, 3, -4, -5, 6}, B1: []float64{0.1, 0.2}, W2: []float64{3, -1}, B2: 0.7},
	} {
		back, err := Save(m).Mechanism()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, b := make([]float64, 3), make([]float64, 3)
		for x := range 7 {
			p := []float64{float64(x) * 0.7, float64(x % 2), float64(1 - x%2)}
			if v, w := m.Grad(p, a), back.Grad(p, b); v != w || v != back.Mean(p) || !slices.Equal(a, b) ||
				back.Inputs() != 3 {
				t.Errorf("%s at %v: %v %v, want %v %v", name, p, w, b, v, a)
			}
		}
	}
}

// TestSavedMechanismsFromOutside checks that numbers that form no mechanism lead to an error, and
// never to a mechanism that fails in use.
func TestSavedMechanismsFromOutside(t *testing.T) {
	for name, s := range map[string]Saved{
		"unknown kind":               {"spline", 1, []float64{1, 2}},
		"no numbers":                 {"linear", 1, nil},
		"no inputs":                  {"linear", 0, []float64{1}},
		"a slope too many":           {"linear", 1, []float64{1, 2, 3}},
		"no finite number":           {"linear", 1, []float64{1, math.Inf(1)}},
		"half a hidden unit":         {"network", 1, []float64{1, 0, 1, 2, 3}},
		"no hidden unit":             {"network", 1, []float64{1, 0, 1}},
		"a scale of 0":               {"network", 1, []float64{1, 0, 0, 1, 1, 1}},
		"more inputs than numbers":   {"network", math.MaxInt, []float64{1, 2, 3}},
		"an empty formula":           {"formula", 1, nil},
		"part of a step":             {"formula", 1, []float64{0, 0, 0, 1, 2}},
		"an unknown step":            {"formula", 1, []float64{99, 0, 0, 1}},
		"half a step's number":       {"formula", 1, []float64{1, 0.5, 0, 0}},
		"a step before the first":    {"formula", 1, []float64{float64(opNeg), -1, 0, 0}},
		"a step that takes itself":   {"formula", 1, []float64{float64(opNeg), 0, 0, 0}},
		"an input that is not there": {"formula", 1, []float64{float64(opInput), 1, 0, 0}},
		"a power too high":           {"formula", 1, []float64{float64(opInput), 0, 0, 0, float64(opPow), 0, 17, 0}},
		"a number beyond all places": {"formula", 1, []float64{float64(opConst), 1 << 63, 0, 1}},
		"too many steps":             {"formula", 1, make([]float64, 4*maxTape+4)},
	} {
		if m, err := s.Mechanism(); err == nil {
			t.Errorf("%s: got %+v", name, m)
		}
	}
}
