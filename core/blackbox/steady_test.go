package blackbox

import (
	"math"
	"slices"
	"testing"
)

// fixed is a black box with the same answer for every row.
type fixed []float32

func (f fixed) Classes() int { return len(f) }
func (f fixed) Pass() Pass   { return f }
func (f fixed) Shares(_ []float32, n int) []float32 {
	s := make([]float32, len(f)*n)
	for c, v := range f {
		for e := range n {
			s[c*n+e] = v
		}
	}
	return s
}

// A row leads by Lead exactly if the black box itself, the mean and the condition for Doubt allow
// it. The reported lead is the smallest of these.
func TestSteady(t *testing.T) {
	logOf := func(f fixed) float64 {
		other := f[0]
		if len(f) > 2 {
			other = max(other, f[2])
		}
		return math.Log(float64(f[1] / other))
	}
	for _, c := range []struct {
		why     string
		of      fixed
		with    []BlackBox
		next    int // the class with the second largest mean share
		lead    float32
		reaches bool
		alone   bool // the black box's own answer is reported
	}{
		{"sure, and so are the others", fixed{0.1, 0.8, 0.1}, []BlackBox{fixed{0.1, 0.85, 0.05}}, 0, 0.1, true, true},
		{"sure alone: the mean leads by 0.025", fixed{0.1, 0.8, 0.1}, []BlackBox{fixed{0.8, 0.15, 0.05}}, 0, 0.1,
			false, false},
		{"the others are sure, it is not", fixed{0.5, 0.45, 0.05},
			[]BlackBox{fixed{0.01, 0.98, 0.01}, fixed{0.01, 0.98, 0.01}}, 0, 0.1, false, true},
		{"the mean leads by 0.25, and one in three is against it", fixed{0.2, 0.8},
			[]BlackBox{fixed{0.2, 0.8}, fixed{0.7, 0.3}}, 0, 0.1, false, false},
		{"nine in ten are for it", fixed{0.2, 0.8},
			append(slices.Repeat([]BlackBox{fixed{0.2, 0.8}}, 8), fixed{0.6, 0.4}), 0, 0.1, true, false},
		{"what is against it is another class each time", fixed{0.1, 0.8, 0.1},
			[]BlackBox{fixed{0.55, 0.4, 0.05}, fixed{0.05, 0.4, 0.55}}, 0, 0.1, false, false},
	} {
		const n, doubt = 3, 1
		s := Steady{Of: c.of, With: c.with, Target: 1, Lead: c.lead, Doubt: doubt}
		got := s.Pass().Shares(nil, n)
		sum := float32(0)
		for k := range s.Classes() {
			sum += got[k*n+2]
		}
		by, _ := lead(got[2:], 1, n)
		all := []fixed{c.of}
		for _, b := range c.with {
			all = append(all, b.(fixed))
		}
		mean, square, share := 0.0, 0.0, 0.0
		for _, f := range all {
			mean += logOf(f) / float64(len(all))
			share += float64(f[1]-f[c.next]) / float64(len(all))
		}
		for _, f := range all {
			square += math.Pow(logOf(f)-mean, 2)
		}
		excess := mean - doubt*math.Sqrt(square/float64(len(all)-1))
		own, _ := lead(c.of, 1, 1)
		want := min(float64(own), share, float64(c.lead)+math.Tanh(excess/2))
		if alone := math.Abs(want-float64(own)) < 1e-6; alone != c.alone {
			t.Errorf("%s: alone %v", c.why, alone)
		}
		if reaches := by >= c.lead; reaches != c.reaches || math.Abs(float64(sum-1)) > 1e-6 ||
			math.Abs(float64(by)-want) > 1e-5 {
			t.Errorf("%s: shares %v lead by %v, want %v, and %v", c.why, got, by, want, c.reaches)
		}
	}
}
