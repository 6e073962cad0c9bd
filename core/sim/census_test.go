package sim

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"causeway/assets"
	"causeway/core/data"
	"causeway/core/nn"

	"gonum.org/v1/gonum/stat"
)

// TestCensusGolden pins the hash of the default table.
func TestCensusGolden(t *testing.T) {
	tab := Census(CensusRows, 1)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	const hash = "797ae989cc81e7644056c9f701188cb54dd1ea95733ebdb4b51b5360fd4588e8"
	if got := tab.Hash(); got != hash {
		t.Errorf("hash: got %s, want %s", got, hash)
	}
	if short := Census(3, 1); !slices.Equal(short.Cols[0], tab.Cols[0][:3]) {
		t.Error("the first rows depend on the number of rows")
	}
	for i, y := range tab.Outcome {
		if age := tab.Cols[0][i]; y == 0 && age <= 35 || y == 1 && age >= 45 {
			t.Fatalf("row %d: age %v with income %d is outside the paper's selection", i, age, y)
		}
	}
}

// TestCensusTables checks the properties that the bundled file documents.
func TestCensusTables(t *testing.T) {
	if n := len(assets.Census) + len(assets.Sangiovese); n > 36_000 {
		t.Errorf("the tables take %d bytes", n)
	}
	for _, v := range readNetwork(assets.Census) {
		lines := 1
		for _, n := range v.sizes {
			lines *= n
		}
		if v.cuts == nil && len(v.lines) != lines {
			t.Errorf("%s has %d lines, want %d", v.name, len(v.lines), lines)
		}
		for _, l := range v.lines {
			sum := 0
			for _, w := range l {
				sum += w
			}
			if sum != 1000 || len(l) != v.states() || slices.Min(l) < 0 {
				t.Fatalf("%s: the line %v sums to %d", v.name, l, sum)
			}
		}
	}
}

// adultTable imports adult.data, which lies next to the repository or in CAUSEWAY_DATA, and skips
// the test if the file is missing.
func adultTable(t *testing.T) *data.Table {
	t.Helper()
	dirs := []string{os.Getenv("CAUSEWAY_DATA")}
	for _, up := range []string{"../..", "../../..", "../../../.."} {
		dirs = append(dirs, filepath.Join(up, "shared", "data"))
	}
	for _, d := range dirs {
		b, err := os.ReadFile(filepath.Join(d, "adult", "adult.data"))
		if d == "" || err != nil {
			continue
		}
		f, err := data.Inspect("adult.data", b)
		if err != nil {
			t.Fatal(err)
		}
		tab, _, err := f.Import(f.Preview(nil).Plan)
		if err != nil {
			t.Fatal(err)
		}
		return tab
	}
	t.Skip("skipped: adult.data is absent; CAUSEWAY_DATA names its folder")
	return nil
}

// TestCensusIsLikeAdult compares a large census with Adult. It compares the schema, and the
// shares of every level and of bands of the numbers (tolerance 0.02). It also compares the shares
// of every pair of these (half the sum of differences at most 0.04), and the correlations of the
// indicators of levels and of the numbers (tolerance 0.05).
func TestCensusIsLikeAdult(t *testing.T) {
	adult, census := adultTable(t), Census(100_000, 2)
	for j, f := range adult.Schema.Features {
		g := census.Schema.Features[j]
		if f.Name != g.Name || f.Kind != g.Kind || !slices.Equal(f.Levels, g.Levels) ||
			!slices.Equal(f.Ranks, g.Ranks) {
			t.Errorf("feature %d: got %+v, want %+v", j, g, f)
		}
	}
	a, c := parts(adult), parts(census)
	worst, pair := 0.0, 0.0
	for j := range a {
		if d := variation(shares(a, j, j), shares(c, j, j)); d > 0.02 {
			t.Errorf("%s: the shares differ by %.3f", partName(adult, j), d)
		}
		for k := range j {
			d := variation(shares(a, j, k), shares(c, j, k))
			pair = max(pair, d)
			if d > 0.04 {
				t.Errorf("%s and %s: the shares differ by %.3f", partName(adult, j), partName(adult, k), d)
			}
		}
	}
	x, y := indicators(adult), indicators(census)
	for j := range x {
		for k := range j {
			d := math.Abs(stat.Correlation(x[j], x[k], nil) - stat.Correlation(y[j], y[k], nil))
			worst = max(worst, d)
			if d > 0.05 {
				t.Errorf("columns %d and %d: correlations differ by %.3f", j, k, d)
			}
		}
	}
	t.Logf("largest difference of pairs' shares %.3f, of correlations %.3f", pair, worst)
}

