package dagview

import (
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sketch"
)

// ChangesOf is a counterfactual on the drawing.
type ChangesOf struct {
	Title   string   // names the picture
	Names   []string // of the features
	Outcome string
	Sketch  sketch.Sketch
	Said    []string // of each feature what became of it, empty where nothing did
	Decided string   // what became of the outcome
}

// Changes draws what changes, and how it hangs together: features that change, those
// of them that a changed cause points at, and the arrows between. Features that have
// no arrow and do not change are left out.
func Changes(of ChangesOf) app.UI {
	changed := func(v int) bool { return v == sketch.OutcomeNode || v < len(of.Said) && of.Said[v] != "" }
	follows := func(v int) bool {
		return slices.ContainsFunc(of.Sketch.Edges, func(e sketch.Edge) bool { return e.To == v && e.From != sketch.OutcomeNode && changed(e.From) })
	}
	shown := []int{sketch.OutcomeNode}
	for v := range of.Names {
		if changed(v) || slices.ContainsFunc(of.Sketch.Edges, func(e sketch.Edge) bool { return e.From == v || e.To == v }) {
			shown = append(shown, v)
		}
	}
	var lines, boxes []app.UI
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	sees := func(x, y float64) {
		low, high = point{min(low.X, x), min(low.Y, y)}, point{max(high.X, x), max(high.Y, y)}
	}
	arrow := func(e sketch.Edge, on, drawn bool) {
		l := of.Sketch.Line(e)
		for i := range 9 { // a line may go around other boxes
			sees(l.At(float64(i) / 8))
		}
		lines = append(lines, marked(el("g", "data-change", "edge"), []string{"data-on", "data-implied"}, on, !drawn).Body(
			el("path", "data-part", "line", "d", l.Path()), el("path", "data-part", "tip", "d", head(l))))
	}
	for _, e := range of.Sketch.Edges {
		arrow(e, changed(e.From) && changed(e.To), true)
	}
	for _, v := range shown {
		n, name, said := of.Sketch.Node(v), of.Outcome, of.Decided
		if v != sketch.OutcomeNode {
			name, said = of.Names[v], of.Said[v]
			if changed(v) && !slices.ContainsFunc(of.Sketch.Edges, func(e sketch.Edge) bool { return e.From == v && e.To == sketch.OutcomeNode }) {
				arrow(sketch.Edge{From: v, To: sketch.OutcomeNode}, true, false)
			}
		}
		sees(n.X-sketch.NodeWidth/2, n.Y-sketch.NodeHeight/2)
		sees(n.X+sketch.NodeWidth/2, n.Y+sketch.NodeHeight/2)
		body := []app.UI{el("path", "data-part", "box", "d", boxShape)}
		if said == "" {
			body = append(body, el("text", "data-part", "label", "y", "5", "text-anchor", "middle").Text(Label(name)))
		} else {
			body = append(body,
				el("text", "data-part", "label", "y", "-3", "text-anchor", "middle").Text(Label(name)),
				el("text", "data-part", "said", "y", "13", "text-anchor", "middle").Text(Label(said)))
		}
		if Label(name) != name || Label(said) != said {
			body = append(body, el("title").Text(name+" "+said))
		}
		g := marked(el("g", "data-change", "node", "transform", translate(n.X, n.Y)), []string{"data-done", "data-follows", "data-outcome"},
			v != sketch.OutcomeNode && changed(v) && !follows(v), v != sketch.OutcomeNode && changed(v) && follows(v), v == sketch.OutcomeNode)
		boxes = append(boxes, g.Body(body...))
	}
	const margin = 8
	x, y := low.X-margin, low.Y-margin
	wide, tall := high.X-low.X+2*margin, high.Y-low.Y+2*margin
	return el("svg", "data-dag", "changes", "viewBox", px(x)+" "+px(y)+" "+px(wide)+" "+px(tall), "role", "img", "aria-label", of.Title,
		"preserveAspectRatio", "xMidYMid meet").Body(append(lines, boxes...)...)
}
