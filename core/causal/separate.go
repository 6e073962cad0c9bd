package causal

import (
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Separated reports whether a graph makes two features independent once the given ones are
// known: whether every path between them is blocked (d-separation: Pearl 2009, definition
// 1.2.3). An open path is returned, from a to b, a shortest one.
func (g *Graph) Separated(a, b int, given []int) (open []int, separated bool) {
	return g.walk(a, b, given, func(Edge) bool { return true })
}

// walk is Separated in the graph of those edges that stay. It follows paths feature by feature,
// with the direction of arrival. Coming from a cause it goes on to effects unless the feature
// is given. It goes back to other causes if the feature or one of its effects is given
// (Shachter 1998).
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
	// causes of given features open the meetings there
	for queue := slices.Clone(given); len(queue) > 0; queue = queue[1:] {
		if v := queue[0]; !opens[v] {
			opens[v] = true
			queue = append(queue, causes[v]...)
		}
	}
	type state struct {
		at    int
		above bool // it came from a cause of at
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

// Adjustment says how to estimate the whole effect of one feature on another from observed
// rows.
type Adjustment struct {
	None bool    // no path of arrows leads there, so the cause has no effect
	Sets [][]int // sets of features, each of which is enough; an empty one means that nothing needs adjusting
	All  bool    // Sets are all that have no needless feature

	Never bool // no set is enough: an unobserved cause leaves a path open
}

// How many sets are looked for, and about how many edges are followed for that.
const (
	mostSets  = 5
	mostSteps = 2_000_000
)

// Adjust gives the smallest sets of features to adjust for, in the order of their size. No set
// holds what the effect passes through, or its descendants. Each blocks every path that does
// not carry the effect (adjustment criterion: Shpitser and others 2010; in the form of van der
// Zander, Liśkiewicz and Textor 2014). A graph without unobserved features always has one; see
// Whole for others.
func (g *Graph) Adjust(cause, effect int) (out Adjustment) {
	return g.adjust(cause, effect, func(int) bool { return true })
}

// adjust is Adjust with sets of those features that can be adjusted for.
func (g *Graph) adjust(cause, effect int, can func(int) bool) (out Adjustment) {
	n := len(g.names)
	below := g.closure(cause, func(e Edge) (int, int) { return e.From, e.To })
	if !below[effect] || cause == effect {
		return Adjustment{None: true}
	}
	above := g.closure(effect, func(e Edge) (int, int) { return e.To, e.From })
	forbidden := make([]bool, n)
	for v := range n {
		if v != cause && below[v] && above[v] { // on the way
			for w, is := range g.closure(v, func(e Edge) (int, int) { return e.From, e.To }) {
				forbidden[w] = forbidden[w] || is
			}
		}
	}
	forbidden[cause] = true
	stays := func(e Edge) bool { return e.From != cause || !(below[e.To] && above[e.To]) }
	before := g.closure(cause, func(e Edge) (int, int) { return e.To, e.From })
	var may []int // every set without a needless feature is among these
	for v := range n {
		if !forbidden[v] && v != effect && (above[v] || before[v]) && can(v) {
			may = append(may, v)
		}
	}
	if _, ok := g.walk(cause, effect, may, stays); !ok { // and then no part of it is enough either
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

// lean drops features that a separating set can do without, one after the other.
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

// closure marks a feature and all that edges reach from there.
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
