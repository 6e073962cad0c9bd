package wire

import "causeway/core/data"

// Filter selects rows in addition to a search. The zero value selects all rows.
type Filter struct {
	Predicted []int        // predicted classes; empty for any
	Outcomes  []int        // classes in the table; empty for any
	Where     []data.Where // conditions, all of which must hold
}

// Seek looks for the first row of a list that the black box does not predict as the wanted class
// and for which the query finds a counterfactual. If no generator exists yet, it looks for the
// first row that is not predicted as that class. It tries a limited number of these rows. The
// answer is a Sought.
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
	Pos      int  // index in the list; -1 if no row is refused
	Answered bool // whether a counterfactual of it was found
	Tried    int  // number of refused rows that were searched
}

// SetNames sets the displayed names in the table: those of the features, then that of the
// outcome. The answer is a NamesSet.
type SetNames struct {
	Names []data.Naming
}

// NamesSet answers SetNames.
type NamesSet struct{}
