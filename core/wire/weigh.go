package wire

import "causeway/core/causal"

// WeighRules asks what hard rules cost: of how many rows that the black box does not give
// a class a search finds an answer, under all of them and without each. The rows are drawn
// from the held-out ones, or one alone is given. Facts: Progress where it takes long, then
// RulesWeighed, unless a Cancel or a new table ends it with a Canceled.
type WeighRules struct {
	Knowledge causal.Knowledge
	Class     int
	Rows      int    // drawn at most
	Seed      uint64 // of the draw

	// Row is asked about in the place of rows that are drawn, under the person's own Rules
	// too. Known are answers that were found for it
	// before: they count while they keep the rules.
	Row   Floats
	Rules []causal.Rule
	Known Floats
}

// RulesWeighed answers WeighRules.
type RulesWeighed struct {
	Of    int // held-out rows that are not given the class
	Rows  int // that were asked about and are not of the class
	Found int // with an answer under all hard rules
	Open  int // without one, of which it is not proved that there is none
	Rules int // hard ones for everyone

	Without []RuleWeight // the rules that cost anything, the dearest first
	Reads   []float64    // of every feature how much the black box reads it; none for one row
	TookMS  float64
}

// RuleWeight is a rule, by its place in Knowledge.AllRules, and how many rows have an
// answer without it.
type RuleWeight struct {
	Rule  int
	Found int
}
