package wire

import "causeway/core/causal"

// Step is one of a plan: the features acted on, those that follow, and the row after it with
// the model's prediction.
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
