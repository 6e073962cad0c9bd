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

// Dependence is how two features depend on each other once others are given.
type Dependence struct {
	Strength float64 // partial correlation, or with a category the root of a partial R²
	P        float64
	Signed   bool // Strength has a sign
	Tested   bool // false where nothing was left to vary or rows were too few
	Ample    bool // rows enough to see a correlation of 0.1

	// The interval of a strength with a sign, at a confidence of 0.99.
	Low  float64
	High float64
}

// Verdict is what the data say of a drawn edge; see core/discover.
type Verdict uint8

// The verdicts.
const (
	Agrees Verdict = iota
	Unclear
	Untested
	OneLife
	Against
	Unrelated
	Reversed
	Unsure
)

// Contradicts reports whether the data contradict the edge.
func (v Verdict) Contradicts() bool { return v == Against || v == Unrelated || v == Reversed }

// CheckedEdge is a drawn edge against the data, given the other causes of its
// effect.
type CheckedEdge struct {
	From       int
	To         int
	Dependence Dependence
	Verdict    Verdict
	Flat       bool // the line fitted to the rows is bound to slope 0 by its sign
}

// Way says in which directions an edge between A and B closes no cycle.
type Way uint8

// The ways.
const (
	Either Way = iota
	AToB
	BToA
)

// MissingEdge is an implied independence of A and B that the data do not have.
type MissingEdge struct {
	A          int
	B          int
	Given      []int
	Dependence Dependence
	Way        Way
	Effect     int // of Given, looks like a common effect; -1 for none
}

// RuleShare counts the neighbours in the training rows, and the counterfactuals
// that were sent, that break a rule.
type RuleShare struct {
	Broken      int
	FoundBroken int
}

// GraphChecked answers CheckGraph.
type GraphChecked struct {
	Edges   []CheckedEdge // by effect, then by cause
	Missing []MissingEdge // the strongest first
	Rules   []RuleShare   // as Knowledge.AllRules: the stated, then those of signs
	Pairs   int           // of neighbours that were judged
	Found   int           // counterfactuals that were judged
	Tests   int           // implied independences
	Weak    int           // of them fail and are too weak to be in Missing
	More    int           // of them fail and are left out of Missing, as they are so many
	Rows    int
	TookMS  float64
}

// EdgePlot answers PlotEdge. Y is the component of the cause plus the residual,
// so that points scatter around the curve as the rows do around the mechanism.
type EdgePlot struct {
	From      int
	To        int
	X         Floats // score, or the number of a level
	Y         Floats
	CurveX    Floats
	CurveY    Floats
	Deviation float64     // of the residuals
	Explained float64     // R²
	Fitted    bool        // a straight line for want of a mechanism
	Form      causal.Form // unless Fitted
	Rows      int
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

// Suggestion is an edge that a search proposes. It is never added unasked.
type Suggestion struct {
	From       int
	To         int
	Directed   bool       // else either way
	Dependence Dependence // the weakest that was seen, whatever was given
}

// GraphSuggested ends a SearchGraph.
type GraphSuggested struct {
	Edges   []Suggestion // the strongest first
	Tests   int
	More    int  // edges left out, as they are so many
	Bounded bool // some edges are left because the work was too much
	Rows    int
	TookMS  float64
}
