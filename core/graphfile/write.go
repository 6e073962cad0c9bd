package graphfile

import (
	"fmt"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// Write writes a sketch as a file, and returns a sentence about each thing that the format cannot
// represent. The sketch must pass Check.
func Write(f Format, schema data.Schema, s sketch.Sketch) (file []byte, lost []string) {
	w := &writer{schema: schema, s: s, scale: 1, told: map[string]bool{}}
	for _, a := range s.Attrs {
		if x, ok := readNumber(a.Value); a.Key == keyScale && ok && isPowerOfTwo(x) {
			w.scale = x
		}
	}
	if n := len(s.Rules); n > 0 && f != Own {
		w.lose("rules", "Rules cannot be saved as %s: %s left out.", f, count(n, "is", "are"))
	}
	if f != Own && slices.ContainsFunc(s.Nodes, func(n sketch.Node) bool { return n.Ranks != nil }) {
		w.lose("orders", "Orders of categories cannot be saved as %s and are left out.", f)
	}
	if f != Own && !s.Each && slices.ContainsFunc(s.Edges,
		func(e sketch.Edge) bool { return e.Sign != causal.Unknown }) {
		w.lose("signs", "As %s, signs of one effect cannot be saved as counting together: each is read separately.", f)
	}
	if n := len(s.Shared); n > 0 && f != Own && f != DAGitty {
		w.lose("shared", "As %s, a graph cannot say that two nodes share an unobserved cause: %s left out.", f,
			count(n, "such edge is", "such edges are"))
	}
	if n := len(s.Hidden); n > 0 && (f == BIF || f == Edges) {
		w.lose("hidden", "Unobserved features cannot be saved as %s: %s left out with their edges.", f,
			count(n, "is", "are"))
	}
	if f == BIF || f == Edges {
		w.s.Hidden, w.s.Links, w.s.Shared = nil, nil, nil
	}
	switch f {
	case Own:
		w.own()
	case DAGitty:
		w.dot(true)
	case DOT:
		w.dot(false)
	case GML:
		w.gml()
	case BIF:
		w.bif()
	case Edges:
		w.edges()
	default:
		panic(fmt.Sprintf("graphfile: Write: format = %d", f))
	}
	return []byte(w.b.String()), w.lost
}

// writer holds an unfinished file.
type writer struct {
	schema data.Schema
	s      sketch.Sketch
	scale  float64 // points per unit of the file's positions
	b      strings.Builder
	lost   []string
	told   map[string]bool // kinds of losses and percent-encoded names that occurred
}

func (w *writer) text(parts ...string) {
	for _, p := range parts {
		w.b.WriteString(p)
	}
}

// lose reports, once per kind, that something is left out.
func (w *writer) lose(kind, format string, args ...any) {
	if !w.told[kind] {
		w.told[kind] = true
		w.lost = append(w.lost, fmt.Sprintf(format, args...))
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "the one " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// name returns the name of a node. For OutcomeNode it is the name of the outcome.
func (w *writer) name(v int) string { return w.s.Name(w.schema, v) }

// each calls node for every node, with the outcome last.
func (w *writer) each(node func(v int, n sketch.Node)) {
	for v := range w.s.Count() {
		node(v, w.s.Node(v))
	}
	node(sketch.OutcomeNode, w.s.Outcome)
}

// arrows returns the edges, those at unobserved features last.
func (w *writer) arrows() []sketch.Edge { return append(slices.Clone(w.s.Edges), w.s.Links...) }

func (w *writer) x(n sketch.Node) string { return number(n.X / w.scale) }
func (w *writer) y(n sketch.Node) string { return number(n.Y / w.scale) }

// foreign returns the foreign attributes of an edge, without those that would change its
// direction in a format that uses attributes for line ends.
func (w *writer) foreign(e sketch.Edge) []sketch.Attr {
	var list []sketch.Attr
	for _, a := range e.Attrs {
		if new(look).take(a.Key, a.Value) {
			w.lose("ends", "Attributes that would reverse edges are left out, such as %s.", quote(a.Key))
			continue
		}
		list = append(list, a)
	}
	return list
}

// attrs returns the foreign attributes of the graph, without the scale, which every format writes
// in its own way.
func (w *writer) attrs() []sketch.Attr {
	var list []sketch.Attr
	for _, a := range w.s.Attrs {
		if a.Key != keyScale {
			list = append(list, a)
		}
	}
	return list
}
