package onnx

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/sorting"
)

// Order determines how categories are numbered if the file does not contain a column's codes. It
// is always an assumption.
type Order uint8

// The orders. Likeliest keeps numbers that the model cannot have assigned, or that it did not
// treat as categories, and sorts everything else.
const (
	Likeliest Order = iota
	Sorted          // as in Python: texts by code point, numbers by size, False before True
	AsListed        // in the order of the table's levels
	Appearing       // in the order of their first appearance in the rows
	Itself          // the category's own number
	Spelled         // sorted as texts, even numbers: 10 comes before 9
)

// Number sets the codes of sources that need some but do not have them. It lists the columns
// whose codes are assumed: the file does not contain them, and another order would lead to
// different ones.
func (p Mapping) Number(m *Model, t *data.Table, order Order) (assumed []int) {
	for i := range p.Columns {
		r, c := &p.Columns[i], m.Columns[i]
		if r.Feature < 0 || r.Feature >= len(t.Schema.Features) {
			continue
		}
		f := t.Schema.Features[r.Feature]
		switch {
		case r.Take == Number && c.Category && c.Codes == nil && f.Kind.Numeric():
		case r.Take != Code:
			continue
		case c.Codes != nil && f.Kind.Numeric(): // looked up by number
			continue
		case c.Codes != nil:
			if named := matches(f.Levels, c); named != nil {
				if len(r.Codes) == 0 {
					r.Codes = named
				}
				continue
			}
		}
		k := categoriesOf(t, r.Feature)
		if r.Take == Code && len(r.Codes) == 0 {
			*r = k.source(r.Feature, c, order)
		}
		if r.Take == Code && len(r.Codes) == 0 { // names differ from the model's, so a person has to match them
			for _, at := range places(f.Levels, c) {
				r.Codes = append(r.Codes, float64(at))
			}
		} else if !k.counted() {
			assumed = append(assumed, i)
		}
	}
	return assumed
}

// categories describes the categories of a feature.
type categories struct {
	levels  []string  // nil for a numeric feature
	numbers []float64 // the levels as numbers, or nil if some are not
	missing int       // the level for a missing value, or -1
	cols    []float64 // the rows
}

func categoriesOf(t *data.Table, feature int) categories {
	f := t.Schema.Features[feature]
	k := categories{levels: f.Levels, missing: slices.Index(f.Levels, data.MissingLevel)}
	if feature < len(t.Cols) {
		k.cols = t.Cols[feature]
	}
	if f.Kind.Numeric() {
		k.levels, k.numbers = nil, slices.Compact(slices.Sorted(slices.Values(k.cols)))
		return k
	}
	for l, s := range f.Levels {
		v, ok := numberOf(s)
		if !ok && l != k.missing {
			k.numbers = nil
			return k
		}
		k.numbers = append(k.numbers, v)
	}
	return k
}

// numberOf parses a number as tables write it; True is 1.
func numberOf(s string) (float64, bool) {
	switch s = strings.TrimSpace(s); strings.ToLower(s) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && finite(v)
}

// all returns the indices of the categories without the one for missing values.
func (k categories) all() []int {
	var at []int
	for i := range max(len(k.levels), len(k.numbers)) {
		if i != k.missing {
			at = append(at, i)
		}
	}
	return at
}

// counted reports whether the categories are 0, 1, 2 and so on, so that all usual orders agree.
func (k categories) counted() bool {
	all := k.all()
	for rank, at := range k.sorted(false) {
		if k.numbers == nil || k.numbers[at] != float64(rank) {
			return len(all) < 2
		}
	}
	return true
}

// sorted returns the categories in Python's order for numbers, or for texts.
func (k categories) sorted(spelled bool) []int {
	at := k.all()
	slices.SortStableFunc(at, func(a, b int) int {
		if k.numbers != nil && !spelled {
			return cmp.Compare(k.numbers[a], k.numbers[b])
		}
		return strings.Compare(k.text(a), k.text(b))
	})
	return at
}

func (k categories) text(at int) string {
	if k.levels != nil {
		return k.levels[at]
	}
	return formatCode(k.numbers[at])
}

// appearing returns the categories in the order of their first appearance in the rows.
func (k categories) appearing() []int {
	first := make([]int, max(len(k.levels), len(k.numbers)))
	for i := range first {
		first[i] = math.MaxInt
	}
	for row, v := range k.cols {
		at := int(v)
		if k.levels == nil {
			at, _ = slices.BinarySearch(k.numbers, v)
		}
		if at < len(first) {
			first[at] = min(first[at], row)
		}
	}
	at := k.all()
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	return at
}

// source numbers the categories for a column.
func (k categories) source(feature int, c Column, order Order) Source {
	r := Source{Take: Code, Feature: feature}
	if order == Likeliest {
		if order = Sorted; k.numbers != nil && (!c.Category || c.Most >= float64(len(k.all()))) {
			order = Itself
		}
	}
	if k.levels == nil && (order == Itself || len(k.numbers) > data.MaxLevels) {
		return Source{Take: Number, Feature: feature}
	}
	r.Codes = make([]float64, max(len(k.levels), len(k.numbers)))
	ranks := k.all()
	switch {
	case order == Appearing:
		ranks = k.appearing()
	case order != AsListed:
		ranks = k.sorted(order == Spelled)
	}
	for rank, at := range ranks {
		if r.Codes[at] = float64(rank); order == Itself && k.numbers != nil {
			r.Codes[at] = k.numbers[at]
		}
	}
	if k.missing >= 0 {
		switch r.Codes[k.missing] = float64(len(ranks)); { // last in Python's order
		case c.Fills:
			r.Codes[k.missing] = c.Fill
		case c.Gaps:
			r.Codes[k.missing] = -1
		}
	}
	if k.levels == nil {
		r.Values = k.numbers
	}
	if c.Codes != nil && !r.place(c, k.missing) {
		r.Codes = nil
	}
	return r
}

// place replaces the numbers of categories by indices of a column's codes, if all of them exist.
// The category for missing values need not.
func (r *Source) place(c Column, missing int) bool {
	for l, v := range r.Codes {
		at := slices.IndexFunc(c.Codes, func(s string) bool { n, ok := numberOf(s); return ok && n == v })
		if at < 0 && (l != missing || !c.Unknown) {
			return false
		}
		r.Codes[l] = float64(at)
	}
	return true
}

// lookedUp sets the numbers for a source that looks up a numeric feature by a column's codes.
func (r Source) lookedUp(c Column) Source {
	if r.Take != Code || len(r.Codes) > 0 || c.Codes == nil {
		return r
	}
	type code struct{ is, at float64 }
	var all []code
	for at, s := range c.Codes {
		if v, ok := numberOf(s); ok {
			all = append(all, code{v, float64(at)})
		}
	}
	sorting.Stable(all, func(a, b code) int { return cmp.Compare(a.is, b.is) })
	for _, c := range all {
		r.Values, r.Codes = append(r.Values, c.is), append(r.Codes, c.at)
	}
	return r
}

// code returns the code of a stored value, or -1 for a number that is not a category.
func (r *Source) code(v float64) float64 {
	if r.Values == nil {
		return r.Codes[int(v)]
	}
	if at, ok := slices.BinarySearch(r.Values, v); ok {
		return r.Codes[at]
	}
	return -1
}
