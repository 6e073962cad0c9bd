package document

import (
	"slices"

	"causeway/core/causal"
)

// Following is the set of features that follow from others by a rule or a mechanism. They do not
// count as changes.
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
