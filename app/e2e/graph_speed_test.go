package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
)

// tableOf is a table of so many numbers and an outcome, as CSV.
func tableOf(features int) string {
	var b strings.Builder
	for j := range features {
		fmt.Fprintf(&b, "f%03d,", j)
	}
	b.WriteString("y\n")
	for i := range 40 {
		for j := range features {
			fmt.Fprintf(&b, "%d,", (i*(j%50+3)+j)%97)
		}
		fmt.Fprintf(&b, "%s\n", []string{"no", "yes"}[i%2])
	}
	return b.String()
}

// graphOf is a graph of so many features and edges as DAGitty text, each edge
// from one of the nearest features before.
func graphOf(features, edges int) string {
	var b strings.Builder
	b.WriteString("dag {\n")
	for n, step := 0, 1; n < edges; step += 3 {
		for to := step; to < features && n < edges; to++ {
			fmt.Fprintf(&b, "f%03d -> f%03d\n", to-step, to)
			n++
		}
	}
	return b.String() + "}\n"
}

// largeGraph opens a table and a graph over it on the Graph step.
func largeGraph(t *testing.T, features, edges int) *Page {
	t.Helper()
	p := OpenApp(t)
	p.Paste(tableOf(features))
	p.Click("button", "Import table")
	waitStatus(p, "is loaded")
	p.Click("link", "Graph")
	p.WaitHas("button", fmt.Sprintf("f%03d", features-1))
	p.unfold("By name, files, history")
	id := p.query("#graph-text")
	apply[bool](p, id, `function(text) {
		this.closest("details").open = true;
		this.value = text;
		this.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	}`, graphOf(features, edges))
	p.Click("button", "Draw this text")
	waitStatus(p, fmt.Sprintf("is drawn: %d edges.", edges))
	p.Click("button", "Auto layout")
	return p
}

// frames counts the pictures of a drag.
const countFrames = `(() => {
	window.times = [];
	const tick = (t) => { times.push(t); if (times.length < 5000) window.ticking = requestAnimationFrame(tick) };
	window.ticking = requestAnimationFrame(tick);
	return true;
})()`

// frames moves the pointer for a while, by the number of the move, and is how many frames a
// second the page draws meanwhile, and how long the slowest takes in milliseconds.
func (p *Page) frames(d time.Duration, to func(i int) place) (fps, slowest float64) {
	p.t.Helper()
	Eval[bool](p, countFrames)
	for i, began := 0, time.Now(); time.Since(began) < d; i++ {
		p.Mouse(input.DispatchMouseEventTypeMouseMoved, to(i), 0)
	}
	total := 0.0
	gaps := Eval[[]float64](p, `(cancelAnimationFrame(ticking), times.slice(1).map((t, i) => t - times[i]))`)
	for _, g := range gaps {
		total += g
		slowest = max(slowest, g)
	}
	return 1000 * float64(len(gaps)) / max(total, 1), slowest
}

// isSmooth holds 50 frames a second where times are held to what is promised.
func isSmooth(t *testing.T, fps float64) {
	t.Helper()
	if fps < 50 && timed() {
		t.Errorf("%.1f frames a second, want 50", fps)
	}
}

// A node follows the pointer at 50 frames a second. The figures are logged; the
// test fails far below that, since other work may hold a machine up.
func TestDraggingIsSmooth(t *testing.T) {
	p := largeGraph(t, 60, 120)
	p.Click("button", "Fit")
	p.Show("application", "Causal graph")
	from := p.Place("button", "f030")
	p.Mouse(input.DispatchMouseEventTypeMousePressed, from, 0)
	p.WatchTasks()
	Eval[bool](p, `(() => {
		window.spent = 0; window.moves = 0;
		const canvas = document.querySelector('[data-dag="canvas"]');
		document.addEventListener("pointermove", () => { window.began = performance.now() }, true);
		document.addEventListener("pointermove", () => { spent += performance.now() - began; moves++ });
		return true;
	})()`)
	fps, slowest := p.frames(2500*time.Millisecond, func(i int) place {
		a := float64(i) / 12
		return place{from.X + 90*math.Sin(a), from.Y + 60*math.Cos(a)}
	})
	task := p.LongestTask()
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, from, 0)
	t.Logf("60 nodes, 120 edges: %.1f frames a second, slowest frame %.0f ms, longest task %v, %.2f ms for each of %.0f moves",
		fps, slowest, task, Eval[float64](p, `spent / moves`), Eval[float64](p, `moves`))
	isSmooth(t, fps)
}

