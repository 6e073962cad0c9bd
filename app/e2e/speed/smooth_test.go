package speed

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// isSmooth requires 50 frames a second if times are compared with promises.
func isSmooth(t *testing.T, fps float64) {
	t.Helper()
	if fps < 50 && page.Timed() {
		t.Errorf("%.1f frames a second, want 50", fps)
	}
}

// tableOf is a table of n numbers and an outcome, as CSV.
func tableOf(features, rows int, number func(row, feature int) int, yes func(row int) bool) string {
	head := ""
	for j := range features {
		head += fmt.Sprintf("f%03d,", j)
	}
	return page.Lines(head+"y", rows, func(i int) string {
		var cells strings.Builder
		for j := range features {
			fmt.Fprintf(&cells, "%d,", number(i, j)%97)
		}
		return cells.String() + page.YesNo(yes(i))
	})
}

// graphOf is a graph with the given numbers of features and edges as DAGitty text, each
// edge from one of the nearest earlier features.
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

// largeGraph opens a table and a graph over it in Causes.
func largeGraph(t *testing.T, features, edges int) *page.Tab {
	t.Helper()
	p := page.Open(t)
	p.ImportText(tableOf(features, 40, func(i, j int) int { return i*(j%50+3) + j }, func(i int) bool {
		return i%2 == 1
	}))
	p.GoTo("Causes")
	p.WaitHas("button", fmt.Sprintf("f%03d", features-1))
	p.DrawText(graphOf(features, edges))
	p.WaitText("status", fmt.Sprintf("is drawn: %d edges.", edges))
	p.Click("button", "Auto layout")
	return p
}

// A node follows the pointer at 50 frames a second. The figures are logged; the test
// fails only far below that, because other work may slow the machine.
func TestDraggingIsSmooth(t *testing.T) {
	p := largeGraph(t, 60, 120)
	p.Click("button", "Fit")
	p.Show("application", "Causal graph")
	from := p.Place("button", "f030")
	p.PressMouse(from)
	p.WatchTasks()
	p.WatchMoves()
	fps, slowest := p.Frames(2500*time.Millisecond, func(i int) page.Place {
		a := float64(i) / 12
		return page.Place{X: from.X + 90*math.Sin(a), Y: from.Y + 60*math.Cos(a)}
	})
	task := p.LongestTask()
	p.ReleaseMouse(from)
	each, moves := p.Moves()
	t.Logf("60 nodes, 120 edges: %.1f frames a second, slowest frame %.0f ms, longest task %v, %.2f ms for each of "+
		"%.0f moves",
		fps, slowest, task, each, moves)
	isSmooth(t, fps)
}

// A graph of 500 nodes opens and is laid out within 3 s of thread time; half as many
// nodes if times are not compared with promises.
func TestALargeGraphOpens(t *testing.T) {
	page.Beside(t)
	nodes, edges := 250, 400
	if page.Full() {
		nodes, edges = 500, 800
	}
	p := largeGraph(t, nodes, edges)
	p.WaitMap()
	p.GoTo("Table")
	p.WaitHas("table", "Columns of the table")
	open := p.ThreadTime(func() {
		p.GoTo("Causes")
		p.WaitFor("all nodes", func() bool { return p.NodesDrawn() == nodes+1 })
	})
	p.Fill("textbox", "Find feature", "f200")
	p.Click("textbox", "Find feature")
	p.Press("Enter")
	p.WaitFocus("f200")
	p.WaitPressed("f200")
	p.Press("ArrowUp")
	p.WaitText("status", "Moved f200")
	layout := p.ThreadTime(func() {
		p.Click("button", "Unpin")
		p.WaitText("status", "Left f200 to the layout")
	})
	t.Logf("%d nodes, %d edges: open %v, lay out %v", nodes, edges, open, layout)
	p.Choose("From", "f007") // of a list that is filled on focus
	p.Choose("To", "f201")
	p.Choose("From", "f008")
	if from, to := p.Text("combobox", "From"), p.Text("combobox", "To"); from != "8" || to != "201" {
		t.Errorf("the form has the edge from %s to %s, want 8 and 201", from, to)
	}
	p.Click("button", "Add edge")
	p.WaitText("status", "Added the edge f008 → f201.")
	if open+layout > 3*time.Second && page.Timed() {
		t.Errorf("open %v, lay out %v, want 3s together", open, layout)
	}
}

// A value is dragged on its node at 50 frames a second, and changed by keys: other values
// follow while it moves, the node stays in place, and Escape restores it.
func TestAValueIsDraggedOnItsNode(t *testing.T) {
	p, chips := page.BoundaryGraph(t)
	const slider = "Try a value of x1"
	on := func(along, below float64) page.Place { return p.PlaceOnTrack(slider, along, below) }
	stood := p.TransformOf("x1")
	for _, dy := range []float64{-11, 11} {
		if !p.TakesHold("slider", slider, on(0.5, dy)) {
			t.Errorf("%v px from the track a pointer does not take hold of it", dy)
		}
	}
	p.PressMouse(on(0.5, 0))
	fps, slowest := p.Frames(1500*time.Millisecond, func(i int) page.Place {
		return on(0.5+0.45*math.Sin(float64(i)/12), 0)
	})
	p.WaitFor("what follows, while it is held", func() bool { return strings.Contains(p.Chips("x3"), "→") })
	p.ReleaseMouse(on(0.9, 0))
	t.Logf("a value on its node: %.1f frames a second, slowest frame %.0f ms", fps, slowest)
	isSmooth(t, fps)
	if now := p.TransformOf("x1"); now != stood {
		t.Errorf("the node went from %s to %s", stood, now)
	}
	p.WaitFocus(slider)
	p.Press("ArrowLeft")
	first := p.ValueText("slider", slider)
	p.Press("ArrowLeft")
	p.WaitFor("another value", func() bool { return p.ValueText("slider", slider) != first })
	p.Shoot("graph-try")
	p.Press("Escape")
	p.WaitFor("the row as it was", func() bool { return p.Chips("x3") == chips && !p.Has("button", "Back to the row") })
	if !p.IsPressed("x1") {
		t.Error("x1 is not chosen any more")
	}
	// The track keeps its width; if nodes are too small for it, it is hidden.
	for range 5 {
		p.Click("button", "Zoom out")
	}
	p.WaitAway("slider", slider)
	p.Click("button", "Zoom in")
	p.WaitHas("slider", slider)
}

