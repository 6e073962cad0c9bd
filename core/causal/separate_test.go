package causal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// paths calls see with every path between two features that visits no feature twice.
func paths(g *Graph, a, b int, see func(path []int)) {
	var on func(path []int)
	on = func(path []int) {
		at := path[len(path)-1]
		if at == b {
			see(path)
			return
		}
		for _, e := range g.edges {
			for _, to := range [][2]int{{e.From, e.To}, {e.To, e.From}} {
				if to[0] == at && !slices.Contains(path, to[1]) {
					on(append(slices.Clone(path), to[1]))
				}
			}
		}
	}
	on([]int{a})
}

func arrow(g *Graph, from, to int) bool {
	_, is := g.find(from, to)
	return is
}

// openPath implements the definition. A path is open if every given feature on it is a collider,
// and every collider, or one of its descendants, is given.
func openPath(g *Graph, path, given []int) bool {
	for i := 1; i+1 < len(path); i++ {
		meets := arrow(g, path[i-1], path[i]) && arrow(g, path[i+1], path[i])
		if !meets {
			if slices.Contains(given, path[i]) {
				return false
			}
			continue
		}
		below := g.closure(path[i], func(e Edge) (int, int) { return e.From, e.To })
		if !slices.ContainsFunc(given, func(v int) bool { return below[v] }) {
			return false
		}
	}
	return true
}

func randomGraph(r *rand.Rand, n int) *Graph {
	g := &Graph{names: make([]string, n)}
	order := r.Perm(n)
	for i := range n {
		for j := range i {
			if r.Float64() < 0.45 {
				if err := g.AddEdge(Edge{From: order[j], To: order[i]}); err != nil {
					panic(err)
				}
			}
		}
	}
	return g
}

// subsets calls see with every subset of features, smaller ones first.
func subsets(n int, see func(set []int)) {
	var all [][]int
	for bits := range 1 << n {
		var set []int
		for v := range n {
			if bits>>v&1 == 1 {
				set = append(set, v)
			}
		}
		all = append(all, set)
	}
	slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
	for _, s := range all {
		see(s)
	}
}

// TestSeparationIsItsDefinition compares with an enumeration of all paths in small random graphs.
func TestSeparationIsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	both := [2]int{}
	for range 150 {
		g := randomGraph(r, 5)
		subsets(5, func(given []int) {
			for a := range 5 {
				for b := range 5 {
					if a == b || slices.Contains(given, a) || slices.Contains(given, b) {
						continue
					}
					want := true
					paths(g, a, b, func(p []int) { want = want && !openPath(g, p, given) })
					path, got := g.Separated(a, b, given)
					if got != want {
						t.Fatalf("%v: %d and %d given %v: %t, by all paths %t", g.edges, a, b, given, got, want)
					}
					if !got && (path[0] != a || path[len(path)-1] != b) {
						t.Fatalf("%v: the open path from %d to %d is %v", g.edges, a, b, path)
					}
					both[b2i(got)]++
				}
			}
		})
	}
	if both[0] < 1000 || both[1] < 1000 {
		t.Errorf("%d open and %d blocked tell little", both[0], both[1])
	}
}

// TestAdjustmentIsItsCriterion compares the sets with all minimal subsets that satisfy the
// criterion.
func TestAdjustmentIsItsCriterion(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 200 {
		const n = 6
		g := randomGraph(r, n)
		for x := range n {
			for y := range n {
				if x == y {
					continue
				}
				var ways [][]int // directed paths
				paths(g, x, y, func(p []int) {
					for i := range len(p) - 1 {
						if !arrow(g, p[i], p[i+1]) {
							return
						}
					}
					ways = append(ways, p)
				})
				got := g.Adjust(x, y)
				if got.None != (len(ways) == 0) {
					t.Fatalf("%v: an effect of %d on %d: %+v", g.edges, x, y, got)
				}
				if got.None {
					continue
				}
				forbidden := make([]bool, n)
				for _, w := range ways {
					for _, v := range w[1:] {
						for d, is := range g.closure(v, func(e Edge) (int, int) { return e.From, e.To }) {
							forbidden[d] = forbidden[d] || is
						}
					}
				}
				var want [][]int
				subsets(n, func(set []int) {
					if slices.Contains(set, x) || slices.ContainsFunc(set, func(v int) bool { return forbidden[v] }) ||
						slices.ContainsFunc(want, func(s []int) bool { return subset(s, set) }) {
						return
					}
					valid := true
					paths(g, x, y, func(p []int) {
						if !slices.ContainsFunc(ways, func(w []int) bool { return slices.Equal(w, p) }) {
							valid = valid && !openPath(g, p, set)
						}
					})
					if valid {
						want = append(want, set)
					}
				})
				if len(want) == 0 || len(got.Sets) != min(len(want), mostSets) || got.All != (len(want) <= mostSets) &&
					len(want) != mostSets {
					t.Fatalf("%v: %d on %d: %v of %v, all %t", g.edges, x, y, got.Sets, want, got.All)
				}
				for _, s := range got.Sets {
					if !slices.ContainsFunc(want, func(w []int) bool { return len(w) == len(s) && subset(w, s) }) {
						t.Fatalf("%v: %d on %d: %v is none of %v", g.edges, x, y, s, want)
					}
				}
				found += len(got.Sets)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d sets tell little", found)
	}
}

// TestManyCausesAreAdjustedFor checks that a graph with many causes still gets a minimal set.
func TestManyCausesAreAdjustedFor(t *testing.T) {
	const n = 42 // x, y and forty causes of both
	g := &Graph{names: make([]string, n)}
	for v := 2; v < n; v++ {
		for to := range 2 {
			if err := g.AddEdge(Edge{From: v, To: to}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := g.AddEdge(Edge{From: 0, To: 1}); err != nil {
		t.Fatal(err)
	}
	if a := g.Adjust(0, 1); a.All || len(a.Sets) != 1 || len(a.Sets[0]) != n-2 {
		t.Errorf("%+v", a)
	}
}
