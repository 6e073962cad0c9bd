package causal

import (
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Separated reports whether a graph makes two features independent given others: every path between
// them is blocked (d-separation: Pearl 2009, definition 1.2.3). If not, it also returns a shortest
// open path from a to b.
func (g *Graph) Separated(a, b int, given []int) (open []int, separated bool) {
	return g.walk(a, b, given, func(Edge) bool { return true })
}

// walk implements Separated on the edges for which stays is true. It follows paths feature by
// feature and keeps track of the direction of arrival. After arriving from a cause, it continues to
// effects unless the feature is given, and back to other causes if the feature or one of its
// descendants is given (Shachter 1998).
func (g *Graph) walk(a, b int, given []int, stays func(Edge) bool) (open []int, separated bool) {
	n := len(g.names)
	causes, effects := make([][]int, n), make([][]int, n)
	for _, e := range g.edges {
		if stays(e) {
			causes[e.To], effects[e.From] = append(causes[e.To], e.From), append(effects[e.From], e.To)
		}
	}
	known, opens := make([]bool, n), make([]bool, n)
	for _, v := range given {
		known[v] = true
	}
	// a collider is open if it or one of its descendants is given
	for queue := slices.Clone(given); len(queue) > 0; queue = queue[1:] {
		if v := queue[0]; !opens[v] {
			opens[v] = true
			queue = append(queue, causes[v]...)
		}
	}
	type state struct {
		at    int
		above bool // arrived from a cause of at
	}
	from := map[state]state{}
	start := state{a, false}
	from[start] = start
	for queue := []state{start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if s.at == b {
			for ; s != start; s = from[s] {
				open = append(open, s.at)
			}
			open = append(open, a)
			slices.Reverse(open)
			return open, false
		}
		visit := func(next state) {
			if _, seen := from[next]; !seen {
				from[next] = s
				queue = append(queue, next)
			}
		}
		if !known[s.at] {
			for _, v := range effects[s.at] {
				visit(state{v, true})
			}
		}
		if s.above && opens[s.at] || !s.above && !known[s.at] {
			for _, v := range causes[s.at] {
				visit(state{v, false})
			}
		}
	}
	return nil, true
}

// Adjustment describes how to estimate the total effect of one feature on another from observed
// rows.
type Adjustment struct {
	None bool    // no directed path leads to the effect, so the cause has no influence
	Sets [][]int // each set of features is sufficient on its own; if empty, no adjustment is needed
	All  bool    // Sets contains all minimal sets

	Never bool // no set is sufficient: an unobserved cause leaves a path open
}

// These constants limit how many sets adjust finds and, roughly, how many edges it follows.
const (
	mostSets  = 5
	mostSteps = 2_000_000
)

// Adjust returns the smallest sets of features to adjust for, in order of size. No set contains a
// feature on a causal path or one of its descendants, and each blocks every noncausal path
// (adjustment criterion: Shpitser et al. 2010, in the form of van der Zander, Liśkiewicz and Textor
// 2014). A graph without unobserved features always has such a set. For others, see Whole.
func (g *Graph) Adjust(cause, effect int) (out Adjustment) {
	return g.adjust(cause, effect, func(int) bool { return true })
}

// adjust implements Adjust with sets of features for which can is true.
func (g *Graph) adjust(cause, effect int, can func(int) bool) (out Adjustment) {
	n := len(g.names)
	below := g.closure(cause, func(e Edge) (int, int) { return e.From, e.To })
	if !below[effect] || cause == effect {
		return Adjustment{None: true}
	}
	above := g.closure(effect, func(e Edge) (int, int) { return e.To, e.From })
	forbidden := make([]bool, n)
	for v := range n {
		if v != cause && below[v] && above[v] { // on a causal path
			for w, is := range g.closure(v, func(e Edge) (int, int) { return e.From, e.To }) {
				forbidden[w] = forbidden[w] || is
			}
		}
	}
	forbidden[cause] = true
	stays := func(e Edge) bool { return e.From != cause || !(below[e.To] && above[e.To]) }
	before := g.closure(cause, func(e Edge) (int, int) { return e.To, e.From })
	var may []int // contains every minimal set
	for v := range n {
		if !forbidden[v] && v != effect && (above[v] || before[v]) && can(v) {
			may = append(may, v)
		}
	}
	if _, ok := g.walk(cause, effect, may, stays); !ok { // no subset is sufficient either
		return Adjustment{Never: true}
	}
	tries := 0
	out.All = true
	for size := 0; size <= len(may); size++ {
		c := combin.NewCombinationGenerator(len(may), size)
		for c.Next() {
			set := c.Combination(nil)
			for i, k := range set {
				set[i] = may[k]
			}
			if slices.ContainsFunc(out.Sets, func(s []int) bool { return subset(s, set) }) {
				continue
			}
			if tries++; tries*(n+len(g.edges)) > mostSteps || len(out.Sets) == mostSets {
				out.All = false
				if len(out.Sets) == 0 {
					out.Sets = [][]int{g.lean(cause, effect, may, stays)}
				}
				return out
			}
			if _, ok := g.walk(cause, effect, set, stays); ok {
				out.Sets = append(out.Sets, set)
			}
		}
	}
	return out
}

// lean drops features from a separating set, one after the other, as long as it still separates.
func (g *Graph) lean(cause, effect int, set []int, stays func(Edge) bool) []int {
	for i := 0; i < len(set); {
		rest := slices.Delete(slices.Clone(set), i, i+1)
		if _, ok := g.walk(cause, effect, rest, stays); ok {
			set = rest
			continue
		}
		i++
	}
	return set
}

// closure marks a feature and everything reachable from it through edges.
func (g *Graph) closure(v int, way func(Edge) (from, to int)) []bool {
	seen := make([]bool, len(g.names))
	seen[v] = true
	for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
		for _, e := range g.edges {
			if from, to := way(e); from == queue[0] && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return seen
}

func subset(some, all []int) bool {
	return !slices.ContainsFunc(some, func(v int) bool { return !slices.Contains(all, v) })
}
