package dagview

// Action is the name of the action under which the canvas says what a person
// wants, as one of the types below.
const Action = "dagview"

// Ends are the nodes that an edge joins.
type Ends struct {
	From, To int
	Both     bool // it stands for an unobserved cause of the two, From < To
}

// Pick is what is chosen on the canvas and what the next choice means.
type Pick struct {
	Nodes   []int // rising
	Edge    Ends
	HasEdge bool

	Connecting bool // the next node that is chosen is an end of a new edge
	HasCause   bool
	Cause      int
	Share      bool // the new edge is to say that two share an unobserved cause
	Many       bool // choosing a node adds it to the others
}

// Rule is what can be said of one feature at its node.
type Rule uint8

// The rules. Bounded and Sorted are given their values elsewhere.
const (
	Locked Rule = iota
	Rises
	Falls
	Bounded
	Sorted
)

// What a person wants.
type (
	// Select chooses nodes, or one edge, or nothing.
	Select struct {
		Nodes   []int
		Edge    Ends
		HasEdge bool
	}

	// Choose is a node that was chosen while Connecting.
	Choose struct{ Node int }

	// From starts a new edge at a node. Share has it say that two share an unobserved
	// cause.
	From struct {
		Node  int
		Share bool
	}

	// Connect draws an edge.
	Connect struct{ From, To int }

	// Accept draws an edge that the data suggest.
	Accept struct{ From, To int }

	// Move shifts nodes. Step says that it came from a key.
	Move struct {
		Nodes  []int
		DX, DY float64
		Step   bool
	}

	// Delete removes the chosen edge, or the edges of the chosen nodes and those of them
	// that are unobserved features.
	Delete struct{}

	// Reverse turns the chosen edge around.
	Reverse struct{}

	// State states a rule of one feature, or takes it back.
	State struct {
		Node int
		Rule Rule
	}

	// Try tries a value of a feature, as a place on its track from 0 to 1.
	Try struct {
		Node int
		At   float64
	}

	// Find goes to the field for a name.
	Find struct{}

	// Help shows the keys.
	Help struct{}

	// Escape takes the last choice back.
	Escape struct{}
)
