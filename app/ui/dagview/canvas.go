// Package dagview draws a causal graph that can be edited by mouse, touch and keyboard.
// It shows a sketch and reports the person's wishes as actions. It never changes the sketch and does
// not depend on the store. Its labels come from the screen.
//
// While the pointer moves, hand writes directly to the page's elements and bypasses
// go-app, which would redraw all nodes for every event. When a press ends, its result is
// sent as an action.
package dagview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/sketch"
)

// Canvas is the drawing. Its inputs must not be modified after they are set.
type Canvas struct {
	app.Compo

	Words   Words
	Over    string   // the id of the element floating over the top of the drawing
	Names   []string // names of the features
	Absent  []int    // features that are not drawn
	Outcome string
	Sketch  sketch.Sketch
	Chips   []string // chips of each feature and, in one more entry, of the outcome; one line for each chip
	Bars    [][]int  // how often each feature's values occur, and last the outcome's
	Ends    []string // the text at the left and, after a tab, at the right below each one's bars
	Labels  []string // labels of the sketch's strokes
	Says    []string // describes each feature, each unobserved one and last the outcome
	Pick    Pick
	Cycle   []int     // features of a refused cycle
	Doubts  []Ends    // edges that the data contradict
	Ghosts  []Ghost   // edges that the data suggest
	Reads   []float64 // how much the model relies on each feature; nil: not shown
	Trial   Trial
	Fit     int // a new number resets the view
	Reveal  Reveal

	paper   sketch.Sketch // in points
	strokes []sketch.Stroke
	lines   lines // lines of strokes, then of ghosts
	linesOf sketch.Sketch
	more    string // other inputs of the lines
	hand    *hand
	fitted  int
	shown   Reveal
	last    int // node that had the focus last, with hasLast
	hasLast bool
	drawn   kit.Parts // the features as drawn
}

// Words holds the labels of the canvas.
type Words struct {
	Canvas, Help, ZoomIn, ZoomOut, Fit, Map, Outcome, Hidden string
	Rules                                                    [5]string // texts of the rules of State, by Rule
}

// Reveal requests that a node be scrolled into view and focused; a new No repeats the
// request.
type Reveal struct{ Node, No int }

// mapFrom is the number of nodes above which an overview map is shown.
const mapFrom = 20

// atOnce is how many nodes are drawn in one turn, because hundreds would block the page. The
// first frame also draws everything else.
const (
	atFirst = 24
	atOnce  = 60
)

const frame = 16 * time.Millisecond

// OnMount starts to listen to the pointer and the keys.
func (c *Canvas) OnMount(ctx app.Context) {
	c.hand = newHand(c, ctx)
	c.fitted, c.shown = c.Fit, c.Reveal
	c.drawn.Begin(ctx, atFirst, atOnce, len(c.Names))
}

// OnDismount stops listening.
func (c *Canvas) OnDismount() {
	if c.hand != nil {
		c.hand.release()
	}
}

// OnUpdate moves the view if the screen requests it.
func (c *Canvas) OnUpdate(ctx app.Context) {
	if c.hand == nil {
		return
	}
	c.hand.redrawn()
	if c.Fit != c.fitted {
		c.fitted = c.Fit
		c.hand.open()
	}
	if c.Reveal.No != c.shown.No {
		c.shown = c.Reveal
		c.hand.reveal(c.Reveal.Node)
	}
}

// Render draws the edges below the nodes.
func (c *Canvas) Render() app.UI {
	c.route()
	dashed, buttons := c.ghosts()
	under := append(c.reads(), dashed...)
	body := []app.UI{
		el("svg", "data-dag", "canvas", "width", "100%", "height", "100%", "role", "presentation").Body(
			el("g", "data-part", "world").Body(
				el("g", "data-part", "edges", "aria-hidden", "true").Body(append(under, c.edges()...)...),
				el("path", "data-part", "ghost", "d", "M0 0"),
				el("g", "data-part", "nodes").Body(c.nodes()...),
				el("g", "data-part", "offers").Body(buttons...),
			),
			el("rect", "data-part", "band", "x", "0", "y", "0", "width", "0", "height", "0"),
		),
		app.P().ID("dag-help").Class("visually-hidden").Text(c.Words.Help),
		app.Div().Class("dag-zoom").Body(
			zoomButton("+", c.Words.ZoomIn, c.onZoomIn),
			zoomButton("−", c.Words.ZoomOut, c.onZoomOut),
			zoomButton("⤢", c.Words.Fit, c.onFit),
		),
	}
	if len(c.Names) > mapFrom {
		body = append(body, c.overview())
	}
	root := app.Div().Class("dag").Role("application").Aria("label", c.Words.Canvas).Aria("describedby", "dag-help")
	if c.Pick.Connecting {
		root = root.Class("is-connecting")
	}
	return root.Body(body...)
}

func zoomButton(sign, label string, on app.EventHandler) app.UI {
	return app.Button().Type("button").Class("button", "dag-button").Aria("label", label).Title(label).Text(sign).
		OnClick(on)
}

func (c *Canvas) onZoomIn(ctx app.Context, e app.Event)  { c.hand.zoomBy(1.25) }
func (c *Canvas) onZoomOut(ctx app.Context, e app.Event) { c.hand.zoomBy(1 / 1.25) }
func (c *Canvas) onFit(ctx app.Context, e app.Event)     { c.hand.fit() }

