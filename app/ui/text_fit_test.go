package ui

import (
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/classifier"
)

// The warning suits the classifier: accuracy alone hides one that recognizes rare rows,
// and a lead within the interval does not count.
func TestNoBetterThanTheMostFrequentClass(t *testing.T) {
	good := store.Fit{Rows: 100, Accuracy: 0.86, Low: 0.78, High: 0.91, Base: 0.6, Balanced: 0.87, Naming: 0.5,
		AUC: 0.9}
	for _, c := range []struct {
		name   string
		change func(*store.Fit)
		want   string
	}{
		{"a good one", func(*store.Fit) {}, ""},
		{"the same answer for all", func(f *store.Fit) { f.Accuracy, f.Low, f.Balanced, f.AUC = 0.6, 0.5, 0.5, 0.5 },
			"This classifier does no better"},
		{"rare rows told apart", func(f *store.Fit) { f.Accuracy, f.Low, f.Balanced = 0.59, 0.5, 0.7 },
			"By accuracy, this classifier does not beat"},
		{"a lead by chance", func(f *store.Fit) { f.Accuracy, f.Low = 0.65, 0.55 }, "too few"},
	} {
		f := good
		c.change(&f)
		if got := classifier.TextNoBetter(f); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	good.AUC, good.Recalls = 0, nil
	for _, x := range classifier.TextFitFacts(good) {
		if (x[0] == classifier.TextAUC || x[0] == classifier.TextBalanced) && x[1] != classifier.TextNotKnown {
			t.Errorf("%s: %s", x[0], x[1])
		}
	}
}
