package dagview

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sketch"
)

// The size of the map, in points of the window.
const (
	mapWidth  = 168
	mapHeight = 112
)

// overview returns the map: all nodes as one shape, and a frame around what the
// window shows. A click on it moves the view there.
func (c *Canvas) overview() app.UI {
	v := mapView(c.paper)
	var b strings.Builder
	for i := sketch.OutcomeNode; i < c.Sketch.Count(); i++ {
		n := c.paper.Node(i)
		x, y := v.X+v.K*(n.X-boxWide/2), v.Y+v.K*(n.Y-boxHigh/2)
		w, h := px(max(v.K*boxWide, 1.5)), px(max(v.K*boxHigh, 1.5))
		b.WriteString("M" + px(x) + " " + px(y) + "h" + w + "v" + h + "h-" + w + "z")
	}
	return el("svg", "data-dag", "map", "width", px(mapWidth), "height", px(mapHeight), "role", "img", "aria-label",
		c.Words.Map).Body(
		el("path", "data-part", "places", "d", b.String()),
		el("rect", "data-part", "frame", "x", "0", "y", "0", "width", "0", "height", "0"),
	)
}

// mapView converts a point of the paper to the map.
func mapView(s sketch.Sketch) view {
	const margin = 6
	low, high := bounds(s)
	w, h := max(high.X-low.X, 1), max(high.Y-low.Y, 1)
	k := min((mapWidth-2*margin)/w, (mapHeight-2*margin)/h)
	return view{(mapWidth - k*(low.X+high.X)) / 2, (mapHeight - k*(low.Y+high.Y)) / 2, k}
}

// showFrame puts the frame of the map around what the window shows.
func (h *hand) showFrame() {
	if len(h.c.Names) <= mapFrom {
		return
	}
	f := h.root.Call("querySelector", `[data-part="frame"]`)
	if !f.Truthy() {
		return
	}
	m := mapView(h.c.paper)
	a, b := h.view.paper(point{0, 0}), h.view.paper(point{h.width, h.height})
	for _, set := range [][2]string{
		{"x", px(m.X + m.K*a.X)}, {"y", px(m.Y + m.K*a.Y)},
		{"width", px(m.K * (b.X - a.X))}, {"height", px(m.K * (b.Y - a.Y))},
	} {
		f.Call("setAttribute", set[0], set[1])
	}
}

// onMapClick moves the view to a place of the map.
func (h *hand) onMapClick(e app.Value) {
	m := e.Get("target").Call("closest", `[data-dag="map"]`)
	if !m.Truthy() {
		return
	}
	r := m.Call("getBoundingClientRect")
	p := mapView(h.c.paper).paper(point{e.Get("clientX").Float() - r.Get("left").Float(),
		e.Get("clientY").Float() - r.Get("top").Float()})
	h.measure()
	h.own = true
	h.look(view{h.width/2 - h.view.K*p.X, h.height/2 - h.view.K*p.Y, h.view.K})
}
