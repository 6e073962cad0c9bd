package sketch

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// AddEdge draws an edge that is not there yet. One that would close a cycle,
// and one from a feature to itself, is refused with a *causal.CycleError.
func (s Sketch) AddEdge(schema data.Schema, e Edge) (Sketch, error) {
	if err := s.checkEnds(schema, e.From, e.To); err != nil {
		return s, err
	}
	at, found := s.find(e.From, e.To)
	if found {
		return s, fault.Errorf("sketch: the edge %s is drawn already", arrow(schema, e.From, e.To))
	}
	if err := e.check(schema); err != nil {
		return s, err
	}
	if path := s.path(e.To, e.From); path != nil {
		names := []string{schema.Features[e.From].Name}
		for _, v := range path {
			names = append(names, schema.Features[v].Name)
		}
		return s, &causal.CycleError{Names: names}
	}
	e.Attrs = tidyAttrs(e.Attrs)
	s.Each = s.Each || !s.Joint()
	s.Edges = slices.Insert(slices.Clone(s.Edges), at, e)
	return s, nil
}

// RemoveEdge removes an edge. A formula that spoke of its cause is no longer in
// force; its text is kept.
func (s Sketch) RemoveEdge(schema data.Schema, from, to int) (Sketch, error) {
	at, err := s.at(schema, from, to)
	if err != nil {
		return s, err
	}
	s.Edges = slices.Delete(slices.Clone(s.Edges), at, at+1)
	if len(s.Edges) == 0 {
		s.Edges = nil
	}
	return s.suspendFormula(schema, to), nil
}

// ReverseEdge turns an edge around with all that is said of it. It is refused
// with a *causal.CycleError if that would close a cycle.
func (s Sketch) ReverseEdge(schema data.Schema, from, to int) (Sketch, error) {
	at, err := s.at(schema, from, to)
	if err != nil {
		return s, err
	}
	e := s.Edges[at]
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

// SetEdge replaces sign, strictness, softness, size and note of the edge between
// e.From and e.To.
func (s Sketch) SetEdge(schema data.Schema, e Edge) (Sketch, error) {
	at, err := s.at(schema, e.From, e.To)
	if err != nil {
		return s, err
	}
	if err := e.check(schema); err != nil {
		return s, err
	}
	e.Attrs = s.Edges[at].Attrs
	s.Each = s.Each || !s.Joint()
	s.Edges = slices.Clone(s.Edges)
	s.Edges[at] = e
	return s, nil
}

// Joint reports whether it matters that signs are not read each by itself: a
// feature has two signed causes. Where it does not, the next edge that is drawn
// or changed makes them be read so.
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

// ReadEach reads every sign by itself from now on.
func (s Sketch) ReadEach() Sketch {
	s.Each = true
	return s
}

// Edge returns the edge between two features.
func (s Sketch) Edge(from, to int) (Edge, bool) {
	at, found := s.find(from, to)
	if !found {
		return Edge{}, false
	}
	return s.Edges[at], true
}

// Parents lists the direct causes of a feature, rising.
func (s Sketch) Parents(v int) []int {
	var list []int
	at, _ := s.find(-1, v)
	for ; at < len(s.Edges) && s.Edges[at].To == v; at++ {
		list = append(list, s.Edges[at].From)
	}
	return list
}

// find returns the place of an edge in the list.
func (s Sketch) find(from, to int) (int, bool) {
	return slices.BinarySearchFunc(s.Edges, Edge{From: from, To: to}, byEffect)
}

func byEffect(a, b Edge) int {
	if a.To != b.To {
		return a.To - b.To
	}
	return a.From - b.From
}

func (s Sketch) at(schema data.Schema, from, to int) (int, error) {
	if err := s.checkEnds(schema, from, to); err != nil {
		return 0, err
	}
	at, found := s.find(from, to)
	if !found {
		return 0, fault.Errorf("sketch: there is no edge %s", arrow(schema, from, to))
	}
	return at, nil
}

func (s Sketch) checkEnds(schema data.Schema, from, to int) error {
	if n := len(schema.Features); len(s.Nodes) != n || from < 0 || from >= n || to < 0 || to >= n {
		return fault.Errorf("sketch: an edge from feature %d to %d of %d; the outcome has no edges", from, to, n)
	}
	return nil
}

func arrow(schema data.Schema, from, to int) string {
	return fmt.Sprintf("%q → %q", schema.Features[from].Name, schema.Features[to].Name)
}

// path returns the features of a shortest path from a to b, both included; nil
// where there is none.
func (s Sketch) path(a, b int) []int {
	children := make([][]int, len(s.Nodes))
	for _, e := range s.Edges {
		children[e.From] = append(children[e.From], e.To)
	}
	before := make([]int, len(s.Nodes)) // the step before, plus one
	before[a] = a + 1
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		if v == b {
			path := []int{b}
			for v != a {
				v = before[v] - 1
				path = append(path, v)
			}
			slices.Reverse(path)
			return path
		}
		for _, c := range children[v] {
			if before[c] == 0 {
				before[c] = v + 1
				queue = append(queue, c)
			}
		}
	}
	return nil
}
