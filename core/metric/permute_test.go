package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The values 1 to 5 offer 10 ways to choose two. {1, 2} and {4, 5} differ from the rest by 2.5,
// and all others differ by less. If 4 occurs twice, {1, 2} and {4, 4} differ by 2.33 and 2.17.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name  string
		x, y  []float64
		by, p float64
	}{
		{"the two lowest of five", []float64{1, 2}, []float64{3, 4, 5}, -2.5, 0.2},
		{"the other side", []float64{3, 4, 5}, []float64{1, 2}, 2.5, 0.2},
		{"with a tie", []float64{1, 2}, []float64{3, 4, 4}, 1.5 - 11./3, 0.1},
		{"all equal", []float64{2, 2}, []float64{2, 2, 2}, 0, 1},
		{"nothing beyond", []float64{1, 5}, []float64{3, 3}, 0, 1},
		{"five of ten, apart: 2 of 252", []float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, -5, 2. / 252},
	} {
		got := Compare(c.x, c.y, 1)
		if math.Abs(got.By-c.by) > 1e-12 || math.Abs(got.P-c.p) > 1e-12 {
			t.Errorf("%s: by %v, p %v, want %v, %v", c.name, got.By, got.P, c.by, c.p)
		}
	}
	x, y := tied(40, 1), tied(60, 2)
	if a, b := Compare(x, y, 3), Compare(x, y, 3); a != b {
		t.Error("the same seed gives another answer")
	}
}

// tied returns skewed values with many ties.
func tied(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	v := make([]float64, n)
	for i := range v {
		v[i] = math.Round(2*r.ExpFloat64()) / 2
	}
	return v
}

// The interval contains exactly the shifts that the test does not exclude. This is checked by
// applying the test to values that were shifted back.
func TestIntervalBelongsToTheTest(t *testing.T) {
	shifted := func(v []float64, by float64) []float64 {
		v = slices.Clone(v)
		for i := range v {
			v[i] -= by
		}
		return v
	}
	for seed := range uint64(20) {
		x, y := tied(5+int(seed)%3, seed), tied(6, 100+seed)
		d := Compare(x, y, 1)
		if !(d.Low <= d.By && d.By <= d.High) {
			t.Fatalf("seed %d: %+v", seed, d)
		}
		const step = 1e-6
		for _, c := range []struct {
			by      float64
			outside bool
		}{{d.Low - step, true}, {d.Low + step, false}, {d.High - step, false}, {d.High + step, true}, {d.By, false}} {
			if p := Compare(shifted(x, c.by), y, 1).P; (p <= 0.05) != c.outside {
				t.Errorf("seed %d, %v to %v: a shift of %v has p = %v", seed, d.Low, d.High, c.by, p)
			}
		}
		if out := d.Low > 0 || d.High < 0; out != (d.P <= 0.05) {
			t.Errorf("seed %d: %+v", seed, d)
		}
	}
}

// Random groupings lead to the same result as all groupings, apart from chance and the effect of
// (b+1)/(m+1).
func TestDrawnGroupings(t *testing.T) {
	x, y := tied(6, 5), tied(12, 6)
	for i := range x {
		x[i] += 1.5
	}
	all := newGroupings(x, y)
	all.every()
	drawn := newGroupings(x, y)
	drawn.draw(rand.New(rand.NewPCG(1, 2)), 40_000)
	a, b := all.result(0), drawn.result(1)
	if n := len(all.low); n != 18564 {
		t.Errorf("%d groupings, want C(18, 6)", n)
	}
	if math.Abs(a.P-b.P) > 0.004 || math.Abs(a.Low-b.Low) > 0.1 || math.Abs(a.High-b.High) > 0.1 {
		t.Errorf("all: %+v, drawn: %+v", a, b)
	}
}

// The lady tasting tea, 3 of 4 against 1 of 4, has 0.4857 (Agresti 2002, table 3.8). 0 of 10
// against 5 of 10 has 2·252/15504 = 0.0325. The last value was computed from integer binomial
// coefficients.
func TestFisher(t *testing.T) {
	for _, c := range []struct {
		a, n, b, m int
		want       float64
	}{{3, 4, 1, 4, 0.4857}, {0, 10, 5, 10, 0.0325}, {5, 10, 0, 10, 0.0325}, {0, 5, 0, 5, 1}, {5, 5, 7, 7, 1},
		{1, 2, 50, 100, 1}, {2, 15, 12, 18, 0.003989}} {
		if got := Fisher(c.a, c.n, c.b, c.m); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%d of %d against %d of %d: %v, want %v", c.a, c.n, c.b, c.m, got, c.want)
		}
	}
}

// Four tests with 0.01, 0.04, 0.03 and 0.005 become 0.03, 0.06, 0.06 and 0.02 (checked by
// following Holm's procedure by hand).
func TestHolm(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005}
	Holm([]*float64{&p[0], &p[1], &p[2], &p[3]})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(p[i]-want) > 1e-12 {
			t.Errorf("test %d: %v, want %v", i, p[i], want)
		}
	}
}
