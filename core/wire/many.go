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
	Part   data.Part
	Search string // as in Rows
	Filter Filter
	Limit  int // the first so many
}

// ReadRows reads a file of new rows of the table's schema. The answer is a
// Selected.
type ReadRows struct {
	Name  string
	Bytes []byte
	Plan  data.Plan // that the table was read by, if it was
}

// Selected answers Select and ReadRows.
type Selected struct {
	// number of the row in the table, from 0, or line of the file, from 1
	Index  []int  `msgpack:"index" len:"..select" bound:"0.." is:"rows"`
	Values Floats `msgpack:"values" shape:"..,.."`
	// true classes; -1 where the file does not say it
	Outcomes []int `msgpack:"outcomes" bound:"-1..lastLevel" is:"class"`
	Hits     int   `msgpack:"hits" bound:"0.." is:"number of hits"` // rows that match the search, or of the file

	Notes    []string `msgpack:"notes"`    // what was left out or changed, in words
	Problems []string `msgpack:"problems"` // why the file cannot be used; then Rows is empty
}

// ExplainMany asks for counterfactuals of many rows, each as an Explain of it
// would find them. Rows that are already of the class asked for are not
// explained. Facts: Progress, then ExplainedMany.
type ExplainMany struct {
	Query Explain // without a row
	Rows  Floats  // rows × features

	// Within are limits of the person's own that depend on the row, beside the
	// Query's Rules.
	Within []causal.Reach

	// Quick takes the generator's one answer for a row where that holds, and searches
	// only for the others.
	Quick bool
}

// ExplainedMany answers ExplainMany. The counterfactuals of all rows follow each
// other, those of a row the nearest first.
type ExplainedMany struct {
	Predicted []int `msgpack:"predicted" len:"1..many" bound:"0.." is:"predicted classes"` // class of every row
	// that was asked for, of every row; -1: it is of that class already
	Target []int `msgpack:"target" bound:"-1.."`
	// counterfactuals of every row
	Found []int  `msgpack:"found" bound:"0..shown" is:"number of counterfactuals"`
	Given Floats `msgpack:"given" shape:"..,.."` // rows × classes: shares
	// counterfactuals × features, as shown
	Values Floats `msgpack:"values" shape:"..,.."`
	// predicted again from exactly these values
	Classes []int  `msgpack:"classes" bound:"0.."`
	Shares  Floats `msgpack:"shares" shape:"..,.."` // counterfactuals × classes
	Costs   Floats `msgpack:"costs" shape:".."`     // of the counterfactuals
	// of the counterfactuals, as in Counterfactual; empty where no mechanism is known
	Degrees Floats `msgpack:"degrees" shape:".."`

	// Bound lists the rows, by their places, for which nothing was found under the
	// person's own limits and something without them.
	Bound []int `msgpack:"bound" since:"2" bound:"0.." is:"bound row"`

	// Quick lists the rows, by their places, that have the generator's one answer.
	Quick []int `msgpack:"quick" since:"2" bound:"0.." is:"row"`

	Nearest []bool `msgpack:"nearest" since:"2"` // of every row, as in Explained; empty: nothing is proved
	None    []bool `msgpack:"none" since:"2"`    // the same
	Unclear []bool `msgpack:"unclear" since:"2"` // the same
}
