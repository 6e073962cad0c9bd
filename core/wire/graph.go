package wire

import "causeway/core/causal"

// CheckGraph asks what the training rows say of a graph and of rules. The answer
// is a GraphChecked, unless a Cancel or a new table ends it with a Canceled.
type CheckGraph struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Factual   Floats           `msgpack:"factual" shape:".."`                            // features; empty unless there is Found
	Found     Floats           `msgpack:"found" shape:"..shown,.." is:"counterfactuals"` // counterfactuals of Factual × features, or empty

	Unobserved causal.Unobserved `msgpack:"unobserved"` // what no column holds
}

// PlotEdge asks how the mechanism of an effect lies among the training rows, over
// one of its causes. The answer is an EdgePlot.
type PlotEdge struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	From      int              `msgpack:"from" bound:"0..lastFeature" is:"feature"`
	To        int              `msgpack:"to" bound:"0..lastFeature" is:"feature"`
}

// SearchGraph asks for edges that the training rows suggest beside those of the
// knowledge. Facts: Searching while it runs, then GraphSuggested, unless a Cancel
// or a new table ends it with a Canceled.
type SearchGraph struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Alpha     float64          `msgpack:"alpha" bound:">0..alpha"`                                 // an edge falls where P exceeds it
	MaxGiven  int              `msgpack:"maxGiven" bound:"0..given" is:"number of given features"` // the largest number of features given at once
}

// Dependence is how two features depend on each other once others are given.
type Dependence struct {
	Strength float64 `msgpack:"strength" bound:"-1..1"` // partial correlation, or with a category the root of a partial R²
	P        float64 `msgpack:"p" bound:"0..1"`
	Signed   bool    `msgpack:"signed"` // Strength has a sign
	Tested   bool    `msgpack:"tested"` // false where nothing was left to vary or rows were too few
	Ample    bool    `msgpack:"ample"`  // rows enough to see a correlation of 0.1

	// The interval of a strength with a sign, at a confidence of 0.99.
	Low  float64 `msgpack:"low" since:"2" bound:"-1..1"`
	High float64 `msgpack:"high" since:"2" bound:"-1..1"`
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
	From       int        `msgpack:"from" bound:"0..lastFeature" is:"feature"`
	To         int        `msgpack:"to" bound:"0..lastFeature" is:"feature"`
	Dependence Dependence `msgpack:"dependence"`
	Verdict    Verdict    `msgpack:"verdict" bound:"0..verdict"`
	Flat       bool       `msgpack:"flat" since:"2"` // the line fitted to the rows is bound to slope 0 by its sign
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
	A          int        `msgpack:"a" bound:"0..lastFeature" is:"feature"`
	B          int        `msgpack:"b" bound:"0..lastFeature" is:"feature"`
	Given      []int      `msgpack:"given" bound:"0..lastFeature" is:"given feature"`
	Dependence Dependence `msgpack:"dependence"`
	Way        Way        `msgpack:"way" bound:"0..way"`
	Effect     int        `msgpack:"effect" bound:"-1..lastFeature" is:"common effect"` // of Given, looks like a common effect; -1 for none
}

// RuleShare counts the neighbours in the training rows, and the counterfactuals
// that were sent, that break a rule.
type RuleShare struct {
	Broken      int `msgpack:"broken" bound:"0.." is:"broken by neighbours"`
	FoundBroken int `msgpack:"foundBroken" bound:"0.." is:"broken by counterfactuals"`
}

// GraphChecked answers CheckGraph.
type GraphChecked struct {
	Edges   []CheckedEdge `msgpack:"edges" len:"..pairs"`                      // by effect, then by cause
	Missing []MissingEdge `msgpack:"missing" len:"..pairs" is:"missing edges"` // the strongest first
	Rules   []RuleShare   `msgpack:"rules"`                                    // as Knowledge.AllRules: the stated, then those of signs
	Pairs   int           `msgpack:"pairs" bound:"0.."`                        // of neighbours that were judged
	Found   int           `msgpack:"found" bound:"0.."`                        // counterfactuals that were judged
	Tests   int           `msgpack:"tests" bound:"0.."`                        // implied independences
	Weak    int           `msgpack:"weak" bound:"0.."`                         // of them fail and are too weak to be in Missing
	More    int           `msgpack:"more" bound:"0.."`                         // of them fail and are left out of Missing, as they are so many
	Rows    int           `msgpack:"rows" bound:"0.."`
	TookMS  float64       `msgpack:"tookMS" bound:"0..ms" is:"time taken"`
}

