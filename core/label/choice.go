package label

// Choice says which counterfactuals a person gets to label.
type Choice string

// The choices.
const (
	TeachMost Choice = "teach"  // those whose labels teach the generator most
	AnyCards  Choice = "random" // for random training rows
	OfRow     Choice = "row"    // for one row
)
