package label

// Choice determines which counterfactuals are shown to a person.
type Choice string

// The choices.
const (
	TeachMost Choice = "teach"  // those whose labels teach the generator most
	AnyCards  Choice = "random" // for random training rows
	OfRow     Choice = "row"    // for one row
)
