package causal

// Dependence is how two features depend on each other once others are given.
type Dependence struct {
	// Strength is the partial correlation of two scored features. With a
	// category it is the root of a share of variance explained,
	//
	//	sqrt(1 - Λ^(1/min(p, q)))
	//
	// which for a category and a score is the root of the partial R².
	Strength float64

	// P is how often features that do not depend on each other would look as if
	// they did at least so much.
	P float64

	// Low and High are the ends of the interval in which a signed Strength is with a
	// confidence of 0.99, by Fisher's z:
	//
	//	tanh(atanh(r) ± 2.576 / sqrt(rows - given - 3))
	Low, High float64

	Signed bool // both are scored, so that Strength has a sign
	Tested bool // false where nothing of one of them is left to vary, or rows are too few
	Ample  bool // there are rows enough to see a correlation of 0.1 nine times of ten
}

// EdgeVerdict is what the data say of a drawn edge.
type EdgeVerdict uint8

// The verdicts. They contradict an edge or not; none confirms it.
const (
	Agrees    EdgeVerdict = iota // the effect depends on the cause as it is drawn
	Unclear                      // no dependence is seen, but the rows are few
	Untested                     // the other causes leave nothing to vary, or rows are too few
	OneLife                      // the sign is of how one row moves with time, the rows are of many
	Against                      // the sign is the other one
	Unrelated                    // no dependence, in rows enough to see one
	Reversed                     // the cause looks like a common effect; see MissingEdge.Effect
	Unsure                       // there is a dependence, but the rows do not tell its sign
)

// Contradicts reports whether the data speak against the edge.
func (v EdgeVerdict) Contradicts() bool { return v == Against || v == Unrelated || v == Reversed }

// CheckedEdge is a drawn edge against the data: how its effect depends on its cause given the
// effect's other causes.
type CheckedEdge struct {
	From, To int
	Dependence
	Verdict EdgeVerdict
	Flat    bool // the line fitted to the rows is bound to slope 0 by its sign
}

// Way says in which directions an edge can be added without a cycle.
type Way uint8

// The ways of an edge between A and B. The data cannot tell.
const (
	Either Way = iota
	AToB
	BToA
)

// MissingEdge is an independence that a graph implies and the data do not have: A
// and B have no edge, so they should not depend on each other given the causes
// of both, or more where something unobserved leads to them.
type MissingEdge struct {
	A, B  int // A < B
	Given []int
	Dependence
	Holm float64 // P, corrected for the number of tests
	Way  Way

	// Effect is a given feature without which A and B are independent, which
	// is how a common effect of both looks; -1 for none. It is adjacent to both
	// in the graph.
	Effect int
}

// Suggestion is an edge that a search proposes and that is not drawn.
type Suggestion struct {
	From, To   int
	Directed   bool // else the data do not tell which way; From < To
	Dependence      // the weakest that was seen, whatever was given
}

// Plot is the mechanism of an effect as a function of one of its causes, among
// the points that it was fitted to.
type Plot struct {
	// Points are component plus residual: for a row with causes p, of which one
	// is x, and the effect v
	//
	//	(x, f(x, others at their means) + v - f(p))
	//
	// so that they scatter around the curve as the rows do around f.
	X, Y []float64

	// CurveX and CurveY are f(x, others at their means), at the levels of a
	// category or along the range of the sample.
	CurveX, CurveY []float64

	Deviation float64 // of the residuals v - f(p)
	Explained float64 // R², the share of the effect's variance that f explains
	Fitted    bool    // the mechanism is not the person's: a straight line, its signs free
	Form      Form
	Rows      int
}
