package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// known checks what can be said of knowledge without the schema; Knowledge.Check
// says the rest where it is used.
func (c *checks) known(k causal.Knowledge) {
	c.between("number of edges", len(k.Edges), 0, maxPairs)
	c.between("number of mechanisms", len(k.Mechanisms), 0, data.MaxFeatures)
	c.between("number of rules", len(k.Rules), 0, maxRules)
	c.between("number of orders", len(k.Orders), 0, data.MaxFeatures)
	for _, o := range k.Orders {
		c.between("number of ranks", len(o.Ranks), 0, data.MaxLevels)
	}
	for _, m := range k.Mechanisms {
		c.between("length of a formula", len(m.Formula), 0, maxText)
	}
}

// Validate implements Message.
func (m CheckGraph) Validate() error {
	c := checks{kind: "check graph"}
	c.known(m.Knowledge)
	c.floats("factual", m.Factual, 1)
	c.floats("counterfactuals", m.Found, 2)
	c.between("number of counterfactuals", m.Found.Size(0), 0, MaxShown)
	c.that(m.Found.Size(0) == 0 || m.Found.Size(1) == m.Factual.Size(0), "counterfactuals of %d features, their row has %d",
		m.Found.Size(1), m.Factual.Size(0))
	return c.err
}

// Validate implements Message.
func (m PlotEdge) Validate() error {
	c := checks{kind: "plot edge"}
	c.known(m.Knowledge)
	c.pair(m.From, m.To)
	return c.err
}

// Validate implements Message.
func (m SearchGraph) Validate() error {
	c := checks{kind: "search graph"}
	c.known(m.Knowledge)
	c.that(m.Alpha > 0 && m.Alpha <= MaxAlpha, "alpha is %v; it must be above 0 and at most %v", m.Alpha, MaxAlpha)
	c.between("number of given features", m.MaxGiven, 0, MaxGiven)
	return c.err
}

// pair checks two different features.
func (c *checks) pair(a, b int) {
	c.between("feature", a, 0, data.MaxFeatures-1)
	c.between("feature", b, 0, data.MaxFeatures-1)
	c.that(a != b, "feature %d with itself", a)
}

func (c *checks) dependence(d Dependence) {
	low := 0.0
	if d.Signed {
		low = -1
	}
	c.within("strength", d.Strength, low, 1)
	c.within("P", d.P, 0, 1)
}

// Validate implements Message.
func (m GraphChecked) Validate() error {
	c := checks{kind: "graph checked"}
	c.between("number of edges", len(m.Edges), 0, maxPairs)
	for _, e := range m.Edges {
		c.pair(e.From, e.To)
		c.dependence(e.Dependence)
		c.that(e.Verdict <= Reversed, "unknown verdict %d", e.Verdict)
	}
	c.between("number of missing edges", len(m.Missing), 0, maxPairs)
	for _, e := range m.Missing {
		c.pair(e.A, e.B)
		c.dependence(e.Dependence)
		c.that(e.Way <= BToA, "unknown way %d", e.Way)
		c.between("common effect", e.Effect, -1, data.MaxFeatures-1)
		for _, g := range e.Given {
			c.between("given feature", g, 0, data.MaxFeatures-1)
		}
	}
	c.natural("count", m.Pairs, m.Found, m.Tests, m.Weak, m.More, m.Rows)
	for _, r := range m.Rules {
		c.between("broken by neighbours", r.Broken, 0, m.Pairs)
		c.between("broken by counterfactuals", r.FoundBroken, 0, m.Found)
	}
	c.within("time taken", m.TookMS, 0, maxMS)
	return c.err
}

// Validate implements Message.
func (m EdgePlot) Validate() error {
	c := checks{kind: "edge plot"}
	c.pair(m.From, m.To)
	for _, f := range []Floats{m.X, m.Y, m.CurveX, m.CurveY} {
		c.floats("points", f, 1)
		c.between("number of points", f.Size(0), 0, maxCurve)
	}
	c.that(m.X.Size(0) == m.Y.Size(0), "%d x for %d y", m.X.Size(0), m.Y.Size(0))
	c.that(m.CurveX.Size(0) == m.CurveY.Size(0), "%d x for %d y of the curve", m.CurveX.Size(0), m.CurveY.Size(0))
	c.that(m.Deviation >= 0, "deviation is %v", m.Deviation)
	c.within("R²", m.Explained, 0, 1)
	c.that(m.Form <= causal.Given, "unknown form %d", m.Form)
	c.natural("number of rows", m.Rows)
	return c.err
}

// Validate implements Message.
func (m Searching) Validate() error {
	c := checks{kind: "searching"}
	c.between("number of given features", m.MaxGiven, 0, MaxGiven)
	c.between("number of given features", m.Given, 0, m.MaxGiven)
	c.between("number of pairs", m.Total, 0, maxPairs)
	c.between("number of finished pairs", m.Done, 0, m.Total)
	c.natural("count", m.Left, m.Tests)
	return c.err
}

// Validate implements Message.
func (m GraphSuggested) Validate() error {
	c := checks{kind: "graph suggested"}
	c.between("number of edges", len(m.Edges), 0, maxPairs)
	for _, e := range m.Edges {
		c.pair(e.From, e.To)
		c.dependence(e.Dependence)
	}
	c.natural("count", m.Tests, m.More, m.Rows)
	c.within("time taken", m.TookMS, 0, maxMS)
	return c.err
}
