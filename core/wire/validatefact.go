package wire

import "causeway/core/causal"

// Validate implements Message.
func (Pong) Validate() error { return nil }

// Validate implements Message.
func (m Previewed) Validate() error {
	c := checks{kind: "previewed"}
	p := m.Preview
	c.natural("size", p.Size)
	c.natural("number of rows", p.Rows)
	c.that(len(p.Problems) > 0 || len(p.Columns) == len(p.Plan.Columns),
		"%d columns, %d in the plan", len(p.Columns), len(p.Plan.Columns))
	for _, col := range p.Columns {
		c.natural("count of a column", col.Missing, col.Distinct, col.Alone, col.CopyOf)
		c.that(col.CopyOf <= len(p.Columns), "a column repeats one that is not there")
	}
	if c.err != nil {
		return c.err
	}
	return checkPlan(c.kind, p.Plan)
}

// Validate implements Message.
func (m Loaded) Validate() error {
	c := checks{kind: "loaded"}
	if err := m.Schema.Check(); err != nil {
		return err
	}
	features := len(m.Schema.Features)
	c.natural("number of rows", m.Train, m.Val, m.Test)
	c.that(m.Rows == m.Train+m.Val+m.Test, "%d rows in parts of %d, %d and %d", m.Rows, m.Train, m.Val, m.Test)
	c.that(len(m.Counts) == m.Schema.Classes(), "%d counts for %d classes", len(m.Counts), m.Schema.Classes())
	c.natural("count of a class", m.Counts...)
	c.that(len(m.Columns) == features, "%d summaries for %d features", len(m.Columns), features)
	c.floats("head", m.Head, 2)
	if c.err != nil {
		return c.err
	}
	c.that(m.Head.Size(1) == features, "%d columns for %d features", m.Head.Size(1), features)
	c.classes(m.Outcomes, m.Head.Size(0), m.Schema.Classes())
	for _, r := range m.Relations {
		c.that(r.Kind == causal.Computed && r.Check(m.Schema) == nil, "a relation that does not fit the schema")
	}
	for j, f := range m.Schema.Features {
		if f.Kind.Numeric() {
			c.histogram(m.Columns[j])
		} else {
			c.counts(m.Columns[j], len(f.Levels))
		}
	}
	return c.err
}

// classes checks the classes of n rows; classes 0 leaves their number open.
func (c *checks) classes(y []int, n, classes int) {
	c.that(len(y) == n, "%d classes for %d rows", len(y), n)
	for _, k := range y {
		c.that(k >= 0 && (classes == 0 || k < classes), "no class has number %d", k)
	}
}

func (c *checks) histogram(s Summary) {
	c.floats("edges", s.Edges, 1)
	c.that(len(s.Edges.Data)/8 == len(s.Counts)+1, "%d edges for %d counts", len(s.Edges.Data)/8, len(s.Counts))
	c.natural("count", s.Counts...)
	c.finite("mean", s.Mean)
}

func (c *checks) counts(s Summary, levels int) {
	c.that(len(s.Edges.Data) == 0, "edges for levels")
	c.that(len(s.Counts) == levels, "%d counts for %d levels", len(s.Counts), levels)
	c.natural("count", s.Counts...)
}

// Validate implements Message.
func (m Epoch) Validate() error {
	c := checks{kind: "epoch"}
	c.between("number of epochs", m.Epochs, 1, MaxEpochs)
	c.between("epoch", m.Epoch, 0, m.Epochs)
	c.between("best epoch", m.Best, 0, m.Epoch)
	c.floats("history", m.History, 2)
	if c.err != nil {
		return c.err
	}
	c.that(m.History.Size(0) == m.Epoch, "%d epochs of history, want %d", m.History.Size(0), m.Epoch)
	c.that(m.Epoch == 0 || m.History.Size(1) == 1+len(m.Terms), "%d columns of history for %d terms",
		m.History.Size(1), len(m.Terms))
	c.finite("loss", m.Loss)
	c.within("time taken", m.ElapsedMS, 0, maxMS)
	c.within("time left", m.LeftMS, -1, maxMS)
	return c.err
}

// maxMS is a century in milliseconds.
const maxMS = 3.2e12

// Validate implements Message.
func (m Checkpoint) Validate() error {
	c := checks{kind: "checkpoint"}
	c.between("epoch", m.Epoch, 0, MaxEpochs)
	c.that(len(m.State) > 0, "the state is empty")
	return c.err
}

// Validate implements Message.
func (m ClassifierTrained) Validate() error {
	c := checks{kind: "classifier trained"}
	c.that(len(m.Model) > 0, "the model is empty")
	c.between("best epoch", m.Best, 0, MaxEpochs)
	c.within("accuracy", m.Accuracy, 0, 1)
	c.within("base", m.Base, 0, 1)
	c.within("area under the curve", m.AUC, 0, 1)
	c.finite("log loss", m.LogLoss)
	c.natural("number of test rows", m.TestRows)
	c.natural("count", m.Confusion...)
	c.within("time taken", m.TrainMS, 0, maxMS)
	n := 0
	for n*n < len(m.Confusion) {
		n++
	}
	c.that(n*n == len(m.Confusion), "the confusion matrix has %d cells", len(m.Confusion))
	return c.err
}

