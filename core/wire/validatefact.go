package wire

import "causeway/core/causal"

func (m Previewed) relate(c *checks) {
	p := m.Preview
	c.that(len(p.Problems) > 0 || len(p.Columns) == len(p.Plan.Columns),
		"%d columns, %d in the plan", len(p.Columns), len(p.Plan.Columns))
	for _, col := range p.Columns {
		c.that(col.CopyOf <= len(p.Columns), "a column repeats one that is not there")
	}
}

func (m Loaded) relate(c *checks) {
	if c.fine(m.Schema.Check()); c.err != nil {
		return
	}
	features := len(m.Schema.Features)
	c.that(m.Rows == m.Train+m.Val+m.Test, "%d rows in parts of %d, %d and %d", m.Rows, m.Train, m.Val, m.Test)
	c.that(len(m.Counts) == m.Schema.Classes(), "%d counts for %d classes", len(m.Counts), m.Schema.Classes())
	c.that(len(m.Columns) == features, "%d summaries for %d features", len(m.Columns), features)
	c.that(m.Head.Size(1) == features, "%d columns for %d features", m.Head.Size(1), features)
	c.classes(m.Outcomes, m.Head.Size(0), m.Schema.Classes())
	for _, r := range m.Relations {
		c.that(r.Kind == causal.Computed && r.Check(m.Schema) == nil, "a relation that does not fit the schema")
	}
	if c.err != nil {
		return
	}
	for j, f := range m.Schema.Features {
		if f.Kind.Numeric() {
			c.histogram(m.Columns[j])
		} else {
			c.counts(m.Columns[j], len(f.Levels))
		}
	}
}

// classes checks the classes of n rows; classes 0 leaves their number open.
func (c *checks) classes(y []int, n, classes int) {
	c.that(len(y) == n, "%d classes for %d rows", len(y), n)
	for _, k := range y {
		c.that(k >= 0 && (classes == 0 || k < classes), "no class has number %d", k)
	}
}

func (c *checks) histogram(s Summary) {
	c.that(s.Edges.Size(0) == len(s.Counts)+1, "%d edges for %d counts", s.Edges.Size(0), len(s.Counts))
}

func (c *checks) counts(s Summary, levels int) {
	c.that(s.Edges.Size(0) == 0, "edges for levels")
	c.that(len(s.Counts) == levels, "%d counts for %d levels", len(s.Counts), levels)
}

func (m Epoch) relate(c *checks) {
	c.that(m.Epoch <= m.Epochs, "epoch %d of %d", m.Epoch, m.Epochs)
	c.that(m.Best <= m.Epoch, "the best epoch is %d of %d", m.Best, m.Epoch)
	c.that(m.History.Size(0) == m.Epoch, "%d epochs of history, want %d", m.History.Size(0), m.Epoch)
	c.that(m.Epoch == 0 || m.History.Size(1) == 1+len(m.Terms), "%d columns of history for %d terms",
		m.History.Size(1), len(m.Terms))
}

func (m ClassifierTrained) relate(c *checks) {
	n := 0
	for n*n < len(m.Confusion) {
		n++
	}
	c.that(n*n == len(m.Confusion), "the confusion matrix has %d cells", len(m.Confusion))
}

func (m Page) relate(c *checks) {
	c.rows("values", m.Values, len(m.Index))
	c.classes(m.Outcomes, len(m.Index), 0)
	if len(m.Predicted) > 0 {
		c.classes(m.Predicted, len(m.Index), 0)
	}
}

func (m Explained) relate(c *checks) {
	m.Factual.relate(c)
	for _, f := range m.Found {
		m.shown(c, f)
	}
	for _, r := range m.Relaxed {
		m.shown(c, r.Row)
		for _, i := range r.Without {
			c.that(i < len(m.Laws), "no rule has number %d", i)
		}
	}
	c.that(!m.Nearest || len(m.Found) > 0, "the nearest of no counterfactuals")
	c.that(!m.None || len(m.Found) == 0, "counterfactuals that do not exist")
}

// shown checks a row that is put beside the factual.
func (m Explained) shown(c *checks, f Counterfactual) {
	f.relate(c)
	n := m.Factual.Values.Size(0)
	c.that(f.Values.Size(0) == n && (f.Bare.Size(0) == 0 || f.Bare.Size(0) == n), "rows of unequal length")
	c.that(f.Shares.Size(0) == m.Factual.Shares.Size(0), "shares of unequal length")
	c.that(len(f.Proof) == len(m.Laws), "%d verdicts on %d rules", len(f.Proof), len(m.Laws))
}

func (f Counterfactual) relate(c *checks) {
	c.that(f.Class < f.Shares.Size(0), "no class has number %d", f.Class)
}
