package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Following are the features that follow from others, by a computing rule or a mechanism. They do
// not count as changes.
type Following map[int]bool

// Computes are the features that hard rules of a list compute.
func Computes(rules []causal.Rule) Following {
	list := Following{}
	for _, r := range rules {
		if r.Kind == causal.Computed && !r.Soft {
			list[r.Feature] = true
		}
	}
	return list
}

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
	list := Computes(kept)
	for _, j := range s.Explain.Found.Carry {
		list[j] = true
	}
	return list
}

// Deeds divide a counterfactual into actions and what follows from them.
type Deeds struct {
	Factual, Values []float64
	Base            []float64 // each feature's value if nothing acted on it; see wire.Counterfactual
}

// Deeds divides a counterfactual. Without a base, it acts on every feature that does not follow.
func (f Following) Deeds(factual []float64, c wire.Counterfactual) Deeds {
	d := Deeds{factual, c.Row, c.Base}
	if len(d.Base) != len(d.Values) {
		d.Base = slices.Clone(d.Values)
		for j := range d.Base {
			if !f[j] && j < len(factual) {
				d.Base[j] = factual[j]
			}
		}
	}
	return d
}

// Does reports whether the counterfactual acts on a feature, Follows whether the feature moves
// without an action, and OnTop whether both hold.
func (d Deeds) Does(j int) bool    { return j < len(d.Values) && d.Values[j] != d.Base[j] }
func (d Deeds) Follows(j int) bool { return !d.Does(j) && d.moves(j) }
func (d Deeds) OnTop(j int) bool   { return d.Does(j) && d.moves(j) }

func (d Deeds) moves(j int) bool {
	return j < len(d.Values) && j < len(d.Factual) && d.Base[j] != d.Factual[j]
}

// follow are the features that follow by knowledge or computing rules.
func follow(s data.Schema, rules []causal.Rule, k causal.Knowledge) Following {
	list := Computes(rules)
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
