package dagview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sketch"
)

// Ghost is an edge that nobody has drawn and that the data suggest between A and B,
// with the ways in which it may be drawn.
type Ghost struct {
	A, B  int
	ToB   string // what drawing A → B is called; empty where it may not be drawn
	ToA   string
	Title string // what the data say of the two
}

// ghost is its drawing: a dashed line and, near each end that may be the effect, a
// button that draws the edge towards it.
type ghost struct {
	app.Compo
	Of             Ghost
	Path, ToB, ToA string // the line; transforms of the buttons
}

// tipShape points to the right around the origin.
const (
	tipShape = "M-4 -6L7 0L-4 6Z"
	tipReach = 13 // half the side of what a finger meets
)

// Render draws the buttons after the line.
func (g *ghost) Render() app.UI {
	body := []app.UI{el("title").Text(g.Of.Title), el("path", "data-part", "line", "d", g.Path)}
	button := func(from, to int, name, at string) {
		if name == "" {
			return
		}
		body = append(body, el("g", "data-offer", strconv.Itoa(from)+"-"+strconv.Itoa(to), "transform", at,
			"role", "button", "tabindex", "0", "aria-label", name, "aria-description", g.Of.Title).Body(
			el("title").Text(name),
			el("circle", "r", px(tipReach)),
			el("path", "d", tipShape)))
	}
	button(g.Of.A, g.Of.B, g.Of.ToB, g.ToB)
	button(g.Of.B, g.Of.A, g.Of.ToA, g.ToA)
	return el("g", "data-ghost", "true").Body(body...)
}

func (c *Canvas) ghosts() []app.UI {
	list := make([]app.UI, 0, len(c.Ghosts))
	covered := c.covered()
	for _, g := range c.Ghosts {
		if g.A < 0 || g.B < 0 || max(g.A, g.B) >= len(c.Sketch.Nodes) {
			continue
		}
		l := c.Sketch.Line(sketch.Edge{From: g.A, To: g.B})
		toB, toA := tips(l, covered)
		list = append(list, &ghost{Of: g, Path: l.Path(), ToB: tipAt(l, toB), ToA: tipAt(l.Turned(), toA)})
	}
	return list
}

// plot is a rectangle of the paper.
type plot struct{ x0, y0, x1, y1 float64 }

// tipAir is how far a tip keeps from what it would cover.
const tipAir = 7

// covered are the places on the paper of boxes and of the rules below them, with some air.
func (c *Canvas) covered() (list []plot) {
	if len(c.Ghosts) == 0 {
		return nil
	}
	const box = 5 // where lines end anyway
	for v := range c.Names {
		n := c.Sketch.Node(v)
		foot := n.Y + sketch.NodeHeight/2
		list = append(list, plot{n.X - sketch.NodeWidth/2 - box, foot - sketch.NodeHeight - box, n.X + sketch.NodeWidth/2 + box, foot + box})
		if v >= len(c.Chips) {
			continue
		}
		for _, k := range chipsOf(c.Chips[v]) {
			list = append(list, plot{n.X + k.x - tipAir, foot + 4 - tipAir, n.X + k.x + k.wide + tipAir, foot + 4 + chipHigh + tipAir})
		}
	}
	return list
}

// tips are the shares of the way along a line, and back, at which its tips stand: where
// they cover no box, no rule and not each other, or else near two thirds.
func tips(l sketch.Line, covered []plot) (there, back float64) {
	const usual = 0.68
	type place struct{ t, x, y, bad float64 }
	along := func(l sketch.Line) (list []place) {
		for t := 0.4; t < 0.9; t += 0.04 {
			x, y, _, _ := spot(l, t)
			p := place{t, x, y, math.Abs(t - usual)}
			if slices.ContainsFunc(covered, func(c plot) bool { return x > c.x0 && x < c.x1 && y > c.y0 && y < c.y1 }) {
				p.bad += 10
			}
			list = append(list, p)
		}
		return list
	}
	best := math.Inf(1)
	for _, a := range along(l) {
		for _, b := range along(l.Turned()) {
			bad := a.bad + b.bad + max(2*tipAir-math.Hypot(a.x-b.x, a.y-b.y), 0)
			if bad < best {
				best, there, back = bad, a.t, b.t
			}
		}
	}
	return there, back
}

// spot is the place at a share of the way along a line, and its direction.
func spot(l sketch.Line, t float64) (x, y, dx, dy float64) {
	u := 1 - t
	x = u*u*u*l.X0 + 3*u*u*t*l.AX + 3*u*t*t*l.BX + t*t*t*l.X1
	y = u*u*u*l.Y0 + 3*u*u*t*l.AY + 3*u*t*t*l.BY + t*t*t*l.Y1
	dx = u*u*(l.AX-l.X0) + 2*u*t*(l.BX-l.AX) + t*t*(l.X1-l.BX)
	dy = u*u*(l.AY-l.Y0) + 2*u*t*(l.BY-l.AY) + t*t*(l.Y1-l.BY)
	return x, y, dx, dy
}

// tipAt places a tip at a share of the way along a line, in its direction.
func tipAt(l sketch.Line, t float64) string {
	x, y, dx, dy := spot(l, t)
	return translate(x, y) + " rotate(" + px(math.Atan2(dy, dx)*180/math.Pi) + ")"
}

// offered is the edge that the button of a ghost around an element draws.
func offered(at app.Value) (from, to int, ok bool) {
	b := at.Call("closest", "[data-offer]")
	if !b.Truthy() {
		return 0, 0, false
	}
	a, z, _ := strings.Cut(b.Call("getAttribute", "data-offer").String(), "-")
	from, err := strconv.Atoi(a)
	to, also := strconv.Atoi(z)
	return from, to, err == nil && also == nil
}

// accept draws the edge once the focus is at its effect: the button goes away, and with
// the focus on it, what listens to its loss would be called while the page is drawn.
func (h *hand) accept(from, to int) {
	h.focus(to)
	h.ctx.After(frame, func(app.Context) { h.say(Accept{from, to}) })
}
