// Package sketch holds the causal graph as a person draws it: what they know,
// where the nodes stand, and what files said besides. Edits are pure functions
// that keep the graph acyclic. It knows nothing of browsers and generators;
// Sketch.Knowledge is what the rest of the core takes from it. The schemas that
// its functions take are those of the table, without the orders of the sketch.
package sketch

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// Sketch is a drawing over the features of one schema. It is plain data, to be
// saved as it is; edits return changed copies and leave the original alone.
type Sketch struct {
	Nodes   []Node        `msgpack:"nodes"`          // one per feature, in the order of the schema
	Outcome Node          `msgpack:"outcome"`        // drawn apart: no edge touches it
	Edges   []Edge        `msgpack:"edges"`          // by effect, then by cause, as in causal.Graph
	Rules   []causal.Rule `msgpack:"rules"`          // for everyone, as stated; those of signs are entailed
	Attrs   []Attr        `msgpack:"attrs"`          // of the graph
	Each    bool          `msgpack:"each" since:"2"` // how signs are read, as in causal.Knowledge

	// Unobserved features. They belong to the drawing, not to Knowledge.
	Hidden []Hidden `msgpack:"hidden,omitempty" since:"2"` // unobserved features, nodes after those of the schema
	// edges at one of them, which have no sign, in the order of Edges
	Links []Edge `msgpack:"links,omitempty" since:"2"`
	// unobserved causes of two nodes, a ↔ b with From < To, in the same order
	Shared []Edge `msgpack:"shared,omitempty" since:"2"`
}

// Node is the drawing of a feature, the order of its categories and its
// mechanism.
type Node struct {
	X       float64   `msgpack:"x"`
	Y       float64   `msgpack:"y"`
	Fixed   bool      `msgpack:"fixed"` // placed by hand: layouts leave it alone
	Role    Role      `msgpack:"role"`
	Form    Mechanism `msgpack:"form"`
	Formula string    `msgpack:"formula"` // of Formula; kept while another form is chosen
	Ranks   []int     `msgpack:"ranks"`   // of its levels, as in causal.Order; nil: as in the table
	Attrs   []Attr    `msgpack:"attrs"`

	State  causal.State `msgpack:"state,omitempty" since:"2"`  // as it was set; Sketch.State is the one that counts
	Closed bool         `msgpack:"closed,omitempty" since:"2"` // all its causes are drawn, as in causal.Knowledge
}

// AnyOrder implements form.AnyOrder: what is acted on, and has causes that are not drawn, does
// not say so.
func (Node) AnyOrder() {}

// Edge is a direct cause as drawn.
type Edge struct {
	From   int         `msgpack:"from"`
	To     int         `msgpack:"to"`
	Sign   causal.Sign `msgpack:"sign"`
	Strict bool        `msgpack:"strict"`          // as in causal.Edge
	Soft   bool        `msgpack:"soft"`            // as in causal.Edge
	Least  float64     `msgpack:"least" since:"2"` // as in causal.Edge
	Most   float64     `msgpack:"most" since:"2"`
	Note   string      `msgpack:"note"` // how sure the person is, and why
	Attrs  []Attr      `msgpack:"attrs"`
}

func (e Edge) causal() causal.Edge {
	return causal.Edge{From: e.From, To: e.To, Sign: e.Sign, Strict: e.Strict, Soft: e.Soft, Least: e.Least,
		Most: e.Most}
}

// Mechanism says how an effect follows from all its causes.
type Mechanism uint8

// The mechanisms: not known, or in one of causal's forms.
const (
	NotKnown Mechanism = iota
	Linear
	Network
	Formula
)

// Role is what DAGitty calls the status of a variable. Causeway keeps it for
// files and draws it; nothing else depends on it.
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

// Attr is an attribute that a file had and Causeway does not know, kept so that
// it survives being read and written.
type Attr struct {
	Key   string `msgpack:"key"`
	Value string `msgpack:"value"`
}

// Knowledge is what the sketch says of cause and effect. Features that have a
// mechanism but no cause say nothing.
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

// Schema is the schema of the table with the orders of the sketch.
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
