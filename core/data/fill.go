package data

import (
	"slices"

	"causeway/core/fault"
)

// Fill is the value that replaces missing values of a feature. It lets new rows be filled as the
// table was, even without the table.
type Fill struct {
	Feature int     `msgpack:"feature" bound:"0.." is:"feature"`
	Value   float64 `msgpack:"value"`
}

// Fills returns the replacement values of those features that the plan fills, in the order of the
// features.
func (t *Table) Fills(p Plan) (list []Fill) {
	if p.Recipe != "" { // its rows have no missing values
		return nil
	}
	for j, f := range t.Schema.Features {
		if slices.ContainsFunc(p.Columns, func(c ColumnPlan) bool {
			return c.Use && c.fills() &&
				c.Name == f.Own().Name
		}) {
			list = append(list, Fill{j, t.Usual(j)})
		}
	}
	return list
}

// CheckFills returns an error for the first fill that does not fit the schema.
func (s Schema) CheckFills(list []Fill) error {
	last := -1
	for _, f := range list {
		if f.Feature <= last || f.Feature >= len(s.Features) || !s.Features[f.Feature].Holds(f.Value) {
			return fault.Errorf("data: missing values of feature %d cannot be filled with %v", f.Feature, f.Value)
		}
		last = f.Feature
	}
	return nil
}

// Filler returns the function that ReadRows and OpenRows use to fill, or nil if there is nothing
// to fill.
func Filler(list []Fill) func(j int) float64 {
	if len(list) == 0 {
		return nil
	}
	usual := map[int]float64{}
	for _, f := range list {
		usual[f.Feature] = f.Value
	}
	return func(j int) float64 { return usual[j] }
}
