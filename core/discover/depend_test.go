package discover

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"causeway/core/causal"
	"causeway/core/data"
)

// tableOf returns a table of numbers, or of categories if levels are given.
func tableOf(cols [][]float64, levels ...int) *data.Table {
	t := &data.Table{Cols: cols, Outcome: make([]int, len(cols[0])),
		Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}}}}
	for j := range cols {
		f := data.Feature{Name: "x" + string(rune('a'+j%26)) + string(rune('a'+j/26)), Decimals: 6}
		if j < len(levels) && levels[j] > 0 {
			f = data.Feature{Name: f.Name, Kind: data.Category}
			for l := range levels[j] {
				f.Levels = append(f.Levels, string(rune('A'+l)))
			}
		}
		t.Schema.Features = append(t.Schema.Features, f)
	}
	for i := range t.Outcome {
		t.Outcome[i] = i % 2
	}
	return t
}

func sampleOf(t *data.Table) *Sample { return NewSample(t, every(t.Rows())) }

func every(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func noise(n int, seed uint64) []float64 {
	rng, v := rand.New(rand.NewPCG(seed, 1)), make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// The partial correlation given one other feature is (r_xy - r_xz r_yz) / sqrt((1 - r_xz²)(1 -
// r_yz²)). Its t = r sqrt(df / (1 - r²)) has n - 3 degrees of freedom.
func TestPartialCorrelation(t *testing.T) {
	const n = 200
	x, y, z := noise(n, 1), noise(n, 2), noise(n, 3)
	for i := range x {
		x[i] += z[i]
		y[i] += 0.3*x[i] - z[i]
	}
	s := sampleOf(tableOf([][]float64{x, y, z}))
	r := func(i, j int) float64 { return s.Test(i, j, nil).Strength }
	want := (r(0, 1) - r(0, 2)*r(1, 2)) / math.Sqrt((1-r(0, 2)*r(0, 2))*(1-r(1, 2)*r(1, 2)))
	d := s.Test(0, 1, []int{2})
	near(t, "partial correlation", d.Strength, want, 1e-12)
	df := float64(n - 3)
	p := 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(math.Abs(want)*math.Sqrt(df/(1-want*want)))
	near(t, "p", d.P, p, 1e-10*p)
	if !d.Signed || !d.Tested || d.Ample {
		t.Errorf("got %+v, want a sign, a test and few rows", d)
	}
	if e := s.Test(1, 0, []int{2}); math.Abs(e.Strength-d.Strength) > 1e-12 {
		t.Errorf("the other way round: %v, want %v", e.Strength, d.Strength)
	}
}

// For a category and a number, the test is a one-way analysis of variance: F = (between / (k-1))
// / (within / (n-k)), and the strength is the square root of R².
func TestCategoryAgainstNumber(t *testing.T) {
	const n, k = 300, 4
	x, y := make([]float64, n), noise(n, 5)
	var total, within, grand float64
	sums, counts := [k]float64{}, [k]float64{}
	for i := range x {
		x[i] = float64(i * i % k)
		if i%7 == 0 {
			x[i] = 2
		}
		if i%5 == 0 {
			x[i] = 3
		}
		y[i] += 0.3 * x[i]
		sums[int(x[i])] += y[i]
		counts[int(x[i])]++
		grand += y[i] / n
	}
	for i, v := range y {
		m := sums[int(x[i])] / counts[int(x[i])]
		total += (v - grand) * (v - grand)
		within += (v - m) * (v - m)
	}
	s := sampleOf(tableOf([][]float64{x, y}, k))
	for _, d := range []causal.Dependence{s.Test(0, 1, nil), s.Test(1, 0, nil)} {
		near(t, "strength", d.Strength, math.Sqrt(1-within/total), 1e-12)
		f := (total - within) / (k - 1) / (within / (n - k))
		near(t, "p", d.P, distuv.F{D1: k - 1, D2: n - k}.Survival(f), 1e-10)
		if d.Signed {
			t.Error("a category has no sign")
		}
	}
}

// Two categories with two levels each are two scores of 0 and 1. Their phi coefficient is a
// correlation, and F tends to chi² = n phi².
func TestCategories(t *testing.T) {
	const n = 2000
	rng := rand.New(rand.NewPCG(9, 9))
	a, b, c := make([]float64, n), make([]float64, n), make([]float64, n)
	table := [2][2]float64{}
	for i := range a {
		a[i], c[i] = float64(rng.IntN(2)), float64(rng.IntN(5))
		if b[i] = float64(rng.IntN(2)); rng.IntN(10) == 0 {
			b[i] = a[i]
		}
		table[int(a[i])][int(b[i])]++
	}
	row, col := table[1][0]+table[1][1], table[0][1]+table[1][1]
	phi := (n*table[1][1] - row*col) / math.Sqrt(row*col*(n-row)*(n-col))
	s := sampleOf(tableOf([][]float64{a, b, c}, 2, 2, 5))
	d := s.Test(0, 1, nil)
	near(t, "phi", d.Strength, math.Abs(phi), 1e-12)
	near(t, "p", d.P, mathext.GammaIncRegComp(0.5, n*phi*phi/2), 0.002)
	if d := s.Test(0, 2, []int{1}); !d.Tested || d.P < 0.001 || d.Strength > 0.1 {
		t.Errorf("independent categories: %+v", d)
	}
}

// Wilks' lambda of two categories with three and four levels, compared with the chi² of their
// table with (3-1)(4-1) degrees of freedom, to which Rao's F tends.
func TestCategoriesOfManyLevels(t *testing.T) {
	const n = 20_000
	rng := rand.New(rand.NewPCG(3, 4))
	below := 0
	const runs = 200
	for run := range runs {
		a, b := make([]float64, n/20), make([]float64, n/20)
		for i := range a {
			a[i], b[i] = float64(rng.IntN(3)), float64(rng.IntN(4))
		}
		d := sampleOf(tableOf([][]float64{a, b}, 3, 4)).Test(0, 1, nil)
		if d.P < 0.05 {
			below++
		}
		if run == 0 && !d.Tested {
			t.Error("not tested")
		}
	}
	if below < 3 || below > 20 { // 10 expected, binomial
		t.Errorf("%d of %d independent pairs are significant at 0.05", below, runs)
	}
}

func TestNothingLeftToTest(t *testing.T) {
	x, y := noise(100, 1), noise(100, 2)
	double, constant := make([]float64, 100), make([]float64, 100)
	for i := range x {
		double[i] = 2*x[i] + 1
	}
	s := sampleOf(tableOf([][]float64{x, y, double, constant}))
	if d := s.Test(0, 1, []int{2}); d.Tested || d.P != 1 {
		t.Errorf("given its double: %+v", d)
	}
	if d := s.Test(3, 1, nil); d.Tested {
		t.Errorf("a constant: %+v", d)
	}
	if d := s.Test(0, 2, nil); !d.Tested || d.P > 1e-300 || d.Strength < 0.999999 {
		t.Errorf("a double: %+v", d)
	}
	if d := s.Test(0, 1, []int{3}); !d.Tested {
		t.Errorf("given a constant: %+v", d)
	}
	few := sampleOf(tableOf([][]float64{x[:3], y[:3], double[1:4]}))
	if d := few.Test(0, 1, []int{2}); d.Tested {
		t.Errorf("three rows and three features: %+v", d)
	}
}

func TestTail(t *testing.T) {
	for _, c := range []struct{ f, a, b float64 }{
		{1, 1, 1}, {0.3, 1, 10}, {4.6, 1, 8000}, {200, 1, 8000}, {1.2, 15, 900}, {0.9, 225, 100_000}, {3, 40, 3},
		{1e-9, 2, 7},
	} {
		want := distuv.F{D1: c.a, D2: c.b}.Survival(c.f)
		near(t, "tail", beyond(c.f, c.a, c.b), want, 1e-9*want+1e-14)
	}
	for x := 0.5; x < 5000; x *= 1.7 {
		want, _ := math.Lgamma(x)
		near(t, "log gamma", logGamma(x), want, 1e-13*(1+math.Abs(want)))
	}
	for x := -699.0; x < 699; x += 13.37 {
		near(t, "exp", exponential(x)/math.Exp(x), 1, 1e-14)
	}
	// From Abramowitz and Stegun, table 26.9: F(0.05; 5, 10) = 3.33.
	near(t, "table of F", beyond(3.3258, 5, 10), 0.05, 1e-5)
}

// The tests for independent features are significant as often as the level implies, whatever
// features are given.
func TestLevelOfTheTest(t *testing.T) {
	const n, runs = 150, 400
	hits := 0
	for run := range runs {
		cols := make([][]float64, 5)
		for j := range cols {
			cols[j] = noise(n, uint64(run*10+j))
		}
		for i := range cols[0] {
			cols[0][i] += cols[2][i]
			cols[1][i] += cols[2][i] + cols[3][i]
		}
		if sampleOf(tableOf(cols)).Test(0, 1, []int{2, 4}).P < 0.05 {
			hits++
		}
	}
	if hits < 8 || hits > 36 { // 20 expected, binomial with standard deviation 4.4
		t.Errorf("%d of %d are significant at 0.05", hits, runs)
	}
}
