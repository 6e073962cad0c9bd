package metric

import (
	"cmp"
	"slices"
)

// Confusion counts rows by true class and predicted class. It is a classes × classes matrix with
// one row per true class.
type Confusion []int

// Classes returns the number of classes.
func (c Confusion) Classes() int {
	n := 0
	for n*n < len(c) {
		n++
	}
	return n
}

// Of returns how many rows a true class has and how many of them are predicted correctly.
func (c Confusion) Of(class int) (right, rows int) {
	n := c.Classes()
	for _, k := range c[class*n : (class+1)*n] {
		rows += k
	}
	return c[class*n+class], rows
}

// Balanced returns the mean recall over the classes that have rows. naming is the mean recall of a
// model that always predicts the same class.
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

// AUC returns the area under the ROC curve of scores: the probability that a row of the class
// scores higher than a row of the other classes, counting ties as half (Hanley and McNeil 1982).
// It is unknown if either group has no rows.
func AUC(scores []float64, of []bool) (area float64, known bool) {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	var wins, others, own float64 // pairs won, rows with lower scores
	for i := 0; i < len(order); {
		var more, mine float64 // rows with the current score, outside the class and in it
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

// MeanAUC returns the mean of the one-against-all areas over the classes for which both groups
// have rows. With two classes, both areas are equal.
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
