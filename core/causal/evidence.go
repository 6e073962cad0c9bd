package causal

// Dependence says how strongly two features depend on each other, given others.
type Dependence struct {
	// Strength is the partial correlation of two scored features. If one is a category, it is the
	// square root of the explained share of variance:
	//
	//	sqrt(1 - Λ^(1/min(p, q)))
	//
	// For a category and a scored feature, this is the square root of the partial R².
	Strength float64

	// P is the p-value: the probability that independent features would seem to depend at least
	// as strongly.
	P float64

	// Low and High are the 99 % confidence interval of a signed Strength, by Fisher's z:
	//
	//	tanh(atanh(r) ± 2.576 / sqrt(rows - given - 3))
	Low, High float64

	Signed bool // both features are scored, so Strength has a sign
	Tested bool // false if too few rows exist, or if one feature does not vary once others are given
	Ample  bool // enough rows to detect a correlation of 0.1 in nine of ten cases
}

// EdgeVerdict says what the data show about a drawn edge.
type EdgeVerdict uint8

// The verdicts. The data can contradict an edge but never confirm it.
const (
	Agrees    EdgeVerdict = iota // the effect depends on the cause as drawn
	Unclear                      // no dependence found, but there are few rows
	Untested                     // the cause does not vary once the others are given, or too few rows exist
	OneLife                      // the sign is about a person over time, but the rows are different people
	Against                      // the sign is the opposite
	Unrelated                    // no dependence found, although enough rows exist
	Reversed                     // the cause looks like a common effect; see MissingEdge.Effect
	Unsure                       // a dependence exists, but the rows do not determine its sign
)

// Contradicts reports whether the data contradict the edge.
func (v EdgeVerdict) Contradicts() bool { return v == Against || v == Unrelated || v == Reversed }

// CheckedEdge compares a drawn edge with the data: how the effect depends on the cause, given the
// effect's other causes.
type CheckedEdge struct {
	From, To int
	Dependence
	Verdict EdgeVerdict
	Flat    bool // the required sign forces the slope of the fitted line to 0
}

// Way is the set of directions in which an edge can be added without creating a cycle.
type Way uint8

// The possible directions of an edge between A and B. The data cannot decide between them.
const (
	Either Way = iota
	AToB
	BToA
)

// MissingEdge is an independence that the graph implies but the data contradict. A and B are not
// adjacent, so they should be independent given the causes of both, or given more features if an
// unobserved cause influences them.
type MissingEdge struct {
	A, B  int // A < B
	Given []int
	Dependence
	Holm float64 // P after Holm's correction for the number of tests
	Way  Way

	// Effect is a given feature that the graph connects to A and B and without which they are
	// independent, so it may be a common effect of both; or -1.
	Effect int
}

// Suggestion is an edge that a search proposes and that has not been drawn.
type Suggestion struct {
	From, To   int
	Directed   bool // if false, the data do not determine the direction, and From < To
	Dependence      // the weakest one over all sets of given features
}

// Plot shows the mechanism of an effect as a function of one of its causes, with the points that
// it was fitted to.
type Plot struct {
	// X and Y are component-plus-residual points. A row with causes p, one of which is x, and
	// effect v becomes
	//
	//	(x, f(x, others at their means) + v - f(p))
	//
	// so the points scatter around the curve as the rows do around f.
	X, Y []float64

	// CurveX and CurveY trace f(x, others at their means), at the levels of a category or along
	// the range of the sample.
	CurveX, CurveY []float64

	Deviation float64 // standard deviation of the residuals v - f(p)
	Explained float64 // R², the share of the effect's variance that f explains
	Fitted    bool    // the mechanism is a straight line with free signs, not the person's
	Form      Form
	Rows      int
}
