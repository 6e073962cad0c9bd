package dagview

// Action is the name of the action with which the canvas reports a person's wish, as one
// of the types below.
const Action = "dagview"

// Ends holds the two nodes that an edge joins.
type Ends struct {
	From, To int
	Both     bool // the two share an unobserved cause; From < To
}

// Pick is the selection on the canvas and what the next click means.
type Pick struct {
	Nodes   []int // rising
	Edge    Ends
	HasEdge bool

	Connecting bool // the next clicked node is an end of a new edge
	HasCause   bool
	Cause      int
	Share      bool // the new edge means an unobserved common cause
	Many       bool // clicking a node adds it to the selection
}

// Rule is a rule about one feature that can be set at its node.
type Rule uint8

// The rules. Bounded and Sorted get their values in other forms.
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

	// Choose is a node clicked while Connecting.
	Choose struct{ Node int }

	// From starts a new edge at a node. With Share it means an unobserved common cause.
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

	// Delete removes the selected edge, or the edges of the selected nodes and any of
	// these nodes that are unobserved features.
	Delete struct{}

	// Reverse turns the chosen edge around.
	Reverse struct{}

	// State adds a rule about one feature, or removes it.
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

	// Escape undoes the last selection.
	Escape struct{}
)
