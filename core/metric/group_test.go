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
	all, each := ScoreGroups(s, slices.Values(rows), []int{0, 0, 1, 1}, 2)
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
	for _, g := range each {
		if g.CoverageTested || g.CostTested || g.CoverageP != 1 || g.CostP != 1 {
			t.Errorf("two rows were compared with two: %+v", g)
		}
	}
	rows[0].Skipped = true
	if all, each := ScoreGroups(s, slices.Values(rows), []int{0, 0, 1, 1}, 2); all.All != 4 || all.Rows != 3 ||
		each[0].Rows != 1 || each[0].Cost != 2 || each[0].All != 2 {
		t.Errorf("a row that is not explained counts: %+v, %+v", all, each[0])
	}
}

// TestMissingNumbersAreToldOrWithheld checks that a missing number neither rises nor falls, and that
// the changes of the others make the mean.
func TestMissingNumbersAreToldOrWithheld(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "pay", Kind: data.Integer, Max: 90, MAD: 10}}}
	var rows []Found
	for _, r := range [][2]float64{{data.Blank, 40}, {30, data.Blank}, {data.Blank, data.Blank}, {30, 34}} {
		rows = append(rows, Found{Factual: r[:1], Nearest: r[1:]})
	}
	all, _ := ScoreGroups(s, slices.Values(rows), make([]int, 4), 1)
	if got, want := all.Features[0], (Shift{Changed: 3, Up: 1, Mean: 4, MeanAbs: 4, Told: 1, Withheld: 1}); !reflect.
		DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Coverage is twelve of twelve against three of twelve, and costs are 1 to 12 against 21, 22 and
// 23. Fisher's test compares coverage, with the same probability for both groups, corrected for
// two tests. The costs of only three rows are not compared.
func TestGroupsAreCompared(t *testing.T) {
	var rows []Found
	var of []int
	for i := range 24 {
		r := Found{Factual: []float64{}, Nearest: []float64{}, Cost: float64(i + 1)}
		if i >= 15 {
			r.Nearest = nil
		}
		rows, of = append(rows, r), append(of, i/12)
	}
	_, each := ScoreGroups(data.Schema{}, slices.Values(rows), of, 2)
	want := 2 * Fisher(12, 12, 3, 12)
	for g, x := range each {
		if !x.CoverageTested || x.CostTested || math.Abs(x.CoverageP-want) > 1e-12 || x.CostP != 1 {
			t.Errorf("group %d: %+v, want a p of %v of the coverage alone", g, x, want)
		}
	}
	// All rows are covered. Only two of the C(24,12) groupings of 1 to 24 differ this much.
	for i := range rows {
		rows[i].Nearest = []float64{}
	}
	_, each = ScoreGroups(data.Schema{}, slices.Values(rows), of, 2)
	if x := each[0]; !x.CostTested || x.CostP > 0.001 || x.Beyond.By != -12 || x.Beyond.Low > -12 ||
		x.Beyond.High < -12 || x.Beyond.High > -6 || each[1].Beyond.By != 12 || each[1].Beyond.High != -x.Beyond.Low ||
		Tests(each) != 2 {
		t.Errorf("1 to 12 against 13 to 24: %+v", x)
	}
}

// Wilson's interval is 0.4902 to 0.9433 for 8 of 10 and 0 to 0.2775 for 0 of 10 (Newcombe 1998,
// and computed from the formula).
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
}

func TestGroupBy(t *testing.T) {
	age := data.Feature{Kind: data.Integer}
	names, of := GroupBy(age, []float64{20, 30, 40, 50, 60, 70, 80, 90})
	if !slices.Equal(names, []string{"20 to 30", "40 to 50", "60 to 70", "80 to 90"}) ||
		!slices.Equal(of, []int{0, 0, 1, 1, 2, 2, 3, 3}) {
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
	if !slices.Equal(names, []string{"under 30", "30 to under 45.5", "45.5 and more"}) ||
		!slices.Equal(of, []int{0, 1, 1, 1, 2, 0}) {
		t.Errorf("got %q, %v", names, of)
	}
}

// A decision is fixed only if this is proved. Rows with neither an answer nor a proof are
// undecided, and the interval covers only the decided rows.
func TestFixedDecisions(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age", Kind: data.Integer, Max: 9, MAD: 1}}}
	rows := []Found{{Factual: []float64{1}, Nearest: []float64{2}}, {Factual: []float64{1}, None: true},
		{Factual: []float64{1}}, {Factual: []float64{1}, None: true}, {Factual: []float64{1}, Skipped: true}}
	all, each := ScoreGroups(s, slices.Values(rows), []int{0, 0, 0, 1, 1}, 2)
	for i, want := range [][3]int{{4, 2, 1}, {3, 1, 1}, {1, 1, 0}} {
		g := append([]Group{all}, each...)[i]
		if got := [3]int{g.Rows, g.Fixed, g.Undecided()}; got != want {
			t.Errorf("%d: rows, fixed and undecided are %v, want %v", i, got, want)
		}
	}
	if low, high := all.FixedRange(); low <= 0.1 || high >= 0.95 || low >= 2.0/3 || high <= 2.0/3 {
		t.Errorf("2 of 3 are fixed, between %v and %v", low, high)
	}
}
