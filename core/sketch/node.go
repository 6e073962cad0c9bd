package sketch

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// OutcomeNode is the outcome's index in functions that take a node. Other nodes have the index of
// their feature in the schema.
const OutcomeNode = -1

// Node returns a node. OutcomeNode selects the outcome, and unobserved features follow those of
// the schema.
func (s Sketch) Node(v int) Node {
	switch {
	case v == OutcomeNode:
		return s.Outcome
	case v >= len(s.Nodes):
		return s.Hidden[v-len(s.Nodes)].node()
	}
	return s.Nodes[v]
}

// own copies the nodes, so that put may change them.
func (s *Sketch) own() {
	s.Nodes, s.Hidden = slices.Clone(s.Nodes), slices.Clone(s.Hidden)
}

// put replaces a node. The sketch must already own its nodes.
func (s *Sketch) put(v int, n Node) {
	switch {
	case v == OutcomeNode:
		s.Outcome = n
	case v >= len(s.Nodes):
		h := &s.Hidden[v-len(s.Nodes)]
		h.X, h.Y, h.Fixed = n.X, n.Y, n.Fixed
	default:
		s.Nodes[v] = n
	}
}

// SetNode replaces the role, mechanism, formula and state of a node, and whether all its causes
// are drawn. Its position, order and foreign attributes do not change. The outcome has only a
// role. A node that newly follows by a fitted mechanism must pass CheckFit.
func (s Sketch) SetNode(schema data.Schema, v int, n Node) (Sketch, error) {
	if s.IsHidden(v) {
		return s, fault.Errorf("sketch: %q is unobserved, so it can have neither a role nor a "+
			"mechanism", s.Name(schema, v))
	}
	was := s.Node(v)
	now := was
	now.Role, now.Form, now.Formula, now.State, now.Closed = n.Role, n.Form, n.Formula, n.State, n.Closed
	if err := s.checkNode(s.Schema(schema), v, now); err != nil {
		return s, err
	}
	if anew := now.State != was.State || now.Form != was.Form; anew && now.State != causal.ActedOn && now.fitted() {
		if err := s.CheckFit(schema, v); err != nil {
			return s, err
		}
	}
	s.Nodes = slices.Clone(s.Nodes)
	s.put(v, now)
	return s, nil
}

// Follow makes every effect with a mechanism follow unless acts lists it. This was the meaning in
// projects whose nodes have no states.
func (s Sketch) Follow(table data.Schema, acts []int) Sketch {
	s.Nodes = slices.Clone(s.Nodes)
	for _, v := range s.Knowledge().Carriers(table) {
		if v < len(s.Nodes) && !slices.Contains(acts, v) {
			s.Nodes[v].State = causal.Following
		}
	}
	return s
}

// suspendFormula deactivates a formula that no longer matches the causes.
func (s Sketch) suspendFormula(schema data.Schema, v int) Sketch {
	n := s.Nodes[v]
	if n.Form != Formula {
		return s
	}
	if _, err := causal.ParseFormula(n.Formula, s.Schema(schema), s.Parents(v)); err == nil {
		return s
	}
	n.Form = NotKnown
	s.Nodes = slices.Clone(s.Nodes)
	s.Nodes[v] = n
	return s
}

// maxPlace is the largest absolute coordinate of a node.
const maxPlace = 1e6

// Move shifts nodes by hand. Nodes remain within the drawing area, which extends 1,000,000 points
// to every side.
func (s Sketch) Move(nodes []int, dx, dy float64) Sketch {
	s.own()
	for _, v := range nodes {
		n := s.Node(v)
		n.X, n.Y, n.Fixed = place(n.X+dx, n.X), place(n.Y+dy, n.Y), true
		s.put(v, n)
	}
	return s
}

// Place moves a node to a position by hand.
func (s Sketch) Place(v int, x, y float64) Sketch {
	n := s.Node(v)
	n.X, n.Y, n.Fixed = place(x, n.X), place(y, n.Y), true
	s.own()
	s.put(v, n)
	return s
}

// place returns a valid coordinate for a node. NaN selects the old one.
func place(x, old float64) float64 {
	if math.IsNaN(x) {
		return old
	}
	return min(max(x, -maxPlace), maxPlace) + 0 // no negative zero
}

// Unfix lets the layout place nodes again.
func (s Sketch) Unfix(nodes []int) Sketch {
	s.own()
	for _, v := range nodes {
		n := s.Node(v)
		n.Fixed = false
		s.put(v, n)
	}
	return s
}
