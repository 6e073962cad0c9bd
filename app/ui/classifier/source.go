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
	case len(c.Codes) > 0 || c.Category:
	case f.Kind.Numeric():
		return wire.ModelSource{Take: wire.TakeNumber, Feature: feature}
	case f.Kind == data.Category:
		return wire.ModelSource{Take: wire.TakeLevel, Feature: feature}
	}
	return numbered(feature)
}

// numbered takes a number for each category, which the engine says.
func numbered(feature int) wire.ModelSource {
	return wire.ModelSource{Take: wire.TakeCode, Feature: feature}
}

// atLevel makes a column 1 where the feature has a level, and else 0.
func atLevel(feature, level int) wire.ModelSource {
	return wire.ModelSource{Take: wire.TakeLevel, Feature: feature, Level: level}
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
