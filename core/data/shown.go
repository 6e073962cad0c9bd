package data

import (
	"math"
	"slices"
	"strconv"
)

// MaxShown is the largest number of decimals that people can choose for displaying a column.
const MaxShown = 6

// Briefly returns namings that shorten numbers with more than MaxShown decimals to as many as show
// a thousandth of the range, and that rename missing levels to NotGiven. It returns nil if no
// column needs or allows this.
func (s Schema) Briefly() (names []Naming) {
	for j, f := range s.Features {
		l := slices.Index(f.Levels, MissingLevel)
		if l >= 0 && f.Kind == Category && !slices.Contains(f.Levels, NotGiven) {
			if names == nil {
				names = make([]Naming, len(s.Features)+1)
			}
			names[j].Levels = make([]string, len(f.Levels))
			names[j].Levels[l] = NotGiven
		}
		if f.Decimals <= MaxShown || f.Max <= f.Min {
			continue
		}
		places := 0
		for unit := (f.Max - f.Min) / 1000; unit < 1 && places <= MaxShown; unit *= 10 {
			places++
		}
		if places <= MaxShown {
			if names == nil {
				names = make([]Naming, len(s.Features)+1)
			}
			names[j].Shown = 1 + places
		}
	}
	return names
}

// Rounds reports whether some numbers are displayed with other decimals than those of the table.
func (s Schema) Rounds() bool {
	return slices.ContainsFunc(s.Features, func(f Feature) bool { return f.Shown > 0 })
}

// Read rounds a value to its displayed form, the one that Format writes.
func (f Feature) Read(v float64) float64 {
	if f.Shown == 0 || !f.Kind.Numeric() {
		return v
	}
	f.Decimals = f.Shown - 1
	return f.Round(v)
}

// Between writes the ends of an interval so that every displayed number between them lies inside
// the interval. It adds decimals if necessary.
func (f Feature) Between(low, high float64) (from, to string) {
	for f.Shown > 0 {
		step, a, b := math.Pow10(1-f.Shown), f.Read(low), f.Read(high)
		if a < low {
			a = f.Read(a + step)
		}
		if b > high {
			b = f.Read(b - step)
		}
		if a < b {
			return f.Say(a), f.Say(b)
		}
		if !f.Finer() {
			break
		}
	}
	return f.Say(low), f.Say(high)
}

// ReadRow returns a row with every value rounded by Read.
func (s Schema) ReadRow(row []float64) []float64 {
	out := slices.Clone(row)
	for j := range out {
		out[j] = s.Features[j].Read(out[j])
	}
	return out
}

// formatShown writes a number with the displayed decimals. Halves are rounded away from zero, and zero
// has no sign.
func (f Feature) formatShown(v float64) string {
	return strconv.FormatFloat(f.Read(v), 'f', f.Shown-1, 64)
}

// Finer adds one displayed decimal; beyond MaxShown, it displays all decimals of the table. It
// reports whether it could add one.
func (f *Feature) Finer() bool {
	switch {
	case f.Shown == 0 || f.Shown > f.Decimals:
		return false
	case f.Shown > MaxShown:
		f.Shown = 0
	default:
		f.Shown++
	}
	return true
}

// Telling returns the feature with enough displayed decimals that different numbers look
// different.
func (f Feature) Telling(values ...float64) Feature {
	if f.Shown == 0 {
		return f
	}
	list := slices.Clone(values)
	slices.Sort(list)
	list = slices.Compact(list)
	alike := func() bool {
		for i := 1; i < len(list); i++ { // rounding preserves the order
			if f.Read(list[i-1]) == f.Read(list[i]) {
				return true
			}
		}
		return false
	}
	for alike() && f.Finer() {
	}
	return f
}

// Telling returns the schema with enough displayed decimals that different values of the rows
// look different. It does not change s.
func (s Schema) Telling(rows ...[]float64) Schema {
	if !s.Rounds() {
		return s
	}
	s.Features = slices.Clone(s.Features)
	values := make([]float64, 0, len(rows))
	for j, f := range s.Features {
		values = values[:0]
		for _, row := range rows {
			if j < len(row) {
				values = append(values, row[j])
			}
		}
		s.Features[j] = f.Telling(values...)
	}
	return s
}

// Stating returns the feature with enough displayed decimals to write the numbers unrounded: up to
// MaxShown, or all that the table has. It is for the bounds of rules, which are exact and may have
// more decimals than the table.
func (f Feature) Stating(values ...float64) Feature {
	for _, v := range values {
		for f.Shown <= MaxShown && f.Read(v) != v {
			f.Shown++
		}
		if f.Decimals > MaxShown && f.Read(v) != v {
			f.Shown = 0
		}
	}
	return f
}
