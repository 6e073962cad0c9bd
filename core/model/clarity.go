package model

// Clarity determines how clearly a counterfactual must reach its class.
type Clarity uint8

// The clarities: by how much the probability of the class must exceed that of the next one, or
// the probability itself. Clearly comes first because searches behaved this way before there was
// a choice.
const (
	Clearly Clarity = iota // by 0.1
	Just                   // by any amount
	Surely                 // by 0.5
	AtLeast                // at least the stated probability
)

// Bar returns the least lead of the class's probability over the next one, and its least value,
// for AtLeast.
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
