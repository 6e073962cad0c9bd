package wire

// Limits of actions for a group.
const (
	MaxActions = 10 // of one ChooseActions
	MaxProofs  = 5  // rows that an action is shown on
)

// ChooseActions asks for few actions that bring many rows to the class of the query, which
// names one. Candidates are made of counterfactuals of some of the rows. Facts: Progress,
// then ActionsChosen.
type ChooseActions struct {
	Query   Explain  `msgpack:"query"`                                 // without a row
	Rows    Floats   `msgpack:"rows" shape:"1..many,1..features"`      // rows × features, not of the class
	Of      []int    `msgpack:"of" len:"1..many" bound:"0.." is:"row"` // of the answers: place of the row
	Answers Floats   `msgpack:"answers" shape:"1..many,1..features"`   // counterfactuals × features
	Within  []Within `msgpack:"within" len:"..features" is:"limits"`   // as in ExplainMany
	Most    int      `msgpack:"most" bound:"1..actions" is:"number of actions"`
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
	Rows     []int     `msgpack:"rows" len:"1..many" bound:"0.." is:"row"`             // places of the rows that are reached
	Costs    Floats    `msgpack:"costs" shape:"1..many"`                               // of these, as of a Counterfactual
	After    Floats    `msgpack:"after" shape:"1..proofs,1..features"`                 // the first of them, after the action
	Shares   Floats    `msgpack:"shares" shape:"1..proofs"`                            // of the class, of these
}

func (m ChooseActions) relate(c *checks) {
	features := m.Rows.Size(1)
	c.that(m.Answers.Size(1) == features && m.Answers.Size(0) == len(m.Of), "%d × %d answers for %d rows of %d features", m.Answers.Size(0), m.Answers.Size(1), len(m.Of), features)
	for _, i := range m.Of {
		c.that(i < m.Rows.Size(0), "no row has number %d", i)
	}
	for _, w := range m.Within {
		c.that(w.Feature < features, "no feature has number %d", w.Feature)
	}
	c.that(m.Query.Target >= 0, "no class is asked for")
	m.Query.askedOf(c, features)
}

func (m ActionsChosen) relate(c *checks) {
	for _, a := range m.List {
		n, k := len(a.Features), len(a.Rows)
		c.that(len(a.By) == n && len(a.To) == n, "%d and %d moves of %d features", len(a.By), len(a.To), n)
		c.that(a.Costs.Size(0) == k && a.After.Size(0) == min(k, MaxProofs) && a.Shares.Size(0) == a.After.Size(0), "%d costs and %d proofs of %d rows", a.Costs.Size(0), a.After.Size(0), k)
		for _, j := range a.Features {
			c.that(j < a.After.Size(1), "no feature has number %d", j)
		}
		c.that(k <= m.Covered, "an action reaches %d rows and all together %d", k, m.Covered)
	}
}
