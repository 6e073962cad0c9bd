package metric

import (
	"errors"
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

func TestRobust(t *testing.T) {
	if got := Robust([]int{1, 0}, [][]int{{1, 0}, {1, 1}, {0, 0}, {0, 0}}); got != 5.0/8 {
		t.Errorf("5 of 8 hold, not %v", got)
	}
	if got := Robust(nil, nil); got != 1 {
		t.Errorf("of none %v do", got)
	}
}

// Only counterfactuals that reach the target by a change within the rules are kept.
func TestKeeping(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age", Kind: data.Integer, Max: 99, MAD: 1}}}
	p := Pairs{Schema: s, Factual: [][]float64{{30}, {30}, {30}, {30}},
		Counterfactual: [][]float64{{31}, {29}, {30}, {35}},
		Target:         []int{1, 1, 1, 1}, Class: []int{1, 1, 1, 0}}
	got := p.Keeping([]causal.Rule{{Kind: causal.OnlyIncrease}})
	if len(got.Counterfactual) != 1 || got.Counterfactual[0][0] != 31 {
		t.Errorf("kept are %v, want 31 alone", got.Counterfactual)
	}
}

// Plausibility worked out by hand: the training rows of class 1 are at 0, 1, 2, 3 and 4 MADs in
// red and at 100 in blue. A real row at 2 is (0+1+1+2+2)/5 = 1.2 away, and a counterfactual at 4
// in blue is (1+2+3+4+5)/5 = 3 away.
func TestPlausibility(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "n", Kind: data.Integer, Max: 200, MAD: 2},
		{Name: "c", Kind: data.Category, Levels: []string{"red", "blue"}}},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	table := &data.Table{Schema: s, Cols: [][]float64{{0, 2, 4, 6, 8, 200, 4, 4, 4}, {0, 0, 0, 0, 0, 1, 0, 0, 0}},
		Outcome: []int{1, 1, 1, 1, 1, 1, 1, 0, 0}}
	n := NewNeighbours(table, []int{0, 1, 2, 3, 4, 5, 7}, []int{6, 8})
	quiet := func() error { return nil }
	ask := func(target int, row ...float64) (float64, bool) {
		got, known, err := n.Plausibility(Pairs{Schema: s, Counterfactual: [][]float64{row}, Target: []int{target}},
			quiet)
		if err != nil {
			t.Fatal(err)
		}
		return got, known
	}
	if got, known := ask(1, 8, 1); !known || math.Abs(got-3/1.2) > 1e-12 {
		t.Errorf("plausibility %v, want %v", got, 3/1.2)
	}
	if got, known := ask(1, 4, 0); !known || got != 1 {
		t.Errorf("a real row has a plausibility of %v, want 1", got)
	}
	if _, known := ask(0, 4, 0); known {
		t.Error("a class of one training row has a plausibility")
	}
	stop := errors.New("stop")
	if _, _, err := n.Plausibility(Pairs{Schema: s, Counterfactual: [][]float64{{0, 0}}, Target: []int{1}},
		func() error { return stop }); err != stop {
		t.Errorf("error %v once it is told to stop", err)
	}
}
