package data

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// cuts reports whether a numeric outcome is cut into classes: because the plan contains a cut, or
// because the outcome has too many values for classes.
func (im *importer) cuts(y ColumnPlan) bool {
	return y.Cut != "" || im.profile.columns[im.plan.Outcome].cuts()
}

// cuts reports whether a column is numeric and has more values than an outcome may have classes.
func (c *column) cuts() bool { return c.numbers > 0 && c.texts == 0 && len(c.distinct) > MaxClasses }

// Middle is the cut in a plan that cuts a numeric outcome at its middle, even if it has few
// different numbers.
const Middle = "middle"

// bands turns a numeric outcome into classes and keeps its numbers in the table. If the plan
// contains no cut, it cuts at the middle and records this in the plan.
func (im *importer) bands(f Feature, t *Table, notes *[]string) Feature {
	b, y := im.outcome, &im.plan.Columns[im.plan.Outcome]
	cuts, ok := cutsOf(y.Cut)
	if !ok {
		cuts = []float64{half(b.values)}
	}
	y.Number = y.Number || y.Cut == "" || y.Cut == Middle
	y.Cut = strings.Join(numbers64(cuts), " ")
	numbers := slices.Clone(b.values)
	f = Feature{Name: f.Name, Kind: Category, Levels: BandNames(cuts), Cuts: cuts, Decimals: f.Decimals, MAD: 1}
	for i, v := range b.values {
		b.values[i] = float64(f.Band(v))
	}
	if y.Number {
		t.Numbers = numbers
	} else {
		f = Feature{Name: f.Name, Kind: Category, Levels: f.Levels}
	}
	count := "two"
	if n := len(f.Levels); n > 2 {
		count = strconv.Itoa(n)
	}
	*notes = append(*notes, "The outcome "+quote(f.Name)+" is a number, cut in "+count+" classes: "+quoteAll(f.Levels)+
		".")
	return f
}

// BandNames returns the levels of a numeric outcome with these cuts.
func BandNames(cuts []float64) []string {
	at := numbers64(cuts)
	levels := []string{"below " + at[0]}
	for i, from := range at[1:] {
		levels = append(levels, at[i]+" to below "+from)
	}
	return append(levels, at[len(at)-1]+" or more")
}

func numbers64(v []float64) (text []string) {
	for _, x := range v {
		text = append(text, number64(x))
	}
	return text
}

// cutsOf parses the cuts of a plan: increasing numbers, separated by spaces or semicolons.
func cutsOf(text string) (cuts []float64, ok bool) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' }) {
		cut, err := strconv.ParseFloat(strings.TrimSuffix(word, ","), 64)
		if err != nil || !(math.Abs(cut) <= maxNumber) {
			return nil, false
		}
		cuts = append(cuts, cut)
	}
	return cuts, len(cuts) > 0 && len(cuts) < MaxClasses && rise(cuts)
}

// rise reports whether each number is larger than the one before.
func rise(v []float64) bool {
	for i := range v[1:] {
		if v[i+1] <= v[i] {
			return false
		}
	}
	return true
}

// half returns the value that comes closest to having half of the numbers below it: the median or,
// if that is the smallest number, the next larger one.
func half(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	cut := sorted[len(sorted)/2]
	if cut == sorted[0] {
		for _, v := range sorted {
			if v > cut {
				return v
			}
		}
	}
	return cut
}
