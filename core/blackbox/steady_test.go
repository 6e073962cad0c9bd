package blackbox

import (
	"math"
	"testing"
)

// fixed answers every row alike.
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

// A row leads by Lead exactly where the black box leads by it and the mean by Mean.
func TestSteady(t *testing.T) {
	for _, c := range []struct {
		why      string
		of       fixed
		with     []BlackBox
		lead     float32
		mean     float32
		reaches  bool
		shareOf1 float32
	}{
		{"sure, and so are the others", fixed{0.1, 0.8, 0.1}, []BlackBox{fixed{0.1, 0.9, 0}}, 0.1, 0.3, true, 0.75},
		{"sure alone: the mean leads by 0.05 and must by 0.3", fixed{0.1, 0.8, 0.1}, []BlackBox{fixed{0.8, 0.15, 0.05}}, 0.1, 0.3, false, 0.375},
		{"the others are sure, it is not", fixed{0.5, 0.45, 0.05}, []BlackBox{fixed{0, 1, 0}, fixed{0, 1, 0}}, 0.1, 0.3, false, 0.45},
		{"the mean leads by as much as it must", fixed{0.25, 0.75}, []BlackBox{fixed{0.5, 0.5}}, 0, 0.25, true, 0.5},
	} {
		const n = 3
		s := Steady{Of: c.of, With: c.with, Target: 1, Lead: c.lead, Mean: c.mean}
		got := s.Pass().Shares(nil, n)
		sum := float32(0)
		for k := range s.Classes() {
			sum += got[k*n+2]
		}
		by, _ := lead(got[2:], 1, n)
		if reaches := by >= c.lead-1e-6; reaches != c.reaches || math.Abs(float64(sum-1)) > 1e-6 || math.Abs(float64(got[n+2]-c.shareOf1)) > 1e-6 {
			t.Errorf("%s: shares %v lead by %v, reaches %v, want %v", c.why, got, by, reaches, c.reaches)
		}
	}
}
