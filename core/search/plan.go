package search

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Stage is one step of a plan, with what it costs.
type Stage struct {
	causal.Stage
	Effort float64 // sum of Query.Effort over what is done
	Cost   float64 // as in a Counterfactual; those of all steps add up to its cost
}

// Steps are a counterfactual as an order of steps along a graph, see causal.Steps, with
// the effort of each feature, nil for 1 everywhere.
func Steps(s data.Schema, g *causal.Graph, rules []causal.Rule, effort, factual, counterfactual []float64) []Stage {
	of := causal.NewBase(s, rules, factual)
	var list []Stage
	for _, st := range causal.Steps(s, g, rules, factual, counterfactual) {
		base := of.Of(st.Row, make([]float64, len(factual)))
		done := Counterfactual{Row: slices.Clone(base)}
		for _, j := range st.Does {
			done.Row[j] = st.Row[j]
		}
		done.Measure(s, effort, base)
		list = append(list, Stage{st, done.Effort, done.Cost})
	}
	return list
}
