package dagview

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/route"
	"causeway/core/sketch"
)

const namespace = "http://www.w3.org/2000/svg"

// el returns an SVG element with its attributes as name, value, name, value.
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
	Chips, Bars      string
	Ends             string // ends of the bars, separated by a tab
	Says             string
	Tools            bool // its rules can be set here
	ToolWords        string
	Trial            Trial
	Role             sketch.Role
	Hidden           bool   // not a column of the table
	Follows, Closed  bool   // it follows from its causes; all its causes are drawn
	Mark             string // mark of its mechanism or its state
	Pinned           bool
	On, Cause, Cycle bool
	Stop             bool // Tab reaches it
}

// The shapes of a node. A path needs one attribute, a box or a circle five. In a large drawing, the
// browser spends most of its time on setting attributes.
var (
	boxShape    = boxPath(boxWide, boxHigh, 6)
	roundShape  = boxPath(boxWide, boxHigh, 22)
	innerShape  = boxPath(boxWide-7, boxHigh-7, 4)
	innerRound  = boxPath(boxWide-7, boxHigh-7, 19)
	gripShape   = circlePath(boxWide/2, 0, 14)
	handleShape = circlePath(boxWide/2, 0, 5.5)
	pinShape    = circlePath(-boxWide/2+7, -boxHigh/2+7, 2.5)
)

// boxPath returns a box with round corners around the origin.
func boxPath(w, h, r float64) string {
	arc := "a" + px(r) + " " + px(r) + " 0 0 1 "
	return "M" + px(r-w/2) + " " + px(-h/2) + "h" + px(w-2*r) + arc + px(r) + " " + px(r) + "v" + px(h-2*r) + arc +
		px(-r) + " " + px(r) +
		"h" + px(2*r-w) + arc + px(-r) + " " + px(-r) + "v" + px(2*r-h) + arc + px(r) + " " + px(-r) + "z"
}

func circlePath(x, y, r float64) string {
	arc := "a" + px(r) + " " + px(r) + " 0 1 1 "
	return "M" + px(x-r) + " " + px(y) + arc + px(2*r) + " 0" + arc + px(-2*r) + " 0z"
}

// marked sets the named attributes that are true.
func marked(e app.HTMLElem, names []string, on ...bool) app.HTMLElem {
	for i, name := range names {
		if on[i] {
			e = e.Attr(name, "true")
		}
	}
	return e
}

var (
	nodeMarks = []string{"data-cause", "data-cycle", "data-outcome", "data-hidden"}
	edgeMarks = []string{"data-strict", "data-soft", "data-on", "data-cycle", "data-both"}
)

