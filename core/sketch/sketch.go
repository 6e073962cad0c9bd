// Package sketch contains the causal graph as a person draws it: the person's knowledge, the
// positions of the nodes, and additional information from files. Edits are pure functions that
// keep the graph acyclic. The package does not depend on browsers or generators, and the rest of
// the core uses only Sketch.Knowledge. The schemas passed to its functions are those of the
// table, without the orders of the sketch.
package sketch

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// Sketch is a drawing for the features of one schema. It is plain data that can be saved
// unchanged. Edits return changed copies and do not modify the original.
type Sketch struct {
	Nodes   []Node        `msgpack:"nodes"`          // one per feature, in the order of the schema
	Outcome Node          `msgpack:"outcome"`        // drawn separately, without edges
	Edges   []Edge        `msgpack:"edges"`          // sorted by effect, then by cause, as in causal.Graph
	Rules   []causal.Rule `msgpack:"rules"`          // rules for everyone, without those that follow from signs
	Attrs   []Attr        `msgpack:"attrs"`          // attributes of the graph
	Each    bool          `msgpack:"each" since:"2"` // how signs are read, see causal.Knowledge

	// Unobserved features. They belong to the drawing, but not to Knowledge.
	Hidden []Hidden `msgpack:"hidden,omitempty" since:"2"` // unobserved features, nodes after those of the schema
	// edges at unobserved features, which have no sign, in the order of Edges
	Links []Edge `msgpack:"links,omitempty" since:"2"`
	// unobserved causes of two nodes, a ↔ b with From < To, in the same order
	Shared []Edge `msgpack:"shared,omitempty" since:"2"`
}

// Node is the drawing of a feature, with the order of its categories and its mechanism.
type Node struct {
	X       float64   `msgpack:"x"`
	Y       float64   `msgpack:"y"`
	Fixed   bool      `msgpack:"fixed"` // placed by hand, so layouts do not move it
	Role    Role      `msgpack:"role"`
	Form    Mechanism `msgpack:"form"`
	Formula string    `msgpack:"formula"` // for the form Formula; kept while another form is chosen
	Ranks   []int     `msgpack:"ranks"`   // ranks of its levels, as in causal.Order; nil for those of the table
	Attrs   []Attr    `msgpack:"attrs"`

	State  causal.State `msgpack:"state,omitempty" since:"2"`  // as chosen; see Sketch.State
	Closed bool         `msgpack:"closed,omitempty" since:"2"` // all its causes are drawn, see causal.Knowledge
}

// AnyOrder implements form.AnyOrder, because State and Closed are omitted if they have their zero
// values.
func (Node) AnyOrder() {}

// Edge is a drawn direct cause.
type Edge struct {
	From   int         `msgpack:"from"`
	To     int         `msgpack:"to"`
	Sign   causal.Sign `msgpack:"sign"`
	Strict bool        `msgpack:"strict"`          // see causal.Edge
	Soft   bool        `msgpack:"soft"`            // see causal.Edge
	Least  float64     `msgpack:"least" since:"2"` // see causal.Edge
	Most   float64     `msgpack:"most" since:"2"`
	Note   string      `msgpack:"note"` // how sure the person is, and why
	Attrs  []Attr      `msgpack:"attrs"`
}

func (e Edge) causal() causal.Edge {
	return causal.Edge{From: e.From, To: e.To, Sign: e.Sign, Strict: e.Strict, Soft: e.Soft, Least: e.Least,
		Most: e.Most}
}

// Mechanism is the form in which an effect follows from all its causes.
type Mechanism uint8

// The mechanisms: unknown, or one of the forms in package causal.
const (
	NotKnown Mechanism = iota
	Linear
	Network
	Formula
)

// Role is what DAGitty calls the status of a variable. Causeway draws it and keeps it for files,
// but uses it for nothing else.
type Role uint8

// The roles.
const (
	NoRole Role = iota
	Exposure
	OutcomeRole
	Adjusted
	Selected
	Latent
)

// Attr is an attribute from a file that Causeway does not know and keeps for writing the file
// again.
type Attr struct {
	Key   string `msgpack:"key"`
	Value string `msgpack:"value"`
}

// Knowledge returns the causal knowledge in the sketch. A mechanism of a feature without causes
// is ignored.
func (s Sketch) Knowledge() causal.Knowledge {
	k := causal.Knowledge{Orders: s.orders(), Rules: s.Rules, Each: s.Each}
	caused := make([]bool, len(s.Nodes))
	for _, e := range s.Edges {
		k.Edges = append(k.Edges, e.causal())
		caused[e.To] = true
	}
	for v, n := range s.Nodes {
		if n.Closed && caused[v] {
			k.Closed = append(k.Closed, v)
		}
		if n.Form == NotKnown || !caused[v] {
			continue
		}
		a := causal.Assignment{Feature: v, Form: causal.Form(n.Form - Linear), State: s.State(v)}
		if n.Form == Formula {
			a.Formula = n.Formula
		}
		k.Mechanisms = append(k.Mechanisms, a)
	}
	return k
}

// Schema returns the schema of the table with the orders of the sketch.
func (s Sketch) Schema(table data.Schema) data.Schema {
	return causal.Knowledge{Orders: s.orders()}.Schema(table)
}

func (s Sketch) orders() []causal.Order {
	var list []causal.Order
	for v, n := range s.Nodes {
		if n.Ranks != nil {
			list = append(list, causal.Order{Feature: v, Ranks: n.Ranks})
		}
	}
	return list
}
