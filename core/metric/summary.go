package metric

import (
	"fmt"
	"math"
)

// Summary is a mean and the standard deviation of a score over trainings with
// different seeds. The authors' error bars are over the sampling noise of one
// training alone (reference, point 30).
type Summary struct {
	Mean float64
	SD   float64 // of the sample, with n-1; 0 of a single run
	N    int     // runs that have the score
}

// Summarize leaves out NaN, which stands for a score that a run does not have.
func Summarize(runs []float64) Summary {
	var s Summary
	for _, v := range runs {
		if !math.IsNaN(v) {
			s.Mean += v
			s.N++
		}
	}
	s.Mean /= float64(max(s.N, 1))
	for _, v := range runs {
		if !math.IsNaN(v) {
			s.SD += (v - s.Mean) * (v - s.Mean)
		}
	}
	s.SD = math.Sqrt(s.SD / float64(max(s.N-1, 1)))
	return s
}

// Format writes mean and deviation with that many decimals; a dash without runs.
func (s Summary) Format(decimals int) string {
	switch s.N {
	case 0:
		return "–"
	case 1:
		return fmt.Sprintf("%.*f", decimals, s.Mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, s.Mean, decimals, s.SD)
}

// Times is what a method takes: seconds before the first counterfactual, and
// seconds for some of them.
type Times struct {
	Train    float64
	Generate float64
	Rows     int // counterfactuals that Generate made
}

// PerThousand is the time for a thousand counterfactuals once trained.
func (t Times) PerThousand() float64 { return t.Generate / float64(max(t.Rows, 1)) * 1000 }

// For is the time for k counterfactuals, training included (paper, appendix D).
func (t Times) For(k int) float64 { return t.Train + float64(k)*t.PerThousand()/1000 }

// BreakEven is the smallest number of counterfactuals from which on t takes no longer than
// other; ok is false if none exists.
func (t Times) BreakEven(other Times) (k int, ok bool) {
	ahead, gain := other.Train-t.Train, (other.PerThousand()-t.PerThousand())/1000
	switch {
	case gain < 0 || gain == 0 && ahead < 0:
		return 0, false
	case ahead >= 0:
		return 0, true
	}
	return int(math.Ceil(-ahead / gain)), true
}
