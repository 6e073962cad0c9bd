package wire

import "causeway/core/causal"

// Intervene sets one feature of a row and requests the values that the mechanisms then compute. The
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
