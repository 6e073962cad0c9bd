package dagview

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/causal"
	"causeway/core/sketch"
)

const namespace = "http://www.w3.org/2000/svg"

// el is an SVG element with its attributes as name, value, name, value.
func el(tag string, attrs ...string) app.HTMLElem {
	e := app.Elem(tag).XMLNS(namespace)
	for i := 0; i+1 < len(attrs); i += 2 {
		e = e.Attr(attrs[i], attrs[i+1])
	}
	return e
}

// node is a feature on the canvas. A node that does not change is not drawn
// again.
type node struct {
	app.Compo
	V                int
	Name, Label, Tag string
	At               string // transform
	Marks, Says      string
	Role             sketch.Role
	Mechanism        bool
	Pinned           bool
	On, Cause, Cycle bool
	Stop             bool // Tab comes to it
}

// Render draws a box with its name, its signs and the handle that an edge is
// drawn from.
func (n *node) Render() app.UI {
	const w, h = sketch.NodeWidth, sketch.NodeHeight
	outcome := n.V == sketch.OutcomeNode
	tab := "-1"
	if n.Stop {
		tab = "0"
	}
	g := el("g", "id", nodeID(n.V), "data-node", strconv.Itoa(n.V), "transform", n.At,
		"role", "button", "tabindex", tab, "aria-label", n.Name, "aria-pressed", yes(n.On), "aria-description", n.Says,
		"data-role", strconv.Itoa(int(n.Role)), "data-cause", yes(n.Cause), "data-cycle", yes(n.Cycle), "data-outcome", yes(outcome))
	marks := n.Marks
	if n.Mechanism {
		marks += "ƒ"
	}
	body := []app.UI{
		el("title").Text(n.Name),
		el("rect", "data-part", "box", "x", px(-w/2), "y", px(-h/2), "width", px(w), "height", px(h), "rx", "6"),
		el("text", "data-part", "label", "x", "0", "y", "5", "text-anchor", "middle").Text(n.Label),
		el("text", "data-part", "marks", "x", px(w/2-6), "y", px(-h/2-4), "text-anchor", "end").Text(marks),
		el("circle", "data-part", "pin", "cx", px(-w/2+9), "cy", px(-h/2+9), "r", "2.5", "data-on", yes(n.Pinned)),
	}
	if outcome {
		body = append(body, el("text", "data-part", "kind", "x", "0", "y", px(-h/2-6), "text-anchor", "middle").Text(n.Tag))
	} else {
		body = append(body,
			el("circle", "data-handle", strconv.Itoa(n.V), "data-part", "grip", "cx", px(w/2), "cy", "0", "r", "14"),
			el("circle", "data-part", "handle", "cx", px(w/2), "cy", "0", "r", "5.5"))
	}
	return g.Body(body...)
}

// edge is a direct cause on the canvas.
type edge struct {
	app.Compo
	ID           string
	Path, Head   string
	Middle       string // transform of the sign
	Sign         causal.Sign
	Strict, Soft bool
	On, Cycle    bool
	Doubt        bool
}

// Render draws a line that is wide enough to be hit, the line that is seen, its
// tip and its sign.
func (e *edge) Render() app.UI {
	sign := [...]string{"", "+", "−"}[e.Sign]
	return el("g", "data-edge", e.ID, "data-sign", strconv.Itoa(int(e.Sign)), "data-strict", yes(e.Strict), "data-soft", yes(e.Soft),
		"data-on", yes(e.On), "data-cycle", yes(e.Cycle), "id", e.ID).Body(
		el("path", "data-part", "hit", "d", e.Path),
		el("path", "data-part", "line", "d", e.Path),
		el("path", "data-part", "tip", "d", e.Head),
		el("g", "data-part", "sign", "transform", e.Middle, "data-on", yes(sign != "")).Body(
			el("circle", "r", "8.5"),
			el("text", "y", "5", "text-anchor", "middle").Text(sign),
		),
		el("g", "data-part", "doubt", "transform", e.Middle, "data-on", yes(e.Doubt)).Body(
			el("path", "d", "M16 -24L26 -7L6 -7Z"),
			el("text", "x", "16", "y", "-9.5", "text-anchor", "middle").Text("!"),
		),
	)
}

func yes(b bool) string { return strconv.FormatBool(b) }

func px(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

func translate(x, y float64) string { return "translate(" + px(x) + " " + px(y) + ")" }

// head is the tip of an arrow, in the direction in which the line arrives.
func head(l sketch.Line) string {
	dx, dy := l.X1-l.BX, l.Y1-l.BY
	length := math.Hypot(dx, dy)
	if length < 1e-9 {
		dx, dy, length = 1, 0, 1
	}
	dx, dy = dx/length, dy/length
	const long, half = 10, 4.5
	bx, by := l.X1-long*dx, l.Y1-long*dy
	return "M" + px(l.X1) + " " + px(l.Y1) +
		"L" + px(bx-half*dy) + " " + px(by+half*dx) +
		"L" + px(bx+half*dy) + " " + px(by-half*dx) + "Z"
}
