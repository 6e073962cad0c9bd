// Package causal represents what a person knows about cause and effect among the features of a
// table: a graph, mechanisms, structural causal models made of both, and rules about changes. Its
// checker judges decoded rows. The package knows no black boxes or generators, so its verdicts are
// independent evidence about them. Its arithmetic gives the same bits on every machine. Begin at
// Graph, Rule and CheckAll.
package causal

import (
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// Sign is the direction in which an effect moves when its cause rises.
type Sign uint8

// The signs of an edge.
const (
	Unknown Sign = iota
	Rises
	Falls
)

// Edge states that feature From is a direct cause of feature To.
type Edge struct {
	From   int  `msgpack:"from"`
	To     int  `msgpack:"to"`
	Sign   Sign `msgpack:"sign"`
	Strict bool `msgpack:"strict"` // the effect must move when its causes do; if false, it may also stay
	Soft   bool `msgpack:"soft"`   // the rule that follows from the sign is soft; see Rule

	// Least and Most limit how far a signed edge moves its effect for each unit, or level, of its
	// cause. 0 means no limit.
	Least float64 `msgpack:"least" since:"2"`
	Most  float64 `msgpack:"most" since:"2"`
}

// Unsigned returns the edge without its sign and sizes.
func (e Edge) Unsigned() Edge { return Edge{From: e.From, To: e.To} }

// Graph is a directed acyclic graph over the features of a schema. It rejects any edge that would
// close a cycle.
type Graph struct {
	names []string
	edges []Edge // by To, then by From
}

// NewGraph returns a graph over the features of a schema.
func NewGraph(s data.Schema, edges ...Edge) (*Graph, error) {
	g := &Graph{}
	for _, f := range s.Features {
		g.names = append(g.names, f.Name)
	}
	for _, e := range edges {
		if err := g.AddEdge(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// CycleError lists the features of the cycle that a rejected edge would close. The first is also
// the last.
type CycleError struct{ Names []string }

func (e *CycleError) Error() string { return "causal: " + e.Text() }

// Text returns the error without the package name, see fault.Text.
func (e *CycleError) Text() string {
	return "the edge would close the cycle " + strings.Join(e.Names, " → ")
}

// AddEdge adds an edge, or replaces an existing one. If the edge would close a cycle, it returns
// a *CycleError and leaves the graph unchanged.
func (g *Graph) AddEdge(e Edge) error {
	if n := len(g.names); e.From < 0 || e.From >= n || e.To < 0 || e.To >= n {
		return fault.Errorf("causal: an edge joins features %d and %d, but the table has only %d features", e.From,
			e.To, n)
	}
	if e.Sign > Falls {
		return fault.Errorf("causal: the sign of an edge is unknown")
	}
	if err := e.CheckSize(); err != nil {
		return fault.Errorf("causal: the edge from %s to %s %w", quote(g.names[e.From]), quote(g.names[e.To]), err)
	}
	if path := Path(len(g.names), g.Children, e.To, e.From); path != nil {
		names := []string{g.names[e.From]}
		for _, v := range path {
			names = append(names, g.names[v])
		}
		return &CycleError{names}
	}
	at, found := g.find(e.From, e.To)
	if found {
		g.edges[at] = e
	} else {
		g.edges = slices.Insert(g.edges, at, e)
	}
	return nil
}

// RemoveEdge removes an edge and reports whether it existed.
func (g *Graph) RemoveEdge(from, to int) bool {
	at, found := g.find(from, to)
	if found {
		g.edges = slices.Delete(g.edges, at, at+1)
	}
	return found
}

// Clone returns an independent copy.
func (g *Graph) Clone() *Graph { return &Graph{g.names, slices.Clone(g.edges)} }

// Features returns the number of features, with or without edges.
func (g *Graph) Features() int { return len(g.names) }

// Edges lists the edges, sorted by effect and then by cause.
func (g *Graph) Edges() []Edge { return slices.Clone(g.edges) }

// Edge returns the edge between two features.
func (g *Graph) Edge(from, to int) (Edge, bool) {
	at, found := g.find(from, to)
	if !found {
		return Edge{}, false
	}
	return g.edges[at], true
}

// Parents lists the direct causes of a feature in ascending order.
func (g *Graph) Parents(v int) []int {
	var list []int
	for _, e := range g.edges {
		if e.To == v {
			list = append(list, e.From)
		}
	}
	return list
}

// Children lists the direct effects of a feature in ascending order.
func (g *Graph) Children(v int) []int {
	var list []int
	for _, e := range g.edges {
		if e.From == v {
			list = append(list, e.To)
		}
	}
	return list
}

// Order lists all features with causes before their effects. If several can come next, the one with
// the smallest index comes first.
func (g *Graph) Order() []int {
	waiting := make([]int, len(g.names))
	for _, e := range g.edges {
		waiting[e.To]++
	}
	order := make([]int, 0, len(g.names))
	for len(order) < len(g.names) {
		v := slices.Index(waiting, 0)
		waiting[v] = -1
		order = append(order, v)
		for _, e := range g.edges {
			if e.From == v {
				waiting[e.To]--
			}
		}
	}
	return order
}

// Descendants marks the features that can be reached from those marked in from. A feature is not
// its own descendant.
func (g *Graph) Descendants(from []bool) []bool {
	below := make([]bool, len(g.names))
	for _, v := range g.Order() {
		for _, e := range g.edges {
			if e.From == v && (from[v] || below[v]) {
				below[e.To] = true
			}
		}
	}
	return below
}

// find returns the index of an edge in the list.
func (g *Graph) find(from, to int) (int, bool) {
	return slices.BinarySearchFunc(g.edges, Edge{From: from, To: to}, func(a, b Edge) int {
		if a.To != b.To {
			return a.To - b.To
		}
		return a.From - b.From
	})
}

// Path returns the features on a shortest path from a to b among n features, including both, or
// nil if none exists.
func Path(n int, children func(int) []int, a, b int) []int {
	before := make([]int, n) // predecessor plus one
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
		for _, c := range children(v) {
			if before[c] == 0 {
				before[c] = v + 1
				queue = append(queue, c)
			}
		}
	}
	return nil
}
