package label

// Choice says which counterfactuals are put before a person.
type Choice string

// The choices.
const (
	TeachMost Choice = "teach"  // whose labels teach the generator most
	AnyCards  Choice = "random" // of random training rows
	OfRow     Choice = "row"    // of one row
)
