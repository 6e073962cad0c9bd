package search

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sorting"
)

// apart searches for counterfactuals, no two of which change the same feature. It starts with the
// nearest, then repeatedly adds the nearest one that changes none of the features changed so far.
// If the complete search finishes, it proves that no further one exists. Another starting row might
// lead to a larger set; apart does not try any.
func (f Finder) apart(q Query, tick func() error) (Found, error) {
	count := q.Count
	q.Count, q.Apart = 1, model.OtherWay
	all, err := f.search(q, tick)
	if err != nil || len(all.Rows) == 0 {
		return all, err
	}
	if all.Unclear {
		q.Lead, q.Least = 0, 0
	}
	rules, base := q.Rules, causal.NewBase(causal.Fine(f.schema, q.Rules), q.Rules, q.Row)
	for len(all.Rows) < count {
		last := all.Rows[len(all.Rows)-1].Row
		rules = slices.Clone(rules)
		for j, x := range base.Of(last, make([]float64, len(last))) {
			if last[j] != x {
				rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
			}
		}
		next := q
		next.Rules = rules
		found, err := f.search(next, tick)
		if err != nil {
			return all, err
		}
		if len(found.Rows) == 0 || found.Unclear {
			all.NoMore = found.None || found.NoClear
			break
		}
		all.Rows = append(all.Rows, found.Rows...)
	}
	sorting.Stable(all.Rows, nearer)
	return all, nil
}
