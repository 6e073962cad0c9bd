package study

import (
	"causeway/core/causal"
	"causeway/core/metric"
)

// Given judges answers that were made elsewhere as those of a method: one decoded row for each
// explained one, nil where there is none.
func (b *Bench) Given(rules []causal.Rule, answers [][]float64) (Answered, error) {
	p := metric.Pairs{Schema: b.Table.Schema, Factual: b.Test.Factual, Target: b.Test.Target, Counterfactual: answers}
	b.settle(&p)
	found, err := b.found(rules)
	return Answered{Holding: Hold(p, found, rules), pairs: p, rules: rules}, err
}
