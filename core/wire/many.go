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
	Part   Part   `msgpack:"part" of:"all,train,validation,test" is:"part of the table"`
	Search string `msgpack:"search" len:"..text"` // as in Rows
	Filter Filter `msgpack:"filter"`
	Limit  int    `msgpack:"limit" bound:"1..select" is:"number of rows"` // the first so many
}

// ReadRows reads a file of new rows of the table's schema. The answer is a
// Selected.
type ReadRows struct {
	Name  string    `msgpack:"name" len:"..text"`
	Bytes []byte    `msgpack:"bytes"`
	Plan  data.Plan `msgpack:"plan"` // that the table was read by, if it was
}

// Selected answers Select and ReadRows.
type Selected struct {
	Index    []int  `msgpack:"index" len:"..select" bound:"0.." is:"rows"` // number of the row in the table, from 0, or line of the file, from 1
	Values   Floats `msgpack:"values" shape:"..,.."`
	Outcomes []int  `msgpack:"outcomes" bound:"-1..lastLevel" is:"class"` // true classes; -1 where the file does not say it
	Hits     int    `msgpack:"hits" bound:"0.." is:"number of hits"`      // rows that match the search, or of the file

	Notes    []string `msgpack:"notes"`    // what was left out or changed, in words
	Problems []string `msgpack:"problems"` // why the file cannot be used; then there are no rows
}

// ExplainMany asks for counterfactuals of many rows, each as an Explain of it
// would find them. Rows that are already of the class asked for are not
// explained. Facts: Progress, then ExplainedMany.
type ExplainMany struct {
	Query Explain `msgpack:"query"`                            // without a row
	Rows  Floats  `msgpack:"rows" shape:"1..many,1..features"` // rows × features

	// Within are limits of the person's own that depend on the row, beside the
	// Query's Rules.
	Within []Within `msgpack:"within" len:"..features" is:"limits"`

	// Quick takes the generator's one answer for a row where that holds, and searches
	// only for the others.
	Quick bool `msgpack:"quick" since:"2"`
}

// Within limits a number to at most By away from what it is in the row.
type Within struct {
	Feature int     `msgpack:"feature" bound:"0.."`
	By      float64 `msgpack:"by" bound:"0..open" is:"width"`
}

// Rule is the limit as a rule of the row.
func (w Within) Rule(f data.Feature, row []float64) causal.Rule {
	v := row[w.Feature]
	return causal.Rule{Kind: causal.Range, Feature: w.Feature, Min: f.Round(v - w.By), Max: f.Round(v + w.By), Local: true}
}

// ExplainedMany answers ExplainMany. The counterfactuals of all rows follow each
// other, those of a row the nearest first.
type ExplainedMany struct {
	Predicted []int  `msgpack:"predicted" len:"1..many" bound:"0.." is:"predicted classes"` // class of every row
	Target    []int  `msgpack:"target" bound:"-1.."`                                        // that was asked for, of every row; -1: it is of that class already
	Found     []int  `msgpack:"found" bound:"0..shown" is:"number of counterfactuals"`      // counterfactuals of every row
	Given     Floats `msgpack:"given" shape:"..,.."`                                        // rows × classes: shares
	Values    Floats `msgpack:"values" shape:"..,.."`                                       // counterfactuals × features, as shown
	Classes   []int  `msgpack:"classes" bound:"0.."`                                        // predicted again from exactly these values
	Shares    Floats `msgpack:"shares" shape:"..,.."`                                       // counterfactuals × classes
	Costs     Floats `msgpack:"costs" shape:".."`                                           // of the counterfactuals
	Degrees   Floats `msgpack:"degrees" shape:".."`                                         // of the counterfactuals, as in Counterfactual; empty where no mechanism is known

	// Bound lists the rows, by their places, for which nothing was found under the
	// person's own limits and something without them.
	Bound []int `msgpack:"bound" since:"2" bound:"0.." is:"bound row"`

	// Quick lists the rows, by their places, that have the generator's one answer.
	Quick []int `msgpack:"quick" since:"2" bound:"0.." is:"row"`

	Nearest []bool `msgpack:"nearest" since:"2"` // of every row, as in Explained; empty: nothing is proved
	None    []bool `msgpack:"none" since:"2"`    // the same
	Unclear []bool `msgpack:"unclear" since:"2"` // the same
}

func (m Selected) relate(c *checks) {
	n := len(m.Index)
	c.rows("values", m.Values, n)
	c.that(len(m.Outcomes) == n, "%d classes for %d rows", len(m.Outcomes), n)
}

func (m ExplainMany) relate(c *checks) {
	features := m.Rows.Size(1)
	for _, w := range m.Within {
		c.that(w.Feature < features, "no feature has number %d", w.Feature)
	}
	m.Query.askedOf(c, features) // the rows take the place of its row
}

func (m ExplainedMany) relate(c *checks) {
	n, found := len(m.Predicted), 0
	c.that(len(m.Target) == n && len(m.Found) == n, "%d targets and %d counts for %d rows", len(m.Target), len(m.Found), n)
	for _, k := range m.Found {
		found += k
	}
	c.that(m.Degrees.Size(0) == 0 || m.Degrees.Size(0) == found, "degrees of %d counterfactuals, want %d", m.Degrees.Size(0), found)
	for _, list := range [][]bool{m.Nearest, m.None, m.Unclear} {
		c.that(len(list) == 0 || len(list) == n, "%d proofs for %d rows", len(list), n)
	}
	c.that(m.Given.Size(0) == n, "shares of %d rows for %d", m.Given.Size(0), n)
	c.that(m.Values.Size(0) == found && m.Shares.Size(0) == found && m.Costs.Size(0) == found && len(m.Classes) == found,
		"values, shares, costs and classes of %d, %d, %d and %d counterfactuals, want %d",
		m.Values.Size(0), m.Shares.Size(0), m.Costs.Size(0), len(m.Classes), found)
	if c.err != nil {
		return
	}
	classes := m.Given.Size(1)
	c.classes(m.Predicted, n, classes)
	c.classes(m.Classes, found, classes)
	c.that(found == 0 || m.Shares.Size(1) == classes, "shares of %d and %d classes", m.Shares.Size(1), classes)
	for _, k := range m.Target {
		c.that(k < classes, "no class has number %d", k)
	}
	for _, i := range m.Quick {
		c.that(i < n && m.Found[i] == 1, "row %d is not one with an answer of the generator's", i)
	}
	for _, i := range m.Bound {
		c.that(i < n && m.Found[i] == 0, "row %d is not one that limits leave without an answer", i)
	}
}
