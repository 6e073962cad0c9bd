package causal

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// named returns a schema of n continuous features a, b, c, ...
func named(n int) data.Schema {
	var s data.Schema
	for i := range n {
		s.Features = append(s.Features, data.Feature{Name: string(rune('a' + i)), Max: 1, MAD: 1, Decimals: 3})
	}
	s.Outcome = data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}}
	return s
}

func TestCycleIsNamed(t *testing.T) {
	g, err := NewGraph(named(4), Edge{From: 0, To: 1}, Edge{From: 1, To: 2}, Edge{From: 0, To: 2})
	if err != nil {
		t.Fatal(err)
	}
	err = g.AddEdge(Edge{From: 2, To: 0, Sign: Rises})
	var cycle *CycleError
	if !errors.As(err, &cycle) || !slices.Equal(cycle.Names, []string{"c", "a", "c"}) {
		t.Errorf("got %v, want the shortest cycle c → a → c", err)
	}
	err = g.AddEdge(Edge{From: 2, To: 2})
	if !errors.As(err, &cycle) || !slices.Equal(cycle.Names, []string{"c", "c"}) {
		t.Errorf("a feature is no cause of itself: got %v", err)
	}
	if g.AddEdge(Edge{From: 0, To: 4}) == nil || g.AddEdge(Edge{From: 0, To: 3, Sign: 9}) == nil {
		t.Error("an edge that cannot be is accepted")
	}
	if want := []Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}}; !slices.Equal(g.Edges(), want) {
		t.Errorf("got %v, want the refused edges to leave %v", g.Edges(), want)
	}
}

func TestGraphQueries(t *testing.T) {
	// d -> b -> a, d -> a, c alone
	g, err := NewGraph(named(4), Edge{From: 3, To: 1}, Edge{From: 1, To: 0}, Edge{From: 3, To: 0})
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Parents(0); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("parents of a: got %v", got)
	}
	if got := g.Children(3); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("children of d: got %v", got)
	}
	if got := g.Order(); !slices.Equal(got, []int{2, 3, 1, 0}) {
		t.Errorf("order: got %v", got)
	}
	if got := g.Descendants([]bool{false, true, true, false}); !slices.Equal(got, []bool{true, false, false, false}) {
		t.Errorf("descendants of b and c: got %v, want a", got)
	}
	if err := g.AddEdge(Edge{From: 3, To: 1, Sign: Falls}); err != nil || len(g.Edges()) != 3 {
		t.Errorf("adding an edge again replaces it: %v, %v", err, g.Edges())
	}
	if e, ok := g.Edge(3, 1); !ok || e.Sign != Falls {
		t.Errorf("got %v", e)
	}
	c := g.Clone()
	if !c.RemoveEdge(3, 1) || c.RemoveEdge(3, 1) || len(g.Edges()) != 3 {
		t.Error("removing from a clone changes the graph or is wrong")
	}
}

// TestGraphStaysAcyclic edits a graph at random. After every edit, the order must contain all
// features with every edge pointing forward. An edge may be rejected only if its cause is a
// descendant of its effect.
func TestGraphStaysAcyclic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n := 2 + r.IntN(8)
		g, _ := NewGraph(named(n))
		for range 80 {
			a, b := r.IntN(n), r.IntN(n)
			if r.IntN(4) == 0 {
				g.RemoveEdge(a, b)
			} else {
				below := make([]bool, n)
				below[b] = true
				closes := a == b || g.Descendants(below)[a]
				if err := g.AddEdge(Edge{From: a, To: b}); (err != nil) != closes {
					t.Fatalf("edge %d to %d: got %v, closes a cycle: %v", a, b, err, closes)
				}
			}
			order := g.Order()
			if s := slices.Sorted(slices.Values(order)); len(s) != n || s[0] != 0 || s[n-1] != n-1 {
				t.Fatalf("order %v of %d features", order, n)
			}
			for _, e := range g.Edges() {
				if slices.Index(order, e.From) > slices.Index(order, e.To) {
					t.Fatalf("edge %v points back in %v", e, order)
				}
			}
		}
	}
}
