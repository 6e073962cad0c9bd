package document

import (
	"math"

	"causeway/core/data"
	"causeway/core/fault"
)

// Goal says how a counterfactual is to differ in an outcome that is a number.
type Goal uint8

// The goals. Without one a counterfactual is to be of the target class.
const (
	NoGoal        Goal = iota
	NumberAtLeast      // From or more
	NumberAtMost       // To or less
	NumberBetween      // From to To
	HigherBy           // at least From percent above what is predicted of the row
	LowerBy            // at least From percent below it
)

// Band is the goal for a row of which number is predicted: the cuts that part the numbers, and the
// band between them that is to be reached.
func (s Search) Band(number float64) (cuts []float64, band int, err error) {
	part := math.Abs(number) * s.From / 100
	switch s.Goal {
	case NumberAtLeast:
		cuts, band = []float64{s.From}, 1
	case NumberAtMost:
		cuts, band = []float64{s.To}, 0
	case NumberBetween:
		cuts, band = []float64{s.From, s.To}, 1
	case HigherBy:
		cuts, band = []float64{number + part}, 1
	case LowerBy:
		cuts, band = []float64{number - part}, 0
	}
	if s.Goal == NumberBetween && !(s.From < s.To) {
		return nil, 0, fault.Errorf("The goal is from %v to %v; make the second number the larger one.", s.From, s.To)
	}
	return cuts, band, nil
}

// InBands is a schema whose outcome, a number, has the bands between other cuts; without cuts it
// is the schema itself.
func InBands(s data.Schema, cuts []float64) data.Schema {
	if len(cuts) > 0 {
		round := make([]float64, len(cuts))
		for i, v := range cuts {
			round[i] = s.Outcome.Round(v)
		}
		s.Outcome.Cuts, s.Outcome.Levels, s.Outcome.Was = cuts, data.BandNames(round), nil
	}
	return s
}