// EdgePlot answers PlotEdge. Y is the component of the cause plus the residual,
// so that points scatter around the curve as the rows do around the mechanism.
type EdgePlot struct {
	From      int         `msgpack:"from" bound:"0..lastFeature" is:"feature"`
	To        int         `msgpack:"to" bound:"0..lastFeature" is:"feature"`
	X         Floats      `msgpack:"x" shape:"..curve" is:"points"` // score, or the number of a level
	Y         Floats      `msgpack:"y" shape:"..curve" is:"points"`
	CurveX    Floats      `msgpack:"curveX" shape:"..curve" is:"points of the curve"`
	CurveY    Floats      `msgpack:"curveY" shape:"..curve" is:"points of the curve"`
	Deviation float64     `msgpack:"deviation" bound:"0.."`          // of the residuals
	Explained float64     `msgpack:"explained" bound:"0..1" is:"R²"` // R²
	Fitted    bool        `msgpack:"fitted"`                         // a straight line for want of a mechanism
	Form      causal.Form `msgpack:"form" bound:"0..form"`           // unless Fitted
	Rows      int         `msgpack:"rows" bound:"0.." is:"number of rows"`
}

// Searching reports the course of a SearchGraph, at most ten times a second.
type Searching struct {
	Given    int `msgpack:"given" bound:"0.." is:"number of given features"` // features given at once in this round
	MaxGiven int `msgpack:"maxGiven" bound:"0..given" is:"number of given features"`
	Done     int `msgpack:"done" bound:"0.." is:"number of finished pairs"` // pairs of this round
	Total    int `msgpack:"total" bound:"0..pairs" is:"number of pairs"`
	Left     int `msgpack:"left" bound:"0.." is:"edges that are left"` // edges that are left
	Tests    int `msgpack:"tests" bound:"0.."`
}

// Suggestion is an edge that a search proposes. It is never added unasked.
type Suggestion struct {
	From       int        `msgpack:"from" bound:"0..lastFeature" is:"feature"`
	To         int        `msgpack:"to" bound:"0..lastFeature" is:"feature"`
	Directed   bool       `msgpack:"directed"`   // else either way
	Dependence Dependence `msgpack:"dependence"` // the weakest that was seen, whatever was given
}

// GraphSuggested ends a SearchGraph.
type GraphSuggested struct {
	Edges   []Suggestion `msgpack:"edges" len:"..pairs"` // the strongest first
	Tests   int          `msgpack:"tests" bound:"0.."`
	More    int          `msgpack:"more" bound:"0.."` // edges left out, as they are so many
	Bounded bool         `msgpack:"bounded"`          // some edges are left because the work was too much
	Rows    int          `msgpack:"rows" bound:"0.."`
	TookMS  float64      `msgpack:"tookMS" bound:"0..ms" is:"time taken"`
}

// Limits of questions about a graph.
const (
	MaxAlpha = 0.5
	MaxGiven = 6
	maxCurve = 4096
)

func (m CheckGraph) relate(c *checks) {
	c.that(m.Found.Size(0) == 0 || m.Found.Size(1) == m.Factual.Size(0), "counterfactuals of %d features, their row has %d",
		m.Found.Size(1), m.Factual.Size(0))
}

func (m PlotEdge) relate(c *checks) { c.pair(m.From, m.To) }

// pair checks two different features.
func (c *checks) pair(a, b int) { c.that(a != b, "feature %d with itself", a) }

func (c *checks) dependence(d Dependence) {
	c.that(d.Signed || d.Strength >= 0, "strength is %v without a sign", d.Strength)
	c.that(d.Low <= d.High, "the strength is from %v to %v", d.Low, d.High)
}

func (m GraphChecked) relate(c *checks) {
	for _, e := range m.Edges {
		c.pair(e.From, e.To)
		c.dependence(e.Dependence)
	}
	for _, e := range m.Missing {
		c.pair(e.A, e.B)
		c.dependence(e.Dependence)
	}
	for _, r := range m.Rules {
		c.that(r.Broken <= m.Pairs && r.FoundBroken <= m.Found, "a rule is broken by %d neighbours of %d and %d counterfactuals of %d",
			r.Broken, m.Pairs, r.FoundBroken, m.Found)
	}
}

func (m EdgePlot) relate(c *checks) {
	c.pair(m.From, m.To)
	c.that(m.X.Size(0) == m.Y.Size(0), "%d x for %d y", m.X.Size(0), m.Y.Size(0))
	c.that(m.CurveX.Size(0) == m.CurveY.Size(0), "%d x for %d y of the curve", m.CurveX.Size(0), m.CurveY.Size(0))
}

func (m Searching) relate(c *checks) {
	c.that(m.Given <= m.MaxGiven, "%d features are given; at most %d are possible", m.Given, m.MaxGiven)
	c.that(m.Done <= m.Total, "%d of %d pairs are finished", m.Done, m.Total)
}

func (m GraphSuggested) relate(c *checks) {
	for _, e := range m.Edges {
		c.pair(e.From, e.To)
		c.dependence(e.Dependence)
	}
}
