package sketch

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"causeway/core/data"
	"causeway/core/route"
)

func manyNumbers(n int) data.Schema {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("x%d", i))
	}
	return numbers(names...)
}

// randomSketch has about the requested number of edges, from lower to higher features in a
// shuffled order.
func randomSketch(r *rand.Rand, nodes, edges int) (Sketch, data.Schema) {
	schema := manyNumbers(nodes)
	s := New(schema)
	rank := r.Perm(nodes)
	for range edges {
		a, b := r.IntN(nodes), r.IntN(nodes)
		if rank[a] > rank[b] {
			a, b = b, a
		}
		if next, err := s.AddEdge(schema, Edge{From: a, To: b}); err == nil {
			s = next
		}
	}
	return s, schema
}

func overlap(a, b Node) bool {
	return math.Abs(a.X-b.X) < NodeWidth && math.Abs(a.Y-b.Y) < NodeHeight
}

func noOverlap(t *testing.T, s Sketch) {
	t.Helper()
	for a := OutcomeNode; a < len(s.Nodes); a++ {
		for b := OutcomeNode; b < a; b++ {
			if overlap(s.Node(a), s.Node(b)) && !(s.Node(a).Fixed && s.Node(b).Fixed) {
				t.Fatalf("nodes %d and %d overlap: %+v, %+v", a, b, s.Node(a), s.Node(b))
			}
		}
	}
}

func TestLayoutOfAnyGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + r.IntN(40)
		s, schema := randomSketch(r, n, r.IntN(2*n))
		s = s.Layout()
		noOverlap(t, s)
		for _, e := range s.Edges {
			if s.Nodes[e.To].X < s.Nodes[e.From].X+NodeWidth {
				t.Fatalf("the effect is not to the right of its cause: %+v", e)
			}
		}
		if frozen(t, s) != frozen(t, s.Layout()) {
			t.Fatal("a second layout moves nodes")
		}
		for range r.IntN(n + 1) {
			s = s.Place(r.IntN(n+1)-1, math.Round(r.NormFloat64()*500), math.Round(r.NormFloat64()*500))
		}
		laid := s.Layout()
		noOverlap(t, laid)
		if err := laid.Check(schema); err != nil {
			t.Fatal(err)
		}
		for v := OutcomeNode; v < n; v++ {
			if a, b := s.Node(v), laid.Node(v); a.Fixed && !equalNodes(a, b) {
				t.Fatalf("node %d was placed by hand and moved from %+v to %+v", v, a, b)
			}
		}
	}
}

// A part keeps its shape around a node placed by hand.
func TestLayoutFollowsTheHand(t *testing.T) {
	schema := numbers("a", "b", "c")
	s := New(schema)
	for _, e := range []Edge{{From: 0, To: 1}, {From: 1, To: 2}} {
		s, _ = s.AddEdge(schema, e)
	}
	free := s.Layout()
	placed := free.Place(1, free.Nodes[1].X+300, free.Nodes[1].Y-77).Layout()
	for v := range placed.Nodes {
		if dx, dy := placed.Nodes[v].X-free.Nodes[v].X, placed.Nodes[v].Y-free.Nodes[v].Y; dx != 300 || dy != -77 {
			t.Errorf("node %d moved by %v, %v", v, dx, dy)
		}
	}
}

func TestFewCrossings(t *testing.T) {
	// The graph consists of two ladders whose rungs are drawn in an order that causes crossings.
	const n = 12
	schema := manyNumbers(2 * n)
	s := New(schema)
	for i := range n - 1 {
		s, _ = s.AddEdge(schema, Edge{From: i, To: i + 1})
		s, _ = s.AddEdge(schema, Edge{From: 2*n - 1 - i, To: 2*n - 2 - i})
	}
	s, _ = s.AddEdge(schema, Edge{From: 0, To: n - 1})
	s, _ = s.AddEdge(schema, Edge{From: 2*n - 1, To: n - 1})
	s = s.Layout()
	nodes := make([]int, 2*n)
	for v := range nodes {
		nodes[v] = v
	}
	l := newLayers(nodes, s.Edges)
	l.untangle()
	if got := l.crossings(); got != 0 { // two chains that meet, and a long edge along each
		t.Errorf("%d crossings in a graph that can be drawn with none", got)
	}
}

// The time limits are generous, for busy machines.
func TestLargeLayoutsAreQuick(t *testing.T) {
	chain := New(manyNumbers(data.MaxFeatures))
	for v := 1; v < data.MaxFeatures; v++ {
		chain.Edges = append(chain.Edges, Edge{From: v - 1, To: v})
	}
	full := New(manyNumbers(data.MaxFeatures))
	for v := range data.MaxFeatures {
		for u := range v {
			full.Edges = append(full.Edges, Edge{From: u, To: v})
		}
	}
	sparse, _ := randomSketch(rand.New(rand.NewPCG(1, 1)), 500, 1000)
	for name, s := range map[string]Sketch{"chain": chain, "full": full, "sparse": sparse} {
		start := time.Now()
		s = s.Layout()
		took := time.Since(start)
		noOverlap(t, s)
		if took > 30*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		t.Logf("%s: %v", name, took)
	}
}

func BenchmarkLayout500(b *testing.B) {
	s, _ := randomSketch(rand.New(rand.NewPCG(1, 1)), 500, 1000)
	for b.Loop() {
		s.Layout()
	}
}

// The same graph has the same layout natively and in WebAssembly.
func TestLayoutIsPinned(t *testing.T) {
	s, _ := randomSketch(rand.New(rand.NewPCG(60, 120)), 60, 120)
	h := fnv.New64a()
	s = s.Place(7, 333.5, -20).Layout()
	for _, n := range s.Nodes {
		fmt.Fprintln(h, n.X, n.Y)
	}
	for _, l := range route.Around(s.Boxes(Plain), s.Lines(Plain)) {
		fmt.Fprintln(h, l.SVG())
	}
	if got, want := h.Sum64(), uint64(0x1ded1291306bf4c4); got != want {
		t.Errorf("got %#x, want %#x; if the layout was meant to change, so does this number", got, want)
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"age":                         "age",
		"123456789012345678":          "123456789012345678",
		"1234567890123456789":         "12345678901234567…",
		"名前名前名前名前名前":                  "名前名前名前名前…",
		strings.Repeat("e\u0301", 10): strings.Repeat("e\u0301", 10),
	} {
		if got := Label(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
