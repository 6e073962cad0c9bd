package wire

import "causeway/core/causal"

// These constants limit the actions for a group.
const (
	MaxActions = 10 // actions in one ChooseActions
	MaxProofs  = 5  // rows shown for each action
)

// ChooseActions requests a few actions that bring many rows to a class. The query must name the
// class. The engine derives candidates from counterfactuals of some of the rows. Facts: Progress,
// then ActionsChosen.
type ChooseActions struct {
	Query   Explain        // without a row
	Rows    Floats         // rows × features; no row belongs to the class
	Of      []int          // row index of each answer
	Answers Floats         // counterfactuals × features
	Within  []causal.Reach // see ExplainMany
	Most    int
}

// ActionsChosen answers ChooseActions.
type ActionsChosen struct {
	List       []ChosenAction `msgpack:"list" len:"..actions"` // most effective action first
	Candidates int            `msgpack:"candidates" bound:"0.."`
	Covered    int            `msgpack:"covered" bound:"0.."` // rows that some action in List brings to the class
}

// ChosenAction is an action that everybody in a group can take.
type ChosenAction struct {
	Features []int     `msgpack:"features" len:"1..features" bound:"0.." is:"feature"` // changed features, ascending
	By       []float64 `msgpack:"by" len:"1..features"`                                // change of a number
	To       []int     `msgpack:"to" len:"1..features" bound:"0.." is:"level"`         // new level of another feature
	// indices of the rows that are reached
	Rows []int `msgpack:"rows" len:"1..many" bound:"0.." is:"row"`
	// cost for each of Rows; see Counterfactual
	Costs Floats `msgpack:"costs" shape:"1..many"`
	// the first few of Rows, after the action
	After  Floats `msgpack:"after" shape:"1..proofs,1..features"`
	Shares Floats `msgpack:"shares" shape:"1..proofs"` // share of the class in After
}
