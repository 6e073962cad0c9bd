package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
)

// MapRow requests the black box's predictions for a row while two of its features vary. The
// answer is a Mapped.
type MapRow struct {
	Row   Floats
	X     int
	Y     int
	Class int    // used if no goal is set
	Marks Floats // values of both features that must be visible

	Toward document.Search // settings that contain the goal

	// These fields are those of Explain.
	Knowledge causal.Knowledge
	Rules     []causal.Rule
}

// Mapped answers MapRow.
type Mapped = document.Map

// Glance requests the nearest counterfactual that can be found quickly, without any proof, while
// a person drags the row. The answer is an Explained with at most one counterfactual.
type Glance struct{ Query Explain }

// GiveReasons requests the reasons for the decision on a row. The answer is a Reasons.
type GiveReasons struct{ Query Explain }

// FindCases requests the content of notices: for each row, the results of Explain and GiveReasons.
// Facts: Progress, then Cases.
type FindCases struct{ Asked []Explain }

// Cases answers FindCases with the results and reasons for each row. A row that already meets the
// goal has no factual.
type Cases struct {
	Found   []Explained
	Reasons []Reasons
}
