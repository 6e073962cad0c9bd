package dagview

import (
	"math"
	"slices"

	"causeway/core/route"
	"causeway/core/sketch"
)

// drag holds the nodes being dragged and the lines that move with them.
type drag struct {
	nodes  []int
	sketch sketch.Sketch // in points, at its current position
	lines  lines
	shown  []string // the paths of lines that the page shows
	plain  bool     // only lines at the dragged nodes follow, because the others are too many to route
}

// mostRouted limits the work of a drag: routed lines times possible obstacles.
const mostRouted = 10_000

func newDrag(c *Canvas, nodes []int) drag {
	// a node that an undo has removed
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(v int) bool { return v >= c.paper.Count() })
	d := drag{nodes: nodes, sketch: c.paper, lines: c.lines}
	d.plain = len(d.lines.links)*len(d.lines.boxes) > mostRouted
	d.lines.boxes, d.lines.links = slices.Clone(d.lines.boxes), slices.Clone(d.lines.links)
	for i, l := range d.lines.links {
		if d.isOf(l) { // its guide still leads to the node's old position
			d.lines.links[i].Guide = nil
		}
		d.shown = append(d.shown, d.lines.paths[i].SVG())
	}
	return d
}

// isOf reports whether a line belongs to a dragged node.
func (d *drag) isOf(l route.Link) bool {
	return slices.Contains(d.nodes, l.From) || slices.Contains(d.nodes, l.To)
}

// draw makes the lines follow the nodes.
func (d *drag) draw() {
	for _, v := range d.nodes {
		at := d.sketch.Node(v)
		b := &d.lines.boxes[(v+len(d.lines.boxes))%len(d.lines.boxes)]
		b.X, b.Y = at.X, at.Y
	}
	if !d.plain {
		d.lines.draw()
		return
	}
	d.lines.paths, d.lines.spots = slices.Clone(d.lines.paths), slices.Clone(d.lines.spots)
	for i, l := range d.lines.links {
		if d.isOf(l) {
			d.lines.paths[i] = route.Direct(d.lines.boxes[l.From], d.lines.boxes[l.To])
			at, _ := d.lines.paths[i].At(0.5)
			d.lines.spots[i] = point(at)
		}
	}
}

// shift returns how far the pointer has moved, in whole units of the sketch.
func (h *hand) shift(p point) (dx, dy float64) {
	return math.Round((p.X - h.began.X) / h.view.K / acrossOne), math.Round((p.Y - h.began.Y) / h.view.K / downOne)
}

// move shows the nodes at the pointer's position. Dragging a single node over another one
// means an edge.
func (h *hand) move(p point) {
	dx, dy := h.shift(p)
	h.show(h.c.paper.Move(h.drag.nodes, dx*acrossOne, dy*downOne))
	if v, ok := h.above(p); ok {
		h.aim(v, true)
		h.setGhost(h.drag.nodes[0], h.view.paper(p))
	} else {
		h.aim(0, false)
		h.clearGhost()
	}
}

// above returns the feature under the pointer, if an edge from the single dragged feature may lead there.
func (h *hand) above(p point) (int, bool) {
	if len(h.drag.nodes) != 1 || h.drag.nodes[0] == sketch.OutcomeNode {
		return 0, false
	}
	return at(h.c.paper, h.view.paper(p), h.drag.nodes[0])
}

func (h *hand) drop(p point) {
	h.clearGhost()
	h.aim(0, false)
	if v, ok := h.above(p); ok {
		h.restoreDrawing()
		h.say(Connect{h.drag.nodes[0], v})
		return
	}
	dx, dy := h.shift(p)
	if dx == 0 && dy == 0 {
		h.restoreDrawing()
		return
	}
	h.say(Move{Nodes: h.drag.nodes, DX: dx, DY: dy})
}

// show writes the positions of the dragged nodes and the changed lines to the page.
func (h *hand) show(s sketch.Sketch) {
	h.drag.sketch = s
	h.drag.draw()
	h.write()
}

// restoreDrawing restores everything as it was drawn.
func (h *hand) restoreDrawing() {
	h.drag.sketch, h.drag.lines = h.c.paper, h.c.lines
	h.write()
}

func (h *hand) write() {
	for _, v := range h.drag.nodes {
		n := h.drag.sketch.Node(v)
		h.set(placeID(v), "transform", translate(n.X, n.Y))
	}
	for i, e := range h.c.strokes[:min(len(h.c.strokes), len(h.drag.shown), len(h.drag.lines.paths))] {
		l, at := h.drag.lines.paths[i], h.drag.lines.spots[i]
		if path := l.SVG(); path != h.drag.shown[i] {
			h.drag.shown[i] = path
			h.setEdge(edgeID(Ends{e.From, e.To, e.Both}), path, heads(l, e.Both), translate(at.X, at.Y))
		}
	}
}

func (h *hand) set(id, attr, value string) {
	if e := h.root.Call("querySelector", "#"+id); e.Truthy() {
		e.Call("setAttribute", attr, value)
	}
}

// setEdge updates the parts of an edge in drawing order: two lines, the tip, and the
// label in the middle.
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

// draw shows the edge that a drag from a handle would draw.
func (h *hand) draw(p point) {
	to := h.view.paper(p)
	v, ok := at(h.c.paper, to, h.node)
	h.aim(v, ok)
	h.setGhost(h.node, to)
}

func (h *hand) join(p point) {
	h.clearGhost()
	h.aim(0, false)
	switch v, ok := at(h.c.paper, h.view.paper(p), h.node); {
	case ok && h.node != sketch.OutcomeNode:
		h.say(Connect{h.node, v})
	case math.Hypot(p.X-h.began.X, p.Y-h.began.Y) < h.slack:
		h.say(From{Node: h.node}) // a click on a handle starts an edge
	}
}

func (h *hand) setGhost(v int, to point) {
	n := h.c.paper.Node(v)
	g := h.root.Call("querySelector", `[data-part="ghost"]`)
	g.Call("setAttribute", "d", "M"+px(n.X)+" "+px(n.Y)+"L"+px(to.X)+" "+px(to.Y))
}

func (h *hand) clearGhost() {
	h.root.Call("querySelector", `[data-part="ghost"]`).Call("setAttribute", "d", "M0 0")
}

// aim marks the node where an edge would end.
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
