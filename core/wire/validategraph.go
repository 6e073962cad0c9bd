package wire

func (m CheckGraph) relate(c *checks) {
	c.that(m.Found.Size(0) == 0 || m.Found.Size(1) == m.Factual.Size(0), "counterfactuals of %d features, their row has %d",
		m.Found.Size(1), m.Factual.Size(0))
}

func (m PlotEdge) relate(c *checks) { c.pair(m.From, m.To) }

// pair checks two different features.
func (c *checks) pair(a, b int) { c.that(a != b, "feature %d with itself", a) }

func (c *checks) dependence(d Dependence) {
	c.that(d.Signed || d.Strength >= 0, "strength is %v without a sign", d.Strength)
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
