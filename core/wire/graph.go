package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// CheckGraph asks what the training rows say of a graph and of rules. The answer
// is a GraphChecked, unless a Cancel or a new table ends it with a Canceled.
type CheckGraph struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Factual   Floats           `msgpack:"factual"` // features; empty unless there is Found
	Found     Floats           `msgpack:"found"`   // counterfactuals of Factual × features, or empty
}

// PlotEdge asks how the mechanism of an effect lies among the training rows, over
// one of its causes. The answer is an EdgePlot.
type PlotEdge struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	From      int              `msgpack:"from"`
	To        int              `msgpack:"to"`
}

// SearchGraph asks for edges that the training rows suggest beside those of the
// knowledge. Facts: Searching while it runs, then GraphSuggested, unless a Cancel
// or a new table ends it with a Canceled.
type SearchGraph struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Alpha     float64          `msgpack:"alpha"`    // an edge falls where P exceeds it
	MaxGiven  int              `msgpack:"maxGiven"` // the largest number of features given at once
}

// Dependence is how two features depend on each other once others are given.
type Dependence struct {
	Strength float64 `msgpack:"strength"` // partial correlation, or with a category the root of a partial R²
	P        float64 `msgpack:"p"`
	Signed   bool    `msgpack:"signed"` // Strength has a sign
	Tested   bool    `msgpack:"tested"` // false where nothing was left to vary or rows were too few
	Ample    bool    `msgpack:"ample"`  // rows enough to see a correlation of 0.1
}

// Verdict is what the data say of a drawn edge; see core/discover.
type Verdict uint8

// The verdicts. From Against on they contradict the edge.
const (
	Agrees Verdict = iota
	Unclear
	Untested
	Against
	Unrelated
	Reversed
)

// Contradicts reports whether the data contradict the edge.
func (v Verdict) Contradicts() bool { return v >= Against }

// CheckedEdge is a drawn edge against the data, given the other causes of its
// effect.
type CheckedEdge struct {
	From       int        `msgpack:"from"`
	To         int        `msgpack:"to"`
	Dependence Dependence `msgpack:"dependence"`
	Verdict    Verdict    `msgpack:"verdict"`
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
	A          int        `msgpack:"a"`
	B          int        `msgpack:"b"`
	Given      []int      `msgpack:"given"`
	Dependence Dependence `msgpack:"dependence"`
	Way        Way        `msgpack:"way"`
	Effect     int        `msgpack:"effect"` // of Given, looks like a common effect; -1 for none
}

// RuleShare counts the neighbours in the training rows, and the counterfactuals
// that were sent, that break a rule.
type RuleShare struct {
	Broken      int `msgpack:"broken"`
	FoundBroken int `msgpack:"foundBroken"`
}

// GraphChecked answers CheckGraph.
type GraphChecked struct {
	Edges   []CheckedEdge `msgpack:"edges"`   // by effect, then by cause
	Missing []MissingEdge `msgpack:"missing"` // the strongest first
	Rules   []RuleShare   `msgpack:"rules"`   // as Knowledge.AllRules: the stated, then those of signs
	Pairs   int           `msgpack:"pairs"`   // of neighbours that were judged
	Found   int           `msgpack:"found"`   // counterfactuals that were judged
	Tests   int           `msgpack:"tests"`   // implied independences
	Weak    int           `msgpack:"weak"`    // of them fail and are too weak to be in Missing
	More    int           `msgpack:"more"`    // of them fail and are left out of Missing, as they are so many
	Rows    int           `msgpack:"rows"`
	TookMS  float64       `msgpack:"tookMS"`
}

// EdgePlot answers PlotEdge. Y is the component of the cause plus the residual,
// so that points scatter around the curve as the rows do around the mechanism.
type EdgePlot struct {
	From      int         `msgpack:"from"`
	To        int         `msgpack:"to"`
	X         Floats      `msgpack:"x"` // score, or the number of a level
	Y         Floats      `msgpack:"y"`
	CurveX    Floats      `msgpack:"curveX"`
	CurveY    Floats      `msgpack:"curveY"`
	Deviation float64     `msgpack:"deviation"` // of the residuals
	Explained float64     `msgpack:"explained"` // R²
	Fitted    bool        `msgpack:"fitted"`    // a straight line for want of a mechanism
	Form      causal.Form `msgpack:"form"`      // unless Fitted
	Rows      int         `msgpack:"rows"`
}

// Searching reports the course of a SearchGraph, at most ten times a second.
type Searching struct {
	Given    int `msgpack:"given"` // features given at once in this round
	MaxGiven int `msgpack:"maxGiven"`
	Done     int `msgpack:"done"` // pairs of this round
	Total    int `msgpack:"total"`
	Left     int `msgpack:"left"` // edges that are left
	Tests    int `msgpack:"tests"`
}

// Suggestion is an edge that a search proposes. It is never added unasked.
type Suggestion struct {
	From       int        `msgpack:"from"`
	To         int        `msgpack:"to"`
	Directed   bool       `msgpack:"directed"`   // else either way
	Dependence Dependence `msgpack:"dependence"` // the weakest that was seen, whatever was given
}

// GraphSuggested ends a SearchGraph.
type GraphSuggested struct {
	Edges   []Suggestion `msgpack:"edges"` // the strongest first
	Tests   int          `msgpack:"tests"`
	More    int          `msgpack:"more"`    // edges left out, as they are so many
	Bounded bool         `msgpack:"bounded"` // some edges are left because the work was too much
	Rows    int          `msgpack:"rows"`
	TookMS  float64      `msgpack:"tookMS"`
}

// Limits of questions about a graph.
const (
	MaxAlpha = 0.5
	MaxGiven = 6
	maxPairs = data.MaxFeatures * (data.MaxFeatures - 1) / 2
	maxRules = 10_000
	maxCurve = 4096
)
