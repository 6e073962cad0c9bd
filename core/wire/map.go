package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
)

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
type Mapped = document.Map

// Glance asks for the nearest counterfactual that is found at once, of which nothing is
// proved: somebody drags the row. The answer is an Explained with one at most.
type Glance struct{ Query Explain }

// GiveReasons asks what the decision on a row hangs on. The answer is Reasons.
type GiveReasons struct{ Query Explain }

// FindCases asks for all that the notices of rows say, for each what Explain and GiveReasons find. Facts:
// Progress, then Cases.
type FindCases struct{ Asked []Explain }

// Cases answers FindCases: what was found for each row, and its reasons.
type Cases struct {
	Found   []Explained
	Reasons []Reasons
}
