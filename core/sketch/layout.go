package sketch

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/sorting"
)

// New returns an empty drawing for the features of a schema, laid out.
func New(schema data.Schema) Sketch {
	s := Sketch{Nodes: make([]Node, len(schema.Features)), Each: true}
	s.Outcome.Role = OutcomeRole
	return s.Layout()
}

// Layout places the nodes of a valid sketch that were not placed by hand, at integer coordinates
// and without overlaps. Causes are placed left of their effects in layers, unconnected parts on
// shelves, features without edges in a grid below them, and the outcome at the right. A part with
// a node placed by hand is placed around that node.
func (s Sketch) Layout() Sketch {
	laid := s.whole().layout()
	s.own()
	for v := range s.Count() {
		n, to := s.Node(v), laid.Nodes[v]
		n.X, n.Y = to.X, to.Y
		s.put(v, n)
	}
	s.Outcome = laid.Outcome
	return s
}

// whole returns the sketch with unobserved features among the other nodes.
func (s Sketch) whole() Sketch {
	if len(s.Hidden) == 0 {
		return s
	}
	s.Nodes, s.Edges = slices.Clone(s.Nodes), append(slices.Clone(s.Edges), s.Links...)
	for _, h := range s.Hidden {
		s.Nodes = append(s.Nodes, h.node())
	}
	sorting.Stable(s.Edges, byEffect)
	s.Hidden, s.Links = nil, nil
	return s
}

func (s Sketch) layout() Sketch {
	l := layout{nodes: slices.Clone(s.Nodes), outcome: s.Outcome}
	for v := OutcomeNode; v < len(l.nodes); v++ {
		if n := s.Node(v); n.Fixed {
			l.taken = append(l.taken, point{int(math.Round(n.X)), int(math.Round(n.Y))})
		}
	}
	var loose []part
	var alone []int
	for _, nodes := range s.parts() {
		switch p := s.layer(nodes); {
		case len(nodes) == 1:
			alone = append(alone, nodes[0])
		case slices.ContainsFunc(nodes, func(v int) bool { return s.Nodes[v].Fixed }):
			l.anchor(p)
		default:
			loose = append(loose, p)
		}
	}
	sorting.Stable(loose, func(a, b part) int { return b.size() - a.size() })
	l.grid(alone, l.shelve(loose))
	l.placeOutcome()
	s.Nodes, s.Outcome = l.nodes, l.outcome
	return s
}

type point struct{ x, y int }

// part is a connected part of the graph with the positions of its nodes, starting at 0, 0.
type part struct {
	nodes  []int
	at     []point
	corner point              // largest coordinates
	bends  map[[2]int][]point // bends of an edge across several layers, one in each layer
}

func (p part) size() int { return (p.corner.x + NodeWidth) * (p.corner.y + NodeHeight) }

// parts lists the connected parts of the graph, each in ascending order.
func (s Sketch) parts() [][]int {
	near := make([][]int, len(s.Nodes))
	for _, e := range s.Edges {
		near[e.From] = append(near[e.From], e.To)
		near[e.To] = append(near[e.To], e.From)
	}
	var parts [][]int
	seen := make([]bool, len(s.Nodes))
	for v := range s.Nodes {
		if seen[v] {
			continue
		}
		seen[v] = true
		list := []int{v}
		for i := 0; i < len(list); i++ {
			for _, w := range near[list[i]] {
				if !seen[w] {
					seen[w] = true
					list = append(list, w)
				}
			}
		}
		slices.Sort(list)
		parts = append(parts, list)
	}
	return parts
}

// layout collects the positions of nodes.
type layout struct {
	nodes   []Node
	outcome Node
	taken   []point // by nodes that keep their position
}

// put places a free node.
func (l *layout) put(v int, p point) {
	n := &l.nodes[v]
	n.X, n.Y = place(float64(p.x), 0), place(float64(p.y), 0)
	l.taken = append(l.taken, p)
}

// clear reports whether no box between two opposite corners would touch a taken one. Otherwise it
// returns the first box touched.
func (l *layout) clear(from, to point) (point, bool) {
	for _, t := range l.taken {
		if t.x > from.x-NodeWidth-boxGap && t.x < to.x+NodeWidth+boxGap && t.y > from.y-NodeHeight-boxGap &&
			t.y < to.y+NodeHeight+boxGap {
			return t, false
		}
	}
	return point{}, true
}

// anchor places a part so that on average its fixed nodes keep their positions. Its other nodes
// move up or down to avoid overlaps.
func (l *layout) anchor(p part) {
	var dx, dy, fixed int
	for i, v := range p.nodes {
		if n := l.nodes[v]; n.Fixed {
			dx += int(math.Round(n.X)) - p.at[i].x
			dy += int(math.Round(n.Y)) - p.at[i].y
			fixed++
		}
	}
	for i, v := range p.nodes {
		if l.nodes[v].Fixed {
			continue
		}
		at := point{p.at[i].x + dx/fixed, p.at[i].y + dy/fixed}
		for step := 1; ; step++ {
			if _, free := l.clear(at, at); free {
				break
			}
			at.y += (NodeHeight + rowGap) / 2 * step * (1 - step%2*2) // -1, +2, -3, ...
		}
		l.put(v, at)
	}
}

// shelve places parts side by side and returns the size of the shelves.
func (l *layout) shelve(parts []part) point {
	area, width := 0, 0
	for _, p := range parts {
		area += (p.corner.x + NodeWidth + layerGap) * (p.corner.y + NodeHeight + partGap)
		width = max(width, p.corner.x)
	}
	width = max(width, int(math.Sqrt(1.6*float64(area))))
	var at, end point
	for _, p := range parts {
		if at.x > 0 && at.x+p.corner.x > width {
			at = point{0, end.y}
		}
		for {
			blocking, free := l.clear(at, point{at.x + p.corner.x, at.y + p.corner.y})
			if free {
				break
			}
			at.y = blocking.y + NodeHeight + partGap
		}
		for i, v := range p.nodes {
			l.put(v, point{at.x + p.at[i].x, at.y + p.at[i].y})
		}
		end.x = max(end.x, at.x+p.corner.x)
		end.y = max(end.y, at.y+p.corner.y+NodeHeight+partGap)
		at.x += p.corner.x + NodeWidth + layerGap
	}
	return end
}

// grid places nodes without edges below the shelves, in the order of the schema.
func (l *layout) grid(nodes []int, shelves point) {
	const across, down = NodeWidth + layerGap, NodeHeight + rowGap
	columns := 1 + int(math.Sqrt(2.2*float64(len(nodes)*down)/across))
	columns = max(columns, (shelves.x+across)/across)
	cell := 0
	for _, v := range nodes {
		if l.nodes[v].Fixed {
			continue
		}
		for {
			at := point{cell % columns * across, shelves.y + cell/columns*down}
			cell++
			if _, free := l.clear(at, at); free {
				l.put(v, at)
				break
			}
		}
	}
}

func (l *layout) placeOutcome() {
	if l.outcome.Fixed {
		return
	}
	var at point
	if len(l.nodes) > 0 {
		byX := func(a, b Node) int { return cmp.Compare(a.X, b.X) }
		byY := func(a, b Node) int { return cmp.Compare(a.Y, b.Y) }
		at.x = int(slices.MaxFunc(l.nodes, byX).X) + NodeWidth + layerGap
		at.y = int(slices.MinFunc(l.nodes, byY).Y+slices.MaxFunc(l.nodes, byY).Y) / 2
	}
	l.outcome.X, l.outcome.Y = place(float64(at.x), 0), place(float64(at.y), 0)
}
