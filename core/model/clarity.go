package model

// Clarity says how clearly a counterfactual must reach its class.
type Clarity uint8

// The clarities say how far the probability of the class must exceed the next one, or how large it
// must be. Clearly comes first because it was the only one before there was a choice.
const (
	Clearly Clarity = iota // by 0.1
	Just                   // by any amount
	Surely                 // by 0.5
	AtLeast                // the probability must be at least a stated one
)

// Bar returns the least lead of the class's probability over the next one and, for AtLeast, its
// least value.
func (c Clarity) Bar(said float64) (lead, least float64) {
	switch c {
	case Clearly:
		return 0.1, 0
	case Surely:
		return 0.5, 0
	case AtLeast:
		return 0, said
	}
	return 0, 0
}
