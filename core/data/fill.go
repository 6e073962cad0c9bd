package data

import (
	"slices"

	"causeway/core/fault"
)

// Fill is what a missing value of a feature becomes, so that new rows are filled as the
// table was where the table is not at hand.
type Fill struct {
	Feature int     `msgpack:"feature" bound:"0.." is:"feature"`
	Value   float64 `msgpack:"value"`
}

// Fills are what the missing values become of those features that the plan fills, in
// the order of the features.
func (t *Table) Fills(p Plan) (list []Fill) {
	if p.Recipe != "" { // whose rows have all their values
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

// CheckFills reports the first of some fills that the schema cannot have.
func (s Schema) CheckFills(list []Fill) error {
	last := -1
	for _, f := range list {
		if f.Feature <= last || f.Feature >= len(s.Features) || !s.Features[f.Feature].Holds(f.Value) {
			return fault.Errorf("data: feature %d is filled with %v", f.Feature, f.Value)
		}
		last = f.Feature
	}
	return nil
}

// Filler gives what ReadRows and OpenRows fill with, or nil where nothing is known.
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
