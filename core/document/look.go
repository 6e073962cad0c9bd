package document

// Map is what the black box says of a row as two of its features change and all else
// stays, but for what rules compute from them.
type Map struct {
	Xs, Ys []float64 // values of both features, ascending
	// whether the black box gives the class asked for, for every value of Y at those of every value of X
	In     []bool
	Broken []int       // the place in Rules of the first that forbids the change, likewise; -1: none does
	Rules  []string    // the hard ones
	Points [][]float64 // both features of some training rows
	Of     []bool      // whether the black box gives these rows the class
}

// Codes are a look at a generator's latent space: where held-out rows lie in the two numbers
// of the code in which they differ most.
type Codes struct {
	Numbers int     // of the code
	Used    int     // of them, numbers whose mean varies between rows: the others say nothing of a row
	Which   []int   // the two that vary most, from 0
	Share   float64 // of the variance of all, that is theirs

	X, Y    []float64 // of every row
	Class   []int     // that the black box gives to it
	Reaches []bool    // whether its code, decoded without noise, is of another class
	Moved   int       // rows whose counterfactual is another one with the encoder's noise
}

// Cost says what hard rules cost rows that are not of a class: for how many a search finds an
// answer, and for how many it does once a rule is lifted. An answer is a row of that class that
// keeps the rules. A row with an answer under all rules keeps it under fewer, so no count of
// Without is below Found.
type Cost struct {
	Rows  int // that are not of the class
	Found int // of them, with an answer under all hard rules
	Open  int // of them, without one that was found and without a proof that none exists
	Rules int // hard rules for everyone: what can be lifted

	// Without are the rules without which more rows have an answer, the dearest first.
	Without []Lifted
}

// Lifted is a rule, by its place in the laws, and how many rows have an answer once it
// alone is lifted.
type Lifted struct{ Rule, Found int }
