package data

import (
	"math"
	"slices"
)

// alike describes rows of a table that are equal in all features and in the outcome.
type alike struct {
	again  int     // rows that repeat an earlier one
	twin   float64 // expected share of held-out rows with an equal training row
	copies bool    // too many to be different people who are alike by chance
}

// Limits on the work of comparing rows that differ in one column.
const (
	compareCells = 2_000_000
	compareRows  = 20_000
)

// alike finds equal rows and decides whether they are copies. If different people merely happen to
// be alike, still other people differ from them in a single column. For each column, alike counts
// the pairs of rows that differ only there. With the probability that two values of the column
// agree, it estimates how many pairs agree everywhere by chance. Copies exceed that number.
func (t *Table) alike() (a alike) {
	sums := make([]uint64, t.Rows())
	for j := range t.Cols {
		t.mix(j, sums, 1)
	}
	for i, y := range t.Outcome {
		sums[i] += scattered(uint64(y) + 1)
	}
	var seen hashes
	for _, h := range sums {
		a.again += b2i(seen.add(h))
	}
	if a.again == 0 {
		return a
	}
	equal := pairs(sums)
	groups(sums, func(n int) {
		a.twin += float64(n) * (1 - math.Pow(0.2, float64(n-1))) / float64(t.Rows())
	})
	natural, least, rows := 0.0, 1.0, t.sample(compareRows)
	columns := max(min(compareCells/t.Rows(), len(t.Cols)), 1)
	for k := range columns {
		j := k * len(t.Cols) / columns
		t.mix(j, sums, -1)
		others := pairs(sums) - equal
		t.mix(j, sums, 1)
		meet := t.meet(j, rows)
		more := others * meet / max(1-meet, 1e-9)
		switch {
		case meet <= 0.5 && least > 0.5, meet > 0.5 && meet < least: // a nearly constant column is weak evidence
			natural, least = more, meet
		case meet <= 0.5:
			natural = max(natural, more)
		}
	}
	a.copies = equal > 4*natural
	return a
}

// meet returns the share of pairs of the given rows that have the same value in a column.
func (t *Table) meet(j int, rows []int) float64 {
	values := make([]uint64, len(rows))
	for k, i := range rows {
		values[k] = math.Float64bits(t.Cols[j][i])
	}
	n := float64(len(rows))
	return pairs(values) / max(n*(n-1)/2, 1)
}

// pairs returns the number of pairs of equal numbers.
func pairs(list []uint64) (all float64) {
	groups(list, func(n int) { all += float64(n * (n - 1) / 2) })
	return all
}

// groups calls use with the size of every group of equal numbers.
func groups(list []uint64, use func(n int)) {
	sorted := slices.Sorted(slices.Values(list))
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		use(to - from)
		from = to
	}
}

// mix adds a column to the hashes of rows. If by is -1, it removes the column again.
func (t *Table) mix(j int, sums []uint64, by int) {
	for i, v := range t.Cols[j] {
		sums[i] += uint64(by) * scattered(math.Float64bits(v)+uint64(j+1)*0x9e3779b97f4a7c15)
	}
}

// scattered hashes a number with the last step of splitmix64.
func scattered(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// againNote describes how many rows repeat an earlier one, and how this affects the split. Rows
// that are equal in all columns of the file count as copies if a column that would distinguish
// them was left out.
func (im *importer) againNote(t *Table) []string {
	if im.prep != nil {
		return nil
	}
	a, p := t.alike(), im.profile
	n, where := p.again, "in every column"
	if n == 0 {
		n, where = a.again, "in every column that is used"
	}
	for j, c := range im.plan.Columns {
		if tells := len(p.columns[j].distinct); p.again > 0 && !c.Use && (tells == maxDistinct || 2*tells > p.rows) {
			a.copies, a.twin = true, min(1.6*float64(p.again)/float64(p.rows), 1)
		}
	}
	switch s := plural(n, "row repeats an earlier one ", "rows repeat an earlier one ") + where; {
	case n == 0, p.again == 0 && !a.copies:
		return nil
	case !a.copies:
		return []string{s + ", as happens by chance if columns have few values. They are read like any other."}
	default:
		return []string{s + ". They are read like any other, so " + shareOf(a.twin) + " held-out rows are also used" +
			" for training, and figures on held-out rows look too good. If they are copies, keep one of each in " +
			"the file."}
	}
}

// shareOf writes a share as "about 12 of 100", or of a larger number if the share is small.
func shareOf(share float64) string {
	of := 100
	for ; of < 1_000_000 && float64(of)*share < 1; of *= 10 {
	}
	return "about " + grouped(max(int(math.Round(float64(of)*share)), 1)) + " of " + grouped(of)
}
