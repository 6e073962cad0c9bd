package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestTicks(t *testing.T) {
	cases := []struct {
		name   string
		lo, hi float64
		n      int
		whole  bool
		want   string
	}{
		{"tenths", 0, 1, 5, false, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{"halves when there is room for two", 0, 1, 2, false, "0.0 0.5 1.0"},
		{"only multiples within the range", 0.13, 0.58, 5, false, "0.2 0.3 0.4 0.5"},
		{"across zero, without a negative zero", -1, 1, 4, false, "−1.0 −0.5 0.0 0.5 1.0"},
		{"epochs are whole", 1, 3, 8, true, "1 2 3"},
		{"thousands are grouped from five digits", 0, 12000, 3, false, "0 5000 10,000"},
		{"large numbers are written short", 0, 4e9, 2, false, "0 2e+09 4e+09"},
		{"small ones too", 0, 4e-7, 2, false, "0 2e−07 4e−07"},
	}
	for _, c := range cases {
		at, step := ticks(c.lo, c.hi, c.n, c.whole)
		got := ""
		for i, v := range at {
			if i > 0 {
				got += " "
			}
			got += tickText(v, step)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// For any range: a few ticks, rising, inside, and multiples of a step that is
// 1, 2 or 5 times a power of ten.
func TestTicksHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		var e extent
		for range 2 {
			e.add(rng.NormFloat64() * math.Pow(10, float64(rng.IntN(40)-20)))
		}
		lo, hi := e.wide()
		n := 2 + rng.IntN(9)
		lo, hi = round(lo, hi, n)
		at, step := ticks(lo, hi, n, false)
		if len(at) < 1 || len(at) > 2*n+3 {
			t.Fatalf("%d ticks for %d in %v..%v", len(at), n, lo, hi)
		}
		for i, v := range at {
			if v < lo-step/2 || v > hi+step/2 || i > 0 && v <= at[i-1] {
				t.Fatalf("ticks %v do not rise within %v..%v", at, lo, hi)
			}
		}
		lead := step / math.Pow(10, math.Floor(math.Log10(step)+1e-9))
		if d := math.Min(math.Min(math.Abs(lead-1), math.Abs(lead-2)), math.Abs(lead-5)); d > 1e-6 {
			t.Fatalf("step %v is not 1, 2 or 5 times a power of ten", step)
		}
	}
}

func TestWideOpensThinRanges(t *testing.T) {
	for _, values := range [][]float64{{0}, {5}, {-3, -3}, {1e300}, {1e-300}, {1e16, 1e16 + 2},
		{math.MaxFloat64, -math.MaxFloat64}} {
		var e extent
		for _, v := range values {
			e.add(v)
		}
		lo, hi := e.wide()
		if !(lo < hi) || !finite(hi-lo) {
			t.Errorf("%v opens to %v..%v", values, lo, hi)
		}
	}
}

func TestShort(t *testing.T) {
	cases := []struct {
		v    float64
		want string
	}{
		{0.3206, "0.3206"}, {12.3456, "12.35"}, {0.001, "0.001000"}, {1234.56, "1235"}, {15691, "15,691"}, {-2, "−2"},
		{1e-9, "1e−09"}, {2.5e12, "2.5e+12"}, {0, "0"}, {math.NaN(), "none"}, {math.Inf(1), "none"},
	}
	for _, c := range cases {
		if got := short(c.v); got != c.want {
			t.Errorf("short(%v) = %s, want %s", c.v, got, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct{ n, most int }{{0, 5}, {1, 5}, {5, 5}, {6, 5}, {5000, 100}} {
		got := spread(c.n, c.most)
		if len(got) != min(c.n, c.most) {
			t.Errorf("%d of %d: got %d indices", c.most, c.n, len(got))
		}
		for i, v := range got {
			if i > 0 && v <= got[i-1] || v < 0 || v >= c.n {
				t.Errorf("%d of %d: %s", c.most, c.n, fmt.Sprint(got))
			}
		}
		if c.n > 0 && (got[0] != 0 || got[len(got)-1] != c.n-1) {
			t.Errorf("%d of %d: the ends are missing", c.most, c.n)
		}
	}
}
