package wire

import "causeway/core/data"

// Filter says which rows are meant, beside a search. The zero value means all.
type Filter struct {
	Predicted []int        // classes that the black box says; none: any
	Outcomes  []int        // classes of the table; none: any
	Where     []data.Where // all of them hold
}

// Seek looks for the first row of a list that the black box does not decide as is
// wanted and for which the query finds a counterfactual; before there is a
// generator, for the first that is not decided so. It tries so many of these rows.
// The answer is a Sought.
type Seek struct {
	Part   data.Part
	Search string
	Filter Filter
	Wanted int     // class
	Query  Explain // without a row
	Tries  int
}

// Sought answers Seek.
type Sought struct {
	Pos      int  // place in the list, from 0; -1: no row is refused
	Answered bool // a counterfactual of it was found
	Tried    int  // refused rows that were searched for one
}

// SetNames says how people read the table: its features, then its outcome. The
// answer is a NamesSet.
type SetNames struct {
	Names []data.Naming
}

// NamesSet answers SetNames.
type NamesSet struct{}
