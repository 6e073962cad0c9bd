package search

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Steps orders the changes of a counterfactual along a graph, see causal.Steps. effort has one
// value per feature; nil means 1 everywhere.
func Steps(s data.Schema, g *causal.Graph, rules []causal.Rule, effort, factual, counterfactual []float64) (
	list []document.Step) {
	of := causal.NewBase(s, rules, factual)
	for _, st := range causal.Steps(s, g, rules, factual, counterfactual) {
		base := of.Of(st.Row, make([]float64, len(factual)))
		done := Counterfactual{Row: slices.Clone(base)}
		for _, j := range st.Does {
			done.Row[j] = st.Row[j]
		}
		Measure(&done, s, effort, base)
		list = append(list, document.Step{Stage: st, Effort: done.Effort, Cost: done.Cost})
	}
	return list
}
