package metric

import (
	"fmt"
	"math"
)

// Summary is the mean and standard deviation of a score over trainings with different seeds. The
// authors' error bars show only the sampling noise of one training (reference, point 30).
type Summary struct {
	Mean float64
	SD   float64 // standard deviation of the sample, with n-1; 0 for a single run
	N    int     // runs that have the score
}

// Summarize skips NaN, which marks a score that a run does not have.
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

// Format writes the mean and deviation with the given number of decimals, or a dash without runs.
func (s Summary) Format(decimals int) string {
	switch s.N {
	case 0:
		return "–"
	case 1:
		return fmt.Sprintf("%.*f", decimals, s.Mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, s.Mean, decimals, s.SD)
}

// Times holds the running times of a method: seconds for training, and seconds for generating Rows
// counterfactuals.
type Times struct {
	Train    float64
	Generate float64
	Rows     int // counterfactuals made in Generate seconds
}

// PerThousand returns the time for a thousand counterfactuals after training.
func (t Times) PerThousand() float64 { return t.Generate / float64(max(t.Rows, 1)) * 1000 }

// For returns the time for k counterfactuals including training (paper, appendix D).
func (t Times) For(k int) float64 { return t.Train + float64(k)*t.PerThousand()/1000 }

// BreakEven returns the smallest number of counterfactuals for which t takes no longer than other.
// ok is false if no such number exists.
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