// route routes every edge, once for each sketch.
func (c *Canvas) route() {
	more := strings.Join(c.Labels, "\n")
	for _, g := range c.offered() {
		more += "\n" + strconv.Itoa(g.A) + " " + strconv.Itoa(g.B) + g.long()
	}
	for _, r := range c.read() {
		more += "\n" + strconv.Itoa(r)
	}
	if c.lines.boxes != nil && more == c.more && sketch.Equal(c.linesOf, c.Sketch) {
		return
	}
	c.linesOf, c.more, c.paper, c.strokes = c.Sketch, more, onPaper(c.Sketch), c.Sketch.Strokes()
	c.lines = c.plan()
	c.lines.draw()
}

func (c *Canvas) edges() []app.UI {
	list := make([]app.UI, len(c.strokes))
	for i, e := range c.strokes {
		l, ends, at := c.lines.paths[i], Ends{e.From, e.To, e.Both}, c.lines.spots[i]
		list[i] = &edge{
			ID: edgeID(ends), Path: l.SVG(), Head: heads(l, e.Both), Middle: translate(at.X, at.Y),
			Strict: e.Strict || e.Least > 0, Soft: e.Soft, Both: e.Both,
			On:    c.Pick.HasEdge && c.Pick.Edge == ends,
			Cycle: !e.Both && inCycle(c.Cycle, e.From, e.To),
			Doubt: slices.Contains(c.Doubts, ends),
		}
		if i < len(c.Labels) {
			list[i].(*edge).Label = c.Labels[i]
		}
	}
	return list
}

func (c *Canvas) nodes() []app.UI {
	list := make([]app.UI, 0, len(c.Names)+1)
	for v, name := range c.Names[:c.drawn.Of(atFirst, len(c.Names))] {
		if !slices.Contains(c.Absent, v) {
			list = append(list, c.node(v, name))
		}
	}
	for i, h := range c.Sketch.Hidden {
		list = append(list, c.node(len(c.Names)+i, h.Name))
	}
	return append(list, c.node(sketch.OutcomeNode, c.Outcome))
}

func (c *Canvas) node(v int, name string) *node {
	n := c.paper.Node(v)
	out := &node{
		V: v, Name: name, Label: Label(name), At: translate(n.X, n.Y), Role: n.Role,
		Pinned: n.Fixed, On: slices.Contains(c.Pick.Nodes, v), Cycle: slices.Contains(c.Cycle, v),
		Cause: c.Pick.Connecting && c.Pick.HasCause && c.Pick.Cause == v, Stop: c.stops(v),
	}
	out.Follows, out.Closed, out.Mark = c.state(v)
	at, bars, hidden := v, v, c.Sketch.IsHidden(v)
	switch {
	case v == sketch.OutcomeNode:
		at, bars, out.Tag = len(c.Says)-1, len(c.Bars)-1, c.Words.Outcome
		if n := len(c.Names); n < len(c.Chips) {
			out.Chips = c.Chips[n]
		}
	case hidden:
		out.Tag, out.Hidden = c.Words.Hidden, true
	case v < len(c.Chips):
		out.Chips = c.Chips[v]
	}
	if bars >= 0 && bars < len(c.Bars) && !hidden {
		out.Bars = barsPath(c.Bars[bars])
		if bars < len(c.Ends) {
			out.Ends = endsOf(c.Ends[bars])
		}
	}
	if out.On && len(c.Pick.Nodes) == 1 && v != sketch.OutcomeNode && !hidden && !c.Pick.Connecting {
		out.Tools, out.ToolWords = true, strings.Join(c.Words.Rules[:], "\n")
	}
	if t := c.Trial; t.On && t.Node == v && v >= 0 && !hidden {
		out.Trial = t
	}
	if at >= 0 && at < len(c.Says) {
		out.Says = c.Says[at]
	}
	return out
}

// state says how a feature gets its value in an answer, and its mark.
func (c *Canvas) state(v int) (follows, closed bool, mark string) {
	if v < 0 || v >= len(c.Sketch.Nodes) {
		return false, false, ""
	}
	n, state := c.Sketch.Nodes[v], c.Sketch.State(v)
	if _, computed := c.Sketch.Computed(v); computed {
		return true, n.Closed, "="
	}
	switch {
	case c.Sketch.Suspended(v):
		mark = "?"
	case state == causal.Adjustable:
		mark = "±"
	case n.Form != sketch.NotKnown:
		mark = "ƒ"
	}
	return state != causal.ActedOn, n.Closed, mark
}

// stops reports whether Tab reaches a node. In a large drawing it reaches only one, the last
// focused or the first selected node, and the arrow keys go on from there.
func (c *Canvas) stops(v int) bool {
	switch {
	case len(c.Names) <= mapFrom:
		return true
	case c.hasLast && c.last < c.Sketch.Count():
		return v == c.last
	case len(c.Pick.Nodes) > 0:
		return v == c.Pick.Nodes[0]
	}
	return v == 0
}

// inCycle reports whether a refused cycle runs along an edge.
func inCycle(cycle []int, from, to int) bool {
	for i := range max(len(cycle)-1, 0) {
		if cycle[i] == from && cycle[i+1] == to {
			return true
		}
	}
	return false
}

// placeID returns the id of the group of a node and its surroundings, which move together.
func placeID(v int) string { return "dag-place-" + strconv.Itoa(v) }

func nodeID(v int) string { return "dag-node-" + strconv.Itoa(v) }

func edgeID(e Ends) string {
	kind := "dag-edge-"
	if e.Both {
		kind = "dag-both-"
	}
	return kind + strconv.Itoa(e.From) + "-" + strconv.Itoa(e.To)
}
