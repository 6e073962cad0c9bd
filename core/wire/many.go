package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// Limits of work on many rows.
const (
	MaxMany   = 1_000   // rows of one ExplainMany
	MaxSelect = 100_000 // rows of one Selected
)

// Select asks for many rows of the table at once. The answer is a Selected.
type Select struct {
	Part   Part   `msgpack:"part"`
	Search string `msgpack:"search"` // as in Rows
	Filter Filter `msgpack:"filter"`
	Limit  int    `msgpack:"limit"` // the first so many
}

// ReadRows reads a file of new rows of the table's schema. The answer is a
// Selected.
type ReadRows struct {
	Name  string    `msgpack:"name"`
	Bytes []byte    `msgpack:"bytes"`
	Plan  data.Plan `msgpack:"plan"` // that the table was read by, if it was
}

// Selected answers Select and ReadRows.
type Selected struct {
	Index    []int  `msgpack:"index"` // number of the row in the table, from 0, or line of the file, from 1
	Values   Floats `msgpack:"values"`
	Outcomes []int  `msgpack:"outcomes"` // true classes; -1 where the file does not say it
	Hits     int    `msgpack:"hits"`     // rows that match the search, or of the file

	Notes    []string `msgpack:"notes"`    // what was left out or changed, in words
	Problems []string `msgpack:"problems"` // why the file cannot be used; then there are no rows
}

// ExplainMany asks for counterfactuals of many rows, each as an Explain of it
// would find them. Rows that are already of the class asked for are not
// explained. Facts: Progress, then ExplainedMany.
type ExplainMany struct {
	Query Explain `msgpack:"query"` // without a row
	Rows  Floats  `msgpack:"rows"`  // rows × features

	// Within are limits of the person's own that depend on the row, beside the
	// Query's Rules.
	Within []Within `msgpack:"within"`
}

// Within limits a number to at most By away from what it is in the row.
type Within struct {
	Feature int     `msgpack:"feature"`
	By      float64 `msgpack:"by"`
}

// Rule is the limit as a rule of the row.
func (w Within) Rule(f data.Feature, row []float64) causal.Rule {
	v := row[w.Feature]
	return causal.Rule{Kind: causal.Range, Feature: w.Feature, Min: f.Round(v - w.By), Max: f.Round(v + w.By), Local: true}
}

// ExplainedMany answers ExplainMany. The counterfactuals of all rows follow each
// other, those of a row the nearest first.
type ExplainedMany struct {
	Predicted []int  `msgpack:"predicted"` // class of every row
	Target    []int  `msgpack:"target"`    // that was asked for, of every row; -1: it is of that class already
	Found     []int  `msgpack:"found"`     // counterfactuals of every row
	Given     Floats `msgpack:"given"`     // rows × classes: shares
	Values    Floats `msgpack:"values"`    // counterfactuals × features, as shown
	Classes   []int  `msgpack:"classes"`   // predicted again from exactly these values
	Shares    Floats `msgpack:"shares"`    // counterfactuals × classes
	Costs     Floats `msgpack:"costs"`     // of the counterfactuals
	Degrees   Floats `msgpack:"degrees"`   // of the counterfactuals, as in Counterfactual; empty where no mechanism is known

	// Bound lists the rows, by their places, for which nothing was found under the
	// person's own limits and something without them.
	Bound []int `msgpack:"bound" since:"2"`

	Nearest []bool `msgpack:"nearest" since:"2"` // of every row, as in Explained; empty: nothing is proved
	None    []bool `msgpack:"none" since:"2"`    // the same
	Unclear []bool `msgpack:"unclear" since:"2"` // the same
}

// Validate implements Message.
func (m Select) Validate() error {
	c := checks{kind: "select"}
	c.part(m.Part)
	c.between("length of the search", len(m.Search), 0, maxText)
	c.filter(m.Filter)
	c.between("number of rows", m.Limit, 1, MaxSelect)
	return c.err
}