// With twenty features a dragged range stays at 50 frames a second.
func TestDraggingARangeIsSmooth(t *testing.T) {
	p := page.Open(t)
	p.ImportText(tableOf(20, 400, func(i, j int) int { return i*(j+7)*31 + j*j*17 }, func(i int) bool {
		return i*7*31%97/49 == 1
	}))
	p.GoTo("Person")
	at := p.Thumb("Least f000")
	p.PressMouse(at)
	fps, slowest := p.Frames(1500*time.Millisecond, func(i int) page.Place {
		return page.Place{X: at.X + float64(i%80), Y: at.Y}
	})
	p.ReleaseMouse(page.Place{X: at.X + 40, Y: at.Y})
	p.WaitLimits("f000 ")
	t.Logf("20 features: %.1f frames a second, slowest frame %.0f ms", fps, slowest)
	isSmooth(t, fps)
}

// No task of the page takes more than 80 ms on a table of 512 features, and a search for
// three counterfactuals takes less than 3 s. If times are not compared with promises, the
// table is a quarter as wide and has all kinds of features.
func TestAWideTable(t *testing.T) {
	t.Run("of all kinds", func(t *testing.T) { aWideTable(t, false) })
	if page.Full() {
		t.Run("of numbers", func(t *testing.T) { aWideTable(t, true) })
	}
}

func aWideTable(t *testing.T, numbers bool) {
	page.Beside(t)
	features := 128
	if page.Full() {
		features = 512
	}
	w := page.Wide{Tab: page.Open(t)}
	w.Timeout = 2 * time.Minute
	step := func(name string, do func()) {
		t.Helper()
		w.WatchTasks()
		began := time.Now()
		do()
		w.LetWork(700 * time.Millisecond) // drawing and saving triggered by it
		task := w.LongestTask()
		t.Logf("%-12s %8v, longest task %v", name, time.Since(began).Round(time.Millisecond),
			task.Round(time.Millisecond))
		if task > 80*time.Millisecond && page.Timed() {
			t.Errorf("%s: a task of %v, want 80ms", name, task)
		}
	}
	step("preview", func() {
		w.DropFiles(page.Write(t, "wide.csv", page.WideTable(features, 2000, numbers)))
		w.Says("Import table")
	})
	step("import", func() { w.Press("Import table"); w.Says("is loaded: 2,000 rows") })
	step("classifier", func() {
		w.Visit("classifier")
		w.Says("Train classifier")
		w.Set("Epochs", 10)
		w.Press("Train classifier")
		w.Says("Confusion matrix")
	})
	step("causes", func() {
		w.Visit("causes")
		w.WaitFor("the nodes", func() bool { return w.NodesDrawn() > min(features, 200)/2 })
	})
	step("generator", func() {
		w.Visit("generator")
		w.Says("Train generator")
		w.Set("Epochs", 3)
		w.Press("Train generator")
		w.Says("Quality of its counterfactuals")
	})
	step("person", func() { w.Visit("person"); w.Answer() })
	for i := range 3 {
		var search time.Duration
		step("other row", func() { w.NextRow(); search = w.Answer() })
		t.Logf("search of row %d: %v", i+1, search.Round(time.Millisecond))
		if search > 3*time.Second && page.Timed() {
			t.Errorf("a search took %v, want 3s", search)
		}
	}
	step("limits", func() { w.Press("Limit"); w.WaitThere(page.MoreLimits) })
	step("label", func() { w.Visit("label"); w.Says("Proposed instead") })
	step("methods", func() { w.Visit("methods"); w.Says("Run evaluation") })
	step("table", func() { w.Visit("table"); w.Says("Open file") })
}

// A file of the largest permitted size is read and imported while progress is shown.
func TestALongTableIsImported(t *testing.T) {
	size := 4 << 20
	if page.Full() {
		size = 64<<20 - 1<<10
	} else {
		page.Beside(t)
	}
	file := page.LongFile(t, size)
	p := page.Open(t)
	p.WatchTasks()
	began := time.Now()
	p.DropFiles(file)
	p.WaitHas("button", "Import table")
	read := time.Since(began)
	began = time.Now()
	p.Click("button", "Import table")
	progress := false
	p.WaitFor("the table", func() bool {
		progress = progress || p.ShowsProgress()
		return strings.Contains(p.Text("status", ""), "is loaded")
	})
	took, held := read+time.Since(began), p.LongestTask()
	t.Logf("%d MB: previewed after %v, imported after %v; the page was held up for %v at most; progress was shown: %v",
		size>>20, read.Round(10*time.Millisecond), took.Round(10*time.Millisecond), held, progress)
	if page.Full() && !progress {
		t.Error("no progress was shown")
	}
	// 10 s and 0.1 s are wanted
	if page.Full() && page.Timed() && (took > 18*time.Second || held > 1200*time.Millisecond) {
		t.Error("it takes longer than it did")
	}
}
