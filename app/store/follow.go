package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Names of what core says of an answer.
type (
	Following = document.Following
	Deeds     = document.Deeds
)

// Follows are the features that follow in the counterfactuals of Explain. If the rules have changed
// since, no computed feature is known.
func (s *State) Follows() Following {
	var kept []causal.Rule
	if x := s.Explain.Found; !s.Explain.OldRules {
		for i, r := range s.Graph.AllRules(s.Data.Table.Schema) {
			if i < len(x.Laws) && !x.Laws[i].GivenUp {
				kept = append(kept, r)
			}
		}
	}
	list := document.Computes(kept)
	for _, j := range s.Explain.Found.Carry {
		list[j] = true
	}
	return list
}

// follow are the features that follow by knowledge or computing rules.
func follow(s data.Schema, rules []causal.Rule, k causal.Knowledge) Following {
	list := document.Computes(rules)
	for _, j := range k.Followers(s) {
		list[j] = true
	}
	return list
}

// Follows are the features that follow in the counterfactuals of many rows.
func (b Batch) Follows(s data.Schema) Following { return follow(s, b.Rules, b.Query.Knowledge) }

// Follows are the features that follow by a graph.
func (g Graph) Follows(s data.Schema) Following {
	return follow(s, g.HardRules(s), g.Sketch.Knowledge())
}

// Carriers are the effects that can follow their causes while a row keeps its own noise.
func (s *State) Carriers() []int {
	if !s.Data.HasTable {
		return nil
	}
	return s.Graph.Sketch.Knowledge().Carriers(s.Data.Table.Schema)
}

// Shown is the schema for writing counterfactuals. Followers keep all their decimals, as the
// classifier saw them, unless people read them with fewer. A number gets more decimals if rounding
// would misstate its rules, its ranges or the values beside it.
func (s *State) Shown() data.Schema {
	e, out := s.Explain, s.Data.Table.Schema
	if len(e.Found.Carry) > 0 {
		out = causal.Finer(out, e.Found.Carry)
	}
	if !out.Rounds() || !e.HasFound || len(e.Found.Factual.Row) != len(out.Features) {
		return out
	}
	rules := slices.Clone(e.asked.Rules)
	if e.asked.Knowledge.Check(out) == nil {
		rules = append(rules, e.asked.Knowledge.AllRules(out)...)
	}
	for j, f := range out.Features {
		if f.Shown > 0 {
			rules = append(rules, causal.Rule{Kind: causal.Range, Feature: j, Min: f.Min, Max: f.Max})
		}
	}
	var rows [][]float64
	for _, c := range e.Found.Rows {
		rows = append(rows, c.Row)
		for _, st := range c.Plan {
			rows = append(rows, st.Row)
		}
	}
	if len(e.Edited) == len(out.Features) {
		rows = append(rows, e.Edited)
	}
	return causal.Readable(out, rules, e.Found.Factual.Row, rows...)
}