// A graph of 500 nodes opens and is laid out within 3 s of the page's thread. Where
// times are not held to what is promised, half as many do.
func TestALargeGraphOpens(t *testing.T) {
	beside(t)
	nodes, edges := 250, 400
	if full() {
		nodes, edges = 500, 800
	}
	p := largeGraph(t, nodes, edges)
	p.query("svg[data-dag=map]")
	p.Click("link", "Data")
	p.WaitHas("table", "Columns of the table")
	call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	open := p.work(func() {
		p.Click("link", "Graph")
		p.WaitFor("all nodes", func() bool { return Eval[int](p, `document.querySelectorAll("[data-node]").length`) == nodes+1 })
	})
	p.Fill("textbox", "Find feature", "f200")
	p.Click("textbox", "Find feature")
	p.Key("Enter", 0)
	p.waitFocus("f200")
	p.WaitFor("f200 to be chosen", func() bool { return p.pressed("f200") })
	p.Key("ArrowUp", 0)
	waitStatus(p, "Moved f200")
	layout := p.work(func() {
		p.Click("button", "Unpin")
		waitStatus(p, "Left f200 to the layout")
	})
	t.Logf("%d nodes, %d edges: open %v, lay out %v", nodes, edges, open, layout)
	p.Choose("From", "f007") // of a list that is filled for whoever comes to it
	p.Choose("To", "f201")
	p.Choose("From", "f008")
	if from, to := p.Text("combobox", "From"), p.Text("combobox", "To"); from != "8" || to != "201" {
		t.Errorf("the form has the edge from %s to %s, want 8 and 201", from, to)
	}
	p.Click("button", "Add edge")
	waitStatus(p, "Added the edge f008 → f201.")
	if open+layout > 3*time.Second && timed() {
		t.Errorf("open %v, lay out %v, want 3s together", open, layout)
	}
}

// work is how long the page's thread worked for something.
func (p *Page) work(what func()) time.Duration {
	p.t.Helper()
	spent := func() time.Duration {
		Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
		for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
			if m.Name == "TaskDuration" {
				return time.Duration(m.Value * float64(time.Second)).Round(time.Millisecond)
			}
		}
		p.t.Fatal("the browser does not say how long it worked")
		return 0
	}
	before := spent()
	what()
	return spent() - before
}

// A value is dragged on its node, at 50 frames a second, and by keys: the values of others
// follow while it moves, the node stays where it is, and Escape takes it back.
func TestAValueIsDraggedOnItsNode(t *testing.T) {
	p, chips := boundaryGraph(t)
	id := p.wait("slider", "Try a value of x1")
	const track = `function(dx, dy) {
		const r = this.querySelector("[data-part=track]").getBoundingClientRect();
		return [r.x + 6 + dx * (r.width - 12), r.y + r.height / 2 + dy];
	}`
	on := func(dx, dy float64) place {
		at := apply[[]float64](p, id, track, dx, dy)
		return place{at[0], at[1]}
	}
	stood := apply[string](p, p.wait("button", "x1"), `function() { return this.parentElement.getAttribute("transform") }`)
	for _, dy := range []float64{-11, 11} {
		at := on(0.5, dy)
		if !apply[bool](p, id, `function(x, y) { return this.contains(document.elementFromPoint(x, y)) }`, at.X, at.Y) {
			t.Errorf("%v px from the track a pointer does not take hold of it", dy)
		}
	}
	p.Mouse(input.DispatchMouseEventTypeMousePressed, on(0.5, 0), 0)
	fps, slowest := p.frames(1500*time.Millisecond, func(i int) place { return on(0.5+0.45*math.Sin(float64(i)/12), 0) })
	p.WaitFor("what follows, while it is held", func() bool { return strings.Contains(chipsOf(p, "x3"), "→") })
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, on(0.9, 0), 0)
	t.Logf("a value on its node: %.1f frames a second, slowest frame %.0f ms", fps, slowest)
	isSmooth(t, fps)
	if now := apply[string](p, p.wait("button", "x1"), `function() { return this.parentElement.getAttribute("transform") }`); now != stood {
		t.Errorf("the node went from %s to %s", stood, now)
	}
	p.waitFocus("Try a value of x1")
	p.Press("ArrowLeft")
	value := func() string {
		return apply[string](p, p.wait("slider", "Try a value of x1"), `function() { return this.getAttribute("aria-valuetext") }`)
	}
	first := value()
	p.Press("ArrowLeft")
	p.WaitFor("another value", func() bool { return value() != first })
	p.shoot("graph-try")
	p.Press("Escape")
	p.WaitFor("the row as it was", func() bool { return chipsOf(p, "x3") == chips && !p.Has("button", "Back to the row") })
	if !p.pressed("x1") {
		t.Error("x1 is not chosen any more")
	}
	// The track keeps its width: where nodes are too small for it, it is not there.
	for range 5 {
		p.Click("button", "Zoom out")
	}
	p.WaitFor("the track to be away", func() bool { return !p.Has("slider", "Try a value of x1") })
	p.Click("button", "Zoom in")
	p.WaitHas("slider", "Try a value of x1")
}
