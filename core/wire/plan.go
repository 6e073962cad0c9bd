package wire

import "causeway/core/causal"

// Step is one of a plan: what is done in it, what follows by itself, and the row that
// stands after it with what the model says of it.
type Step struct {
	Does    []int
	Follows []int
	Values  Floats
	Class   int
	Shares  Floats
	Effort  float64
	Cost    float64 // those of all steps add up to the counterfactual's
	Kept    bool    // the row keeps every hard rule that the counterfactual keeps
	Waits   []causal.Wait
}
