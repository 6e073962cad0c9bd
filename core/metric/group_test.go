package metric

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/data"
)

func TestScoreGroups(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Max: 90, MAD: 10},
		{Name: "work", Kind: data.Category, Levels: []string{"a", "b", "c"}},
		{Name: "school", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}},
	}}
	rows := []Found{
		{Factual: []float64{30, 0, 1}, Nearest: []float64{34, 0, 2}, Cost: 1},
		{Factual: []float64{40, 0, 1}, Nearest: []float64{38, 2, 1}, Cost: 2},
		{Factual: []float64{50, 1, 1}, Nearest: []float64{50, 2, 0}, Cost: 3},
		{Factual: []float64{60, 1, 1}},
	}
	all, each := ScoreGroups(s, rows, []int{0, 0, 1, 1}, 2)
	if all.Rows != 4 || all.Covered != 3 || all.Coverage() != 0.75 || all.Cost != 2 || all.Changed != 2 {
		t.Errorf("all = %+v", all)
	}
	want := []Shift{
		{Changed: 2, Up: 1, Down: 1, Mean: 1, MeanAbs: 3},
		{Changed: 2, Moves: []Move{{0, 2, 1}, {1, 2, 1}}},
		{Changed: 2, Up: 1, Down: 1, Moves: []Move{{1, 0, 1}, {1, 2, 1}}},
	}
	if !reflect.DeepEqual(all.Features, want) {
		t.Errorf("features = %+v, want %+v", all.Features, want)
	}
	if each[0].Covered != 2 || each[1].Covered != 1 || each[1].Features[0].Changed != 0 || each[0].Cost != 1.5 {
		t.Errorf("groups = %+v", each)
	}
	// Shares 1 and 1/2 of 2 and 2: z = 0.5 / sqrt(0.75*0.25*(1/2+1/2)) = 1.1547,
	// two-sided p = 0.2482 (tables of the normal distribution).
	if p := each[0].CoverageP; math.Abs(p-0.2482) > 1e-4 || p != each[1].CoverageP {
		t.Errorf("p of coverage = %v, want 0.2482", p)
	}
	if each[0].CostP != 1 {
		t.Errorf("p of cost = %v of one row, want 1", each[0].CostP)
	}
	// Means 1.5 and 4.5 with variance 0.5 each of 2: z = 3 / sqrt(0.5) = 4.2426,
	// two-sided p = 2.209e-5.
	rows[3].Nearest, rows[3].Cost = []float64{61, 1, 1}, 6
	rows[2].Cost = 5
	rows[3].Cost = 4
	_, each = ScoreGroups(s, rows, []int{0, 0, 1, 1}, 2)
	if p := each[1].CostP; math.Abs(p-2.209e-5) > 1e-7 {
		t.Errorf("p of cost = %v, want 2.209e-5", p)
	}
}

// Wilson's interval of 8 of 10 is 0.4902 to 0.9433, of 0 of 10 is 0 to 0.2775
// (Newcombe 1998, and by the formula).
func TestCoverageRange(t *testing.T) {
	for _, c := range []struct {
		covered, rows int
		low, high     float64
	}{{8, 10, 0.4902, 0.9433}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		low, high := Group{Covered: c.covered, Rows: c.rows}.CoverageRange()
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", c.covered, c.rows, low, high, c.low, c.high)
		}
	}
	g := Group{Covered: 4, CostSD: 2}
	if got := g.CostMargin(); math.Abs(got-1.959964) > 1e-6 {
		t.Errorf("margin of four costs with a deviation of 2 = %v", got)
	}
}

func TestGroupBy(t *testing.T) {
	age := data.Feature{Kind: data.Integer}
	names, of := GroupBy(age, []float64{20, 30, 40, 50, 60, 70, 80, 90})
	if !slices.Equal(names, []string{"20 to 30", "40 to 50", "60 to 70", "80 to 90"}) || !slices.Equal(of, []int{0, 0, 1, 1, 2, 2, 3, 3}) {
		t.Errorf("got %q, %v", names, of)
	}
	names, of = GroupBy(age, []float64{5, 5, 5, 5, 5, 9})
	if !slices.Equal(names, []string{"5", "9"}) || !slices.Equal(of, []int{0, 0, 0, 0, 0, 1}) {
		t.Errorf("many equal values: got %q, %v", names, of)
	}
	if names, of := GroupBy(age, nil); names != nil || len(of) != 0 {
		t.Errorf("no rows: got %q, %v", names, of)
	}
	names, of = GroupBy(data.Feature{Kind: data.Category, Levels: []string{"a", "b"}}, []float64{1, 0})
	if len(names) != 2 || !slices.Equal(of, []int{1, 0}) {
		t.Errorf("levels: got %q, %v", names, of)
	}
}

func TestGroupAt(t *testing.T) {
	names, of := GroupAt([]float64{29.9, 30, 44, 45, 100, -3}, []float64{30, 45.5})
	if !slices.Equal(names, []string{"under 30", "30 to under 45.5", "45.5 and more"}) || !slices.Equal(of, []int{0, 1, 1, 1, 2, 0}) {
		t.Errorf("got %q, %v", names, of)
	}
}
