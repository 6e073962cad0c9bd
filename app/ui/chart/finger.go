package chart

import (
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// finger lets a pointer or arrow keys select one of many spots, which are too small and numerous to be
// elements. It writes directly to one element that stands for the spot, because go-app would redraw
// the whole figure at every move.
type finger struct {
	c     *figure
	ctx   app.Context
	root  app.Value
	funcs map[string]app.Func
	spots []spot
	at    int
	moved bool
}

// follow listens to the pointer and the keys within a figure.
func (f *finger) follow(ctx app.Context, c *figure) {
	if of, is := c.Of.(SwarmOf); !is || of.OnChoose == nil || !app.IsClient {
		return
	}
	f.c, f.ctx, f.root, f.funcs = c, ctx, ctx.JSSrc(), map[string]app.Func{}
	for event, do := range map[string]func(app.Value){"pointermove": f.onMove, "pointerleave": f.onLeave,
		"click": f.onClick, "keydown": f.onKey} {
		f.funcs[event] = app.FuncOf(func(_ app.Value, args []app.Value) any {
			do(args[0])
			return nil
		})
		f.root.Call("addEventListener", event, f.funcs[event])
	}
}

func (f *finger) release() {
	for event, fn := range f.funcs {
		f.root.Call("removeEventListener", event, fn)
		fn.Release()
	}
	f.funcs = nil
}

// cursor returns the element for the selected spot. It is a slider, so that screen readers announce
// its value when it moves. It begins at the highlighted spot.
func (f *finger) cursor(of SwarmOf, width float64) []node {
	if of.OnChoose == nil || len(f.spots) == 0 {
		return nil
	}
	if !f.moved {
		f.at = max(0, slices.IndexFunc(f.spots, func(s spot) bool { return s.who == of.Mark }))
	}
	f.at = min(f.at, len(f.spots)-1)
	s := f.spots[f.at]
	x, anchor := s.label(width)
	return []node{el("g", "data-part", "cursor", "role", "slider", "tabindex", "0", "aria-label", of.Title,
		"aria-valuemin", "1", "aria-valuemax", strconv.Itoa(len(f.spots)),
		"aria-valuenow", strconv.Itoa(f.at+1), "aria-valuetext", s.says, "transform", s.shift()).with(
		el("circle", "r", "8", "fill", "none", "stroke", "currentColor", "stroke-width", "2"),
		el("text", "data-part", "label", "x", x, "y", "-12", "text-anchor", anchor, "font-size", "13", "font-weight",
			"600", "fill", "currentColor").says(s.says))}
}

func (s spot) shift() string { return "translate(" + px(s.x) + " " + px(s.y) + ")" }

// label returns where a spot's text begins or ends beside it.
func (s spot) label(width float64) (x, anchor string) {
	if s.x+10+7.2*float64(len([]rune(s.says))) > width {
		return "8", "end"
	}
	return "-8", "start"
}

// point moves to a spot.
func (f *finger) point(at int) {
	g, svg := f.part("cursor"), f.root.Call("querySelector", "svg")
	if at < 0 || at >= len(f.spots) || !g.Truthy() {
		return
	}
	f.at, f.moved = at, true
	s := f.spots[at]
	x, anchor := s.label(svg.Get("viewBox").Get("baseVal").Get("width").Float())
	set := func(on app.Value, name, value string) { on.Call("setAttribute", name, value) }
	set(g, "transform", s.shift())
	set(g, "aria-valuenow", strconv.Itoa(at+1))
	set(g, "aria-valuetext", s.says)
	text := g.Call("querySelector", "text")
	set(text, "x", x)
	set(text, "text-anchor", anchor)
	text.Get("firstChild").Set("nodeValue", s.says)
}

func (f *finger) part(name string) app.Value {
	return f.root.Call("querySelector", `[data-part="`+name+`"]`)
}

// reach is how far the pointer may be from a spot that it selects.
const reach = 14

// under returns the spot under the pointer, or -1.
func (f *finger) under(e app.Value) int {
	svg := f.root.Call("querySelector", "svg")
	if !svg.Truthy() {
		return -1
	}
	r := svg.Call("getBoundingClientRect")
	scale := svg.Get("viewBox").Get("baseVal").Get("width").Float() / max(r.Get("width").Float(), 1)
	x, y := (e.Get("clientX").Float()-r.Get("left").Float())*scale,
		(e.Get("clientY").Float()-r.Get("top").Float())*scale
	best, far := -1, float64(reach)
	for i, s := range f.spots {
		if d := math.Hypot(s.x-x, s.y-y); d < far {
			best, far = i, d
		}
	}
	return best
}

func (f *finger) onMove(e app.Value) {
	at := f.under(e)
	if at >= 0 {
		f.point(at)
	}
	if g := f.part("cursor"); g.Truthy() {
		g.Call("toggleAttribute", "data-on", at >= 0)
	}
}

func (f *finger) onLeave(app.Value) {
	if g := f.part("cursor"); g.Truthy() {
		g.Call("removeAttribute", "data-on")
	}
}

// onClick chooses the person under the pointer or, without a pointer, the selected person.
func (f *finger) onClick(e app.Value) {
	at := f.under(e)
	if at < 0 && e.Get("target").Call("closest", `[data-part="cursor"]`).Truthy() {
		at = f.at
	}
	f.choose(at)
}

func (f *finger) choose(at int) {
	if at < 0 || at >= len(f.spots) {
		return
	}
	who := f.spots[at].who
	f.ctx.Dispatch(func(ctx app.Context) {
		if of, is := f.c.Of.(SwarmOf); is {
			of.OnChoose(ctx, who)
		}
	})
}

func (f *finger) onKey(e app.Value) {
	if !e.Get("target").Call("matches", `[data-part="cursor"]`).Truthy() || f.at >= len(f.spots) {
		return
	}
	to := f.at
	switch e.Get("key").String() {
	case "ArrowRight":
		to++
	case "ArrowLeft":
		to--
	case "ArrowDown":
		to = f.beside(1)
	case "ArrowUp":
		to = f.beside(-1)
	case "Home":
		to = 0
	case "End":
		to = len(f.spots) - 1
	case "Enter", " ":
		f.choose(f.at)
	default:
		return
	}
	e.Call("preventDefault")
	f.point(to)
}

// beside returns the nearest spot in the group that is a number of rows below, or the current spot.
func (f *finger) beside(by int) int {
	from, best, far := f.spots[f.at], f.at, math.Inf(1)
	for i, s := range f.spots {
		if d := math.Abs(s.x - from.x); s.group == from.group+by && d < far {
			best, far = i, d
		}
	}
	return best
}