// Validate implements Message.
func (m GeneratorTrained) Validate() error {
	c := checks{kind: "generator trained"}
	c.that(len(m.Model) > 0, "the model is empty")
	c.between("best epoch", m.Best, 0, MaxEpochs)
	c.natural("count", m.TestRows, m.DataProfiles)
	c.scores(m.Soft)
	c.scores(m.Decoded)
	c.within("time taken", m.TrainMS, 0, maxMS)
	c.within("time for a thousand", m.PerThousand, 0, maxMS)
	c.keeping("share that keeps a rule", m.Kept)
	c.within("share that keeps all rules", m.KeptAll, 0, 1)
	return c.err
}

// keeping checks a list of shares of rules, which may be missing.
func (c *checks) keeping(what string, f Floats) {
	if len(f.Shape) == 0 && len(f.Data) == 0 {
		return
	}
	c.floats(what, f, 1)
	for _, v := range f.Values() {
		c.within(what, v, 0, 1)
	}
}

func (c *checks) scores(s Scores) {
	c.within("validity", s.Validity, 0, 1)
	c.finite("proximity", s.ContProximity, s.CatProximity)
	c.finite("number of changes", s.FeaturesChange)
	c.natural("number of profiles", s.Profiles)
}

// Validate implements Message.
func (m Page) Validate() error {
	c := checks{kind: "page"}
	c.natural("row", m.Total, m.From)
	c.natural("row", m.Index...)
	c.between("number of rows", len(m.Index), 0, MaxPage)
	c.floats("values", m.Values, 2)
	if c.err != nil {
		return c.err
	}
	c.that(m.Values.Size(0) == len(m.Index), "%d rows of values for %d rows", m.Values.Size(0), len(m.Index))
	c.classes(m.Outcomes, len(m.Index), 0)
	if len(m.Predicted) > 0 {
		c.classes(m.Predicted, len(m.Index), 0)
	}
	return c.err
}

// Validate implements Message.
func (m Predicted) Validate() error {
	c := checks{kind: "predicted"}
	c.shares(m.Shares)
	return c.err
}

// shares checks the probabilities of all classes.
func (c *checks) shares(f Floats) {
	c.floats("shares", f, 1)
	c.that(len(f.Data) > 0, "no shares")
	for _, v := range f.Values() {
		c.within("share", v, 0, 1.001) // float32 sums of shares may pass 1
	}
}

// Validate implements Message.
func (m Explained) Validate() error {
	c := checks{kind: "explained"}
	c.counterfactual(m.Factual)
	c.natural("target", m.Target)
	c.natural("count", m.Tried, m.Valid)
	c.between("number of counterfactuals", len(m.Found), 0, MaxShown)
	for _, f := range m.Found {
		m.shown(&c, f)
	}
	for _, r := range m.Relaxed {
		m.shown(&c, r.Row)
		for _, i := range r.Without {
			c.that(i >= 0 && i < len(m.Laws), "no rule has number %d", i)
		}
	}
	c.within("time taken", m.TookMS, 0, maxMS)
	c.natural("number of boxes", m.Boxes)
	c.within("decided share", m.Decided, 0, 1)
	c.that(!m.Nearest || len(m.Found) > 0, "the nearest of no counterfactuals")
	c.that(!m.None || len(m.Found) == 0, "counterfactuals that do not exist")
	return c.err
}

// shown checks a row that is put beside the factual.
func (m Explained) shown(c *checks, f Counterfactual) {
	c.counterfactual(f)
	c.that(len(f.Values.Data) == len(m.Factual.Values.Data), "rows of unequal length")
	c.that(len(f.Shares.Data) == len(m.Factual.Shares.Data), "shares of unequal length")
	c.that(len(f.Proof) == len(m.Laws), "%d verdicts on %d rules", len(f.Proof), len(m.Laws))
	c.that(len(f.Bare.Data) == 0 || len(f.Bare.Data) == len(f.Values.Data), "rows of unequal length")
	if c.floats("values that just reach the class", f.Bare, 1); len(f.Bare.Data) > 0 {
		c.row("values that just reach the class", f.Bare)
	}
}

func (c *checks) counterfactual(f Counterfactual) {
	c.row("values", f.Values)
	c.shares(f.Shares)
	c.that(f.Class >= 0 && f.Class < len(f.Shares.Data)/8, "no class has number %d", f.Class)
	c.natural("number of changes", f.Changed)
	c.finite("cost", f.Cost)
	c.within("degree of feasibility", f.Degree, 0, 1)
}

// Validate implements Message.
func (m Restored) Validate() error {
	c := checks{kind: "restored"}
	c.within("area under the curve", m.AUC, 0, 1)
	return c.err
}

// Validate implements Message.
func (Paused) Validate() error { return nil }

// Validate implements Message.
func (Resumed) Validate() error { return nil }

// Validate implements Message.
func (Canceled) Validate() error { return nil }

// Validate implements Message.
func (m Failure) Validate() error {
	c := checks{kind: "failure"}
	switch m.Code {
	case CodeBadInput, CodeNotReady, CodeNumeric, CodeProtocol, CodeInternal:
	default:
		c.that(false, "unknown code %.40q", m.Code)
	}
	c.between("length of the detail", len(m.Detail), 1, maxDetail)
	return c.err
}