// Validate implements Message.
func (m ReadRows) Validate() error {
	c := checks{kind: "read rows"}
	if c.between("length of the name", len(m.Name), 0, maxText); c.err != nil {
		return c.err
	}
	return checkPlan(c.kind, m.Plan)
}

// Validate implements Message.
func (m Selected) Validate() error {
	c := checks{kind: "selected"}
	n := len(m.Index)
	c.between("number of rows", n, 0, MaxSelect)
	c.natural("row", m.Index...)
	c.natural("number of hits", m.Hits)
	c.floats("values", m.Values, 2)
	c.that(m.Values.Size(0) == n, "%d rows of values for %d rows", m.Values.Size(0), n)
	c.that(len(m.Outcomes) == n, "%d classes for %d rows", len(m.Outcomes), n)
	for _, y := range m.Outcomes {
		c.between("class", y, -1, data.MaxLevels-1)
	}
	return c.err
}

// Validate implements Message.
func (m ExplainMany) Validate() error {
	c := checks{kind: "explain many"}
	c.floats("rows", m.Rows, 2)
	c.between("number of rows", m.Rows.Size(0), 1, MaxMany)
	c.between("number of features", m.Rows.Size(1), 1, data.MaxFeatures)
	c.between("number of limits", len(m.Within), 0, data.MaxFeatures)
	for _, w := range m.Within {
		c.that(w.Feature >= 0 && w.Feature < m.Rows.Size(1), "no feature has number %d", w.Feature)
		c.within("limit", w.By, 0, causal.Open)
	}
	if c.err != nil {
		return c.err
	}
	one := m.Query // the rows take the place of its row
	one.Row = NewFloats(m.Rows.Values()[:m.Rows.Size(1)], m.Rows.Size(1))
	return one.Validate()
}

// Validate implements Message.
func (m ExplainedMany) Validate() error {
	c := checks{kind: "explained many"}
	n, found := len(m.Predicted), 0
	c.between("number of rows", n, 1, MaxMany)
	c.that(len(m.Target) == n && len(m.Found) == n, "%d targets and %d counts for %d rows", len(m.Target), len(m.Found), n)
	for _, k := range m.Found {
		c.between("number of counterfactuals", k, 0, MaxShown)
		found += k
	}
	for name, f := range map[string]Floats{"given": m.Given, "values": m.Values, "shares": m.Shares} {
		c.floats(name, f, 2)
	}
	c.floats("costs", m.Costs, 1)
	c.floats("degrees", m.Degrees, 1)
	c.that(m.Degrees.Size(0) == 0 || m.Degrees.Size(0) == found, "degrees of %d counterfactuals, want %d", m.Degrees.Size(0), found)
	for _, list := range [][]bool{m.Nearest, m.None, m.Unclear} {
		c.that(len(list) == 0 || len(list) == n, "%d proofs for %d rows", len(list), n)
	}
	c.that(m.Given.Size(0) == n, "shares of %d rows for %d", m.Given.Size(0), n)
	c.that(m.Values.Size(0) == found && m.Shares.Size(0) == found && m.Costs.Size(0) == found && len(m.Classes) == found,
		"values, shares, costs and classes of %d, %d, %d and %d counterfactuals, want %d",
		m.Values.Size(0), m.Shares.Size(0), m.Costs.Size(0), len(m.Classes), found)
	if c.err != nil {
		return c.err
	}
	classes := m.Given.Size(1)
	c.classes(m.Predicted, n, classes)
	c.classes(m.Classes, found, classes)
	c.that(found == 0 || m.Shares.Size(1) == classes, "shares of %d and %d classes", m.Shares.Size(1), classes)
	for _, k := range m.Target {
		c.between("target", k, -1, classes-1)
	}
	c.between("number of bound rows", len(m.Bound), 0, n)
	for _, i := range m.Bound {
		c.that(i >= 0 && i < n && m.Found[i] == 0, "row %d is not one that limits leave without an answer", i)
	}
	return c.err
}
