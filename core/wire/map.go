package wire

import "causeway/core/causal"

// MapRow asks what the black box says of a row as two of its features change. The
// answer is a Mapped.
type MapRow struct {
	Row   Floats
	X     int
	Y     int
	Class int
	Marks Floats // values of both features that are to be in sight

	// As of Explain.
	Knowledge causal.Knowledge
	Rules     []causal.Rule
}

// Mapped answers MapRow.
type Mapped struct {
	Xs     Floats // values of the one feature, ascending
	Ys     Floats // and of the other
	Shares Floats // [len(Ys), len(Xs)] probability of the class
	Kept   []bool // likewise: whether the hard rules allow it
	Points Floats // both features of some training rows
	Of     []bool // whether these rows are of the class
}
