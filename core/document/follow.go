package document

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Following is the set of features that follow from others by a rule or a mechanism. These features
// do not count as changes.
type Following map[int]bool

// Computes returns the features that hard rules of a list compute.
func Computes(rules []causal.Rule) Following {
	list := Following{}
	for _, r := range rules {
		if r.Kind == causal.Computed && !r.Soft {
			list[r.Feature] = true
		}
	}
	return list
}

// Deeds divides a counterfactual into actions and what follows from them.
type Deeds struct {
	Factual, Values []float64
	Base            []float64 // each feature's value without an action on it; see Counterfactual
}

// Deeds divides a counterfactual. If it has no base, every change of a feature that does not
// follow is an action.
func (f Following) Deeds(factual []float64, c Counterfactual) Deeds {
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
// without an action, and OnTop whether both are true.
func (d Deeds) Does(j int) bool    { return j < len(d.Values) && d.Values[j] != d.Base[j] }
func (d Deeds) Follows(j int) bool { return !d.Does(j) && d.moves(j) }
func (d Deeds) OnTop(j int) bool   { return d.Does(j) && d.moves(j) }

func (d Deeds) moves(j int) bool {
	return j < len(d.Values) && j < len(d.Factual) && d.Base[j] != d.Factual[j]
}

// Follows returns the features that follow in the answers. rules are those for everyone, in the form
// of the first Laws. Without them, no computed feature is known.
func (x Explained) Follows(rules []causal.Rule) Following {
	var kept []causal.Rule
	for i, r := range rules {
		if i < len(x.Laws) && !x.Laws[i].GivenUp {
			kept = append(kept, r)
		}
	}
	list := Computes(kept)
	for _, j := range x.Carry {
		list[j] = true
	}
	return list
}

// Shown returns the schema s with the decimals for writing the answers to a question, beside another row if one is
// given. Followers keep all their decimals, as the classifier saw them, unless people read them with fewer. A number
// gets more decimals if rounding would misstate its rules, its ranges or the values beside it.
func (x Explained) Shown(s data.Schema, asked Explain, beside []float64) data.Schema {
	s = InBands(s, x.Cuts, x.Of)
	if len(x.Carry) > 0 {
		s = causal.Finer(s, x.Carry)
	}
	if !s.Rounds() || len(x.Factual.Row) != len(s.Features) {
		return s
	}
	rules := slices.Clone(asked.Rules)
	if asked.Knowledge.Check(s) == nil {
		rules = append(rules, asked.Knowledge.AllRules(s)...)
	}
	for j, f := range s.Features {
		if f.Shown > 0 {
			rules = append(rules, causal.Rule{Kind: causal.Range, Feature: j, Min: f.Min, Max: f.Max})
		}
	}
	var rows [][]float64
	for _, c := range x.Rows {
		rows = append(rows, c.Row)
		for _, st := range c.Plan {
			rows = append(rows, st.Row)
		}
	}
	if len(beside) == len(s.Features) {
		rows = append(rows, beside)
	}
	return causal.Readable(s, rules, x.Factual.Row, rows...)
}
