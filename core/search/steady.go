package search

import (
	"cmp"

	"causeway/core/blackbox"
	"causeway/core/model"
	"causeway/core/sorting"
)

// SteadyDoubt says how sure the black box and its alternatives must be together; see
// blackbox.Steady. With a project's eleven black boxes, one more agrees with a probability of
// 0.933. For the rows that a search returns, nine in ten agree. See
// docs/decisions/17-answers-that-last.md for measurements.
const SteadyDoubt = 1.7

// When ranking answers that must survive retraining, each changed feature counts as much as
// steadyChange MADs. Such answers move far if they change few features, so the search looks for
// steadyMore extra rows.
const (
	steadyChange = 6
	steadyMore   = 5
)

// steady searches for rows that also hold under the query's alternative black boxes. It reports
// their shares under the black box itself. If no row has the required lead, it returns rows that
// hold under the black box alone and marks them Frail.
func (f Finder) steady(q Query, tick func() error) (Found, error) {
	with := f
	with.blackBox = blackbox.Steady{Of: f.blackBox, With: q.Under, Target: q.Target, Lead: float32(q.Lead),
		Doubt: SteadyDoubt}
	q.Under = nil
	wide := q
	if q.Apart != model.NothingShared { // with NothingShared, each row determines the next
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
	sorting.Stable(found.Rows, func(a, b Counterfactual) int { return cmp.Compare(far(a), far(b)) })
	found.Rows = found.Rows[:min(len(found.Rows), q.Count)]
	own := searcher{layout: f.layout.fine(q.Rules), blackBox: f.blackBox, pass: f.blackBox.Pass(), factual: q.Row,
		effort: q.Effort}
	found.Factual = own.judge([][]float64{q.Row})[0]
	for i, c := range own.judge(rowsOf(found.Rows)) {
		found.Rows[i].Shares, found.Rows[i].Class = c.Shares, c.Class
	}
	return found, nil
}
