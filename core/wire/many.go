package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// Limits of requests about many rows.
const (
	MaxMany   = 1_000   // rows in one ExplainMany
	MaxSelect = 100_000 // rows in one Selected
)

// Select requests many rows of the table at once. The answer is a Selected.
type Select struct {
	Part   data.Part
	Search string // see Rows
	Filter Filter
	Limit  int // maximum number of rows
}

// ReadRows reads a file of new rows for the table's schema. The answer is a Selected.
type ReadRows struct {
	Name  string
	Bytes []byte
	Plan  data.Plan // the plan by which the table was read, if any

	Choices []data.Choice // see data.Plan

	// What decides which unknown levels can be passed on to the model, see project.Passes.
	Knowledge causal.Knowledge
	From      model.Provenance
}

// Selected answers Select and ReadRows.
type Selected struct {
	// index of the row in the table, from 0, or line in the file, from 1
	Index  []int  `msgpack:"index" len:"..select" bound:"0.." is:"rows"`
	Values Floats `msgpack:"values" shape:"..,.."`
	// true classes; -1 if the file has none
	Outcomes []int `msgpack:"outcomes" bound:"-1..lastLevel" is:"class"`
	Hits     int   `msgpack:"hits" bound:"0.." is:"number of hits"` // rows that match the search, or rows of the file

	Notes    []string `msgpack:"notes"`    // sentences about what was left out or changed
	Problems []string `msgpack:"problems"` // why the file cannot be used; if not empty, Rows is empty

	// These say how the file differs from the table and how that was handled, and which columns of
	// the file the table does not have.
	Differences []data.Difference `msgpack:"differences,omitempty" since:"2"`
	Unused      []string          `msgpack:"unused,omitempty" since:"2"`

	Unseen []data.Unseen `msgpack:"unseen,omitempty" since:"2"` // levels that only these rows have
}

// ExplainMany requests counterfactuals of many rows, each as an Explain would find them. Rows
// already predicted as the requested class are not explained. Facts: Progress, then
// ExplainedMany.
type ExplainMany struct {
	Query Explain // without a row
	Rows  Floats  // rows × features

	// Within holds the person's own limits that depend on the row. They apply in addition to the
	// rules of Query.
	Within []causal.Reach

	// Quick uses the generator's single answer for a row if it is valid, and searches only for
	// the other rows.
	Quick bool

	Unseen []data.Unseen    // levels that only rows of their file have
	From   model.Provenance // of the classifier; used with Unseen
}

// ExplainedMany answers ExplainMany. It lists the counterfactuals row by row, the nearest of each
// row first.
type ExplainedMany struct {
	Predicted []int `msgpack:"predicted" len:"1..many" bound:"0.." is:"predicted classes"`
	// target class of each row; -1 if the row is already in that class
	Target []int `msgpack:"target" bound:"-1.."`
	// number of counterfactuals of every row
	Found []int  `msgpack:"found" bound:"0..shown" is:"number of counterfactuals"`
	Given Floats `msgpack:"given" shape:"..,.."` // rows × classes: shares
	// counterfactuals × features, as displayed
	Values Floats `msgpack:"values" shape:"..,.."`
	// the class predicted for exactly these values
	Classes []int  `msgpack:"classes" bound:"0.."`
	Shares  Floats `msgpack:"shares" shape:"..,.."` // counterfactuals × classes
	Costs   Floats `msgpack:"costs" shape:".."`     // costs of the counterfactuals
	// degrees of feasibility; see Counterfactual; empty if no mechanism is known
	Degrees Floats `msgpack:"degrees" shape:".."`

	// Bound lists the indices of the rows that have an answer only without the person's own limits.
	Bound []int `msgpack:"bound" since:"2" bound:"0.." is:"bound row"`

	// Quick lists the indices of the rows that have the generator's single answer.
	Quick []int `msgpack:"quick" since:"2" bound:"0.." is:"row"`

	Nearest []bool `msgpack:"nearest" since:"2"` // one per row; see Explained; empty if nothing is proved
	None    []bool `msgpack:"none" since:"2"`    // likewise
	Unclear []bool `msgpack:"unclear" since:"2"` // likewise

	// Numbers holds what is predicted for the rows, then for the counterfactuals, if the black box
	// learned a number or the goal is a probability; see Counterfactual. Cuts (rows × cuts) and Of
	// describe the goal of each row; see Explained. They are empty without a goal.
	Numbers []float64 `msgpack:"numbers,omitempty" since:"2"`
	Banded  bool      `msgpack:"banded,omitempty" since:"2"` // see Counterfactual
	Cuts    []float64 `msgpack:"cuts,omitempty" since:"2"`
	Of      []int     `msgpack:"of,omitempty" since:"2" bound:"0.." is:"class"`
}

// AnyOrder implements form.AnyOrder, because rows without a goal omit these.
func (ExplainedMany) AnyOrder() {}
