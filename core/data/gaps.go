package data

import (
	"math"
	"slices"
)

// NotGiven is the text for a missing value of a row.
const NotGiven = "not given"

// GapOf returns the feature whose levels say whether feature j is missing: the flag of a number,
// or j itself if it is a category with MissingLevel. It is -1 if the table keeps no gaps there.
func (s Schema) GapOf(j int) int {
	f := s.Features[j]
	switch {
	case f.Kind == Category && slices.Contains(f.Own().Levels, MissingLevel):
		return j
	case !f.Kind.Numeric():
		return -1
	}
	name := FlagName(f.Own().Name)
	return slices.IndexFunc(s.Features, func(g Feature) bool { return g.Own().Name == name && g.Flags() })
}

// Gaps reports, for each level of a feature that GapOf returns, whether it means a missing value.
func (f Feature) Gaps() []bool {
	gaps, own := make([]bool, len(f.Levels)), f.Own().Levels
	at := slices.Index(own, MissingLevel)
	for l := range gaps {
		gaps[l] = l == at || at < 0 && l > 0
	}
	return gaps
}

// Missing reports whether feature j of a row is missing.
func (s Schema) Missing(j int, row []float64) bool {
	g := s.GapOf(j)
	return g >= 0 && s.Features[g].Gaps()[int(row[g])]
}

// Blank stands for a missing number in rows for display, see Schema.Blank.
const Blank = -math.MaxFloat64

// IsGap reports whether a value of a row for display is missing.
func (f Feature) IsGap(v float64) bool {
	if f.Kind.Numeric() {
		return v == Blank
	}
	own := f.Own().Levels
	return int(v) >= 0 && int(v) < len(own) && own[int(v)] == MissingLevel
}

// Flags returns the flags that only say whether a number is missing, by number. People see such a
// pair as one feature. A flag with several reasons remains a feature of its own.
func (s Schema) Flags() map[int]int {
	var flags map[int]int
	for j, f := range s.Features {
		if !f.Kind.Numeric() {
			continue
		}
		if g := s.GapOf(j); g >= 0 && s.Features[g].Kind == Boolean {
			if flags == nil {
				flags = map[int]int{}
			}
			flags[j] = g
		}
	}
	return flags
}

// Displayed returns the features that people see: all but the flags of Flags.
func (s Schema) Displayed() (list []int) {
	hidden := make([]bool, len(s.Features))
	for _, g := range s.Flags() {
		hidden[g] = true
	}
	for j := range s.Features {
		if !hidden[j] {
			list = append(list, j)
		}
	}
	return list
}

// Blank returns a row for display: Blank in place of missing numbers, and no flag of Flags set.
func (s Schema) Blank(row []float64) []float64 {
	if len(row) != len(s.Features) {
		return row
	}
	out := row
	for j, f := range s.Features {
		if f.Kind.Numeric() && s.Missing(j, row) {
			if &out[0] == &row[0] {
				out = slices.Clone(row)
			}
			if out[j] = Blank; s.Features[s.GapOf(j)].Kind == Boolean {
				out[s.GapOf(j)] = 0
			}
		}
	}
	return out
}
