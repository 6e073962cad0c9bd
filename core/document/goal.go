package document

import (
	"math"

	"causeway/core/data"
	"causeway/core/fault"
)

// Goal describes how a counterfactual should differ in a numeric outcome.
type Goal uint8

// The goals. With NoGoal, a counterfactual should have the target class.
const (
	NoGoal        Goal = iota
	NumberAtLeast      // From or more
	NumberAtMost       // To or less
	NumberBetween      // From to To
	HigherBy           // at least From percent above the row's predicted value
	LowerBy            // at least From percent below it
)

// Band returns the goal for a row whose numeric outcome is predicted as number: the cuts that
// divide the numbers into bands, and the band to be reached. The cut of a percentage has the
// outcome's decimals and demands at least the percentage.
func (s Search) Band(number float64, outcome data.Feature) (cuts []float64, band int, err error) {
	part, step := math.Abs(number)*s.From/100, outcome.Step()
	switch s.Goal {
	case NumberAtLeast:
		cuts, band = []float64{s.From}, 1
	case NumberAtMost:
		cuts, band = []float64{s.To}, 0
	case NumberBetween:
		cuts, band = []float64{s.From, s.To}, 1
	case HigherBy:
		cut := outcome.Round(number + part)
		if cut < number+part {
			cut = outcome.Round(cut + step)
		}
		cuts, band = []float64{cut}, 1
	case LowerBy:
		cut := outcome.Round(number - part)
		if cut > number-part {
			cut = outcome.Round(cut - step)
		}
		cuts, band = []float64{cut}, 0
	}
	if s.Goal == NumberBetween && !(s.From < s.To) {
		return nil, 0, fault.Errorf("The goal is from %v to %v; make the second number the larger one.", s.From, s.To)
	}
	return cuts, band, nil
}

// InBands returns a schema whose numeric outcome has the bands between other cuts as classes.
// Without cuts it returns the schema unchanged.
func InBands(s data.Schema, cuts []float64) data.Schema {
	if len(cuts) > 0 {
		names := data.BandNames(cuts)
		if len(s.Outcome.Was) > 0 {
			s.Outcome.Was = append([]string{s.Outcome.Was[0]}, names...)
		}
		s.Outcome.Cuts, s.Outcome.Levels = cuts, names
	}
	return s
}
