package data

import (
	"math"
	"slices"
	"strconv"
)

// MaxShown bounds the decimals that people ask for to read a column's numbers with.
const MaxShown = 6

// Briefly are namings by which numbers that are written with more than MaxShown decimals are
// read with as few as tell a thousandth of their range. Nil: none are, or it takes more.
func (s Schema) Briefly() (names []Naming) {
	for j, f := range s.Features {
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

// Rounds reports whether some numbers are read with other decimals than those of the table.
func (s Schema) Rounds() bool {
	return slices.ContainsFunc(s.Features, func(f Feature) bool { return f.Shown > 0 })
}

// Read is a value as people read it: what Format writes of it.
func (f Feature) Read(v float64) float64 {
	if f.Shown == 0 || !f.Kind.Numeric() {
		return v
	}
	f.Decimals = f.Shown - 1
	return f.Round(v)
}

// Between writes the ends of an interval so that every number that people read between them is inside it,
// with more decimals where it takes them.
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

// ReadRow is a row as people read it.
func (s Schema) ReadRow(row []float64) []float64 {
	out := slices.Clone(row)
	for j := range out {
		out[j] = s.Features[j].Read(out[j])
	}
	return out
}

// shown writes a number with the decimals that people read it with. Halves are rounded away
// from zero, and zero has no sign.
func (f Feature) shown(v float64) string {
	return strconv.FormatFloat(f.Read(v), 'f', f.Shown-1, 64)
}

// Finer has numbers read with one decimal more, or as the table writes them where it keeps
// more than people ask for, and reports whether there was one more.
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

// Telling is the feature with as many more decimals shown as it takes for numbers that differ
// to look different beside each other.
func (f Feature) Telling(values ...float64) Feature {
	if f.Shown == 0 {
		return f
	}
	list := slices.Clone(values)
	slices.Sort(list)
	list = slices.Compact(list)
	alike := func() bool {
		for i := 1; i < len(list); i++ { // rounding keeps the order
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

// Telling is the schema with as many more decimals shown as it takes for values that differ
// between rows to look different. It leaves s as it is.
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

// Stating is the feature with as many more decimals shown as it takes to write the numbers
// unrounded, up to MaxShown or all that the table has: the bounds of a rule are what decides,
// and may have more of them than the table.
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
