package engine

import (
	"slices"

	"causeway/core/project"
	"causeway/core/wire"
)

// proved is a counterfactual with its proof.
func proved(factual []float64, c project.Proved) wire.Counterfactual {
	out := counterfactual(c.Counterfactual)
	if !slices.Equal(c.Base, factual) {
		out.Base = list(c.Base)
	}
	out.Degree, out.Usual, out.Without, out.Holds, out.Stands = c.Degree, c.Usual, list(c.Without), c.Holds, c.Stands
	for _, v := range c.Proof {
		out.Proof = append(out.Proof, wire.Judged{Pass: v.Pass, Applies: v.Applies, Text: v.Sentence})
	}
	for _, st := range c.Plan {
		step := wire.Step{Does: st.Does, Follows: st.Follows, Values: list(st.Row), Class: st.Class,
			Shares: list(st.Shares), Effort: st.Effort, Cost: st.Cost, Kept: st.Kept, Waits: st.Waits}
		out.Plan = append(out.Plan, step)
	}
	return out
}
