package causal

import (
	"slices"

	"causeway/core/fault"
)

// Link connects two nodes. Features are numbered by their index in the schema, followed by the
// unobserved ones.
type Link struct {
	From int `msgpack:"from" bound:"0.." is:"node"`
	To   int `msgpack:"to" bound:"0.." is:"node"`
}

// Unobserved holds a person's knowledge of unobserved causes. It yields no rules, mechanisms or
// terms; it only shows which effects the rows cannot identify.
type Unobserved struct {
	Hidden int    `msgpack:"hidden" bound:"0..features" is:"number of unobserved features"`
	Links  []Link `msgpack:"links" len:"..pairs"`  // arrows from or to an unobserved feature
	Shared []Link `msgpack:"shared" len:"..pairs"` // pairs that share an unobserved cause
}

// Whole is a graph together with the causes that no column records. A pair that shares an
// unobserved cause gets a node for that cause, which turns m-separation into d-separation
// (Richardson 2003).
type Whole struct {
	*Graph        // only the arrows between features
	all    *Graph // its nodes also include unobserved features, then shared causes
	hidden int    // number of unobserved features
	barred []bool // nodes that cannot be observed
	joined map[Link]bool
}

// With returns the graph with unobserved causes. If an arrow closes a cycle, it returns a
// *CycleError in which unobserved features have empty names.
func (g *Graph) With(u Unobserved) (*Whole, error) {
	n := len(g.names)
	all := &Graph{names: append(slices.Clone(g.names), make([]string, max(u.Hidden, 0))...),
		edges: slices.Clone(g.edges)}
	nodes := len(all.names)
	for _, l := range u.Links {
		if max(l.From, l.To) < n {
			return nil, fault.Errorf("causal: an extra link joins nodes %d and %d, but both are observed", l.From, l.To)
		}
		if err := all.AddEdge(Edge{From: l.From, To: l.To}); err != nil {
			return nil, err
		}
	}
	w := &Whole{Graph: g, all: all, hidden: nodes - n, joined: map[Link]bool{}}
	for _, l := range u.Shared {
		if min(l.From, l.To) < 0 || max(l.From, l.To) >= nodes || l.From == l.To {
			return nil, fault.Errorf("causal: nodes %d and %d cannot share an unobserved cause; there are %d "+
				"nodes", l.From, l.To, nodes)
		}
		cause := len(all.names) // no arrow leads to it, so it cannot close a cycle
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

// Bar makes Adjust treat a feature of the schema as unobserved.
func (w *Whole) Bar(v int) { w.barred[v] = true }

// Nodes returns the number of features, including unobserved ones.
func (w *Whole) Nodes() int { return len(w.names) + w.hidden }

// Arrow reports whether an arrow leads from one node to another. Share reports whether two nodes
// have an unobserved common cause.
func (w *Whole) Arrow(from, to int) bool { return slices.Contains(w.all.Parents(to), from) }
func (w *Whole) Share(a, b int) bool     { return w.joined[Link{min(a, b), max(a, b)}] }

// Separated is Graph.Separated for the whole graph. In the open path, an index of at least Nodes
// stands for an unobserved cause that two nodes share.
func (w *Whole) Separated(a, b int, given []int) (open []int, separated bool) {
	return w.all.Separated(a, b, given)
}

// Separators returns a function that finds a set of observed features that makes two features
// independent, if one exists: their causes if these suffice, otherwise all of their ancestors.
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

// Adjust is Graph.Adjust for the whole graph, with sets of observed features. A sufficient set may
// not exist; see Adjustment.Never.
func (w *Whole) Adjust(cause, effect int) Adjustment {
	return w.all.adjust(cause, effect, func(v int) bool { return !w.barred[v] })
}

// Confounded lists the observed causes of a feature whose effect the rows cannot separate from that
// of unobserved causes, because a noncausal path stays open given its other causes (single-door
// criterion: Pearl 2009, theorem 5.3.1).
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

// projected returns the graph over features only: arrows replace paths through unobserved features,
// and shared causes replace unobserved features that lead to two features (latent projection: Verma
// 1993).
func (w *Whole) projected() *Graph {
	n := len(w.names)
	effects := make([][]int, len(w.all.names))
	for _, e := range w.all.edges {
		effects[e.From] = append(effects[e.From], e.To)
	}
	reaches := make([][]int, len(w.all.names)) // features reachable through unobserved nodes only
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
