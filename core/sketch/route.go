package sketch

import "causeway/core/route"

// Paper describes how a sketch is drawn: the size of one unit of its coordinates in points, and
// the size of a node's box.
type Paper struct {
	X, Y       float64
	Wide, High float64
	Below      float64 // space that is kept free below a box
}

// Plain is the paper for pictures in files, in which one unit is a point.
var Plain = Paper{X: 1, Y: 1, Wide: NodeWidth, High: NodeHeight}

// Boxes returns the positions of all nodes on paper: features, unobserved features, and the
// outcome last.
func (s Sketch) Boxes(on Paper) []route.Box {
	list := make([]route.Box, 0, s.Count()+1)
	for v := range s.Count() + 1 {
		if v == s.Count() {
			v = OutcomeNode
		}
		n := s.Node(v)
		list = append(list, route.Box{X: float64(on.X * n.X), Y: float64(on.Y * n.Y), W: on.Wide, H: on.High,
			Below: on.Below})
	}
	return list
}

// Lines returns the lines of Strokes, to be drawn between Boxes. If nodes have the positions
// chosen by Layout, lines are guided through the space that it reserved for them.
func (s Sketch) Lines(on Paper) []route.Link {
	guides := s.guides()
	var list []route.Link
	for _, e := range s.Strokes() {
		l := route.Link{From: e.From, To: e.To}
		if !e.Both {
			for _, p := range guides[[2]int{e.From, e.To}] { // level with a node
				x, y := float64(on.X*p.X), float64(on.Y*p.Y)
				l.Guide = append(l.Guide, route.Point{X: x - float64(on.Wide/2), Y: y},
					route.Point{X: x + float64(on.Wide/2), Y: y})
			}
		}
		list = append(list, l)
	}
	return list
}

// guides returns the bends of edges across several layers whose ends have the relative positions
// chosen by Layout.
func (s Sketch) guides() map[[2]int][]route.Point {
	all, list := s.whole(), map[[2]int][]route.Point{}
	for _, nodes := range all.parts() {
		p := all.layer(nodes)
		place := map[int]point{}
		for i, v := range nodes {
			place[v] = p.at[i]
		}
		for ends, bends := range p.bends {
			from, to := all.Nodes[ends[0]], all.Nodes[ends[1]]
			dx, dy := from.X-float64(place[ends[0]].x), from.Y-float64(place[ends[0]].y)
			if to.X-float64(place[ends[1]].x) != dx || to.Y-float64(place[ends[1]].y) != dy {
				continue
			}
			for _, b := range bends {
				list[ends] = append(list[ends], route.Point{X: float64(b.x) + dx, Y: float64(b.y) + dy})
			}
		}
	}
	return list
}
