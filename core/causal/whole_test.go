package causal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// mixed is a random graph with observed and unobserved features, in which some pairs share
// causes.
type mixed struct {
	n, hidden int
	arrows    map[Link]bool
	shared    map[Link]bool // From < To
}

func randomMixed(r *rand.Rand, n, hidden int) (mixed, *Whole) {
	m := mixed{n, hidden, map[Link]bool{}, map[Link]bool{}}
	g, err := NewGraph(data.Schema{Features: make([]data.Feature, n)})
	if err != nil {
		panic(err)
	}
	u := Unobserved{Hidden: hidden}
	order := r.Perm(n + hidden)
	for i, to := range order {
		for _, from := range order[:i] {
			if r.Float64() < 0.35 {
				m.arrows[Link{from, to}] = true
				if max(from, to) < n {
					if err := g.AddEdge(Edge{From: from, To: to}); err != nil {
						panic(err)
					}
				} else {
					u.Links = append(u.Links, Link{from, to})
				}
			}
			if r.Float64() < 0.2 {
				l := Link{min(from, to), max(from, to)}
				m.shared[l] = true
				u.Shared = append(u.Shared, Link{from, to})
			}
		}
	}
	w, err := g.With(u)
	if err != nil {
		panic(err)
	}
	return m, w
}

// leg is one edge of a path, with whether it has an arrowhead at each end.
type leg struct {
	from, to     int
	tail, arrive bool // arrowheads at from and at to
}

// walks calls see with every path from a to b that visits no node twice. If both an arrow and a
// shared cause connect two nodes, these count as different paths. It does not represent shared
// causes as nodes.
func (m mixed) walks(a, b int, see func([]leg)) {
	var on func(at int, met []int, path []leg)
	on = func(at int, met []int, path []leg) {
		if at == b {
			see(path)
			return
		}
		for to := range m.n + m.hidden {
			if slices.Contains(met, to) {
				continue
			}
			further := func(s leg) { on(to, append(slices.Clone(met), to), append(slices.Clone(path), s)) }
			if m.arrows[Link{at, to}] {
				further(leg{at, to, false, true})
			}
			if m.arrows[Link{to, at}] {
				further(leg{at, to, true, false})
			}
			if m.shared[Link{min(at, to), max(at, to)}] {
				further(leg{at, to, true, true})
			}
		}
	}
	on(a, []int{a}, nil)
}

func (m mixed) below(v int) map[int]bool {
	all := map[int]bool{v: true}
	for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
		for to := range m.n + m.hidden {
			if m.arrows[Link{queue[0], to}] && !all[to] {
				all[to] = true
				queue = append(queue, to)
			}
		}
	}
	return all
}

// open implements the definition of m-connection (Richardson 2003).
func (m mixed) open(path []leg, given []int) bool {
	for i := range len(path) - 1 {
		v := path[i].to
		if !(path[i].arrive && path[i+1].tail) {
			if slices.Contains(given, v) {
				return false
			}
			continue
		}
		below := m.below(v)
		if !slices.ContainsFunc(given, func(g int) bool { return below[g] }) {
			return false
		}
	}
	return true
}

func (m mixed) separated(a, b int, given []int, but func([]leg) bool) bool {
	apart := true
	m.walks(a, b, func(p []leg) { apart = apart && (but(p) || !m.open(p, given)) })
	return apart
}

func noPath([]leg) bool { return false }

// causalPath reports whether all edges of a path are arrows that point forward.
func causalPath(p []leg) bool {
	return !slices.ContainsFunc(p, func(s leg) bool { return s.tail || !s.arrive })
}

// TestSeparationWithUnobservedCauses compares Separated, and the sets of Separators, with an
// enumeration of all paths in small random mixed graphs.
func TestSeparationWithUnobservedCauses(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var both, can [2]int
	for range 120 {
		m, w := randomMixed(r, 4, r.IntN(2))
		able := map[Link]bool{}
		subsets(m.n, func(given []int) {
			for a := range m.n + m.hidden {
				for b := range m.n + m.hidden {
					if a == b || slices.Contains(given, a) || slices.Contains(given, b) {
						continue
					}
					want := m.separated(a, b, given, noPath)
					path, got := w.Separated(a, b, given)
					if got != want {
						t.Fatalf("%v %v: %d and %d given %v: %t, by all paths %t", m.arrows, m.shared, a, b, given,
							got, want)
					}
					if !got && (path[0] != a || path[len(path)-1] != b) {
						t.Fatalf("the open path from %d to %d is %v", a, b, path)
					}
					both[b2i(got)]++
					able[Link{a, b}] = able[Link{a, b}] || want
				}
			}
		})
		for b := range m.n {
			for a := range b {
				set, ok := w.Separators()(a, b)
				if ok != able[Link{a, b}] {
					t.Fatalf("%v %v: that something separates %d and %d: %t, of all sets %t", m.arrows, m.shared, a, b,
						ok, able[Link{a, b}])
				}
				if ok && !m.separated(a, b, set, noPath) {
					t.Fatalf("%v does not separate %d and %d", set, a, b)
				}
				can[b2i(ok)]++
			}
		}
	}
	if both[0] < 500 || both[1] < 500 || can[0] < 50 || can[1] < 50 {
		t.Errorf("%v and %v tell little", both, can)
	}
}

