package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
)

// WeighRules asks what hard rules cost: of how many rows that the black box does not give
// a class a search finds an answer, under all of them and without each. The rows are drawn
// from the held-out ones, or one alone is given. Facts: Progress where it takes long, then
// RulesWeighed, unless a Cancel or a new table ends it with a Canceled.
type WeighRules struct {
	Knowledge causal.Knowledge
	Class     int
	Rows      int    // drawn at most
	Seed      uint64 // of the draw

	// Row is asked about instead of drawn rows, under the person's own Rules too. Known are
	// answers found for it earlier: they count while they keep the rules.
	Row   Floats
	Rules []causal.Rule
	Known Floats
}

// RulesWeighed answers WeighRules.
type RulesWeighed struct {
	document.Cost
	Of     int       // held-out rows that are not given the class
	Reads  []float64 // of every feature how much the black box reads it; none for one row
	TookMS float64
}
