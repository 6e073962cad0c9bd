package sketch

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// AddEdge draws a new edge. It rejects an edge that would close a cycle, or that connects a
// feature to itself, with a *causal.CycleError.
func (s Sketch) AddEdge(schema data.Schema, e Edge) (Sketch, error) {
	if err := s.checkNodes(schema, e.From, e.To); err != nil {
		return s, err
	}
	list := s.among(e.From, e.To)
	at, found := find(*list, e.From, e.To)
	if found {
		return s, fault.Errorf("sketch: the graph already has the edge %s", s.arrow(schema, e.From, e.To))
	}
	if err := s.checkEdge(schema, e); err != nil {
		return s, err
	}
	if path := s.path(e.To, e.From); path != nil {
		return s, s.cycleError(schema, append([]int{e.From}, path...))
	}
	e.Attrs = tidyAttrs(e.Attrs)
	s.Each = s.Each || !s.Joint()
	*list = slices.Insert(slices.Clone(*list), at, e)
	return s, nil
}

// RemoveEdge removes an edge. A formula that uses the removed cause is no longer in force, but
// its text is kept.
func (s Sketch) RemoveEdge(schema data.Schema, from, to int) (Sketch, error) {
	at, err := s.at(schema, from, to)
	if err != nil {
		return s, err
	}
	list := s.among(from, to)
	if *list = slices.Delete(slices.Clone(*list), at, at+1); len(*list) == 0 {
		*list = nil
	}
	if s.IsHidden(to) {
		return s, nil
	}
	return s.suspendFormula(schema, to), nil
}

// ReverseEdge reverses an edge and keeps all its settings. It returns a *causal.CycleError if
// this would close a cycle.
func (s Sketch) ReverseEdge(schema data.Schema, from, to int) (Sketch, error) {
	at, err := s.at(schema, from, to)
	if err != nil {
		return s, err
	}
	e := (*s.among(from, to))[at]
	e.From, e.To = to, from
	turned, err := s.RemoveEdge(schema, from, to)
	if err == nil {
		turned, err = turned.AddEdge(schema, e)
	}
	if err != nil {
		return s, err
	}
	return turned, nil
}

// SetEdge replaces the sign, strictness, softness, size and note of the edge between e.From and
// e.To.
func (s Sketch) SetEdge(schema data.Schema, e Edge) (Sketch, error) {
	at, err := s.at(schema, e.From, e.To)
	if err != nil {
		return s, err
	}
	if err := s.checkEdge(schema, e); err != nil {
		return s, err
	}
	list := s.among(e.From, e.To)
	e.Attrs = (*list)[at].Attrs
	s.Each = s.Each || !s.Joint()
	*list = slices.Clone(*list)
	(*list)[at] = e
	return s, nil
}

// Joint reports whether reading signs together makes a difference, because a feature has two
// signed causes. If not, the next drawn or changed edge switches the sketch to reading each sign
// separately.
func (s Sketch) Joint() bool {
	last := -1 // the effect of the last signed edge
	for _, e := range s.Edges {
		if e.Sign == causal.Unknown {
			continue
		}
		if e.To == last {
			return !s.Each
		}
		last = e.To
	}
	return false
}

// ReadEach returns the sketch with every sign read separately.
func (s Sketch) ReadEach() Sketch {
	s.Each = true
	return s
}

// Edge returns the edge between two nodes.
func (s Sketch) Edge(from, to int) (Edge, bool) {
	list := *s.among(from, to)
	at, found := find(list, from, to)
	if !found {
		return Edge{}, false
	}
	return list[at], true
}

// Parents lists the direct causes of a feature that are schema features, in ascending order.
func (s Sketch) Parents(v int) []int {
	var list []int
	at, _ := find(s.Edges, -1, v)
	for ; at < len(s.Edges) && s.Edges[at].To == v; at++ {
		list = append(list, s.Edges[at].From)
	}
	return list
}

// among returns the list that holds edges between these two nodes.
func (s *Sketch) among(from, to int) *[]Edge {
	if s.IsHidden(max(from, to)) {
		return &s.Links
	}
	return &s.Edges
}

// find returns the index of an edge in a list.
func find(list []Edge, from, to int) (int, bool) {
	return slices.BinarySearchFunc(list, Edge{From: from, To: to}, byEffect)
}

func byEffect(a, b Edge) int {
	if a.To != b.To {
		return a.To - b.To
	}
	return a.From - b.From
}

func (s Sketch) at(schema data.Schema, from, to int) (int, error) {
	if err := s.checkNodes(schema, from, to); err != nil {
		return 0, err
	}
	at, found := find(*s.among(from, to), from, to)
	if !found {
		return 0, fault.Errorf("sketch: the graph has no edge %s", s.arrow(schema, from, to))
	}
	return at, nil
}

// checkNodes checks that both ends of an edge are nodes that can have edges.
func (s Sketch) checkNodes(schema data.Schema, from, to int) error {
	if n := s.Count(); len(s.Nodes) != len(schema.Features) || from < 0 || from >= n || to < 0 || to >= n {
		return fault.Errorf("sketch: an edge joins nodes %d and %d, but the graph has %d nodes that can have "+
			"edges", from, to, n)
	}
	return nil
}

func (s Sketch) arrow(schema data.Schema, from, to int) string {
	return fmt.Sprintf("%q → %q", s.Name(schema, from), s.Name(schema, to))
}

// cycleError returns an error that names the nodes of a cycle.
func (s Sketch) cycleError(schema data.Schema, cycle []int) error {
	var names []string
	for _, v := range cycle {
		names = append(names, s.Name(schema, v))
	}
	return &causal.CycleError{Names: names}
}

// path returns the features on a shortest path from a to b, including both, or nil if no path
// exists.
func (s Sketch) path(a, b int) []int {
	children := make([][]int, s.Count())
	for _, list := range [...][]Edge{s.Edges, s.Links} {
		for _, e := range list {
			children[e.From] = append(children[e.From], e.To)
		}
	}
	return causal.Path(s.Count(), func(v int) []int { return children[v] }, a, b)
}
