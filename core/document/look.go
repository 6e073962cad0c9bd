package document

// Map shows the black box's predictions for a row as two of its features vary. Other features
// stay the same unless rules compute them.
type Map struct {
	Xs, Ys []float64 // values of both features, in ascending order
	// whether the black box predicts the requested class: for every value of Y, for every value
	// of X
	In     []bool
	Broken []int       // in the same order, the index in Rules of the first rule that forbids the change, or -1
	Rules  []string    // the hard rules
	Points [][]float64 // both features of some training rows
	Of     []bool      // whether the black box predicts the class for these rows
}

// Codes shows a generator's latent space: where held-out rows lie in the two dimensions of the
// code that vary most.
type Codes struct {
	Numbers int     // number of dimensions of the code
	Used    int     // how many of them vary between rows; the others carry no information
	Which   []int   // the two that vary most, from 0
	Share   float64 // the share of these two in the total variance

	X, Y    []float64 // for every row
	Class   []int     // the black box's class
	Reaches []bool    // whether its code, decoded without noise, reaches another class
	Moved   int       // number of rows whose counterfactual changes with the encoder's noise
}

// Cost measures the cost of hard rules for rows outside a class: the number of rows for which a
// search finds an answer, with all rules and without each of them. An answer is a row of that
// class that keeps the rules. Fewer rules never lose an answer, so no count in Without is below
// Found.
type Cost struct {
	Rows  int // number of rows that are not of the class
	Found int // how many of them have an answer under all hard rules
	Open  int // how many have neither an answer nor a proof that none exists
	Rules int // number of hard rules for everyone, which could be lifted

	// Without lists the rules that cost rows their answer: with the rule lifted, more rows have
	// one. The most costly rule comes first.
	Without []Lifted
}

// Lifted holds the index of a rule in the laws, and how many rows have an answer if only that
// rule is lifted.
type Lifted struct{ Rule, Found int }
