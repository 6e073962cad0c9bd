package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/search"
)

// TestEveryShownChangeIsNeeded uses tables with 60 and 512 features, with and without rules. No
// displayed change can be undone or replaced by moving another number one step further. The test
// uses rows that have answers, because searches without an answer take longest.
func TestEveryShownChangeIsNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	for _, c := range []struct {
		name                          string
		numbers, categories, booleans int
		decimals                      int
		rows                          []int
		least                         int
	}{{"60 features", 40, 15, 5, 3, []int{0, 1, 4, 5, 6, 8, 9, 10, 12, 13, 15}, 24},
		{"512 features", 300, 150, 62, 2, []int{0, 1}, 4}} {
		w := newWideLevels(t, c.numbers, c.categories, c.booleans, 6, c.decimals)
		shown, changes := 0, 0
		for _, i := range c.rows {
			q := w.query(i, i%2 == 1)
			if i%4 > 1 && c.numbers < 100 { // so that many features have to change
				q.Lead, q.Least, q.Boxes = 0, 0.97, 0
				q.Rules = slices.Clone(q.Rules)
				for j, f := range w.t.Schema.Features {
					if f.Kind.Numeric() {
						q.Rules = append(q.Rules, causal.Rule{Kind: causal.MoveAtMost, Feature: j, Min: f.MAD / 4,
							Max: f.MAD / 4})
					} else {
						q.Rules = append(q.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
					}
				}
			}
			found, _ := search.NewFinder(w.t.Schema, w.blackBox, w.g).Search(q, nothing)
			s := referee{w.t.Schema, w.blackBox, q}
			if found.Unclear {
				s.query.Lead, s.query.Least = 0, 0
			}
			for _, r := range found.Rows {
				shown, changes = shown+1, changes+r.Changed
				if !s.reaches(s.judge([][]float64{r.Row})[0]) {
					t.Fatalf("%s, row %d: %v is shown and does not count", c.name, i, r.Row)
				}
				for j, v := range r.Row {
					if v == q.Row[j] {
						continue
					}
					tries := [][]float64{with(r.Row, j, q.Row[j])}
					for k, f := range w.t.Schema.Features {
						if u := r.Row[k]; k != j && u != q.Row[k] && f.Kind.Numeric() {
							if far := f.Round(u + math.Copysign(8*f.Step(), u-q.Row[k])); far >= f.Min && far <= f.Max {
								tries = append(tries, with(tries[0], k, far))
							}
						}
					}
					for _, a := range s.judge(tries) {
						if s.reaches(a) {
							t.Fatalf("%s, row %d: the change of feature %d from %v to %v is not needed", c.name, i, j,
								q.Row[j], v)
						}
					}
				}
			}
		}
		t.Logf("%s: %d shown, of %.1f changes", c.name, shown, float64(changes)/float64(shown))
		if shown < c.least {
			t.Errorf("%s: %d are shown, too few to tell", c.name, shown)
		}
	}
}
