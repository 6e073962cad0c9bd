package wire

import "causeway/core/causal"

// CheckGraph asks what the training rows say of a graph and of rules. The answer
// is a GraphChecked, unless a Cancel or a new table ends it with a Canceled.
type CheckGraph struct {
	Knowledge causal.Knowledge
	Factual   Floats // features; empty unless there is Found
	Found     Floats // counterfactuals of Factual × features, or empty

	Unobserved causal.Unobserved // what no column holds
}

// PlotEdge asks how the mechanism of an effect lies among the training rows, over
// one of its causes. The answer is an EdgePlot.
type PlotEdge struct {
	Knowledge causal.Knowledge
	From      int
	To        int
}

// SearchGraph asks for edges that the training rows suggest beside those of the
// knowledge. Facts: Searching while it runs, then GraphSuggested, unless a Cancel
// or a new table ends it with a Canceled.
type SearchGraph struct {
	Knowledge causal.Knowledge
	Alpha     float64 // an edge falls where P exceeds it
	MaxGiven  int     // the largest number of features given at once
}

// RuleShare counts the neighbours in the training rows, and the counterfactuals
// that were sent, that break a rule.
type RuleShare struct {
	Broken      int
	FoundBroken int
}

// GraphChecked answers CheckGraph.
type GraphChecked struct {
	Edges   []causal.CheckedEdge // by effect, then by cause
	Missing []causal.MissingEdge // the strongest first
	Rules   []RuleShare          // as Knowledge.AllRules: the stated, then those of signs
	Pairs   int                  // of neighbours that were judged
	Found   int                  // counterfactuals that were judged
	Tests   int                  // implied independences
	Weak    int                  // of them fail and are too weak to be in Missing
	More    int                  // of them fail and are left out of Missing, as they are so many
	Rows    int
	TookMS  float64
}

// EdgePlot answers PlotEdge.
type EdgePlot struct {
	From, To int
	causal.Plot
}

// Searching reports the course of a SearchGraph, at most ten times a second.
type Searching struct {
	Given    int // features given at once in this round
	MaxGiven int
	Done     int // pairs of this round
	Total    int
	Left     int // edges that are left
	Tests    int
}

// GraphSuggested ends a SearchGraph.
type GraphSuggested struct {
	Edges   []causal.Suggestion // the strongest first
	Tests   int
	More    int  // edges left out, as they are so many
	Bounded bool // some edges are left because the work was too much
	Rows    int
	TookMS  float64
}
