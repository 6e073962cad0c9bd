package sim

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/image"
)

// TestDigitsSameBytes pins the samples, which must be the same on every machine.
func TestDigitsSameBytes(t *testing.T) {
	s, _ := Digits(50, 7)
	h := fnv.New64a()
	h.Write(s.Pixels)
	h.Write(s.Labels)
	if got, want := h.Sum64(), uint64(0xedbd1c9fef9f4605); got != want {
		t.Errorf("hash of 50 digits = %#x, want %#x", got, want)
	}
}

func TestDigitsAreWhole(t *testing.T) {
	s, f := Digits(1000, 3)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	first, _ := Digits(20, 3)
	if !slices.Equal(first.Pixels, s.Pixels[:len(first.Pixels)]) {
		t.Error("the first 20 digits depend on how many follow")
	}
	for i, n := range s.Counts() {
		if n < 60 {
			t.Errorf("%d digits are a %d, of 1,000", n, i)
		}
	}
	for i := range f {
		img := s.Image(i)
		if f[i].Class != int(s.Labels[i]) || image.MeasuresOf(img, s.H, s.W).Ink < 15 {
			t.Fatalf("digit %d, a %d by its factors %+v, has the label %d and %v of ink", i, f[i].Class, f[i],
				s.Labels[i], image.MeasuresOf(img, s.H, s.W))
		}
		for k := range s.W {
			if img[k] > 0 || img[len(img)-1-k] > 0 || img[k*s.W] > 0 || img[k*s.W+s.W-1] > 0 {
				t.Fatalf("digit %d touches the edge: %+v", i, f[i])
			}
		}
	}
}

// TestMeasuresFindTheFactors compares the measures of the pixels of 1,000 digits with the factors
// with which they were drawn.
func TestMeasuresFindTheFactors(t *testing.T) {
	s, f := Digits(1000, 11)
	for name, of := range map[string]struct {
		known    func(Factors) float64
		measured func(image.Measures) float64
		least    float64
	}{
		"thickness": {func(f Factors) float64 { return f.Thickness },
			func(m image.Measures) float64 { return m.Thickness }, 0.95},
		"slant": {func(f Factors) float64 { return f.Slant }, func(m image.Measures) float64 { return m.Slant },
			0.95},
		"height": {func(f Factors) float64 { return f.Height }, func(m image.Measures) float64 { return m.Height },
			0.95},
		"width": {func(f Factors) float64 { return f.Width }, func(m image.Measures) float64 { return m.Width },
			0.95},
	} {
		var a, b []float64
		for i := range f {
			a, b = append(a, of.known(f[i])), append(b, of.measured(image.MeasuresOf(s.Image(i), s.H, s.W)))
		}
		r := rankCorrelation(a, b)
		t.Logf("%s: rank correlation %.4f", name, r)
		if r < of.least {
			t.Errorf("%s: rank correlation %.4f, want %v", name, r, of.least)
		}
	}
}

// rankCorrelation returns Spearman's rank correlation for values without ties.
func rankCorrelation(a, b []float64) float64 {
	ra, rb, n := ranks(a), ranks(b), float64(len(a))
	d := 0.0
	for i := range ra {
		d += math.Pow(ra[i]-rb[i], 2)
	}
	return 1 - 6*d/(n*(n*n-1))
}

func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if x[i] < x[j] {
			return -1
		}
		return 1
	})
	r := make([]float64, len(x))
	for k, i := range order {
		r[i] = float64(k)
	}
	return r
}
