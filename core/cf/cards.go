package cf

import (
	"fmt"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/search"
)

// Cards draws counterfactuals of a row for a person to judge, in the same way as Queries, see
// search.Finder.Cards.
//
//	donors  rows that the black box predicts as the target
func (g *Generator) Cards(blackBox blackbox.BlackBox, row []float64, target int, donors [][]float64,
	rules []causal.Rule, per int, key kernel.Key) ([]Label, search.Tally) {
	own, _ := g.samples(blackBox, row, target, key)
	drawn := distinctFrom(row, inTurn(own, crossed(row, donors, key)))
	cards, tally := search.NewFinder(g.schema, blackBox, g).Cards(search.Query{Row: row, Target: target,
		Rules: rules, Key: key}, drawn, per)
	var labels []Label
	for _, c := range cards {
		labels = append(labels, Label{Factual: row, Counterfactual: c, Target: target})
	}
	return labels, tally
}

// inTurn merges two lists, taking items from them alternately.
func inTurn(a, b [][]float64) (all [][]float64) {
	for len(a)+len(b) > 0 {
		for _, l := range []*[][]float64{&a, &b} {
			if len(*l) > 0 {
				all, *l = append(all, (*l)[0]), (*l)[1:]
			}
		}
	}
	return all
}

// distinctFrom returns the distinct rows among rows that differ from row.
func distinctFrom(row []float64, rows [][]float64) (list [][]float64) {
	seen := map[string]bool{fmt.Sprint(row): true}
	for _, r := range rows {
		if id := fmt.Sprint(r); !seen[id] {
			seen[id] = true
			list = append(list, r)
		}
	}
	return list
}