// Render draws a box with its name, the handle from which an edge is drawn, and any signs
// and pins.
func (n *node) Render() app.UI {
	const w, h = boxWide, boxHigh
	outcome := n.V == sketch.OutcomeNode
	tab := "-1"
	if n.Stop {
		tab = "0"
	}
	g := el("g", "id", nodeID(n.V), "data-node", strconv.Itoa(n.V),
		"role", "button", "tabindex", tab, "aria-label", n.Name, "aria-pressed", yes(n.On), "aria-description", n.Says)
	g = marked(g, nodeMarks, n.Cause, n.Cycle, outcome, n.Hidden)
	if n.Role > 0 {
		g = g.Attr("data-role", strconv.Itoa(int(n.Role)))
	}
	shape, inner := boxShape, innerShape
	if n.Follows {
		shape, inner = roundShape, innerRound
	}
	body := []app.UI{
		el("path", "data-part", "box", "d", shape),
	}
	if n.Closed {
		body = append(body, el("path", "data-part", "inner", "d", inner))
	}
	var around []app.UI
	name := "5"
	if n.Bars != "" {
		name = "-19"
		body = append(body, el("path", "data-part", "bars", "d", n.Bars))
	}
	if left, right, _ := strings.Cut(n.Ends, "\t"); left != "" { // the name labels the button
		body = append(body, el("g", "data-part", "ends", "aria-hidden", "true").Body(
			el("text", "x", px(inset-w/2), "y", px(h/2-10)).Text(left),
			el("text", "x", px(w/2-inset), "y", px(h/2-10), "text-anchor", "end").Text(right)))
	}
	label := el("text", "data-part", "label", "x", px(inset-w/2), "y", name)
	if long := long(n.Label); long != "" {
		label = label.Attr("data-long", long)
		if long > "1" {
			first, second := folded(n.Label)
			body = append(body, el("g", "data-part", "folded").Body(
				el("text", "x", px(inset-w/2), "y", name).Text(first),
				el("text", "x", px(inset-w/2), "y", name, "dy", "23").Text(second)))
		}
	}
	body = append(body, label.Text(n.Label))
	if n.Tag != "" {
		around = append(around, el("text", "data-part", "kind", "x", px(-w/2), "y", px(-h/2-7)).Text(n.Tag))
	}
	if !outcome {
		body = append(body,
			el("path", "data-handle", strconv.Itoa(n.V), "data-part", "grip", "d", gripShape),
			el("path", "data-part", "handle", "d", handleShape))
	}
	if n.Mark != "" {
		around = append(around, el("text", "data-part", "marks", "x", px(w/2-4), "y", px(-h/2-6)).Text(n.Mark))
	}
	below := chipDown
	if n.Trial.On {
		below += trackRoom
	}
	if n.Chips != "" {
		around = append(around, chips(n.Chips, below))
	}
	if n.Pinned {
		body = append(body, el("path", "data-part", "pin", "d", pinShape))
	}
	if n.Label != n.Name {
		body = append(body, el("title").Text(n.Name))
	}
	if n.Tools {
		around = append(around, tools(n.ToolWords))
	}
	// These parts repeat the button's description, so they are outside it: inside, its visible words would
	// differ from its accessible name.
	place := []app.UI{g.Body(body...)}
	if len(around) > 0 {
		place = append(place, el("g", "aria-hidden", "true").Body(around...))
	}
	if n.Trial.On {
		place = append(place, n.Trial.track())
	}
	return el("g", "id", placeID(n.V), "data-place", strconv.Itoa(n.V), "transform", n.At).Body(place...)
}

// edge is a direct cause on the canvas.
type edge struct {
	app.Compo
	ID           string
	Path, Head   string
	Middle       string // transform of the label
	Label        string // its sign and size
	Strict, Soft bool
	Both         bool // its ends share an unobserved cause
	On, Cycle    bool
	Doubt        bool
}

// Render draws a wide invisible line as a click target, the visible line and its tip, and
// after them its label and doubt mark, if any.
func (e *edge) Render() app.UI {
	g := marked(el("g", "data-edge", e.ID, "id", e.ID), edgeMarks, e.Strict, e.Soft, e.On, e.Cycle, e.Both)
	body := []app.UI{
		el("path", "data-part", "hit", "d", e.Path),
		el("path", "data-part", "line", "d", e.Path),
		el("path", "data-part", "tip", "d", e.Head),
	}
	if e.Label != "" {
		body = append(body, el("g", "data-part", "sign", "transform", e.Middle).Body(pill(e.Label)))
	}
	if e.Doubt {
		body = append(body, el("g", "data-part", "doubt", "transform", e.Middle).Body(
			el("path", "d", "M0 -34L11 -15L-11 -15Z"),
			el("text", "y", "-18", "text-anchor", "middle").Text("!"),
		))
	}
	return g.Body(body...)
}

func yes(b bool) string { return strconv.FormatBool(b) }

func px(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

func translate(x, y float64) string { return "translate(" + px(x) + " " + px(y) + ")" }

// heads returns the tips of a line, at its end or at both ends.
func heads(l route.Path, both bool) string {
	if both {
		return l.Head() + l.Turned().Head()
	}
	return l.Head()
}
