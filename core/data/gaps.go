package data

import "slices"

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
