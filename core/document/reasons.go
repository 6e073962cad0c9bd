package document

// Known says what a complete search has decided about a claim.
type Known uint8

// The possible decisions.
const (
	Undecided Known = iota // the search ended without a decision
	No                     // proved
	Yes                    // an example shows it
)

// Reason describes what part one feature has in a decision.
type Reason struct {
	Feature int

	// Locked means that the rules allow the feature no other value. Against means that some other
	// value of a locked feature would have led to the requested class.
	Locked, Against bool

	// Alone reports whether changing only this feature, with what follows from it, leads to the
	// class and keeps the rules. Row is the nearest such row, and Low and High are its range, see
	// exact.Range.
	Alone          Known
	Row, Low, High []float64
	Cost           float64
	Levels         []int // for a feature with levels, all levels that are sufficient on their own

	// Tried is how many permitted values of the feature were tried: all, or a hundred at equal
	// distances. Reached is how many of them lead to the class. Their ratio is the feature's
	// responsiveness (Kothari, Kulynych, Weng and Ustun, 2024).
	Tried, Reached int
}

// Together is a minimal set of two or three features whose joint change leads to the class.
type Together struct {
	Features       []int
	Row, Low, High []float64
	Cost           float64
}

// Reasons describes what a decision on a row depends on.
type Reasons struct {
	Row    []float64
	Target int
	Each   []Reason   // for every feature that does not follow from others
	Sets   []Together // the cheapest first
	Left   int        // number of sets that the search did not decide

	// Fixed reports whether the decision is fixed, that is, no row allowed by the rules belongs
	// to the class.
	Fixed Known
}
