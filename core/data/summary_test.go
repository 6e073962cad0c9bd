package data

import (
	"math"
	"slices"
	"testing"
)

func TestHistogram(t *testing.T) {
	cases := []struct {
		name   string
		f      Feature
		v      []float64
		bins   int
		edges  []float64
		counts []int
	}{
		{"round steps", Feature{Kind: Continuous}, []float64{0.1, 0.9, 1, 4.2, 5}, 5, []float64{0, 1, 2, 3, 4, 5},
			[]int{2, 1, 0, 0, 2}},
		{"tenths are exact", Feature{Kind: Continuous}, []float64{0.1, 0.3, 0.7}, 10,
			[]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, []int{1, 0, 1, 0, 0, 1}},
		{"an integer has its own bin", Feature{Kind: Integer}, []float64{0, 1, 1, 3}, 20, []float64{0, 1, 2, 3, 4},
			[]int{1, 2, 0, 1}},
		{"ages", Feature{Kind: Integer}, []float64{17, 20, 90}, 10, []float64{10, 20, 30, 40, 50, 60, 70, 80, 90, 100},
			[]int{1, 1, 0, 0, 0, 0, 0, 0, 1}},
		{"a constant integer", Feature{Kind: Integer}, []float64{7, 7}, 5, []float64{7, 8}, []int{2}},
		{"levels", Feature{Kind: Category, Levels: []string{"a", "b", "c"}}, []float64{2, 0, 2}, 5, nil,
			[]int{1, 0, 2}},
		{"no rows", Feature{Kind: Continuous}, nil, 5, nil, nil},
	}
	for _, c := range cases {
		tab := &Table{Schema: Schema{Features: []Feature{c.f}}, Cols: [][]float64{c.v}, Outcome: make([]int, len(c.v))}
		edges, counts := tab.Histogram(0, c.bins)
		if !slices.Equal(edges, c.edges) || !slices.Equal(counts, c.counts) {
			t.Errorf("%s: got %v %v, want %v %v", c.name, edges, counts, c.edges, c.counts)
		}
	}
}

// TestHistogramAlways checks that every row is counted once, that the edges ascend and cover the
// values, and that there are not many more bins than requested.
func TestHistogramAlways(t *testing.T) {
	for _, lo := range []float64{-1e15, -12.5, 0, 1e-6, 3, 1e9, 1e15 - 5} {
		for _, span := range []float64{0, 1e-6, 0.37, 1, 12, 1e6, 1e15} {
			for _, kind := range []Kind{Continuous, Integer} {
				v := []float64{lo, lo + span/3, lo + span}
				if kind == Integer {
					v = []float64{math.Floor(lo), math.Floor(lo + span/3), math.Floor(lo + span)}
				}
				tab := &Table{Schema: Schema{Features: []Feature{{Kind: kind}}}, Cols: [][]float64{v},
					Outcome: make([]int, 3)}
				for _, bins := range []int{0, 1, 12, 40} {
					edges, counts := tab.Histogram(0, bins)
					sum := 0
					for _, c := range counts {
						sum += c
					}
					if sum != 3 || len(edges) != len(counts)+1 || len(counts) > bins+2 ||
						edges[0] > v[0] || edges[len(edges)-1] < v[2] || !slices.IsSorted(edges) {
						t.Errorf("%v to %v, %d bins: got %v %v", v[0], v[2], bins, edges, counts)
					}
				}
			}
		}
	}
}

func TestCountsMean(t *testing.T) {
	tab := mixedTable()
	if got := tab.Counts(); !slices.Equal(got, []int{2, 1}) {
		t.Errorf("counts: got %v", got)
	}
	if got := tab.Mean(1); got != 49 {
		t.Errorf("mean: got %v, want 49", got)
	}
	if got := (&Table{Cols: [][]float64{nil}}).Mean(0); got != 0 {
		t.Errorf("mean of no rows: got %v, want 0", got)
	}
}

