package search

import (
	"cmp"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/model"
)

// SteadyDoubt is how sure the black box and those trained like it must be together, see blackbox.Steady. With
// the eleven of a project one more agrees with a probability of 0.933, so that nine in ten do for rows of a
// search. docs/decisions/17-answers-that-last.md has the figures.
const SteadyDoubt = 1.7

// Each further changed feature counts as much as steadyChange MADs in the ranking of answers
// that hold when trained again. With the fewest changes such answers go far, and more of them
// compete than are asked for.
const (
	steadyChange = 6
	steadyMore   = 5
)

// steady searches for rows that hold under the query's other black boxes as well. It reports
// them with the shares of the black box itself. If it finds nothing as clear as asked for, it
// returns rows that hold under that one, and marks them Frail.
func (f Finder) steady(q Query, tick func() error) (Found, error) {
	with := f
	with.blackBox = blackbox.Steady{Of: f.blackBox, With: q.Under, Target: q.Target, Lead: float32(q.Lead),
		Doubt: SteadyDoubt}
	q.Under = nil
	wide := q
	if q.Apart != model.NothingShared { // each of them is replaced by the next
		wide.Count += steadyMore
	}
	found, err := with.search(wide, tick)
	if err != nil {
		return found, err
	}
	if len(found.Rows) == 0 || found.Unclear {
		found, err = f.Search(q, tick)
		found.Frail = len(found.Rows) > 0
		return found, err
	}
	far := func(c Counterfactual) float64 { return float64(steadyChange*c.Effort) + c.Cost }
	slices.SortStableFunc(found.Rows, func(a, b Counterfactual) int { return cmp.Compare(far(a), far(b)) })
	found.Rows = found.Rows[:min(len(found.Rows), q.Count)]
	own := searcher{layout: f.layout.fine(q.Rules), blackBox: f.blackBox, pass: f.blackBox.Pass(), factual: q.Row,
		effort: q.Effort}
	found.Factual = own.judge([][]float64{q.Row})[0]
	for i, c := range own.judge(rowsOf(found.Rows)) {
		found.Rows[i].Shares, found.Rows[i].Class = c.Shares, c.Class
	}
	return found, nil
}
