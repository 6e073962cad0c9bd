package onnx

import (
	"slices"
	"strings"

	"causeway/core/data"
)

// codeAt returns the index of a level among a column's codes as the model itself compares them, or
// -1. Numbers may be written in several ways.
func codeAt(level string, c Column) int {
	v, number := numberOf(level)
	return slices.IndexFunc(c.Codes, func(code string) bool {
		w, same := numberOf(code)
		return strings.TrimSpace(code) == strings.TrimSpace(level) || number && same && v == w
	})
}

// Passes reports whether the model itself can read a level of feature j that the table does not
// have, in each of its columns that read the feature, and has an answer for it.
func (b *Box) Passes(j int, level string) bool {
	for i, r := range b.Mapping.Columns {
		if r.Take == Nothing || r.Take == Fixed || r.Feature != j {
			continue
		}
		if c := b.Model.Columns[i]; r.Take != Code || c.Codes == nil || !c.Unknown && codeAt(level, c) < 0 {
			return false
		}
	}
	wide := b.Wider([]data.Unseen{{Feature: j, Levels: []string{level}}})
	row, x := make([]float64, len(wide.schema.Features)), make([]float32, wide.schema.Width())
	row[j] = float64(len(b.schema.Features[j].Levels))
	wide.schema.Encode(row, x)
	return !slices.ContainsFunc(wide.Pass().Shares(x, 1), func(v float32) bool { return v != v })
}

// Wider returns the box for rows with levels that the table does not have, and that it passes.
func (b *Box) Wider(unseen []data.Unseen) *Box {
	s := b.schema.Wider(unseen)
	wide := &Box{Model: b.Model, Mapping: b.Mapping, schema: s}
	wide.Mapping.Columns = slices.Clone(b.Mapping.Columns)
	for _, u := range unseen {
		for i := range wide.Mapping.Columns {
			if r := &wide.Mapping.Columns[i]; r.Take == Code && r.Feature == u.Feature {
				r.Codes = slices.Clone(r.Codes)
				for _, level := range u.Levels {
					r.Codes = append(r.Codes, float64(codeAt(level, b.Model.Columns[i])))
				}
			}
		}
	}
	for _, u := range b.Model.units {
		wide.work = append(wide.work, wide.Mapping.source(u, b.Model.Columns[u.column], s))
	}
	return wide
}
