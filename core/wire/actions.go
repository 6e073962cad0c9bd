package wire

import "causeway/core/causal"

// Limits of actions for a group.
const (
	MaxActions = 10 // of one ChooseActions
	MaxProofs  = 5  // rows that an action is shown on
)

// ChooseActions asks for few actions that bring many rows to the class of the query, which
// names one. Candidates are made of counterfactuals of some of the rows. Facts: Progress,
// then ActionsChosen.
type ChooseActions struct {
	Query   Explain        // without a row
	Rows    Floats         // rows × features, not of the class
	Of      []int          // of the answers: place of the row
	Answers Floats         // counterfactuals × features
	Within  []causal.Reach // as in ExplainMany
	Most    int
}

// ActionsChosen answers ChooseActions.
type ActionsChosen struct {
	List       []ChosenAction `msgpack:"list" len:"..actions"` // those that reach most first
	Candidates int            `msgpack:"candidates" bound:"0.."`
	Covered    int            `msgpack:"covered" bound:"0.."` // rows that any of the List reaches
}

// ChosenAction is what everybody of a group is asked to do.
type ChosenAction struct {
	Features []int     `msgpack:"features" len:"1..features" bound:"0.." is:"feature"` // that change, rising
	By       []float64 `msgpack:"by" len:"1..features"`                                // how far a number moves
	To       []int     `msgpack:"to" len:"1..features" bound:"0.." is:"level"`         // where another feature goes
	// places of the rows that are reached
	Rows []int `msgpack:"rows" len:"1..many" bound:"0.." is:"row"`
	// of these, as of a Counterfactual
	Costs Floats `msgpack:"costs" shape:"1..many"`
	// the first of them, after the action
	After  Floats `msgpack:"after" shape:"1..proofs,1..features"`
	Shares Floats `msgpack:"shares" shape:"1..proofs"` // of the class, of these
}