// parts returns the columns as small integers: levels, numbers in bands, and the outcome.
func parts(t *data.Table) [][]int {
	var list [][]int
	for j, f := range t.Schema.Features {
		col := make([]int, t.Rows())
		for i, v := range t.Cols[j] {
			if col[i] = int(v); f.Kind.Numeric() {
				col[i] = int(v) / 8
			}
		}
		list = append(list, col)
	}
	return append(list, t.Outcome)
}

func partName(t *data.Table, j int) string {
	if j == len(t.Schema.Features) {
		return t.Schema.Outcome.Name
	}
	return t.Schema.Features[j].Name
}

func shares(parts [][]int, j, k int) map[[2]int]float64 {
	m := map[[2]int]float64{}
	for i := range parts[j] {
		m[[2]int{parts[j][i], parts[k][i]}] += 1 / float64(len(parts[j]))
	}
	return m
}

func variation(a, b map[[2]int]float64) float64 {
	d := 0.0
	for k, v := range a {
		d += math.Abs(v - b[k])
	}
	for k, v := range b {
		if _, both := a[k]; !both {
			d += v
		}
	}
	return d / 2
}

// indicators returns the numbers, an indicator per level, and the outcome.
func indicators(t *data.Table) [][]float64 {
	var list [][]float64
	for j, f := range t.Schema.Features {
		if f.Kind.Numeric() {
			list = append(list, t.Cols[j])
			continue
		}
		for l := range f.Levels {
			col := make([]float64, t.Rows())
			for i, v := range t.Cols[j] {
				if int(v) == l {
					col[i] = 1
				}
			}
			list = append(list, col)
		}
	}
	y := make([]float64, t.Rows())
	for i, v := range t.Outcome {
		y[i] = float64(v)
	}
	return append(list, y)
}

// TestCensusClassifier trains the paper's black box on a census for ten epochs. Its accuracy must
// be about the same as on Adult.
func TestCensusClassifier(t *testing.T) {
	if testing.Short() {
		t.Skip("trains a classifier")
	}
	got := accuracy(t, Census(CensusRows, 3))
	t.Logf("accuracy on a census %.3f", got)
	if got < 0.86 {
		t.Errorf("accuracy %.3f, want at least 0.86", got)
	}
}

// accuracy returns the accuracy of the paper's black box on the test rows of a split.
func accuracy(t *testing.T, tab *data.Table) float64 {
	t.Helper()
	split := data.NewSplit(tab.Outcome, 1)
	tab.FitScale(split.Train)
	part := func(rows []int) nn.Examples {
		w := tab.Schema.Width()
		ex := nn.Examples{X: make([]float32, w*len(rows)), Y: make([]int, len(rows)), Width: w}
		var row []float64
		for n, i := range rows {
			row = tab.Row(i, row)
			tab.Schema.Encode(row, ex.X[n*w:(n+1)*w])
			ex.Y[n] = tab.Outcome[i]
		}
		return ex
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 10, Batch: 32, Hidden: 10, LearningRate: 0.003},
		part(split.Train), part(split.Val), 2)
	for range 10 {
		if _, err := fit.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	_, share := fit.Best().Score(part(split.Test))
	return share
}

func BenchmarkCensus(b *testing.B) {
	for b.Loop() {
		Census(CensusRows, 1)
	}
}
