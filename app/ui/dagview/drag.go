package dagview

import (
	"math"
	"slices"

	"causeway/core/sketch"
)

// drag is nodes on their way, with the edges that follow them.
type drag struct {
	nodes  []int
	edges  []int         // places in the sketch's strokes
	sketch sketch.Sketch // as it stands under the pointer
	plain  bool          // edges go straight, as there are too many to find ways for
}

// maxRouted is how many edges find their way around nodes while they follow a
// drag, times the nodes that may be in it.
const maxRouted = 4000

func newDrag(s sketch.Sketch, nodes []int) drag {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(v int) bool { return v >= s.Count() }) // one that an undo took away
	d := drag{nodes: nodes, sketch: s}
	for i, e := range s.Strokes() {
		if slices.Contains(nodes, e.From) || slices.Contains(nodes, e.To) {
			d.edges = append(d.edges, i)
		}
	}
	d.plain = len(d.edges)*s.Count() > maxRouted
	return d
}

// line is the way of an edge during the drag.
func (d drag) line(e sketch.Stroke) sketch.Line {
	if !d.plain {
		return d.sketch.Course(e)
	}
	two := sketch.Sketch{Nodes: []sketch.Node{d.sketch.Node(e.From), d.sketch.Node(e.To)}}
	return two.Course(sketch.Stroke{Edge: sketch.Edge{From: 0, To: 1}, Both: e.Both})
}

// shift is how far a pointer has come, in whole points of the paper.
func (h *hand) shift(p point) (dx, dy float64) {
	return math.Round((p.X - h.began.X) / h.view.K), math.Round((p.Y - h.began.Y) / h.view.K)
}

// move shows the nodes where the pointer has brought them. A single node above
// another one means an edge.
func (h *hand) move(p point) {
	dx, dy := h.shift(p)
	h.drag.sketch = h.c.Sketch.Move(h.drag.nodes, dx, dy)
	h.show(h.drag.sketch)
	if v, ok := h.above(p); ok {
		h.aim(v, true)
		h.setGhost(h.drag.nodes[0], h.view.paper(p))
	} else {
		h.aim(0, false)
		h.clearGhost()
	}
}

// above is the feature under the pointer that a single dragged one may become
// a cause of.
func (h *hand) above(p point) (int, bool) {
	if len(h.drag.nodes) != 1 || h.drag.nodes[0] == sketch.OutcomeNode {
		return 0, false
	}
	return at(h.c.Sketch, h.view.paper(p), h.drag.nodes[0])
}

func (h *hand) drop(p point) {
	h.clearGhost()
	h.aim(0, false)
	if v, ok := h.above(p); ok {
		h.show(h.c.Sketch)
		h.say(Connect{h.drag.nodes[0], v})
		return
	}
	dx, dy := h.shift(p)
	if dx == 0 && dy == 0 {
		h.show(h.c.Sketch)
		return
	}
	h.say(Move{Nodes: h.drag.nodes, DX: dx, DY: dy})
}

// show writes the places of the dragged nodes and of their edges to the page.
func (h *hand) show(s sketch.Sketch) {
	h.drag.sketch = s
	for _, v := range h.drag.nodes {
		n := s.Node(v)
		h.set(placeID(v), "transform", translate(n.X, n.Y))
	}
	strokes := s.Strokes()
	for _, i := range h.drag.edges {
		e := strokes[i]
		l := h.drag.line(e)
		x, y := l.Middle()
		h.setEdge(edgeID(Ends{e.From, e.To, e.Both}), l.Path(), heads(l, e.Both), translate(x, y))
	}
}

func (h *hand) set(id, attr, value string) {
	if e := h.root.Call("querySelector", "#"+id); e.Truthy() {
		e.Call("setAttribute", attr, value)
	}
}

// setEdge writes to the parts of an edge, in the order in which they are drawn:
// two lines, the tip, and what stands at the middle.
func (h *hand) setEdge(id, path, head, middle string) {
	e := h.root.Call("querySelector", "#"+id)
	if !e.Truthy() {
		return
	}
	parts := e.Get("children")
	parts.Index(0).Call("setAttribute", "d", path)
	parts.Index(1).Call("setAttribute", "d", path)
	parts.Index(2).Call("setAttribute", "d", head)
	for i := 3; i < parts.Get("length").Int(); i++ {
		parts.Index(i).Call("setAttribute", "transform", middle)
	}
}

// draw shows the edge that a drag from a handle would make.
func (h *hand) draw(p point) {
	to := h.view.paper(p)
	v, ok := at(h.c.Sketch, to, h.node)
	h.aim(v, ok)
	h.setGhost(h.node, to)
}

func (h *hand) join(p point) {
	h.clearGhost()
	h.aim(0, false)
	switch v, ok := at(h.c.Sketch, h.view.paper(p), h.node); {
	case ok && h.node != sketch.OutcomeNode:
		h.say(Connect{h.node, v})
	case math.Hypot(p.X-h.began.X, p.Y-h.began.Y) < h.slack:
		h.say(From{Node: h.node}) // a click on a handle starts an edge
	}
}

func (h *hand) setGhost(v int, to point) {
	n := h.c.Sketch.Node(v)
	g := h.root.Call("querySelector", `[data-part="ghost"]`)
	g.Call("setAttribute", "d", "M"+px(n.X)+" "+px(n.Y)+"L"+px(to.X)+" "+px(to.Y))
}

func (h *hand) clearGhost() {
	h.root.Call("querySelector", `[data-part="ghost"]`).Call("setAttribute", "d", "M0 0")
}

// aim marks the node that an edge would end at.
func (h *hand) aim(v int, on bool) {
	if on == h.onTarget && (!on || v == h.target) {
		return
	}
	if h.onTarget {
		h.set(nodeID(h.target), "data-target", "false")
	}
	h.target, h.onTarget = v, on
	if on {
		h.set(nodeID(v), "data-target", "true")
	}
}

func (h *hand) band(a, b point) {
	r := h.root.Call("querySelector", `[data-part="band"]`)
	for _, set := range [][2]string{
		{"x", px(min(a.X, b.X))}, {"y", px(min(a.Y, b.Y))},
		{"width", px(math.Abs(a.X - b.X))}, {"height", px(math.Abs(a.Y - b.Y))},
	} {
		r.Call("setAttribute", set[0], set[1])
	}
}

func (h *hand) clearBand() { h.band(point{}, point{}) }
