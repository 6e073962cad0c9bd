package causal

import (
	"slices"

	"causeway/core/fault"
)

// Link joins two nodes: features by their place in the schema, and unobserved ones
// after them.
type Link struct {
	From int `msgpack:"from" bound:"0.." is:"node"`
	To   int `msgpack:"to" bound:"0.." is:"node"`
}

// Unobserved is what a person knows about unobserved causes. No rule, mechanism or term follows
// from it; it says what rows cannot tell.
type Unobserved struct {
	Hidden int    `msgpack:"hidden" bound:"0..features" is:"number of unobserved features"`
	Links  []Link `msgpack:"links" len:"..pairs"`  // arrows from or to one of them
	Shared []Link `msgpack:"shared" len:"..pairs"` // pairs with an unobserved common cause of their own
}

// Whole is a graph with all that no column holds. A pair that shares an unobserved
// cause has a node for that cause, which is how d-separation becomes m-separation
// (Richardson 2003).
type Whole struct {
	*Graph        // the arrows between features alone
	all    *Graph // with unobserved features and then shared causes as nodes
	hidden int    // of the nodes after the features, those that are unobserved features
	barred []bool // of the nodes, those that cannot be known
	joined map[Link]bool
}

// With is the graph with unobserved causes. Arrows that close a cycle are a *CycleError, which
// names unobserved features as empty.
func (g *Graph) With(u Unobserved) (*Whole, error) {
	n := len(g.names)
	all := &Graph{names: append(slices.Clone(g.names), make([]string, max(u.Hidden, 0))...),
		edges: slices.Clone(g.edges)}
	nodes := len(all.names)
	for _, l := range u.Links {
		if max(l.From, l.To) < n {
			return nil, fault.Errorf("causal: a link from %d to %d touches no unobserved feature", l.From, l.To)
		}
		if err := all.AddEdge(Edge{From: l.From, To: l.To}); err != nil {
			return nil, err
		}
	}
	w := &Whole{Graph: g, all: all, hidden: nodes - n, joined: map[Link]bool{}}
	for _, l := range u.Shared {
		if min(l.From, l.To) < 0 || max(l.From, l.To) >= nodes || l.From == l.To {
			return nil, fault.Errorf("causal: %d and %d of %d nodes share an unobserved cause", l.From, l.To, nodes)
		}
		cause := len(all.names) // no arrow leads to it, so it closes no cycle
		all.names = append(all.names, "")
		all.edges = append(all.edges, Edge{From: cause, To: l.From}, Edge{From: cause, To: l.To})
		w.joined[Link{min(l.From, l.To), max(l.From, l.To)}] = true
	}
	w.barred = make([]bool, len(all.names))
	for v := n; v < len(w.barred); v++ {
		w.barred[v] = true
	}
	return w, nil
}

// Bar makes a feature of the schema count as unobserved when asked what to adjust for.
func (w *Whole) Bar(v int) { w.barred[v] = true }

// Nodes is the number of features, with unobserved ones.
func (w *Whole) Nodes() int { return len(w.names) + w.hidden }

// Arrow reports whether an arrow leads from one node to another, and Share whether two have an
// unobserved common cause.
func (w *Whole) Arrow(from, to int) bool { return slices.Contains(w.all.Parents(to), from) }
func (w *Whole) Share(a, b int) bool     { return w.joined[Link{min(a, b), max(a, b)}] }

// Separated is Graph.Separated in the whole graph. The open path has a node for every
// unobserved cause that two share, at or after Nodes.
func (w *Whole) Separated(a, b int, given []int) (open []int, separated bool) {
	return w.all.Separated(a, b, given)
}

// Separators gives for two features a set of observed ones that makes them independent, if one
// exists: the causes of both if they suffice, else all their ancestors.
func (w *Whole) Separators() func(a, b int) ([]int, bool) {
	parents := make([][]int, len(w.names))
	for v := range parents {
		parents[v] = w.Parents(v)
	}
	return func(a, b int) ([]int, bool) {
		if slices.Contains(parents[a], b) || slices.Contains(parents[b], a) {
			return nil, false
		}
		own := slices.Concat(parents[a], parents[b])
		slices.Sort(own)
		own = slices.Compact(own)
		if len(w.all.names) == len(w.names) {
			return own, true
		}
		if _, ok := w.Separated(a, b, own); ok {
			return own, true
		}
		up := func(e Edge) (int, int) { return e.To, e.From }
		beforeA, beforeB := w.all.closure(a, up), w.all.closure(b, up)
		var all []int
		for v := range w.names {
			if v != a && v != b && (beforeA[v] || beforeB[v]) {
				all = append(all, v)
			}
		}
		_, ok := w.Separated(a, b, all)
		return all, ok
	}
}

// Adjust is Graph.Adjust in the whole graph, with sets of observed features. There may be
// none that is enough; see Adjustment.Never.
func (w *Whole) Adjust(cause, effect int) Adjustment {
	return w.all.adjust(cause, effect, func(v int) bool { return !w.barred[v] })
}

// Confounded lists the causes of a feature, among the features, whose share in it rows cannot
// tell from unobserved causes: given its other causes, a path is open that does not carry the
// effect (single-door criterion: Pearl 2009, theorem 5.3.1).
func (w *Whole) Confounded(effect int) (list []int) {
	if len(w.all.names) == len(w.names) {
		return nil
	}
	seen := w.projected()
	causes := w.Parents(effect)
	for i, cause := range causes {
		others := slices.Delete(slices.Clone(causes), i, i+1)
		stays := func(e Edge) bool { return e.From != cause || e.To != effect }
		if _, apart := seen.walk(cause, effect, others, stays); !apart {
			list = append(list, cause)
		}
	}
	return list
}

// projected is the graph in which an arrow replaces every path through unobserved features, and
// a shared cause everything unobserved that leads to two features (latent projection: Verma
// 1993).
func (w *Whole) projected() *Graph {
	n := len(w.names)
	effects := make([][]int, len(w.all.names))
	for _, e := range w.all.edges {
		effects[e.From] = append(effects[e.From], e.To)
	}
	reaches := make([][]int, len(w.all.names)) // features, by ways through unobserved nodes alone
	for from := range reaches {
		met := map[int]bool{}
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			for _, to := range effects[queue[0]] {
				switch {
				case met[to]:
				case to >= n:
					queue = append(queue, to)
				default:
					reaches[from] = append(reaches[from], to)
				}
				met[to] = true
			}
		}
	}
	out := &Graph{names: slices.Clone(w.names)}
	for from, list := range reaches {
		cause := from
		if from >= n {
			if len(list) < 2 {
				continue
			}
			cause = len(out.names)
			out.names = append(out.names, "")
		}
		for _, to := range list {
			out.edges = append(out.edges, Edge{From: cause, To: to})
		}
	}
	return out
}
