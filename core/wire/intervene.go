package wire

import "causeway/core/causal"

// Intervene asks what mechanisms make of a row once a feature is set. The answer is an
// Intervened.
type Intervene struct {
	Knowledge causal.Knowledge
	Row       Floats
	Feature   int
	Value     float64
}

// Intervened answers Intervene.
type Intervened struct {
	Row    Floats
	Before Floats // of the classes, for the row as it is; empty without a black box
	After  Floats
}
