package dagview

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/snapshot"
)

func numbers(names ...string) data.Schema {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, n := range names {
		s.Features = append(s.Features, data.Feature{Name: n, Max: 1})
	}
	return s
}

// grid is four nodes at the corners of a square.
func grid(t *testing.T) (data.Schema, sketch.Sketch) {
	t.Helper()
	s := numbers("a", "b", "c", "d")
	g := sketch.New(s).Place(0, 0, 0).Place(1, 300, 0).Place(2, 0, 200).Place(3, 300, 200).Place(sketch.OutcomeNode,
		600, 100)
	g, err := g.AddEdge(s, sketch.Edge{From: 0, To: 3, Sign: causal.Rises, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	return s, g
}

func TestZoomKeepsThePlaceUnderThePointer(t *testing.T) {
	v := view{X: 30, Y: -12, K: 0.7}
	for _, by := range []float64{1.25, 0.5, 100, 0.001} {
		at := point{211, 87}
		z := v.zoomed(by, at)
		a, b := v.paper(at), z.paper(at)
		if math.Hypot(a.X-b.X, a.Y-b.Y) > 1e-9 {
			t.Errorf("by %v: %v became %v", by, a, b)
		}
		if z.K < leastZoom || z.K > mostZoom {
			t.Errorf("by %v: zoom %v", by, z.K)
		}
	}
}

// A phone shows only names, a window of 1280 px whole nodes, and no value can be dragged
// on a node that is too small.
func TestHowFarIsSaid(t *testing.T) {
	for k, want := range map[float64]int{1.15: 0, 0.9: 1, 0.75: 2, 0.5: 3, 0.39: 4, leastZoom: 4} {
		if got := (view{K: k}).far(); got != want {
			t.Errorf("at zoom %v it is %d, want %d", k, got, want)
		}
	}
}

func TestFittedShowsEveryNode(t *testing.T) {
	_, g := grid(t)
	for _, size := range []point{{900, 500}, {320, 400}, {60, 900}} {
		v := fitted(g, size.X, size.Y)
		low, high := bounds(g)
		for _, p := range []point{low, high} {
			x, y := v.K*p.X+v.X, v.K*p.Y+v.Y
			if v.K > leastZoom && (x < 0 || y < 0 || x > size.X || y > size.Y) {
				t.Errorf("in %v the corner %v is at %v, %v", size, p, x, y)
			}
		}
	}
	if v := first(g, 200, 300); v.K < 0.46 {
		t.Errorf("the first view of a small window has zoom %v", v.K)
	}
}

// A drawing that is too large to read as a whole opens with its outcome in view, slightly smaller if
// this shows more nodes. The outcome is left out if the other nodes would then not fit.
func TestTheFirstViewShowsTheOutcome(t *testing.T) {
	s := numbers("a", "b", "c", "d")
	near := sketch.New(s).Place(0, 0, 0).Place(1, 200, 0).Place(2, 400, 0).Place(3, 600, 0).Place(sketch.OutcomeNode,
		800, 0)
	for name, c := range map[string]struct {
		of      sketch.Sketch
		width   float64
		seen    int
		outcome bool
	}{
		"all":                    {near, 1000, 5, true},
		"more from the outcome":  {near, 370, 4, true},
		"all, a little smaller":  {near.Place(3, 600, 96).Place(sketch.OutcomeNode, 667, 0), 400, 5, true},
		"fewer from the outcome": {near.Place(sketch.OutcomeNode, 1030, 0), 370, 3, false},
		"far from the others":    {near.Place(sketch.OutcomeNode, 1400, 0), 370, 3, false},
	} {
		v := first(c.of, c.width, 400)
		x := v.K*c.of.Node(sketch.OutcomeNode).X + v.X
		if got, in := v.seen(c.of, c.width, 400), x > 0 && x < c.width; got != c.seen || in != c.outcome {
			t.Errorf("%s: %d nodes, outcome in sight %v, want %d and %v", name, got, in, c.seen, c.outcome)
		}
	}
}

// Labels are on their lines and do not overlap boxes, rules or each other.
func TestLabelsStandBesideNodes(t *testing.T) {
	s := numbers("a", "b", "c", "d")
	g := sketch.New(s).Place(0, 0, 0).Place(1, 0, 64).Place(2, 220, 0).Place(3, 220, 64).Place(sketch.OutcomeNode, 440,
		0)
	for _, e := range []sketch.Edge{{From: 0, To: 2}, {From: 0, To: 3}, {From: 1, To: 3}} {
		g, _ = g.AddEdge(s, e)
	}
	c := &Canvas{Names: []string{"a", "b", "c", "d"}, Sketch: g, Labels: []string{"+", "+ strict", "− 2 to 3"},
		Ghosts: []Ghost{{A: 2, B: 3, ToB: "draw", Text: "0.4 · add?"}, {A: 2, B: 9}}}
	c.route()
	var taken []plot
	for _, b := range c.lines.boxes {
		taken = append(taken, plot{b.X - b.W/2, b.Y - b.H/2, b.X + b.W/2, b.Y + b.H/2 + b.Below})
	}
	if len(c.lines.spots) != 4 {
		t.Fatalf("%d labels, want 3 and that of what is offered", len(c.lines.spots))
	}
	for i, at := range c.lines.spots {
		k := plot{at.X - c.lines.wide[i]/2, at.Y - pillHigh/2, at.X + c.lines.wide[i]/2, at.Y + pillHigh/2}
		for _, o := range taken {
			if k.shared(o) > 0 {
				t.Errorf("label %d at %v lies on %v", i, k, o)
			}
		}
		taken = append(taken, k)
	}
}

// The finished projects are drawn with no line behind a node.
func TestTheGalleryIsDrawnAroundNodes(t *testing.T) {
	for _, name := range []string{"census", "simple-bn", "sangiovese"} {
		b, err := os.ReadFile("../../../web/" + name + ".causeway")
		if err != nil {
			t.Fatal(err)
		}
		project, err := snapshot.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		c := &Canvas{Names: make([]string, len(project.Graph.Nodes)), Sketch: project.Graph}
		c.route()
		if len(c.lines.paths) == 0 {
			t.Errorf("%s has no edges", name)
		}
		for i, p := range c.lines.paths {
			for k := range 500 {
				at, _ := p.At(float64(k) / 499)
				for _, o := range c.lines.boxes {
					if math.Abs(at.X-o.X) < o.W/2-0.1 && math.Abs(at.Y-o.Y) < o.H/2-0.1 {
						t.Fatalf("%s: edge %d runs through %v at %v", name, i, o, at)
					}
				}
			}
		}
	}
}

func TestArrowsGoToTheNodeOnThatSide(t *testing.T) {
	_, g := grid(t)
	tests := []struct {
		from, want int
		dx, dy     float64
		ok         bool
	}{
		{0, 1, 1, 0, true},
		{0, 2, 0, 1, true},
		{3, 2, -1, 0, true},
		{3, 1, 0, -1, true},
		{1, sketch.OutcomeNode, 1, 0, true},
		{0, 0, -1, 0, false},
		{0, 0, 0, -1, false},
	}
	for _, tt := range tests {
		if got, ok := beside(g, tt.from, tt.dx, tt.dy); got != tt.want || ok != tt.ok {
			t.Errorf("from %d by %v, %v: got %d, %v, want %d", tt.from, tt.dx, tt.dy, got, ok, tt.want)
		}
	}
}

func TestNodesAreFoundByTheirPlace(t *testing.T) {
	_, g := grid(t)
	if v, ok := at(g, point{310, 190}, -2); !ok || v != 3 {
		t.Errorf("at d: %d, %v", v, ok)
	}
	if v, ok := at(g, point{310, 190}, 3); ok {
		t.Errorf("d is found though it is left out: %d", v)
	}
	if got := within(g, point{-10, 250}, point{310, 150}); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("within the frame: %v", got)
	}
}

func TestNamesAreCutToTheBox(t *testing.T) {
	tests := []struct{ name, want string }{
		{"age", "age"},
		{"marital_status_now", "marital_status_now"},
		{"marital_status_before", "marital_status_be…"},
		{"婚姻状況と収入の関係", "婚姻状況と収入の…"},
		{"\u202eabc", "\u202eabc"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Label(tt.name); got != tt.want {
			t.Errorf("%q is cut to %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestADragTakesItsEdgesAlong(t *testing.T) {
	_, g := grid(t)
	c := &Canvas{Names: []string{"a", "b", "c", "d"}, Sketch: g}
	c.route()
	d := newDrag(c, []int{3, 8})
	if len(d.nodes) != 1 || d.plain {
		t.Errorf("drag of d: %+v", d)
	}
	d.sketch = c.paper.Move([]int{3}, 50, 10)
	for _, plain := range []bool{false, true} {
		d.plain = plain
		d.draw()
		p := d.lines.paths[0]
		before := c.lines.paths[0]
		if end, was := p[len(p)-1], before[len(before)-1]; math.Abs(end.X-was.X-50) > 1e-9 ||
			math.Abs(end.Y-was.Y-10) > 1e-9 {
			t.Errorf("the end went from %v to %v", was, end)
		}
	}
	if c.lines.boxes[3].X != c.paper.Nodes[3].X {
		t.Error("the drag moved what was drawn")
	}
}

func TestTheCanvasNamesWhatItShows(t *testing.T) {
	_, g := grid(t)
	c := &Canvas{
		Words: Words{Canvas: "Causal graph", Outcome: "outcome"}, Names: []string{"a", "b", "c", "d"}, Outcome: "y",
		Sketch: g,
		Says:   []string{"", "", "", "causes: a", "no edges"}, Pick: Pick{Nodes: []int{1}}, Cycle: []int{0, 3, 0},
	}
	disp := app.NewClientTester(c)
	defer disp.Close()
	for range 3 {
		disp.Consume()
	}
	html := app.HTMLString(c)
	for _, want := range []string{`role="application"`, `aria-label="Causal graph"`, `aria-label="d"`,
		`aria-description="causes: a"`, `data-strict`, "+"} {
		if !strings.Contains(html, want) {
			t.Errorf("the canvas has no %s", want)
		}
	}
	if n := strings.Count(html, `role="button"`); n != 5 {
		t.Errorf("%d nodes, want 5", n)
	}
}

func TestTabComesToOneNodeOfALargeDrawing(t *testing.T) {
	var names []string
	s := sketch.Sketch{}
	for i := range mapFrom + 1 {
		names, s.Nodes = append(names, "f"+strconv.Itoa(i)), append(s.Nodes, sketch.Node{X: float64(200 * i)})
	}
	for name, c := range map[string]struct {
		pick    []int
		last    int
		hasLast bool
		want    int
	}{
		"the first": {want: 0}, "what is chosen": {pick: []int{7, 3}, want: 7},
		"what had the focus": {pick: []int{7}, last: 5, hasLast: true, want: 5},
		"the outcome":        {last: sketch.OutcomeNode, hasLast: true, want: sketch.OutcomeNode},
	} {
		canvas := &Canvas{Names: names, Sketch: s, Pick: Pick{Nodes: c.pick}, last: c.last, hasLast: c.hasLast}
		canvas.route()
		for v := sketch.OutcomeNode; v < len(names); v++ {
			if got := canvas.node(v, "f").Stop; got != (v == c.want) {
				t.Errorf("%s: Tab comes to node %d: %v", name, v, got)
			}
		}
	}
	small := &Canvas{Names: names[1:], Sketch: s}
	small.route()
	if !small.node(3, "f").Stop || !small.node(sketch.OutcomeNode, "f").Stop {
		t.Error("Tab passes a node of a small drawing")
	}
}

func TestALargeDrawingComesFrameByFrame(t *testing.T) {
	const n = 2*atOnce + 50
	c := &Canvas{Outcome: "y"}
	for i := range n {
		c.Names, c.Sketch.Nodes = append(c.Names, "f"+strconv.Itoa(i)),
			append(c.Sketch.Nodes, sketch.Node{X: float64(200 * i)})
	}
	drawn := func() int { return strings.Count(app.HTMLString(c), "data-node=") }
	if got := drawn(); got != atFirst+1 {
		t.Errorf("%d nodes in the first frame, want %d", got, atFirst+1)
	}
	disp := app.NewClientTester(c)
	defer disp.Close()
	for range 100 {
		disp.Consume()
		if drawn() == n+1 {
			break
		}
		time.Sleep(frame)
	}
	if got := drawn(); got != n+1 {
		t.Errorf("%d nodes, want %d", got, n+1)
	}
}

// The picture of a change omits unchanged features. Causes are to the left of their effects, or above
// them.
func TestAChangeIsDrawnWithoutWhatStays(t *testing.T) {
	of := ChangesOf{Names: []string{"work", "age", "degree", "race"}, Outcome: "income",
		Said: []string{"", "46 → 52", "School → Masters", ""}, Follows: []bool{false, true, false, false},
		Decided: ">50K"}
	of.Sketch.Nodes = make([]sketch.Node, 4)
	of.Sketch.Edges = []sketch.Edge{{From: 2, To: 0}, {From: 2, To: 1}}
	kept := brief(of)
	if got := strings.Join(kept.Names, " "); got != "age degree" {
		t.Errorf("the picture has %q, want what changes", got)
	}
	if html := app.HTMLString(Changes(of)); strings.Count(html, "data-done") != 2 ||
		strings.Count(html, "data-follows") != 2 {
		t.Errorf("for windows of two kinds the degree is not filled or the age not outlined: %s", html)
	}
	layers := kept.layers()
	if len(layers) != 3 || layers[0][0] != 1 || layers[1][0] != 0 {
		t.Fatalf("layers %v, want the degree, the age and the outcome", layers)
	}
	beside, below := kept.placed(layers, false).Sketch, kept.placed(layers, true).Sketch
	if !(beside.Nodes[1].X < beside.Nodes[0].X && beside.Nodes[0].X < beside.Outcome.X) ||
		!(below.Nodes[1].Y < below.Nodes[0].Y && below.Nodes[0].Y < below.Outcome.Y) {
		t.Errorf("causes do not come first: %v %v, %v %v", beside.Nodes, beside.Outcome, below.Nodes, below.Outcome)
	}
}

// A position on the track is one of its steps, never beyond an end.
func TestAPlaceOnATrackIsAStep(t *testing.T) {
	for _, c := range []struct {
		steps    int
		at, want float64
	}{{0, 0.123, 0.123}, {0, -1, 0}, {4, 0.4, 0.5}, {4, 7, 1}, {1, 0.4, 0}} {
		if got := (Trial{Steps: c.steps}).snapped(c.at); got != c.want {
			t.Errorf("%v of %d steps is %v, want %v", c.at, c.steps, got, c.want)
		}
	}
}

// Shift and a letter go to the next name with that initial, and after the last to the first.
func TestAnInitialGoesToTheNextName(t *testing.T) {
	s := numbers("age", "b", "Acid")
	c := &Canvas{Names: []string{"age", "b", "Acid"}, Outcome: "Ärger", Sketch: sketch.New(s)}
	for _, k := range []struct {
		from    int
		initial string
		to      int
		ok      bool
	}{
		{sketch.OutcomeNode, "A", 0, true}, {0, "A", 2, true}, {2, "A", 0, true}, {1, "B", 1, true},
		{1, "Ä", sketch.OutcomeNode, true}, {0, "Z", 0, false},
	} {
		if to, ok := c.named(k.from, k.initial); to != k.to || ok != k.ok {
			t.Errorf("after %d, %s goes to %d (%v), want %d (%v)", k.from, k.initial, to, ok, k.to, k.ok)
		}
	}
}

// A long name is divided where a reader would divide it.
func TestLongNamesAreFolded(t *testing.T) {
	for name, want := range map[string][2]string{
		"marital_status":     {"marital_", "status"},
		"hours_per_week":     {"hours_per_", "week"},
		"Instalment rate":    {"Instalment ", "rate"},
		"numberofchildren":   {"numberofchi", "ldren"},
		"years at residence": {"years at ", "residence"},
	} {
		if first, second := folded(name); [2]string{first, second} != want {
			t.Errorf("%s becomes %q and %q, want %q", name, first, second, want)
		}
	}
}
