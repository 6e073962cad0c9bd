package dagview

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/route"
)

// Ghost is an undrawn edge between A and B that the data suggest, with the directions in
// which it may be drawn.
type Ghost struct {
	A, B  int
	ToB   string // the label for drawing A → B; empty if it may not be drawn
	ToA   string
	Says  string // the strength, shown if it fits
	Text  string // text that is always shown
	Title string // the evidence from the data
}

func (g Ghost) long() string { return strings.TrimPrefix(g.Says+" · "+g.Text, " · ") }

// ghost draws the buttons of a Ghost: one on its line and, if the edge may go either way, one at its
// start that draws the reverse.
type ghost struct {
	app.Compo
	Of           Ghost
	Middle, Back string // where the buttons are
}

// tipShape points to the right around the origin.
const (
	tipShape = "M-4 -6L7 0L-4 6Z"
	tipReach = 13 // half the side of the touch target
)

// Render draws the buttons.
func (g *ghost) Render() app.UI {
	body := []app.UI{el("title").Text(g.Of.Title)}
	button := func(from, to int, name, at string, shape ...app.UI) {
		body = append(body, el("g", "data-offer", strconv.Itoa(from)+"-"+strconv.Itoa(to), "transform", at,
			"role", "button", "tabindex", "0", "aria-label", name,
			"aria-description", g.Of.Title).Body(append(shape, el("title").Text(name))...))
	}
	button(g.Of.A, g.Of.B, g.Of.ToB, g.Middle, el("g", "data-near", "").Body(pill(g.Of.long())),
		el("g", "data-away", "").Body(pill(g.Of.Text)))
	if g.Of.ToA != "" {
		button(g.Of.B, g.Of.A, g.Of.ToA, g.Back, el("circle", "r", px(tipReach)), el("path", "d", tipShape))
	}
	return el("g", "data-ghost", "true").Body(body...)
}

// offered returns the ghosts between features. If a ghost may go either way, its line points to the
// right.
func (c *Canvas) offered() []Ghost {
	list := make([]Ghost, 0, len(c.Ghosts))
	for _, g := range c.Ghosts {
		if n := len(c.Sketch.Nodes); g.A < 0 || g.B < 0 || g.A >= n || g.B >= n {
			continue
		}
		if g.ToA != "" && (g.ToB == "" || c.Sketch.Nodes[g.A].X > c.Sketch.Nodes[g.B].X) {
			g.A, g.B, g.ToA, g.ToB = g.B, g.A, g.ToB, g.ToA
		}
		list = append(list, g)
	}
	return list
}

// ghosts returns the dashed lines, and the buttons to draw above all lines.
func (c *Canvas) ghosts() (dashed, buttons []app.UI) {
	for i, g := range c.offered() {
		l, at := c.lines.paths[len(c.strokes)+i], c.lines.spots[len(c.strokes)+i]
		dashed = append(dashed, el("g", "data-ghost", "true").Body(el("path", "data-part", "line", "d", l.SVG()),
			el("path", "data-part", "tip", "d", l.Head())))
		buttons = append(buttons, &ghost{Of: g, Middle: translate(at.X, at.Y), Back: tipAt(l.Turned())})
	}
	return dashed, buttons
}

// tipAt returns a tip that ends at the end of a line, in its direction.
func tipAt(l route.Path) string {
	end, turn := l[len(l)-1], 7.0
	if l[len(l)-2].X > end.X {
		return translate(end.X+turn, end.Y) + " rotate(180)"
	}
	return translate(end.X-turn, end.Y)
}

// offered returns the edge that the button of a ghost around an element draws.
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

// accept first moves the focus to the effect and then draws the edge. If the button had the focus when
// it disappears, its blur listener would run while the page is drawn.
func (h *hand) accept(from, to int) {
	h.focus(to)
	h.ctx.After(frame, func(app.Context) { h.say(Accept{from, to}) })
}
