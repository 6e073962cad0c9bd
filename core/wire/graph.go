package wire

import "causeway/core/causal"

// CheckGraph compares a graph and rules with the training rows. The answer is a GraphChecked,
// unless a Cancel or a new table ends the job with a Canceled.
type CheckGraph struct {
	Knowledge causal.Knowledge
	Factual   Floats // features; empty unless Found is set
	Found     Floats // counterfactuals of Factual × features, or empty

	Unobserved causal.Unobserved // features without a column
}

// PlotEdge requests a plot of an effect's mechanism and of the training rows against one of its
// causes. The answer is an EdgePlot.
type PlotEdge struct {
	Knowledge causal.Knowledge
	From      int
	To        int
}

// SearchGraph requests edges that the training rows suggest in addition to those of the
// knowledge. Facts: Searching while it runs, then GraphSuggested, unless a Cancel or a new table
// ends the job with a Canceled.
type SearchGraph struct {
	Knowledge causal.Knowledge
	Alpha     float64 // an edge is removed if P exceeds it
	MaxGiven  int     // the largest conditioning set
}

// RuleShare counts the neighbours in the training rows, and the submitted counterfactuals, that
// break a rule.
type RuleShare struct {
	Broken      int
	FoundBroken int
}

// GraphChecked answers CheckGraph.
type GraphChecked struct {
	Edges   []causal.CheckedEdge // sorted by effect, then by cause
	Missing []causal.MissingEdge // strongest first
	Rules   []RuleShare          // in the order of Knowledge.AllRules: stated rules, then those that signs imply
	Pairs   int                  // neighbours that were judged
	Found   int                  // counterfactuals that were judged
	Tests   int                  // implied independences
	Weak    int                  // failed tests that are too weak for Missing
	More    int                  // failed tests left out because Missing would be too long
	Rows    int
	TookMS  float64
}

// EdgePlot answers PlotEdge.
type EdgePlot struct {
	From, To int
	causal.Plot
}

// Searching reports the progress of a SearchGraph, at most ten times a second.
type Searching struct {
	Given    int // size of the conditioning sets in this round
	MaxGiven int
	Done     int // pairs completed in this round
	Total    int
	Left     int // remaining edges
	Tests    int
}

// GraphSuggested ends a SearchGraph.
type GraphSuggested struct {
	Edges   []causal.Suggestion // strongest first
	Tests   int
	More    int  // edges left out because the list would be too long
	Bounded bool // some edges remain because checking them would take too long
	Rows    int
	TookMS  float64
}
