package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
)

// WeighRules measures what hard rules cost. It counts the rows outside a class for which a search
// finds an answer: under all rules, and without each of them. The rows are drawn from the held-out
// rows, or a single row is given. Facts: Progress if it takes long, then RulesWeighed, unless a
// Cancel or a new table ends the job with a Canceled.
type WeighRules struct {
	Knowledge causal.Knowledge
	Class     int
	Rows      int    // maximum number of drawn rows
	Seed      uint64 // for drawing rows

	// Row replaces the drawn rows. Its search also keeps the person's own Rules. Known holds
	// earlier answers for it, which count if they keep the rules.
	Row   Floats
	Rules []causal.Rule
	Known Floats
}

// RulesWeighed answers WeighRules.
type RulesWeighed struct {
	document.Cost
	Of     int       // held-out rows that are not predicted as the class
	Reads  []float64 // how much the black box uses each feature; empty for a single row
	TookMS float64
}
