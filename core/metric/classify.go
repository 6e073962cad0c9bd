package metric

import (
	"cmp"
	"slices"
)

// Confusion counts rows by their true class and the one that they are predicted
// as: classes × classes, true class by row.
type Confusion []int

// Classes is the number of classes.
func (c Confusion) Classes() int {
	n := 0
	for n*n < len(c) {
		n++
	}
	return n
}

// Of counts the rows of a true class, and those of them that are predicted right.
func (c Confusion) Of(class int) (right, rows int) {
	n := c.Classes()
	for _, k := range c[class*n : (class+1)*n] {
		rows += k
	}
	return c[class*n+class], rows
}

// Right counts all rows, and those that are predicted right.
func (c Confusion) Right() (right, rows int) {
	for class := range c.Classes() {
		r, n := c.Of(class)
		right, rows = right+r, rows+n
	}
	return right, rows
}

// Balanced is the mean of the recalls, the shares predicted right, over the
// classes that there are rows of; always naming one class has 1 of so many.
func (c Confusion) Balanced() (share, naming float64) {
	there := 0
	for class := range c.Classes() {
		if right, rows := c.Of(class); rows > 0 {
			share += float64(right) / float64(rows)
			there++
		}
	}
	if there == 0 {
		return 0, 0
	}
	return share / float64(there), 1 / float64(there)
}

// AUC is the area under the ROC curve of scores: how often a row of the class has a higher
// score than one of the others, ties counting half (Hanley and McNeil 1982). It is unknown if
// either kind has no rows.
func AUC(scores []float64, of []bool) (area float64, known bool) {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	var wins, others, own float64 // pairs won, rows below
	for i := 0; i < len(order); {
		var more, mine float64 // of this score
		j := i
		for ; j < len(order) && scores[order[j]] == scores[order[i]]; j++ {
			if of[order[j]] {
				mine++
			} else {
				more++
			}
		}
		wins += mine * (others + more/2)
		others, own, i = others+more, own+mine, j
	}
	if others == 0 || own == 0 {
		return 0, false
	}
	return wins / (own * others), true
}

// MeanAUC is the mean of the classes' areas, each against all others, over those
// that there are rows of and rows beside; of two classes both are the same.
//
//	shares  classes × rows    y  rows: true class
func MeanAUC(shares [][]float64, y []int) (area float64, known bool) {
	n := 0
	of := make([]bool, len(y))
	for class, scores := range shares {
		for i, k := range y {
			of[i] = k == class
		}
		if a, ok := AUC(scores, of); ok {
			area, n = area+a, n+1
		}
	}
	if n == 0 {
		return 0, false
	}
	return area / float64(n), true
}
