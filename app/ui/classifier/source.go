package classifier

import (
	"causeway/core/data"
	"causeway/core/wire"
)

// Fixed and undecided stand in the place of a feature where a column of a model
// comes from none.
const (
	undecided = -1
	Fixed     = -2
)

// featureOf is the feature that a column of a model comes from, or undecided or
// Fixed.
func featureOf(r wire.ModelSource) int {
	switch r.Take {
	case wire.TakeNothing:
		return undecided
	case wire.TakeFixed:
		return Fixed
	}
	return r.Feature
}

// SourceFrom is a first source of a column from a feature, or from undecided or
// Fixed.
func SourceFrom(c wire.ModelColumn, s data.Schema, feature int) wire.ModelSource {
	switch {
	case feature == Fixed:
		return wire.ModelSource{Take: wire.TakeFixed}
	case feature < 0 || feature >= len(s.Features):
		return wire.ModelSource{}
	}
	f := s.Features[feature]
	switch {
	case f.Kind.Numeric():
		return wire.ModelSource{Take: wire.TakeNumber, Feature: feature}
	case len(c.Codes) > 0:
		return coded(feature, codesByName(c, f.Levels))
	case f.Kind == data.Category:
		return wire.ModelSource{Take: wire.TakeLevel, Feature: feature}
	}
	return InOrder(s, feature)
}

// atLevel makes a column 1 where the feature has a level, and else 0.
func atLevel(feature, level int) wire.ModelSource {
	return wire.ModelSource{Take: wire.TakeLevel, Feature: feature, Level: level}
}

// InOrder gives the levels of a feature the numbers 0, 1, 2 and so on.
func InOrder(s data.Schema, feature int) wire.ModelSource {
	codes := make([]float64, len(s.Features[feature].Levels))
	for l := range codes {
		codes[l] = float64(l)
	}
	return coded(feature, codes)
}

func coded(feature int, codes []float64) wire.ModelSource {
	return wire.ModelSource{Take: wire.TakeCode, Feature: feature, Codes: wire.NewFloats(codes, len(codes))}
}

// WithCode gives one level of a TakeCode another number.
func WithCode(r wire.ModelSource, level int, code float64) wire.ModelSource {
	codes := r.Codes.Values()
	if level >= 0 && level < len(codes) {
		codes[level] = code
	}
	r.Codes = wire.NewFloats(codes, len(codes))
	return r
}

// codesByName gives every level the place of the code with its name, and to one
// that has none that of an unknown value, where the model takes such, or the first.
func codesByName(c wire.ModelColumn, levels []string) []float64 {
	codes := make([]float64, len(levels))
	for l, level := range levels {
		if c.Unknown {
			codes[l] = -1
		}
		for k, code := range c.Codes {
			if code == level {
				codes[l] = float64(k)
				break
			}
		}
	}
	return codes
}
