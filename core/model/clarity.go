package model

// Clarity says how clearly a counterfactual must reach its class.
type Clarity uint8

// The clarities: by how much the probability of the class exceeds that of the
// next one, or what it is itself. Clearly comes first, as searches were before
// there was a choice.
const (
	Clearly Clarity = iota // a tenth
	Just                   // anything
	Surely                 // a half
	AtLeast                // as much as is said
)
