package data

import (
	"math"
	"slices"
)

// Counts returns the number of rows per class.
func (t *Table) Counts() []int {
	counts := make([]int, t.Schema.Classes())
	for _, y := range t.Outcome {
		counts[y]++
	}
	return counts
}

// Mean returns the mean of feature j over all rows, or 0 without rows.
func (t *Table) Mean(j int) float64 {
	sum := 0.0
	for _, v := range t.Cols[j] {
		sum += v
	}
	return sum / float64(max(t.Rows(), 1))
}

// Histogram counts the rows by the value of feature j. A number is counted in about the given
// number of bins with round edges,
//
//	counts[b] = rows with edges[b] <= v < edges[b+1]
//
// where the last bin includes its upper edge. Bins of an integer feature always hold whole
// integers. Any other feature is counted per level, and edges is nil.
func (t *Table) Histogram(j, bins int) (edges []float64, counts []int) {
	f, col := t.Schema.Features[j], t.Cols[j]
	if !f.Kind.Numeric() {
		counts = make([]int, len(f.Levels))
		for _, v := range col {
			counts[int(v)]++
		}
		return nil, counts
	}
	if len(col) == 0 {
		return nil, nil
	}
	edges = roundEdges(slices.Min(col), slices.Max(col), max(bins, 1), f.Kind == Integer)
	counts = make([]int, len(edges)-1)
	for _, v := range col {
		counts[binOf(edges, v)]++
	}
	return edges, counts
}

// ByClass counts the rows in the same bins as Histogram, separately for each class: class k of
// bin b is at b*classes + k. edges are those returned by Histogram.
func (t *Table) ByClass(j int, edges []float64) []int {
	n, bins := t.Schema.Classes(), len(t.Schema.Features[j].Levels)
	if edges != nil {
		bins = len(edges) - 1
	}
	counts := make([]int, bins*n)
	for i, v := range t.Cols[j] {
		b := int(v)
		if edges != nil {
			b = binOf(edges, v)
		}
		counts[b*n+t.Outcome[i]]++
	}
	return counts
}

// binOf returns the bin that contains v; the last bin includes its upper edge. It first guesses the
// position, because bins are about equally wide.
func binOf(edges []float64, v float64) int {
	last := len(edges) - 2
	b := min(max(int((v-edges[0])/(edges[last+1]-edges[0])*float64(last+1)), 0), last)
	for b > 0 && v < edges[b] {
		b--
	}
	for b < last && v >= edges[b+1] {
		b++
	}
	return b
}

// roundEdges covers lo to hi with steps of 1, 2 or 5 times a power of ten. It uses the smallest
// step that needs at most the given number of bins, plus one for the ends.
func roundEdges(lo, hi float64, bins int, whole bool) []float64 {
	span := hi - lo
	if span == 0 {
		span = max(math.Abs(hi), 1) * 1e-3 * float64(bins)
	}
	exp := int(math.Floor(math.Log10(span/float64(bins)))) - 1
	if whole {
		exp = max(exp, 0)
	}
	for ; ; exp++ {
		for _, m := range []float64{1, 2, 5} {
			first := math.Floor(scaled(lo, -exp) / m)
			last := math.Ceil(scaled(hi, -exp) / m)
			if whole {
				last = math.Floor(scaled(hi, -exp)/m) + 1
			}
			if last == first {
				last++
			}
			n := int(last - first)
			if n > bins+1 {
				continue
			}
			edges := make([]float64, n+1)
			for k := range edges {
				edges[k] = scaled((first+float64(k))*m, exp)
			}
			return edges
		}
	}
}

// scaled returns v×10^exp. It divides if the exponent is negative, because only positive powers
// of ten are exact.
func scaled(v float64, exp int) float64 {
	if exp < 0 {
		return v / math.Pow10(-exp)
	}
	return v * math.Pow10(exp)
}
