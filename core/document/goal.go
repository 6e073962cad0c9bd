package document

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// Goal describes how a counterfactual should differ in a numeric outcome, or in the probability of
// a class.
type Goal uint8

// The goals. With NoGoal, a counterfactual should have the target class.
const (
	NoGoal        Goal = iota
	NumberAtLeast      // From or more
	NumberAtMost       // To or less
	NumberBetween      // From to To
	HigherBy           // at least From percent above the row's predicted value
	LowerBy            // at least From percent below it

	ChanceAtLeast // the probability of the class Target is at least From percent
	ChanceAtMost  // it is at most To percent
	ChanceBetween // it is From to To percent
)

// OfChance reports whether the goal is a probability of the class Target. If Target is -1, it is
// the class that the probability is of as things stand: for ChanceAtMost the predicted one, and
// otherwise the most likely other one.
func (g Goal) OfChance() bool { return g >= ChanceAtLeast }

// Band returns the goal for a row whose numeric outcome is predicted as number: the cuts that
// divide the numbers, or the probabilities in percent, into bands, and the band to be reached. The
// cut of a percentage has the outcome's decimals and demands at least the percentage.
func (s Search) Band(number float64, outcome data.Feature) (cuts []float64, band int, err error) {
	part, step := math.Abs(number)*s.From/100, outcome.Step()
	switch s.Goal {
	case NumberAtLeast, ChanceAtLeast:
		cuts, band = []float64{s.From}, 1
	case NumberAtMost, ChanceAtMost:
		cuts, band = []float64{s.To}, 0
	case NumberBetween, ChanceBetween:
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
	if (s.Goal == NumberBetween || s.Goal == ChanceBetween) && !(s.From < s.To) {
		return nil, 0, fault.Errorf("The goal is from %v to %v; make the second number the larger one.", s.From, s.To)
	}
	return cuts, band, nil
}

// InBands returns a schema whose outcome has the bands between other cuts as classes. of is 1 more
// than the class whose probability in percent the cuts divide, or 0 if they divide a numeric
// outcome. Without cuts it returns the schema unchanged.
func InBands(s data.Schema, cuts []float64, of int) data.Schema {
	if len(cuts) == 0 {
		return s
	}
	names, y := data.BandNames(cuts), &s.Outcome
	if of > 0 && of <= len(y.Levels) {
		*y = data.Feature{Name: ChanceOf(y.Levels[of-1]), Kind: data.Category, Unit: "%", MAD: 1, Decimals: 1}
	} else if len(y.Was) > 0 {
		y.Was = append([]string{y.Was[0]}, names...)
	}
	y.Cuts, y.Levels = cuts, names
	return s
}

// ChanceOf names the probability of a class.
func ChanceOf(class string) string { return "probability of " + class }

// IsChance reports whether an outcome is the probability of a class in percent, see InBands. Unlike
// a table's number, it has no range.
func IsChance(outcome data.Feature) bool { return len(outcome.Cuts) > 0 && outcome.Min == outcome.Max }

// Words describes the goal of a search, as Aim reads it.
func (s Search) Words(outcome data.Feature) string {
	from, to, class := number(s.From), number(s.To), ""
	if s.Goal.OfChance() {
		if from, to = from+" %", to+" %"; s.Target >= 0 && s.Target < len(outcome.Levels) {
			class = " " + outcome.Levels[s.Target]
		}
	}
	switch s.Goal {
	case NumberAtLeast, ChanceAtLeast:
		return "at least " + from + class
	case NumberAtMost, ChanceAtMost:
		return "at most " + to + class
	case NumberBetween, ChanceBetween:
		return strings.TrimSuffix(from, " %") + " to " + to + class
	case HigherBy:
		return from + " % higher"
	case LowerBy:
		return from + " % lower"
	}
	return ""
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// GoalWords shows how Aim expects a goal.
const GoalWords = "'at least 850', 'at most 850', '600 to 850', '20 % higher' or '20 % lower' for a number, and " +
	"'at most 8 % bad', 'at least 92 % good' or '60 to 90 % good' for the probability of a class"

// Aim returns the search with a goal in words, see GoalWords. It returns an error if they do not
// suit the outcome.
func (s Search) Aim(text string, outcome data.Feature) (Search, error) {
	bad := fault.Errorf("The goal %q is not understood for %q; write %s.", text, outcome.Name, GoalWords)
	rest, number := strings.TrimSpace(text), len(outcome.Cuts) > 0
	read := func(v *float64) bool {
		word, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		word, percent := strings.CutSuffix(word, "%")
		if percent {
			after = "% " + after
		}
		n, err := strconv.ParseFloat(word, 64)
		*v, rest = n, strings.TrimSpace(after)
		return err == nil && !math.IsNaN(n) && math.Abs(n) <= maxGoal
	}
	skip := func(word string) (is bool) { rest, is = strings.CutPrefix(rest, word); return is }
	s.From, s.To = 0, 0
	ok := true
	switch {
	case skip("at least "):
		s.Goal, ok = NumberAtLeast, read(&s.From)
	case skip("at most "):
		s.Goal, ok = NumberAtMost, read(&s.To)
	default:
		if ok = read(&s.From); ok && skip("to ") {
			s.Goal, ok = NumberBetween, read(&s.To)
		} else if number {
			words := map[string]Goal{"% higher": HigherBy, "% lower": LowerBy}
			s.Goal = words[rest]
			if s.Goal == NoGoal || s.From > maxPercent || s.From < 0 {
				return s, bad
			}
			return s, nil
		} else {
			ok = false
		}
	}
	switch {
	case !ok, number && rest != "", s.Goal == NumberBetween && !(s.From < s.To):
		return s, bad
	case number:
		return s, nil
	}
	skip("%")
	rest = strings.TrimSpace(rest)
	s.Goal += ChanceAtLeast - NumberAtLeast
	s.Target = slices.Index(outcome.Levels, rest)
	for _, v := range []float64{s.From, s.To} {
		if v != 0 && v != withinChance(v) {
			return s, bad
		}
	}
	if s.Target < 0 || s.From == 0 && s.To == 0 {
		return s, bad
	}
	return s, nil
}
