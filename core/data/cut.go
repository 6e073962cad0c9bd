package data

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// cuts reports whether an outcome becomes two classes, below a number and from it on: where
// one is given, and where it is a number with more values than an outcome has classes.
func (im *importer) cuts(y ColumnPlan) bool {
	return y.Cut != "" || im.profile.columns[im.plan.Outcome].cuts()
}

// cuts reports whether a column is a number with more values than an outcome has classes.
func (c *column) cuts() bool { return c.numbers > 0 && c.texts == 0 && len(c.distinct) > MaxClasses }

// halves makes the two classes of an outcome whose numbers were read. Where the plan does not
// say where it is cut, it is at the middle, and the plan says so from then on.
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

// cutOf is the number of a plan's cut.
func cutOf(text string) (cut float64, ok bool) {
	cut, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return cut, err == nil && math.Abs(cut) <= maxNumber
}

// half is where half of the numbers are below and half are not, as nearly as there is such
// a place: their median, or the least that is above the smallest.
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
