package dagview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/route"
	"causeway/core/sketch"
)

// ChangesOf describes a counterfactual for a drawing of the graph.
type ChangesOf struct {
	Title   string   // names the picture
	Names   []string // names of the features
	Outcome string
	Sketch  sketch.Sketch
	Said    []string // each feature's new value in words; empty if unchanged
	Follows []bool   // whether each change follows from others; the rest are actions
	Decided string   // the change of the outcome in words
}

// Changes draws the features that change, those between them, and the arrows. It omits
// unchanged features, so that names stay readable. A wide window shows causes to the left of
// their effects, a narrow one above them; the style sheet chooses.
func Changes(of ChangesOf) app.UI {
	kept := brief(of)
	layers := kept.layers()
	if len(layers) > mostAcross {
		return app.Div().Class("on-graph-picture").Body(kept.placed(layers, true).draw("both"))
	}
	return app.Div().Class("on-graph-picture").Body(kept.placed(layers, false).draw("wide"),
		kept.placed(layers, true).draw("narrow"))
}

// mostAcross is how many layers fit side by side with readable names.
const mostAcross = 4

// saidLetters is how many letters of a change's text fit into its box.
const saidLetters = 22

func (of ChangesOf) changed(v int) bool {
	return v == sketch.OutcomeNode || v < len(of.Said) && of.Said[v] != ""
}

// follows reports whether a feature's change follows from others.
func (of ChangesOf) follows(v int) bool { return v >= 0 && v < len(of.Follows) && of.Follows[v] }

// moved reports whether a cause of a feature changes.
func (of ChangesOf) moved(v int) bool {
	return slices.ContainsFunc(of.Sketch.Edges, func(e sketch.Edge) bool { return e.To == v && of.changed(e.From) })
}

// brief omits unchanged features, unless both a cause and an effect of theirs change.
func brief(of ChangesOf) ChangesOf {
	out := ChangesOf{Title: of.Title, Outcome: of.Outcome, Decided: of.Decided}
	place := make([]int, len(of.Names))
	for v := range of.Names {
		leads := slices.ContainsFunc(of.Sketch.Edges, func(e sketch.Edge) bool {
			return e.From == v && of.changed(e.To)
		})
		if place[v] = -1; of.changed(v) || leads && of.moved(v) {
			place[v] = len(out.Names)
			out.Names, out.Said = append(out.Names, of.Names[v]), append(out.Said, of.Said[v])
			out.Follows = append(out.Follows, of.follows(v))
			out.Sketch.Nodes = append(out.Sketch.Nodes, sketch.Node{X: of.Sketch.Nodes[v].X, Y: of.Sketch.Nodes[v].Y})
		}
	}
	for _, e := range of.Sketch.Edges {
		if from, to := place[e.From], place[e.To]; from >= 0 && to >= 0 {
			out.Sketch.Edges = append(out.Sketch.Edges, sketch.Edge{From: from, To: to})
		}
	}
	return out
}

// layers groups the features by the length of the longest path to them, each layer in the
// drawing's order from above, with the outcome last.
func (of ChangesOf) layers() [][]int {
	depth := make([]int, len(of.Names))
	for range of.Names {
		for _, e := range of.Sketch.Edges {
			depth[e.To] = max(depth[e.To], min(depth[e.From]+1, len(of.Names)-1))
		}
	}
	var list [][]int
	for v, d := range depth {
		for d >= len(list) {
			list = append(list, nil)
		}
		list[d] = append(list[d], v)
	}
	for _, l := range list {
		slices.SortFunc(l, func(a, b int) int { return cmp.Compare(of.Sketch.Nodes[a].Y, of.Sketch.Nodes[b].Y) })
	}
	return append(list, []int{sketch.OutcomeNode})
}

// placed arranges layers side by side or, with down, below each other with two features
// per line.
func (of ChangesOf) placed(layers [][]int, down bool) ChangesOf {
	const across, rows, lines, two = sketch.NodeWidth + 44, sketch.NodeHeight + 10, sketch.NodeHeight + 34, 2
	of.Sketch.Nodes = slices.Clone(of.Sketch.Nodes)
	put := func(v int, x, y float64) {
		if v == sketch.OutcomeNode {
			of.Sketch.Outcome.X, of.Sketch.Outcome.Y = x, y
		} else {
			of.Sketch.Nodes[v].X, of.Sketch.Nodes[v].Y = x, y
		}
	}
	line := 0.0
	for i, l := range layers {
		for k, v := range l {
			if down {
				in := min(len(l)-k/two*two, two) // number of items in this line
				put(v, (float64(k%two)-float64(in-1)/2)*(sketch.NodeWidth+10), (line+float64(k/two))*lines)
			} else {
				put(v, float64(i)*across, (float64(k)-float64(len(l)-1)/2)*rows)
			}
		}
		line += float64((len(l) + 1) / two)
	}
	return of
}

