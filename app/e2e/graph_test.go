package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// drawing opens the Graph step over a small table of Simple-BN.
func drawing(t *testing.T) *Page {
	t.Helper()
	p := sampled(t)
	p.KeepSaved()
	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.WaitHas("button", "x3")
	return p
}

// savedGraph is the drawing in the project's own form.
func savedGraph(p *Page) string {
	p.t.Helper()
	p.unfold("By name, files, history")
	p.Click("button", "Save graph")
	name, text := p.Saved()
	if !strings.HasSuffix(name, ".graph.json") {
		p.t.Errorf("saved as %q", name)
	}
	return text
}

// handleOf is the dot that edges are drawn from.
func handleOf(p *Page, node string) place {
	p.t.Helper()
	id := p.wait("button", node)
	at := apply[[]float64](p, id, `function() {
		const r = this.querySelector("[data-part=handle]").getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	}`)
	return place{at[0], at[1]}
}

// dragEdge drags from the handle of one node to another.
func dragEdge(p *Page, from, to string) {
	p.t.Helper()
	p.Show("application", "Causal graph")
	end := p.Place("button", to)
	p.Drag(handleOf(p, from), end)
}

func waitStatus(p *Page, text string) {
	p.t.Helper()
	p.WaitText("status", text)
}

// byMouse draws x1 → x3, which rises strictly, and x2 → x3, which falls and is
// soft.
func byMouse(p *Page) {
	dragEdge(p, "x1", "x3")
	waitStatus(p, "Added the edge x1 → x3")
	p.Choose("Effect of a rising cause", "rises")
	waitStatus(p, "Changed the edge x1 → x3")
	p.Click("checkbox", "Strict")
	p.Show("application", "Causal graph")
	p.Drag(p.Place("button", "x2"), p.Place("button", "x3")) // a node dropped on its effect
	waitStatus(p, "Added the edge x2 → x3")
	p.Choose("Effect of a rising cause", "falls")
	p.Choose("Force", "soft")
	p.Click("button", "x1")
	p.Click("button", "Only increases: x1")
	waitStatus(p, `"x1" may not decrease`)
}

// byKeys does the same without a pointer.
func byKeys(p *Page) {
	p.TabTo("x1", 0)
	p.Key("e", 0)
	waitStatus(p, `Choose the effect of "x1"`)
	p.TabTo("x3", 0)
	p.Key("Enter", 0)
	waitStatus(p, "Added the edge x1 → x3")
	p.TabTo("Effect of a rising cause", 0)
	p.Key("r", 0) // the browser chooses by the first letter
	waitStatus(p, "Changed the edge x1 → x3")
	p.TabTo("Strict", 0)
	p.Key(" ", 0)
	p.TabTo("x2", keyShift)
	p.Key("e", 0)
	waitStatus(p, `Choose the effect of "x2"`)
	p.Key("ArrowRight", 0)
	for p.Focused() != "x3" {
		p.TabTo("x3", 0)
	}
	p.Key("Enter", 0)
	waitStatus(p, "Added the edge x2 → x3")
	p.TabTo("Effect of a rising cause", 0)
	p.Key("f", 0)
	waitStatus(p, "Changed the edge x2 → x3")
	p.TabTo("Force", 0)
	p.Key("s", 0)
	p.TabTo("x1", keyShift)
	p.Key("Enter", 0)
	p.TabTo("Only increases: x1", 0)
	p.Key("Enter", 0)
	waitStatus(p, `"x1" may not decrease`)
}

// byTables does the same in the form and the tables.
func byTables(p *Page) {
	p.Click("button", "Edges as a table")
	p.WaitHas("table", "Edges")
	add := func(from, to string) {
		p.Choose("From", from)
		p.Choose("To", to)
		p.Click("button", "Add edge")
		waitStatus(p, "Added the edge "+from+" → "+to)
	}
	add("x1", "x3")
	p.Choose("Sign of x1 → x3", "rises")
	p.Click("checkbox", "Strict: x1 → x3")
	add("x2", "x3")
	p.Choose("Sign of x2 → x3", "falls")
	p.Choose("Force of: x2 → x3", "soft")
	p.Choose("Rule", "Only increase")
	p.Choose("Feature", "x1")
	p.Click("button", "Add rule")
	waitStatus(p, `"x1" may not decrease`)
}

