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

// Bar is what the probability of the class must lead that of the next one by, and
// what it must be itself: as much as is said, of AtLeast.
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
