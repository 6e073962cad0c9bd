package metric

import (
	"reflect"
	"slices"
	"testing"
)

func TestFlow(t *testing.T) {
	row := func(nearest ...float64) Found { return Found{Factual: []float64{0, 0, 0}, Nearest: nearest} }
	rows := []Found{
		row(1, 0, 0), row(2, 0, 0), row(1, 1, 0), // group 0
		// group 1
		row(1, 0, 0), row(0, 0, 3), row(0, 1, 0), {Factual: []float64{0, 0, 0}},
		{Factual: []float64{0, 0, 0}, Skipped: true},
		row(0, 0, 1), // of no group
	}
	of := []int{0, 0, 0, 1, 1, 1, 1, 1, -1}
	f := FlowOf(slices.Values(rows), of, 2, 2)
	want := Flow{
		Sets:   [][]int{{0}, {2}},
		Counts: [][]int{{2, 0, 1, 0}, {1, 1, 1, 1}},
		Of:     []int{0, 0, 2, 0, 1, 2, 3, -1, 1},
	}
	if !reflect.DeepEqual(f, want) {
		t.Errorf("got %+v, want %+v", f, want)
	}
	if f.Others() != 2 || f.None() != 3 {
		t.Errorf("columns %d and %d", f.Others(), f.None())
	}
	total := 0
	for _, g := range FlowOf(slices.Values(rows), of, 2, 10).Counts {
		for _, n := range g {
			total += n
		}
	}
	if total != 7 { // of the nine, one is not explained and one is of no group
		t.Errorf("%d rows are counted", total)
	}
	follows := row(1, 1, 0)
	follows.Base = []float64{0, 1, 0}
	if f := FlowOf(slices.Values([]Found{follows}), []int{0}, 1, 3); !reflect.DeepEqual(f.Sets, [][]int{{0}}) {
		t.Errorf("the second feature follows, but the sets are %v", f.Sets)
	}
	if f := FlowOf(slices.Values[[]Found](nil), nil, 0, 3); len(f.Sets) != 0 || f.None() != 1 {
		t.Errorf("of nothing: %+v", f)
	}
}

func TestReach(t *testing.T) {
	cost, reached := Reach([]float64{3, 1, 2}, 4)
	if !reflect.DeepEqual(cost, []float64{0, 1, 1, 2, 2, 3, 3}) ||
		!reflect.DeepEqual(reached, []float64{0, 0, 0.25, 0.25, 0.5, 0.5, 0.75}) {
		t.Errorf("%v %v", cost, reached)
	}
}