// draw returns the picture of the placed features, for one kind of window.
func (of ChangesOf) draw(kind string) app.UI {
	changed, follows := of.changed, of.follows
	var lines, boxes []app.UI
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	sees := func(x, y float64) {
		low, high = point{min(low.X, x), min(low.Y, y)}, point{max(high.X, x), max(high.Y, y)}
	}
	for i, l := range of.lines(kind != "wide") {
		for _, at := range l {
			sees(at.X, at.Y)
		}
		implied := i >= len(of.Sketch.Edges)
		on := implied || changed(of.Sketch.Edges[i].From) && changed(of.Sketch.Edges[i].To)
		lines = append(lines, marked(el("g", "data-change", "edge"), []string{"data-on", "data-implied"}, on,
			implied).Body(
			el("path", "data-part", "line", "d", l.SVG()), el("path", "data-part", "tip", "d", l.Head())))
	}
	for v := sketch.OutcomeNode; v < len(of.Names); v++ {
		n, name, said := of.Sketch.Node(v), of.Outcome, of.Decided
		if v != sketch.OutcomeNode {
			name, said = of.Names[v], of.Said[v]
		}
		sees(n.X-sketch.NodeWidth/2, n.Y-sketch.NodeHeight/2)
		sees(n.X+sketch.NodeWidth/2, n.Y+sketch.NodeHeight/2)
		body := []app.UI{el("path", "data-part", "box", "d", changeShape)}
		if said == "" {
			body = append(body, el("text", "data-part", "label", "y", "5", "text-anchor", "middle").Text(Label(name)))
		} else {
			body = append(body,
				el("text", "data-part", "label", "y", "-3", "text-anchor", "middle").Text(Label(name)),
				el("text", "data-part", "said", "y", "13", "text-anchor", "middle").Text(shortened(said, saidLetters)))
		}
		if Label(name) != name || shortened(said, saidLetters) != said {
			body = append(body, el("title").Text(name+" "+said))
		}
		g := marked(el("g", "data-change", "node", "transform", translate(n.X, n.Y)),
			[]string{"data-done", "data-follows", "data-outcome"},
			v != sketch.OutcomeNode && changed(v) && !follows(v), v != sketch.OutcomeNode && changed(v) &&
				follows(v), v == sketch.OutcomeNode)
		boxes = append(boxes, g.Body(body...))
	}
	const margin = 8
	x, y := low.X-margin, low.Y-margin
	wide, tall := high.X-low.X+2*margin, high.Y-low.Y+2*margin
	return el("svg", "data-dag", "changes", "data-for", kind, "width", px(wide), "viewBox",
		px(x)+" "+px(y)+" "+px(wide)+" "+px(tall), "role", "img", "aria-label", of.Title,
		"preserveAspectRatio", "xMidYMid meet").Body(append(lines, boxes...)...)
}

var changeShape = boxPath(sketch.NodeWidth, sketch.NodeHeight, 6)

// lines returns the paths of the edges, and then those from each change to the outcome. With down,
// they start at the bottom of a box and end at the top.
func (of ChangesOf) lines(down bool) []route.Path {
	boxes, links := of.Sketch.Boxes(sketch.Plain), of.Sketch.Lines(sketch.Plain)
	for v := range of.Names {
		if of.changed(v) {
			links = append(links, route.Link{From: v, To: len(of.Names)})
		}
	}
	if !down {
		return route.Around(boxes, links)
	}
	for i, b := range boxes {
		boxes[i] = route.Box{X: b.Y, Y: b.X, W: b.H, H: b.W}
	}
	for i := range links {
		links[i].Guide = nil
	}
	paths := route.Around(boxes, links)
	for _, p := range paths {
		for i, at := range p {
			p[i] = route.Point{X: at.Y, Y: at.X}
		}
	}
	return paths
}

// Card returns the picture without words, as lines of text: the box of the drawing, then for each path its part, a
// tab, and its path data.
func (of ChangesOf) Card() string {
	const side, across, rows, margin = 36, 88, 56, 30
	var b strings.Builder
	of = brief(of)
	outcome := len(of.Names)
	boxes := make([]route.Box, outcome+1)
	most, layers := 1, of.layers()
	for i, l := range layers {
		most = max(most, len(l))
		for k, v := range l {
			if v == sketch.OutcomeNode {
				v = outcome
			}
			boxes[v] = route.Box{X: float64(i) * across, Y: (float64(k) - float64(len(l)-1)/2) * rows, W: side, H: side}
		}
	}
	var links []route.Link
	for _, e := range of.Sketch.Edges {
		links = append(links, route.Link{From: e.From, To: e.To})
	}
	for v := range of.Names {
		if of.changed(v) {
			links = append(links, route.Link{From: v, To: outcome})
		}
	}
	for _, l := range route.Around(boxes, links) {
		fmt.Fprintf(&b, "edge\t%s\nhead\t%s\n", l.SVG(), l.Head())
	}
	for v, at := range boxes {
		part := "stays"
		switch {
		case v == outcome:
			part = "outcome"
		case of.follows(v):
			part = "follows"
		case of.changed(v):
			part = "does"
		}
		fmt.Fprintf(&b, "%s\tM%s %sh%dv%dh-%dz\n", part, px(at.X-side/2), px(at.Y-side/2), side, side, side)
	}
	wide, high := (len(layers)-1)*across+2*margin, (most-1)*rows+2*margin
	return fmt.Sprintf("box\t%d %d %d %d\n", -margin, -high/2, wide, high) + b.String()
}
