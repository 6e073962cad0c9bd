package sim

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"

	"gonum.org/v1/gonum/mat"
)

// TestSimpleBNGolden pins the first rows and the hash of all rows. They are the same natively,
// with and without the simd experiment, and under wasm.
func TestSimpleBNGolden(t *testing.T) {
	tab := SimpleBN(SimpleBNRows, 1)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	want := [][]float64{
		{56.442, 76.958, 15.721, 0},
		{49.191, 44.444, 13.477, 0},
		{65.833, 51.097, 13.888, 1},
		{63.66, 24.372, 13.221, 0},
		{12.803, 78.14, 12.435, 0},
	}
	for i, w := range want {
		if got := append(tab.Row(i, nil), float64(tab.Outcome[i])); !slices.Equal(got, w) {
			t.Errorf("row %d: got %v, want %v", i, got, w)
		}
	}
	const hash = "46d90907335e79ae12b1bcde3cc69e70b59a5ea3fb387cd82c31d360fb312407"
	if got := tab.Hash(); got != hash {
		t.Errorf("hash: got %s, want %s", got, hash)
	}
	if other := SimpleBN(SimpleBNRows, 2); other.Hash() == hash {
		t.Error("seeds 1 and 2 give the same table")
	}
	if short := SimpleBN(3, 1); !slices.Equal(short.Cols[2], tab.Cols[2][:3]) {
		t.Errorf("the first rows depend on the number of rows: %v", short.Cols[2])
	}
}

// TestSimpleBNMoments compares the sample with the model. Truncation at 0 moves the mean of x by
// d phi(a)/(1-Phi(a)) with a = -mean/deviation, to 50.02 and 50.09. With S = x1+x2, which is
// approximately normal (100.11, 22.53), x3 has mean k1 E(S²) + 10 = 13.25 and variance k1²
// (2·22.53⁴ + 4·100.11²·22.53²) + 1/4 = 1.496². Tolerances are four standard errors for 100,000
// rows.
func TestSimpleBNMoments(t *testing.T) {
	tab := SimpleBN(100_000, 7)
	for j, want := range []struct{ mean, deviation, tol float64 }{
		{50.023, 14.96, 0.19},
		{50.090, 16.85, 0.22},
		{13.247, 1.496, 0.02},
	} {
		mean := tab.Mean(j)
		sum := 0.0
		for _, v := range tab.Cols[j] {
			sum += (v - mean) * (v - mean)
			if v <= 0 {
				t.Fatalf("x%d = %v is not positive", j+1, v)
			}
		}
		deviation := math.Sqrt(sum / float64(tab.Rows()))
		if math.Abs(mean-want.mean) > want.tol || math.Abs(deviation-want.deviation) > want.tol {
			t.Errorf("x%d: got mean %.3f, deviation %.3f, want %.3f, %.3f", j+1, mean, deviation, want.mean,
				want.deviation)
		}
	}
}

// TestSimpleBNOutcome compares the outcome with the formula, computed with the library's
// exponential function, and checks its share.
func TestSimpleBNOutcome(t *testing.T) {
	tab := SimpleBN(SimpleBNRows, 3)
	ones := 0
	for i, y := range tab.Outcome {
		z := 10.5/8100*tab.Cols[0][i]*tab.Cols[1][i] + 10 - tab.Cols[2][i]
		want := 0
		if 1/(1+math.Exp(-z)) > 0.5 {
			want = 1
		}
		if y != want && math.Abs(z) > 1e-12 {
			t.Fatalf("row %d: got %d, want %d for sigmoid(%v)", i, y, want, z)
		}
		ones += y
	}
	if share := float64(ones) / SimpleBNRows; math.Abs(share-0.51) > 0.02 {
		t.Errorf("share of y = 1: got %.3f, want about 0.51", share)
	}
}

// TestSimpleBNLinear fits y by least squares. A linear rule reaches about 85 % (85.6 % for the
// best one: reference, point 51).
func TestSimpleBNLinear(t *testing.T) {
	tab := SimpleBN(SimpleBNRows, 4)
	w := leastSquares(t, tab)
	right := 0
	for i, y := range tab.Outcome {
		z := w[0]
		for j, c := range tab.Cols {
			z += w[j+1] * c[i]
		}
		if (z > 0.5) == (y == 1) {
			right++
		}
	}
	if got := float64(right) / SimpleBNRows; math.Abs(got-0.855) > 0.02 {
		t.Errorf("accuracy of a linear rule: got %.3f, want 0.855 within 0.02", got)
	}
}

// leastSquares fits the outcome to 1 and the features.
func leastSquares(t *testing.T, tab *data.Table) []float64 {
	x := mat.NewDense(tab.Rows(), len(tab.Cols)+1, nil)
	y := mat.NewVecDense(tab.Rows(), nil)
	for i, class := range tab.Outcome {
		x.SetRow(i, append([]float64{1}, tab.Row(i, nil)...))
		y.SetVec(i, float64(class))
	}
	var w mat.VecDense
	if err := w.SolveVec(x, y); err != nil {
		t.Fatal(err)
	}
	return w.RawVector().Data
}

func TestLog(t *testing.T) {
	s := newSource(5)
	for range 100_000 {
		x := s.uniform()
		if x == 0 {
			continue
		}
		got, want := causal.Log(x), math.Log(x)
		if math.Abs(got-want) > 6e-16*math.Abs(want) { // three roundings
			t.Fatalf("causal.Log(%v): got %v, want %v", x, got, want)
		}
	}
}

func TestNormalMoments(t *testing.T) {
	s, n := newSource(6), 200_000
	var m [5]float64
	for range n {
		x := s.normal()
		for k, p := 1, x; k < 5; k, p = k+1, p*x {
			m[k] += p / float64(n)
		}
	}
	for k, want := range []float64{0, 0, 1, 0, 3} {
		if math.Abs(m[k]-want) > 0.1 && k > 0 { // four standard errors of the fourth moment
			t.Errorf("moment %d: got %v, want %v", k, m[k], want)
		}
	}
}

func BenchmarkSimpleBN(b *testing.B) {
	for b.Loop() {
		SimpleBN(SimpleBNRows, 1)
	}
}
