package nn

import (
	"math"
	"testing"

	"causeway/core/kernel"
)

// TestDecideMovesTheBoundary compares classes and shares with those of the original classifier.
// The second class must be predicted exactly from the threshold on, the order of rows must not
// change, and Undecided must recover the original share.
func TestDecideMovesTheBoundary(t *testing.T) {
	const rows, width = 400, 6
	key := kernel.NewKey(7)
	c := NewClassifier(width, 5, 2, key)
	ex := Examples{X: make([]float32, rows*width), Y: make([]int, rows), Width: width}
	for i := range ex.X {
		ex.X[i] = 2 * key.Normal1(uint32(i))
	}
	second := func(c *Classifier) (shares []float64) {
		Each(c, ex, func(y []int, part []float32) {
			for _, s := range part[len(y):] {
				shares = append(shares, float64(s))
			}
		})
		return shares
	}
	plain := second(c)
	for _, threshold := range []float64{0.01, 0.3, 0.5, 0.77, 0.99} {
		moved := c.Decide(threshold)
		said, shares, turned := Classes(moved, ex), second(moved), 0
		for i, class := range said {
			if want := plain[i] >= threshold; (class == 1) != want && math.Abs(plain[i]-threshold) > 1e-5 {
				t.Errorf("threshold %v: a share of %v gives class %d", threshold, plain[i], class)
			}
			if got := Undecided(shares[i], threshold); math.Abs(got-plain[i]) > 1e-5 {
				t.Errorf("threshold %v: the share %v is told as %v", threshold, plain[i], got)
			}
			turned += class
		}
		if threshold == 0.3 && (turned == 0 || turned == rows) {
			t.Errorf("all %d rows are of one class, which tells nothing", rows)
		}
	}
	if c.Decide(0) != c {
		t.Error("a threshold of 0 changes the classifier")
	}
	if three := NewClassifier(width, 5, 3, key); three.Decide(0.3) != three {
		t.Error("a threshold changes a classifier of three classes")
	}
}