// TestAdjustmentWithUnobservedCauses compares the sets with all subsets of observed features that
// satisfy the criterion, judged by paths.
func TestAdjustmentWithUnobservedCauses(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	var found, never int
	for range 250 {
		m, w := randomMixed(r, 5, r.IntN(2))
		barred := r.IntN(2 * m.n) // one of the features may be marked as unobserved
		if barred < m.n {
			w.Bar(barred)
		}
		for x := range m.n {
			for y := range m.n {
				if x == y || x == barred || y == barred {
					continue
				}
				forbidden, effect := map[int]bool{x: true, y: true}, false
				m.walks(x, y, func(p []leg) {
					if causalPath(p) {
						effect = true
						for _, s := range p {
							for v := range m.below(s.to) {
								forbidden[v] = true
							}
						}
					}
				})
				got := w.Adjust(x, y)
				if got.None == effect {
					t.Fatalf("%v: an effect of %d on %d: %+v", m.arrows, x, y, got)
				}
				if got.None {
					continue
				}
				var want [][]int
				subsets(m.n, func(set []int) {
					if slices.ContainsFunc(set, func(v int) bool { return forbidden[v] || v == barred }) ||
						slices.ContainsFunc(want, func(s []int) bool { return subset(s, set) }) {
						return
					}
					if m.separated(x, y, set, causalPath) {
						want = append(want, set)
					}
				})
				if got.Never != (len(want) == 0) || !got.Never && (len(got.Sets) != len(want) || !got.All) &&
					len(want) < mostSets {
					t.Fatalf("%v %v barred %d: %d on %d: %+v of %v", m.arrows, m.shared, barred, x, y, got, want)
				}
				for _, s := range got.Sets {
					if !slices.ContainsFunc(want, func(w []int) bool { return slices.Equal(w, s) }) {
						t.Fatalf("%v %v: %d on %d: %v is none of %v", m.arrows, m.shared, x, y, s, want)
					}
				}
				found, never = found+len(got.Sets), never+b2i(got.Never)
			}
		}
	}
	if found < 300 || never < 100 {
		t.Errorf("%d sets and %d without one tell little", found, never)
	}
}

// TestConfoundedIsTheSingleDoor compares with an enumeration of all paths.
func TestConfoundedIsTheSingleDoor(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	var both [2]int
	for range 300 {
		m, w := randomMixed(r, 5, r.IntN(3))
		for v := range m.n {
			got := w.Confounded(v)
			causes := w.Parents(v)
			for i, c := range causes {
				others := slices.Delete(slices.Clone(causes), i, i+1)
				// Direct connections to the effect without another feature: the arrow, and paths
				// through unobserved ones.
				direct := func(p []leg) bool {
					return causalPath(p) && !slices.ContainsFunc(p[:len(p)-1], func(s leg) bool { return s.to < m.n })
				}
				want := !m.separated(c, v, others, direct)
				if slices.Contains(got, c) != want {
					t.Fatalf("%v %v: %d → %d: confounded %v, want %t", m.arrows, m.shared, c, v, got, want)
				}
				both[b2i(want)]++
			}
		}
	}
	if both[0] < 200 || both[1] < 200 {
		t.Errorf("%v tell little", both)
	}
}

// TestUnobservedCausesAreHeldToTheGraph checks that links need an unobserved end and that no
// arrow may close a cycle. Without anything unobserved, the results must be those of the plain
// graph.
func TestUnobservedCausesAreHeldToTheGraph(t *testing.T) {
	g, err := NewGraph(data.Schema{Features: make([]data.Feature, 2)}, Edge{From: 0, To: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, u := range map[string]Unobserved{
		"a link between features":     {Hidden: 1, Links: []Link{{1, 0}}},
		"a cycle through the unknown": {Hidden: 1, Links: []Link{{1, 2}, {2, 0}}},
		"a node that is not there":    {Hidden: 1, Links: []Link{{3, 0}}},
		"a cause shared with itself":  {Shared: []Link{{1, 1}}},
		"a negative node":             {Hidden: 1, Links: []Link{{-1, 2}}},
	} {
		if _, err := g.With(u); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	w, err := g.With(Unobserved{Shared: []Link{{1, 0}}})
	if err != nil || !w.Share(0, 1) || !w.Arrow(0, 1) || w.Arrow(1, 0) || len(w.Graph.Edges()) != 1 {
		t.Errorf("a cause shared along an arrow: %+v, %v", w, err)
	}
	if a := w.Adjust(0, 1); !a.Never || !slices.Equal(w.Confounded(1), []int{0}) {
		t.Errorf("a confounded effect is adjusted for by %+v", a)
	}
}
