package data

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// cuts reports whether a numeric outcome is cut into two classes, because the plan gives a cut or
// the outcome has more values than there can be classes.
func (im *importer) cuts(y ColumnPlan) bool {
	return y.Cut != "" || im.profile.columns[im.plan.Outcome].cuts()
}

// cuts reports whether a column is numeric with more values than there can be classes.
func (c *column) cuts() bool { return c.numbers > 0 && c.texts == 0 && len(c.distinct) > MaxClasses }

// halves turns a numeric outcome into two classes. If the plan gives no cut, it cuts at the
// middle and records this in the plan.
func (im *importer) halves(f Feature, notes *[]string) Feature {
	b, y := im.outcome, &im.plan.Columns[im.plan.Outcome]
	cut, ok := cutOf(y.Cut)
	if !ok {
		cut = half(b.values)
	}
	y.Cut = strconv.FormatFloat(cut, 'f', -1, 64)
	for i, v := range b.values {
		b.values[i] = float64(b2i(v >= cut))
	}
	levels := []string{"below " + y.Cut, y.Cut + " or more"}
	*notes = append(*notes, "The outcome "+quote(f.Name)+" is a number, cut in two classes: "+quoteAll(levels)+".")
	return Feature{Name: f.Name, Kind: Category, Levels: levels}
}

// cutOf parses the cut of a plan.
func cutOf(text string) (cut float64, ok bool) {
	cut, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return cut, err == nil && math.Abs(cut) <= maxNumber
}

// half returns a value that has as close as possible to half of the numbers below it: the median
// or, if that is the smallest number, the next larger one.
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
