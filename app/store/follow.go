package store

import "causeway/core/causal"

// Following are the features that rules compute from others, which are no changes of
// their own.
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

// Follows are the features that rules compute in the counterfactuals of Explain. Where
// the rules are others by now, none is known.
func (s State) Follows() Following {
	var kept []causal.Rule
	if x := s.Explain.Found; !s.Explain.OldRules {
		for i, r := range s.Graph.AllRules(s.Data.Table.Schema) {
			if i < len(x.Laws) && !x.Laws[i].GivenUp {
				kept = append(kept, r)
			}
		}
	}
	return Computes(kept)
}