func TestAGraphIsTheSameWhicheverWayItIsDrawn(t *testing.T) {
	beside(t)
	var want, first string
	for _, way := range []struct {
		name string
		draw func(p *Page)
	}{{"mouse", byMouse}, {"tables", byTables}, {"keys", byKeys}} {
		t.Run(way.name, func(t *testing.T) {
			p := drawing(t)
			empty := savedGraph(p)
			way.draw(p)
			got := savedGraph(p)
			if first == "" {
				want, first = got, way.name
				for _, part := range []string{`"rises"`, `"falls"`, `"x3"`} {
					if !strings.Contains(got, part) {
						t.Errorf("the graph has no %s: %s", part, got)
					}
				}
			}
			if got != want {
				t.Errorf("drawn by %s:\n%s\nby %s:\n%s", way.name, got, first, want)
			}
			for !Eval[bool](p, `[...document.querySelectorAll(".shell-actions button")].find((b) => b.innerText === "Undo").ariaDisabled === "true"`) {
				p.Key("z", keyCtrl)
			}
			if got := savedGraph(p); got != empty {
				t.Errorf("undone to\n%s\nwant\n%s", got, empty)
			}
			for range 20 {
				p.Key("z", keyCtrl|keyShift)
			}
			if got := savedGraph(p); got != want {
				t.Errorf("done again to\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestACycleIsRefusedNamedAndShown(t *testing.T) {
	beside(t)
	p := drawing(t)
	dragEdge(p, "x1", "x2")
	waitStatus(p, "Added the edge x1 → x2")
	dragEdge(p, "x2", "x3")
	waitStatus(p, "Added the edge x2 → x3")
	before := savedGraph(p)
	dragEdge(p, "x3", "x1")
	p.WaitText("alert", "would close the cycle x3 → x1 → x2 → x3")
	p.WaitFor("the cycle to be shown", func() bool {
		return Eval[int](p, `document.querySelectorAll("[data-edge][data-cycle=true]").length`) == 2 &&
			Eval[int](p, `document.querySelectorAll("[data-node][data-cycle=true]").length`) == 3
	})
	if got := savedGraph(p); got != before {
		t.Errorf("the refused edge changed the graph to %s", got)
	}
}

func TestNodesAreMovedAndLinedUp(t *testing.T) {
	beside(t)
	p := drawing(t)
	p.Show("application", "Causal graph")
	from := p.Place("button", "x1")
	p.Drag(from, place{from.X + 60, from.Y - 80})
	waitStatus(p, "Moved x1")
	if at := p.Place("button", "x1"); at.X-from.X < 55 || from.Y-at.Y < 75 {
		t.Errorf("moved from %v to %v", from, at)
	}
	p.Click("button", "x1")
	p.WaitFor("x1 to be chosen", func() bool { return p.pressed("x1") })
	p.Key("ArrowDown", 0)
	p.Key("ArrowDown", 0)
	p.Tap(p.Place("button", "x3"), keyShift)
	p.Click("button", "Left")
	waitStatus(p, "Lined up 2 features")
	p.WaitFor("the nodes to be in line", func() bool {
		a, b := p.Place("button", "x1"), p.Place("button", "x3")
		return a.X-b.X < 1 && b.X-a.X < 1
	})
	before := placesOf(p)
	p.Click("button", "Auto layout")
	after := placesOf(p)
	if before["x1"] != after["x1"] || before["x3"] != after["x3"] {
		t.Errorf("the layout moved nodes that were placed by hand, from %v to %v", before, after)
	}
	p.Click("button", "Unpin")
	waitStatus(p, "Left 2 features to the layout")
}

// placesOf are the places of the nodes of the saved graph.
func placesOf(p *Page) map[string]place {
	p.t.Helper()
	var file struct {
		Nodes []struct {
			Name string
			X, Y float64
		}
	}
	if err := json.Unmarshal([]byte(savedGraph(p)), &file); err != nil {
		p.t.Fatal(err)
	}
	at := map[string]place{}
	for _, n := range file.Nodes {
		at[n.Name] = place{n.X, n.Y}
	}
	if len(at) < 3 {
		p.t.Fatalf("places %v", at)
	}
	return at
}

// pressed reports whether a node is chosen.
func (p *Page) pressed(node string) bool {
	p.t.Helper()
	id, ok := p.find("button", node)
	return ok && apply[bool](p, id, `function() { return this.getAttribute("aria-pressed") === "true" }`)
}

func TestGraphFilesAreOpenedAndMatched(t *testing.T) {
	beside(t)
	p := drawing(t)
	file := t.TempDir() + "/drawn.dag"
	if err := os.WriteFile(file, []byte("dag {\nX1 [pos=\"0,0\"]\nsales [exposure,pos=\"1,1\"]\nX1 -> sales\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(file)
	p.Choose("Column of sales", "x3")
	p.Click("button", "Draw this graph")
	waitStatus(p, "drawn.dag is drawn: 1 edge.")
	p.Choose("Format", "DAGitty text")
	p.Click("button", "Save graph")
	name, text := p.Saved()
	if name != "graph.dag" || !strings.Contains(text, `"x1" -> "x3"`) {
		t.Errorf("%s: %s", name, text)
	}
	p.Choose("Format", "PNG picture")
	p.Click("button", "Save graph")
	name, text = p.Saved()
	if name != "graph.png" || !strings.Contains(text, "PNG") {
		t.Errorf("%s has %d bytes", name, len(text))
	}
}

func TestAGraphIsDrawnByTouch(t *testing.T) {
	beside(t)
	p := drawing(t)
	p.SetViewport(360, 600, false) // so low that the drawing is scrolled to
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	p.Show("application", "Causal graph")
	to := p.Place("button", "x2")
	p.Touch(handleOf(p, "x1"), to)
	waitStatus(p, "Added the edge x1 → x2")
	from := p.Place("button", "x3")
	p.Touch(from, place{from.X - 20, from.Y + 60})
	waitStatus(p, "Moved x3")
	if got := Eval[int](p, `document.documentElement.scrollWidth`); got > 360 {
		t.Errorf("the page is %d px wide in a window of 360", got)
	}
	at := Eval[float64](p, `scrollY`)
	if at == 0 {
		t.Error("the drawing is not reached by scrolling")
	}
}

func TestTheGraphLooks(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for screenshots")
	}
	p := drawing(t)
	p.Click("button", "Load example")
	waitStatus(p, "Loaded the true graph")
	p.Click("button", "x1")
	p.Click("button", "Only increases: x1")
	p.Choose("Rule", "If A rises, then B")
	p.Choose("If this rises", "x1")
	p.Choose("then this", "x2")
	p.Click("button", "Add rule")
	p.Click("button", "Edges as a table")
	for _, width := range []int64{1280, 360} {
		for _, dark := range []bool{false, true} {
			name := fmt.Sprintf("graph-%d", width)
			if dark {
				name += "-dark"
			}
			p.SetViewport(width, 900, dark)
			tall := Eval[int64](p, `new Promise((done) => setTimeout(() => done(document.documentElement.scrollHeight), 400))`)
			p.Screenshot(name, width, tall, dark)
		}
	}
}
