package data

import (
	"math"
	"slices"
)

// NotGiven is the text for a missing value of a row.
const NotGiven = "not given"

// GapOf returns the feature whose levels say whether feature j is missing: the flag of a number, or
// j if it is a category with MissingLevel. It returns -1 if the table keeps no missing values of
// feature j.
func (s Schema) GapOf(j int) int { return s.gapOf(j, s.flagNames()) }

// Gappy returns the features whose missing values the table keeps.
func (s Schema) Gappy() (list []int) {
	flags := s.flagNames()
	for j := range s.Features {
		if s.gapOf(j, flags) >= 0 {
			list = append(list, j)
		}
	}
	return list
}

// flagNames returns the features that are flags by their names in the table.
func (s Schema) flagNames() map[string]int {
	flags := map[string]int{}
	for g := range s.Features {
		if f := &s.Features[g]; f.Flags() {
			name, _ := f.ownNames()
			flags[name] = g
		}
	}
	return flags
}

func (s Schema) gapOf(j int, flags map[string]int) int {
	f := &s.Features[j]
	name, levels := f.ownNames()
	if f.Kind == Category && slices.Contains(levels, MissingLevel) {
		return j
	}
	if g, flagged := flags[FlagName(name)]; flagged && f.Kind.Numeric() {
		return g
	}
	return -1
}

// Gaps reports, for each level of a feature that GapOf returns, whether it means a missing value.
func (f Feature) Gaps() []bool {
	gaps := make([]bool, len(f.Levels))
	for l := range gaps {
		gaps[l] = f.gap(float64(l))
	}
	return gaps
}

// Missing reports whether feature j of a row is missing.
func (s Schema) Missing(j int, row []float64) bool {
	g := s.GapOf(j)
	return g >= 0 && s.Features[g].gap(row[g])
}

// gap reports whether a level of a feature that GapOf returns means a missing value.
func (f *Feature) gap(level float64) bool {
	_, own := f.ownNames()
	at := slices.Index(own, MissingLevel)
	return int(level) == at || at < 0 && level > 0
}

// Blank stands for a missing number in rows for display; see Schema.Blank.
const Blank = -math.MaxFloat64

// IsGap reports whether a value of a row for display is missing.
func (f Feature) IsGap(v float64) bool {
	if f.Kind.Numeric() {
		return v == Blank
	}
	own := f.Own().Levels
	return int(v) >= 0 && int(v) < len(own) && own[int(v)] == MissingLevel
}

// Flags returns the flags that only say whether a number is missing, under the index of the number.
// People see such a pair as one feature. A flag with several reasons remains a separate feature.
func (s Schema) Flags() map[int]int {
	var flags map[int]int
	names := s.flagNames()
	for j := range s.Features {
		if g := s.gapOf(j, names); g >= 0 && s.Features[g].Kind == Boolean {
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

// Blank returns a row for display: with Blank in place of missing numbers, and without any flag of
// Flags set.
func (s Schema) Blank(row []float64) []float64 { return s.Blanks()(row) }

// Blanks returns Blank for many rows.
func (s Schema) Blanks() func(row []float64) []float64 {
	gaps, names := make([]int, len(s.Features)), s.flagNames()
	for j := range gaps {
		gaps[j] = s.gapOf(j, names)
	}
	return func(row []float64) []float64 {
		out := row
		for j, g := range gaps {
			if len(row) != len(gaps) || g < 0 || g == j || !s.Features[g].gap(row[g]) {
				continue
			}
			if &out[0] == &row[0] {
				out = slices.Clone(row)
			}
			if out[j] = Blank; s.Features[g].Kind == Boolean {
				out[g] = 0
			}
		}
		return out
	}
}
