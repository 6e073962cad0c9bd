package dagview

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sketch"
)

// look shows a part of the paper.
func (h *hand) look(v view) {
	h.view = v
	if far := v.far(); far != h.far {
		h.far = far
		h.svg.Call("setAttribute", "data-far", strconv.Itoa(far))
	}
	h.world.Call("setAttribute", "transform", v.transform())
	h.showFrame()
}

// fit shows all nodes.
func (h *hand) fit() {
	h.measure()
	h.own = true
	if h.width > 0 {
		h.look(below(fitted(h.c.paper, h.width, h.height-h.top-h.bottom), h.top))
	}
}

// open shows a readable part, unless the person has chosen another view.
func (h *hand) open() {
	h.measure()
	h.own = false
	if h.width > 0 {
		h.look(below(first(h.c.paper, h.width, h.height-h.top-h.bottom), h.top))
	}
}

func (h *hand) resized() {
	if !h.own {
		h.open()
		return
	}
	h.measure()
	h.showFrame()
}

// redrawn updates the map and dragged elements after the drawing has changed.
func (h *hand) redrawn() {
	if h.does != moving && h.drag.shown != nil {
		h.restoreDrawing()
		h.drag = drag{}
	}
	h.showFrame()
}

func (h *hand) zoomBy(by float64) {
	h.measure()
	h.own = true
	h.look(h.view.zoomed(by, point{h.width / 2, h.height / 2}))
}

// onWheel zooms if the drawing is in use or Ctrl is held, which browsers also report for a pinch on a
// touch pad. Otherwise the wheel scrolls the page.
func (h *hand) onWheel(e app.Value) {
	used := h.root.Call("contains", app.Window().Get("document").Get("activeElement")).Truthy()
	if !used && !e.Get("ctrlKey").Truthy() && !e.Get("metaKey").Truthy() {
		return
	}
	e.Call("preventDefault")
	h.measure()
	h.own = true
	by := e.Get("deltaY").Float()
	switch e.Get("deltaMode").Int() {
	case 1: // lines
		by *= 16
	case 2: // pages
		by *= 400
	}
	if e.Get("ctrlKey").Truthy() {
		by *= 3 // a pinch is reported in small numbers
	}
	h.look(h.view.zoomed(math.Exp(-min(max(by, -240), 240)/400), h.window(e)))
}

// fingers returns the places of two pointers.
func (h *hand) fingers() (a, b point) {
	first := true
	low := 0
	for id, p := range h.pointers {
		if first || id < low {
			a, b, low, first = p, a, id, false
		} else {
			b = p
		}
	}
	return a, b
}

func (h *hand) pinch() {
	a, b := h.fingers()
	h.does, h.was, h.own = pinching, h.view, true
	h.began = point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
	h.apart = max(math.Hypot(a.X-b.X, a.Y-b.Y), 1)
}

func (h *hand) spread() {
	a, b := h.fingers()
	mid := point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
	v := h.was.zoomed(math.Hypot(a.X-b.X, a.Y-b.Y)/h.apart, h.began)
	h.look(view{v.X + mid.X - h.began.X, v.Y + mid.Y - h.began.Y, v.K})
}

// reveal moves a node to the middle of the window and focuses it.
func (h *hand) reveal(v int) {
	if v < sketch.OutcomeNode || v >= h.c.paper.Count() {
		return
	}
	h.measure()
	h.own = true
	n := h.c.paper.Node(v)
	k := max(h.view.K, 0.7)
	h.look(view{h.width/2 - k*n.X, (h.height+h.top)/2 - k*n.Y, k})
	h.focus(v)
}

// onKeyUp scrolls to the node that Tab has reached. A focus listener would run inside other calls.
func (h *hand) onKeyUp(e app.Value) {
	if e.Get("key").String() != "Tab" {
		return
	}
	if n := e.Get("target").Call("closest", "[data-node]"); n.Truthy() {
		h.bring(number(n.Call("getAttribute", "data-node")))
	}
}

func (h *hand) focus(v int) {
	h.stopAt(v)
	if e := h.root.Call("querySelector", "#"+nodeID(v)); e.Truthy() {
		focusSoon(e)
	}
}

// stopAt makes Tab return to a node.
func (h *hand) stopAt(v int) {
	if c := h.c; len(c.Names) > mapFrom && (!c.hasLast || c.last != v) {
		h.ctx.Dispatch(func(app.Context) { c.last, c.hasLast = v, true })
	}
}

// focusSoon focuses an element after the current call. Otherwise a blur listener would run within the
// call.
func focusSoon(e app.Value) {
	app.Window().Call("setTimeout", e.Get("focus").Call("bind", e, map[string]any{"preventScroll": true}), 0)
}

// bring moves the view just enough to show a node.
func (h *hand) bring(v int) {
	const margin = 20
	h.measure()
	n := h.c.paper.Node(v)
	w, hh := boxWide/2*h.view.K+margin, boxHigh/2*h.view.K+margin
	x, y := h.view.X+h.view.K*n.X, h.view.Y+h.view.K*n.Y
	dx := max(w-x, 0) + min(h.width-w-x, 0)
	dy := max(h.top+hh-y, 0) + min(h.height-hh-y, 0)
	if dx != 0 || dy != 0 {
		h.look(view{h.view.X + dx, h.view.Y + dy, h.view.K})
	}
}