func TestFind(t *testing.T) {
	tab := mixedTable()
	tab.Schema.Features[3].Levels[1] = "Night clerk"
	cases := []struct {
		search string
		want   []int
	}{
		{"", []int{0, 1, 2}},
		{"job=baker", []int{0}},
		{`JOB="night clerk"`, []int{1, 2}},
		{"clerk", []int{1, 2}},
		{"clerk high", []int{2}},
		{"y=a", []int{0, 2}},
		{"y=a clerk", []int{2}},
		{"age>17", []int{1, 2}},
		{"age>=17 age<90", []int{0, 1}},
		{"age=40", []int{1}},
		{"age<=40.5", []int{0, 1}},
		{"age=forty", nil},
		{"job>baker", nil},
		{"1.7", []int{1}},
		{"9", []int{2}},
		{"colour=red", nil},
		{"=", nil},
		{`"`, []int{0, 1, 2}},
	}
	for _, c := range cases {
		if got := tab.Find(c.search, []int{0, 1, 2}); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.search, got, c.want)
		}
	}
	if got := tab.Find("clerk", []int{0, 1}); !slices.Equal(got, []int{1}) {
		t.Errorf("among two rows: got %v, want 1", got)
	}
	if got := tab.Find("", nil); got != nil {
		t.Errorf("among no rows: got %v", got)
	}
}

// TestHash fixes the hash of a table, computed independently from the layout that Hash documents,
// and checks that each part affects it.
func TestHash(t *testing.T) {
	base := mixedTable().Hash()
	if want := "94db885d8dcf4f0599e3095199e8f54124af63cc27ee478e973376dd223b90c6"; base != want {
		t.Errorf("got %s, want %s", base, want)
	}
	scaled := mixedTable()
	scaled.FitScale([]int{0, 1})
	if got := scaled.Hash(); got != base {
		t.Error("the fitted scale changes the hash")
	}
	for name, change := range map[string]func(t *Table){
		"name":          func(t *Table) { t.Schema.Features[0].Name = "size" },
		"kind":          func(t *Table) { t.Schema.Features[1].Kind = Continuous },
		"decimals":      func(t *Table) { t.Schema.Features[0].Decimals = 3 },
		"level":         func(t *Table) { t.Schema.Features[3].Levels[0] = "cook" },
		"rank":          func(t *Table) { t.Schema.Features[2].Ranks[2] = 2 },
		"outcome level": func(t *Table) { t.Schema.Outcome.Levels[0] = "c" },
		"value":         func(t *Table) { t.Cols[0][0] = 1.51 },
		"class":         func(t *Table) { t.Outcome[0] = 1 },
		"row order":     func(t *Table) { slices.Reverse(t.Outcome); slices.Reverse(t.Cols[0]) },
	} {
		tab := mixedTable()
		change(tab)
		if tab.Hash() == base {
			t.Errorf("another %s gives the same hash", name)
		}
	}
}

// TestClassesOfABinAddUp checks that the classes of a bin add up to the bin.
func TestClassesOfABinAddUp(t *testing.T) {
	x := &Table{
		Schema: Schema{
			Features: []Feature{{Name: "n", Kind: Continuous, Decimals: 1},
				{Name: "l", Kind: Category, Levels: []string{"a", "b", "c"}}},
			Outcome: Feature{Name: "y", Kind: Category, Levels: []string{"no", "yes"}},
		},
		Cols: [][]float64{{0.1, 0.5, 2, 2.4, 9.9, 10}, {0, 2, 2, 1, 0, 2}}, Outcome: []int{0, 1, 1, 0, 1, 1},
	}
	for j := range x.Cols {
		edges, counts := x.Histogram(j, 5)
		by, sum := x.ByClass(j, edges), 0
		for b, n := range counts {
			if got := by[2*b] + by[2*b+1]; got != n {
				t.Errorf("feature %d, bin %d: %d rows by class, %d together", j, b, got, n)
			}
			sum += by[2*b+1]
		}
		if sum != 4 {
			t.Errorf("feature %d: %d rows of the second class, want 4", j, sum)
		}
	}
}
