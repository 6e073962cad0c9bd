package wire

import "causeway/core/data"

// Filter selects rows in addition to a search. The zero value selects all rows.
type Filter struct {
	Predicted []int        // predicted classes; empty for any
	Outcomes  []int        // classes in the table; empty for any
	Where     []data.Where // conditions, all of which must hold
}

// Seek looks through a list for the first refused row that has a counterfactual. A row is refused
// if the black box does not predict the wanted class. Without a generator, the first refused row is
// the answer. Seek tries only a limited number of rows. The answer is a Sought.
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
	Answered bool // whether it has a counterfactual
	Tried    int  // number of refused rows searched
}

// SetNames sets the displayed names of the features, then of the outcome. The answer is a NamesSet.
type SetNames struct {
	Names []data.Naming
}

// NamesSet answers SetNames.
type NamesSet struct{}
