package wire

import "causeway/core/causal"

// Intervene requests the values that mechanisms compute for a row after a feature is set. The
// answer is an Intervened.
type Intervene struct {
	Knowledge causal.Knowledge
	Row       Floats
	Feature   int
	Value     float64
}

// Intervened answers Intervene.
type Intervened struct {
	Row    Floats
	Before Floats // probabilities of the classes for the unchanged row; empty without a black box
	After  Floats
}
