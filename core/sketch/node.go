package sketch

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// OutcomeNode stands for the outcome where edits take nodes; all others are
// features by their place in the schema.
const OutcomeNode = -1

// Node returns a node; the outcome's is OutcomeNode, and those of unobserved
// features follow those of the schema.
func (s Sketch) Node(v int) Node {
	switch {
	case v == OutcomeNode:
		return s.Outcome
	case v >= len(s.Nodes):
		return s.Hidden[v-len(s.Nodes)].node()
	}
	return s.Nodes[v]
}

// own has nodes be the sketch's own, to be written to by put.
func (s *Sketch) own() {
	s.Nodes, s.Hidden = slices.Clone(s.Nodes), slices.Clone(s.Hidden)
}

// put gives a sketch another node; the nodes must be its own already.
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

// SetNode replaces role, mechanism, formula and state of a node, and whether all its causes are
// drawn; its place, its order and its foreign attributes stay. The outcome has a role only. A
// new follower with a fitted mechanism has to pass CheckFit.
func (s Sketch) SetNode(schema data.Schema, v int, n Node) (Sketch, error) {
	if s.IsHidden(v) {
		return s, fault.Errorf("sketch: %q is unobserved and has neither a role nor a mechanism", s.Name(schema, v))
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

// Follow lets every effect with a mechanism follow unless acts lists it, as projects meant it
// whose nodes have no states.
func (s Sketch) Follow(table data.Schema, acts []int) Sketch {
	s.Nodes = slices.Clone(s.Nodes)
	for _, v := range s.Knowledge().Carriers(table) {
		if v < len(s.Nodes) && !slices.Contains(acts, v) {
			s.Nodes[v].State = causal.Following
		}
	}
	return s
}

// suspendFormula takes a formula out of force that no longer fits its causes.
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

// maxPlace bounds the coordinates of a node.
const maxPlace = 1e6

// Move shifts nodes by hand. Nodes stay on the paper, 1,000,000 points to every
// side.
func (s Sketch) Move(nodes []int, dx, dy float64) Sketch {
	s.own()
	for _, v := range nodes {
		n := s.Node(v)
		n.X, n.Y, n.Fixed = place(n.X+dx, n.X), place(n.Y+dy, n.Y), true
		s.put(v, n)
	}
	return s
}

// Place puts a node somewhere by hand.
func (s Sketch) Place(v int, x, y float64) Sketch {
	n := s.Node(v)
	n.X, n.Y, n.Fixed = place(x, n.X), place(y, n.Y), true
	s.own()
	s.put(v, n)
	return s
}

// place is a coordinate that a node can have; NaN leaves the old one.
func place(x, old float64) float64 {
	if math.IsNaN(x) {
		return old
	}
	return min(max(x, -maxPlace), maxPlace) + 0 // no negative zero
}

// Unfix leaves nodes to the layout again.
func (s Sketch) Unfix(nodes []int) Sketch {
	s.own()
	for _, v := range nodes {
		n := s.Node(v)
		n.Fixed = false
		s.put(v, n)
	}
	return s
}
