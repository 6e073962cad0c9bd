package wire

import (
	"causeway/core/fault"
	"causeway/core/model"
)

// Anybody can change the questions, answers and unfinished trainings that a browser stores. Reading
// them checks each field against its tag (see form). The functions below then check that the fields
// agree.

// checks collects the first problem.
type checks struct{ err error }

// that records a problem unless ok.
func (c *checks) that(ok bool, format string, args ...any) {
	if c.err == nil && !ok {
		c.err = fault.Errorf("wire: "+format, args...)
	}
}

// Check returns an error if the settings are not valid for a training.
func (m TrainGenerator) Check() error {
	if !m.Method.Trains() {
		return fault.Errorf("wire: the method %.40q is unknown", m.Method)
	}
	return m.Recipe.Check()
}

// Check returns an error if the settings are not valid for a training.
func (m TrainImageGenerator) Check() error { return model.ImageFields.Check(m.ImageRecipe) }

// Check returns an error for a state that no training can have.
func (m Epoch) Check() error {
	var c checks
	c.that(m.Epoch <= m.Epochs, "the training is in epoch %d of %d", m.Epoch, m.Epochs)
	c.that(m.Best <= m.Epoch, "the best epoch is %d of %d", m.Best, m.Epoch)
	c.that(m.History.Size(0) == m.Epoch, "the history has %d epochs instead of %d", m.History.Size(0), m.Epoch)
	c.that(m.Epoch == 0 || m.History.Size(1) == 1+len(m.Terms), "the history has %d columns for %d terms",
		m.History.Size(1),
		len(m.Terms))
	return c.err
}

// Check returns an error if the rows are not valid.
func (m Selected) Check() error {
	var c checks
	n := len(m.Index)
	c.that(m.Values.Size(0) == n, "there are values for %d rows instead of %d", m.Values.Size(0), n)
	c.that(len(m.Outcomes) == n, "there are %d classes for %d rows", len(m.Outcomes), n)
	return c.err
}

// Check returns an error if the parts of the result do not agree.
func (m ExplainedMany) Check() error {
	var c checks
	n, found := len(m.Predicted), 0
	c.that(len(m.Target) == n && len(m.Found) == n, "there are %d targets and %d counts for %d rows", len(m.Target),
		len(m.Found), n)
	for _, k := range m.Found {
		found += k
	}
	c.that(m.Degrees.Size(0) == 0 || m.Degrees.Size(0) == found,
		"there are degrees for %d counterfactuals instead of %d",
		m.Degrees.Size(0), found)
	for _, list := range [][]bool{m.Nearest, m.None, m.Unclear} {
		c.that(len(list) == 0 || len(list) == n, "there are %d proofs for %d rows", len(list), n)
	}
	c.that(m.Given.Size(0) == n, "there are shares for %d rows instead of %d", m.Given.Size(0), n)
	c.that(m.Values.Size(0) == found && m.Shares.Size(0) == found && m.Costs.Size(0) == found &&
		len(m.Classes) == found,
		"the values, shares, costs and classes are for %d, %d, %d and %d counterfactuals instead of %d",
		m.Values.Size(0), m.Shares.Size(0), m.Costs.Size(0), len(m.Classes), found)
	classes := m.Given.Size(1)
	c.that(found == 0 || m.Shares.Size(1) == classes, "the shares are for %d and %d classes", m.Shares.Size(1), classes)
	for _, list := range [][]int{m.Predicted, m.Classes, m.Target} {
		for _, k := range list {
			c.that(k < classes, "class %d does not exist", k)
		}
	}
	c.that(len(m.Numbers) == 0 || len(m.Numbers) == n+found, "there are %d numbers for %d rows and %d counterfactuals",
		len(m.Numbers), n, found)
	c.that(len(m.Of) == 0 && len(m.Cuts) == 0 || len(m.Of) == n && len(m.Cuts) == n*(classes-1),
		"there are %d cuts and %d classes of goals for %d rows and %d classes", len(m.Cuts), len(m.Of), n, classes)
	for i := 0; c.err == nil && i < len(m.Cuts); i++ {
		c.that(i%(classes-1) == 0 || m.Cuts[i-1] < m.Cuts[i], "the cut %v comes after %v", m.Cuts[i], m.Cuts[max(i,
			1)-1])
	}
	for _, i := range m.Quick {
		c.that(i < n && c.err == nil && m.Found[i] == 1, "row %d does not have a single answer of the generator", i)
	}
	for _, i := range m.Bound {
		c.that(i < n && c.err == nil && m.Found[i] == 0, "row %d is listed as without an answer, but has one", i)
	}
	return c.err
}

// Check returns an error if the parts of an action do not agree.
func (m ActionsChosen) Check() error {
	var c checks
	for _, a := range m.List {
		n, k := len(a.Features), len(a.Rows)
		c.that(len(a.By) == n && len(a.To) == n, "an action has %d and %d moves for %d features", len(a.By),
			len(a.To), n)
		c.that(a.Costs.Size(0) == k && a.After.Size(0) == min(k, MaxProofs) &&
			a.Shares.Size(0) == a.After.Size(0), "an action has %d costs and %d proofs for %d rows", a.Costs.Size(0),
			a.After.Size(0), k)
		for _, j := range a.Features {
			c.that(j < a.After.Size(1), "feature %d does not exist", j)
		}
		c.that(k <= m.Covered, "one action reaches %d rows, but all actions together reach %d", k, m.Covered)
	}
	return c.err
}
