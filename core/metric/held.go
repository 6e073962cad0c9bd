package metric

import (
	"slices"

	"causeway/core/causal"
)

// Held reports whether pair i is a valid answer: it reaches its target, differs from the factual
// and keeps every rule, including rules that fix features.
func (p Pairs) Held(i int, rules []causal.Rule) bool {
	return p.Valid(i) && !slices.Equal(p.Factual[i], p.Counterfactual[i]) &&
		causal.AllHold(p.Schema, rules, p.Factual[i], p.Counterfactual[i])
}

// First returns the first n pairs.
func (p Pairs) First(n int) Pairs {
	n = min(n, p.check("First"))
	out := Pairs{p.Schema, p.Factual[:n], p.Counterfactual[:n], p.Target[:n], p.Class[:n], nil}
	if p.Found != nil {
		out.Found = p.Found[:n]
	}
	return out
}

// Add appends pair i of other pairs. That pair must have a counterfactual.
func (p *Pairs) Add(from Pairs, i int) {
	p.Factual, p.Counterfactual = append(p.Factual, from.Factual[i]), append(p.Counterfactual, from.Counterfactual[i])
	p.Target, p.Class = append(p.Target, from.Target[i]), append(p.Class, from.Class[i])
}
