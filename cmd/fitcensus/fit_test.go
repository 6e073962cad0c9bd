package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"causeway/assets"
)

// TestSmooth: 100 rows of which 3 and 2 are in small states, with q = 0.2, 0.6,
// 0.1, 0.1 one parent less (there, all counts are large).
func TestSmooth(t *testing.T) {
	near := func(got, want []float64) bool {
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-12 {
				return false
			}
		}
		return len(got) == len(want)
	}
	for _, c := range []struct {
		name string
		n    []int
		want []float64
	}{
		{"five small rows are shared by q", []int{55, 40, 3, 2},
			[]float64{0.95 * 55 / 95, 0.95 * 40 / 95, 0.025, 0.025}},
		{"two count as one row", []int{58, 40, 2, 0}, []float64{0.99 * 58 / 98, 0.99 * 40 / 98, 0.005, 0.005}},
		{"as many rows without the two", []int{58, 40, 0, 2}, []float64{0.99 * 58 / 98, 0.99 * 40 / 98, 0.005, 0.005}},
		{"nothing is small", []int{25, 25, 25, 25}, []float64{0.25, 0.25, 0.25, 0.25}},
		{"too few rows are q", []int{19, 0, 0, 0}, []float64{0.2, 0.6, 0.1, 0.1}},
	} {
		counts := func(known int) []int {
			if known == 0 {
				return []int{200, 600, 100, 100}
			}
			return slices.Clone(c.n)
		}
		if got := smooth(counts, 1, 4); !near(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	if got := level([]int{0, 2, 4, 10, 0, 3, 0, 7}); !near(got,
		[]float64{2. / 23, 2. / 23, 2. / 23, 10. / 23, 0, 0, 0, 7. / 23}) {
		t.Errorf("level: got %v", got)
	}
	if got := round([]float64{1. / 3, 1. / 3, 1. / 3}); !slices.Equal(got, []int{334, 333, 333}) {
		t.Errorf("round: got %v", got)
	}
}

// TestTablesAreFitted: the bundled tables equal the program's output.
func TestTablesAreFitted(t *testing.T) {
	for _, d := range []string{os.Getenv("CAUSEWAY_DATA"), "../../shared/data", "../../../shared/data",
		"../../../../shared/data"} {
		path := filepath.Join(d, "adult", "adult.data")
		if _, err := os.Stat(path); d == "" || err != nil {
			continue
		}
		tab, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		if fit(tab, header, network) != assets.Census {
			t.Error("assets/census.txt is not what fitcensus writes; run it again")
		}
		if tab, err = readWorkers(path); err != nil {
			t.Fatal(err)
		}
		if fit(tab, workersHeader, workers()) != assets.Workers {
			t.Error("assets/workers.txt is not what fitcensus writes; run it again")
		}
		return
	}
	t.Skip("skipped: adult.data is absent; CAUSEWAY_DATA names its folder")
}
