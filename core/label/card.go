package label

// Card is a counterfactual to judge.
type Card struct {
	Row                     int // in the table, from 0
	Factual, Counterfactual []float64
	Predicted, Target       int       // classes
	Given, Shares           []float64 // probability of every class, for the factual and the counterfactual
}

// Pair identifies the rows of the card.
func (c Card) Pair() string { return PairOf(c.Factual, c.Counterfactual) }

// Changed lists the features that differ.
func (c Card) Changed() []int {
	return Label{Factual: c.Factual, Counterfactual: c.Counterfactual}.Changed()
}
