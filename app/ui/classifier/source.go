package classifier

import (
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// Fixed and undecided are the sources of a model's column that has no feature.
const (
	undecided = -1
	Fixed     = -2
)

// featureOf returns the feature behind a model's column, or undecided or Fixed.
func featureOf(r model.Source) int {
	switch r.Take {
	case model.TakeNothing:
		return undecided
	case model.TakeFixed:
		return Fixed
	}
	return r.Feature
}

// SourceFrom returns a first guess of a column's source, given a feature, undecided or Fixed.
func SourceFrom(c model.Column, s data.Schema, feature int) model.Source {
	switch {
	case feature == Fixed:
		return model.Source{Take: model.TakeFixed}
	case feature < 0 || feature >= len(s.Features):
		return model.Source{}
	}
	f := s.Features[feature]
	switch {
	case len(c.Codes) > 0 || c.Category:
	case f.Kind.Numeric():
		return model.Source{Take: model.TakeNumber, Feature: feature}
	case f.Kind == data.Category:
		return model.Source{Take: model.TakeLevel, Feature: feature}
	}
	return numbered(feature)
}

// numbered numbers each category; the engine supplies the numbers.
func numbered(feature int) model.Source {
	return model.Source{Take: model.TakeCode, Feature: feature}
}

// atLevel makes a column 1 if the feature has a level, and otherwise 0.
func atLevel(feature, level int) model.Source {
	return model.Source{Take: model.TakeLevel, Feature: feature, Level: level}
}

// WithCode changes the number of one level of a TakeCode.
func WithCode(r model.Source, level int, code float64) model.Source {
	codes := r.Codes.Values()
	if level >= 0 && level < len(codes) {
		codes[level] = code
	}
	r.Codes = wire.NewFloats(codes, len(codes))
	return r
}
