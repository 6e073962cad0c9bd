package document

// Known is what a complete search says of a claim.
type Known uint8

// A search knows one of these.
const (
	Undecided Known = iota // the search ended before it knew
	No                     // proved
	Yes                    // a row shows it
)

// Reason is what one feature has to do with a decision.
type Reason struct {
	Feature int

	// Locked says that rules leave the feature no other value. Against says of a locked one that
	// some other value of it would have led to the class asked for.
	Locked, Against bool

	// Alone says whether a change of the feature alone, with what follows, leads to the class and keeps
	// the rules. Row is the nearest row of that kind, and Low and High are its range, see exact.Range.
	Alone          Known
	Row, Low, High []float64
	Cost           float64
	Levels         []int // of a feature with levels, all that lead there alone

	// Tried is how many permitted values of the feature were tried: all, or a hundred evenly apart.
	// Reached is how many of them lead to the class. Their quotient is the feature's responsiveness
	// (Kothari, Kulynych, Weng and Ustun, 2024).
	Tried, Reached int
}

// Together is a smallest set of two or three features whose change leads to the class, where none of
// its parts does.
type Together struct {
	Features       []int
	Row, Low, High []float64
	Cost           float64
}

// Reasons are what a decision on a row hangs on.
type Reasons struct {
	Row    []float64
	Target int
	Each   []Reason   // of every feature that does not follow from others
	Sets   []Together // the cheapest first
	Left   int        // sets about which the search did not decide

	// Fixed says whether the decision is fixed: nothing that the rules leave leads to the class.
	Fixed Known
}
