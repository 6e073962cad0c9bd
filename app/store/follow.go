package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Names for findings of package core about an answer.
type (
	Following = document.Following
	Deeds     = document.Deeds
)

// Follows returns the features that follow in the counterfactuals of Explain. If the rules have changed
// since, no computed feature is known.
func (s *State) Follows() Following {
	var rules []causal.Rule
	if !s.Explain.OldRules {
		rules = s.Graph.AllRules(s.Data.Table.Schema)
	}
	return s.Explain.Found.Follows(rules)
}

// follow returns the features that follow by mechanisms or computing rules.
func follow(s data.Schema, rules []causal.Rule, k causal.Knowledge) Following {
	list := document.Computes(rules)
	for _, j := range k.Followers(s) {
		list[j] = true
	}
	return list
}

// Follows returns the features that follow in the counterfactuals of many rows.
func (b Batch) Follows(s data.Schema) Following { return follow(s, b.Rules, b.Query.Knowledge) }

// Bases returns a function that gives each feature's value in a counterfactual of many rows without an
// action on it. Mechanisms are unknown here: an effect that can be acted on is taken to follow if one
// of its causes changes, and to be acted on otherwise.
func (b Batch) Bases(s data.Schema) func(factual, row []float64) []float64 {
	follows, k := b.Follows(s), b.Query.Knowledge
	adjustable := k.Adjustables(s)
	return func(factual, row []float64) []float64 {
		base := causal.NewBase(s, b.Rules, factual).Of(row, make([]float64, len(row)))
		for j := range follows {
			if !slices.Contains(adjustable, j) || slices.ContainsFunc(k.Edges, func(e causal.Edge) bool {
				return e.To == j && row[e.From] != factual[e.From]
			}) {
				base[j] = row[j]
			}
		}
		return base
	}
}

// Follows returns the features that follow by a graph.
func (g Graph) Follows(s data.Schema) Following {
	return follow(s, g.HardRules(s), g.Sketch.Knowledge())
}

// Carriers returns the effects that can follow their causes and keep the row's own noise.
func (s *State) Carriers() []int {
	if !s.Data.HasTable {
		return nil
	}
	return s.Graph.Sketch.Knowledge().Carriers(s.Data.Table.Schema)
}

// Shown returns the schema for writing the answers found for the row.
func (s *State) Shown() data.Schema {
	return s.Explain.Found.Shown(s.Data.Table.Schema, s.Explain.asked, s.Explain.Edited)
}
