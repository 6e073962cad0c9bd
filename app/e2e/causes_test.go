package e2e

import (
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// byMouse draws x1 → x3, which rises strictly, and x2 → x3, which falls and is
// soft.
func byMouse(p *page.Tab) {
	p.DragEdge("x1", "x3")
	p.WaitText("status", "Added the edge x1 → x3")
	p.Choose("Effect of a rising cause", "rises")
	p.WaitText("status", "Changed the edge x1 → x3")
	p.Click("checkbox", "Strict")
	p.DropNode("x2", "x3")
	p.WaitText("status", "Added the edge x2 → x3")
	p.Choose("Effect of a rising cause", "falls")
	p.Choose("Force", "soft")
	p.Click("button", "x1")
	p.Click("button", "Only increases: x1")
	p.WaitText("status", `"x1" may not decrease`)
}

// byKeys does the same without a pointer.
func byKeys(p *page.Tab) {
	p.DrawByKeys("x1", "x3")
	p.TabTo("Effect of a rising cause")
	p.Press("r") // the browser chooses by the first letter
	p.WaitText("status", "Changed the edge x1 → x3")
	p.TabTo("Strict")
	p.Press(" ")
	p.TabBack("x2")
	p.Press("e")
	p.WaitText("status", `Choose the effect of "x2"`)
	p.Press("ArrowRight")
	for p.Focused() != "x3" {
		p.TabTo("x3")
	}
	p.Press("Enter")
	p.WaitText("status", "Added the edge x2 → x3")
	p.TabTo("Effect of a rising cause")
	p.Press("f")
	p.WaitText("status", "Changed the edge x2 → x3")
	p.TabTo("Force")
	p.Press("s")
	p.TabBack("x1")
	p.Press("Enter")
	p.TabTo("Only increases: x1")
	p.Press("Enter")
	p.WaitText("status", `"x1" may not decrease`)
}

// byTables does the same in the form and the tables.
func byTables(p *page.Tab) {
	p.Click("button", "Edges as a table")
	p.WaitHas("table", "Edges")
	p.AddEdge("x1", "x3", "")
	p.Choose("Sign of x1 → x3", "rises")
	p.Click("checkbox", "Strict: x1 → x3")
	p.AddEdge("x2", "x3", "")
	p.Choose("Sign of x2 → x3", "falls")
	p.Choose("Force of: x2 → x3", "soft")
	p.AddRule("Only increase", "x1", "")
	p.WaitText("status", `"x1" may not decrease`)
}

func TestAGraphIsTheSameWhicheverWayItIsDrawn(t *testing.T) {
	page.Beside(t)
	var want, first string
	for _, way := range []struct {
		name string
		draw func(p *page.Tab)
	}{{"mouse", byMouse}, {"tables", byTables}, {"keys", byKeys}} {
		t.Run(way.name, func(t *testing.T) {
			p := page.Drawing(t)
			empty := p.SavedGraph()
			way.draw(p)
			got := p.SavedGraph()
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
			for !p.IsUndone() {
				p.Undo()
			}
			if got := p.SavedGraph(); got != empty {
				t.Errorf("undone to\n%s\nwant\n%s", got, empty)
			}
			for range 20 {
				p.Key("z", page.Ctrl|page.Shift)
			}
			if got := p.SavedGraph(); got != want {
				t.Errorf("done again to\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestACycleIsRefusedNamedAndShown(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	p.DragEdge("x1", "x2")
	p.WaitText("status", "Added the edge x1 → x2")
	p.DragEdge("x2", "x3")
	p.WaitText("status", "Added the edge x2 → x3")
	before := p.SavedGraph()
	p.DragEdge("x3", "x1")
	p.WaitText("alert", "would close the cycle x3 → x1 → x2 → x3")
	p.WaitFor("the cycle to be shown", func() bool { edges, nodes := p.InCycle(); return edges == 2 && nodes == 3 })
	if got := p.SavedGraph(); got != before {
		t.Errorf("the refused edge changed the graph to %s", got)
	}
}

func TestNodesAreMovedAndLinedUp(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	p.Show("application", "Causal graph")
	from := p.Place("button", "x1")
	p.Drag(from, page.Place{X: from.X + 60, Y: from.Y - 80})
	p.WaitText("status", "Moved x1")
	if at := p.Place("button", "x1"); at.X-from.X < 55 || from.Y-at.Y < 75 {
		t.Errorf("moved from %v to %v", from, at)
	}
	p.Click("button", "x1")
	p.WaitPressed("x1")
	p.Press("ArrowDown")
	p.Press("ArrowDown")
	p.Tap(p.Place("button", "x3"), page.Shift)
	p.Click("button", "Left")
	p.WaitText("status", "Lined up 2 features")
	p.WaitFor("the nodes to be in line", func() bool {
		a, b := p.Place("button", "x1"), p.Place("button", "x3")
		return a.X-b.X < 1 && b.X-a.X < 1
	})
	before := p.NodePlaces()
	p.Click("button", "Auto layout")
	after := p.NodePlaces()
	if before["x1"] != after["x1"] || before["x3"] != after["x3"] {
		t.Errorf("the layout moved nodes that were placed by hand, from %v to %v", before, after)
	}
	p.Click("button", "Unpin")
	p.WaitText("status", "Left 2 features to the layout")
}

func TestGraphFilesAreOpenedAndMatched(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	p.SetFiles(page.Write(t, "drawn.dag", "dag {\nX1 [pos=\"0,0\"]\nsales [exposure,pos=\"1,1\"]\nX1 -> sales\n}\n"))
	p.Choose("Column of sales", "x3")
	p.Click("button", "Draw this graph")
	p.WaitText("status", "drawn.dag is drawn: 1 edge.")
	name, text := p.SaveGraphAs("DAGitty text")
	if name != "graph.dag" || !strings.Contains(text, `"x1" -> "x3"`) {
		t.Errorf("%s: %s", name, text)
	}
	name, text = p.SaveGraphAs("PNG picture")
	if name != "graph.png" || !strings.Contains(text, "PNG") {
		t.Errorf("%s has %d bytes", name, len(text))
	}
}

func TestAGraphIsDrawnByTouch(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	p.SetViewport(360, 340, false) // so low that the drawing must scroll
	p.UseTouch()
	p.Show("application", "Causal graph")
	to := p.Place("button", "x2")
	p.Touch(p.HandleOf("x1"), to)
	p.WaitText("status", "Added the edge x1 → x2")
	from := p.Place("button", "x3")
	p.Touch(from, page.Place{X: from.X - 20, Y: from.Y + 60})
	p.WaitText("status", "Moved x3")
	if got := p.Sideways(); got > 0 {
		t.Errorf("the page is %d px wider than a window of 360", got)
	}
	if p.Scrolled() == 0 {
		t.Error("the drawing is not reached by scrolling")
	}
}

// Unobserved causes from a DAGitty file are drawn, named and written back unchanged.
func TestUnobservedCausesStay(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	text := "dag {\ncauseway_scale=\"1\"\n\"x1\" [pos=\"0,0\"]\n\"x2\" [pos=\"0,150\"]\n\"x3\" " +
		"[pos=\"300,0\"]\n\"Talent\" [latent,pos=\"300,-120\"]\n" +
		"\"class\" [outcome,pos=\"600,0\"]\n\"x1\" -> \"x3\"\n\"Talent\" -> \"x3\" [beta=\"0.3\"]\n\"x1\" <-> " +
		"\"x2\"\n\"x1\" <-> \"x3\"\n}\n"
	text = strings.ReplaceAll(text, "class", p.OutcomeNode())
	p.SetFiles(page.Write(t, "hidden.dag", text))
	p.WaitText("status", "hidden.dag is drawn: 4 edges.")
	p.WaitHas("button", "Talent")
	if got := p.TwoHeadedLines(); len(got) != 2 || !strings.HasPrefix(got[0], "3px, 4px") ||
		!strings.HasSuffix(got[0], " 2") {
		t.Errorf("lines with two heads: %q", got)
	}
	if got := p.HiddenOutline(); got == "none" {
		t.Error("an unobserved feature has a plain outline")
	}
	if _, got := p.SaveGraphAs("DAGitty text"); got != text {
		t.Errorf("written as\n%s\nit was\n%s", got, text)
	}
	p.Choose("Format", "BIF structure")
	p.WaitText("status", "2 such edges are left out")

	p.Click("button", "x1")
	p.Click("button", "x1 ↔ x3")
	p.WaitChosen("x1 and x3 share an unobserved cause: they move together in the rows, but changing one need " +
		"not change the other. This line implies no rule, and searches and proofs ignore it.")
	p.Click("button", "x3")
	p.Choose("Mechanism of x3", "fitted, linear")
	p.WaitChosen("How much it follows x1 may be wrong")
	p.Shoot("graph-unobserved")
	p.Unfold("Ask about two features")
	p.Choose("The effect of", "x1")
	p.Choose("On", "x3")
	p.WaitRegion("What the drawing implies", "can identify the effect of x1 on x3")
	p.Choose("The effect of", "x2")
	p.WaitRegion("What the drawing implies", "x2 ↔ x1 ")
}

// Pointer and keys add and remove unobserved causes.
func TestUnobservedCausesAreDrawn(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	p.Click("button", "x1")
	p.Click("button", "Add an unobserved cause")
	p.WaitText("status", "Added an unobserved feature")
	p.WaitHas("button", "U")
	p.Fill("textbox", "Name of what is unobserved", "Talent")
	p.Press("Enter")
	p.WaitHas("button", "Talent")
	p.DragEdge("Talent", "x2")
	p.WaitText("status", "Added the edge")
	p.Choose("Sign", "share an unobserved cause")
	p.DragEdge("x2", "x3")
	p.WaitText("status", "Drew an unobserved cause of x2 and x3")
	p.Choose("Sign", "no sign")
	p.Click("button", "x1")
	p.Press("Escape")

	p.TabTo("x1")
	p.Press("u")
	p.WaitText("status", `Choose what shares an unobserved cause with "x1"`)
	p.TabTo("x3")
	p.Press("Enter")
	p.WaitText("status", "Drew an unobserved cause of x1 and x3")
	if says := p.Description("button", "x3"); says != "shares an unobserved cause with x1, x2" {
		t.Errorf("x3 is described as %q", says)
	}
	p.Press("Delete")
	p.WaitText("status", "Removed the unobserved cause of x1 and x3")
	p.Undo()
	p.WaitFor("the line to come back", func() bool { return p.TwoHeaded() == 2 })
	p.Press("Escape")
	p.TabTo("Talent")
	p.Press("Enter")
	p.WaitPressed("Talent")
	if says := p.Description("button", "Talent"); says != "unobserved; effects: x1, x2" {
		t.Errorf("Talent is described as %q", says)
	}
	p.Press("Delete")
	p.WaitText("status", "Removed an unobserved feature")
	p.WaitAway("button", "Talent")
	p.Undo()
	p.WaitHas("button", "Talent")

	p.Click("button", "Edges as a table")
	p.WaitHas("table", "Unobserved features")
	if rows := p.Table("Unobserved features"); len(rows) != 6 {
		t.Errorf("the table is %q", rows)
	}
	p.Click("button", "Delete x2 ↔ x3")
	p.WaitText("status", "Removed the unobserved cause of x2 and x3")
}

// Keys give the values of a category an order, which makes a rule about it possible. The saved
// drawing has the order.
func TestTheValuesOfACategoryAreOrdered(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.KeepSaved()
	p.ImportText("age,grade,loan\n" + strings.Repeat("30,good,yes\n40,bad,no\n50,fair,yes\n35,poor,no\n", 30))
	p.WaitText("status", "is loaded: 120 rows.")
	p.OpenGraph()
	p.Click("button", "grade")
	if p.Has("button", "Only increases: grade") {
		t.Error("a category without an order can be asked not to fall")
	}
	p.Click("button", "Order of values: grade")
	p.Click("button", "Give the values of grade an order")
	p.WaitText("status", "Ordered the values of grade")
	// bad, fair, good, poor: poor is moved down to the start of the list.
	for range 3 {
		p.TabTo("Move poor up")
		p.Press("Enter")
		p.WaitFocus("Move poor up")
	}
	p.TabTo("bad has the rank of the value above it")
	p.Press(" ")
	p.WaitShows(page.Body, "bad = poor < fair < good")
	p.Click("button", "Only increases: grade")
	p.WaitText("status", `"grade" may not decrease`)
	if text := p.SavedGraph(); !strings.Contains(text, `"order":[["bad","poor"],["fair"],["good"]]`) {
		t.Errorf("saved:\n%s", text)
	}
	p.ShootAt("order", "button", "Order of values: grade", 900)
}

// Keys set how much an edge says and how far a rule lets a feature move. A rule that can never
// apply says why. A graph saved when signs were read together keeps that reading until somebody
// changes it.
func TestEdgesSayHowMuch(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.KeepSaved()
	p.ImportText("school,age,hours,loan\n" + strings.Repeat("8,30,20,yes\n10,40,30,no\n12,50,40,yes\n9,35,45,no\n", 30))
	p.WaitText("status", "is loaded: 120 rows.")
	p.OpenGraph()
	p.AddEdge("hours", "age", "rises")
	p.AddEdge("school", "age", "rises")
	p.WaitShows(page.Rules, `If "school" or "hours" rises and neither falls, "age" must not fall, and if either `+
		`falls and neither rises, "age" must not rise.`)
	p.TabTo("At least, for every 1 of school")
	p.Press("2")
	p.Press("Enter")
	p.WaitText("status", "Changed the edge school → age")
	p.WaitShows(page.Rules, `If "school" rises while "hours" does not fall, "age" must rise by at least 2 for every `+
		`1 that "school" does, and the other way round, "age" must fall by at least 2 for every 1 that "school" does.`)
	p.ShootAt("size-edge", "textbox", "At most, for every 1 of school", 900)
	p.Fill("textbox", "At most, for every 1 of school", "1")
	p.Press("Enter")
	p.WaitText("status", "The edge school → age requires more than it allows: its smallest size is above its "+
		"largest, so "+
		"it was not changed.")
	p.Choose("Rule", "Move at most")
	p.Choose("Feature", "hours")
	p.Fill("textbox", "Rises by at most", "10")
	p.Click("button", "Add rule")
	p.WaitText("status", `Added a rule: "hours" may rise by at most 10`)
	p.Choose("Rule", "If A rises, then B")
	p.Choose("If this rises", "age")
	p.Choose("then this", "hours")
	p.Fill("textbox", "At most, for every 1 of age", "0.5")
	p.ShootAt("size-form", "button", "Add rule", 900)
	p.Click("button", "Add rule")
	p.WaitText("status", `"hours" must not fall and may rise by at most 0.5 for every 1 that "age" does`)
	p.AddRule("Immutable", "school", "")
	p.WaitText("status", `"school" may not change`)
	p.WaitFor("a rule that can never apply", func() bool {
		return p.Shows(page.IdleRule) == `This can never apply: "school" may not change.`
	})
	p.ShootAt("size-rules", "button", "Add rule", 900)
	p.Click("button", "Edges as a table")
	p.Fill("textbox", "At most: hours → age", "5")
	p.Press("Enter")
	p.WaitText("status", "Changed the edge hours → age")
	p.ShootAt("size-twin", "textbox", "At most: hours → age", 900)

	text :=
		`{"format":"causeway graph","version":1,"nodes":[{"name":"school"},{"name":"age"},{"name":"hours"}],"edges":[
		{"from":"school","to":"age","sign":"rises"},{"from":"hours","to":"age","sign":"rises"}],"rules":[]}`
	p.SetFiles(page.Write(t, "old.graph.json", text))
	p.WaitShows(page.Rules,
		`If "school" and "hours" both rise, "age" must not fall, and if both fall, "age" must not rise.`)
	p.ShootAt("size-together", "button", "Read separately", 900)
	p.Click("button", "Read separately")
	p.WaitText("status", "Read every sign on its own")
	p.WaitShows(page.Rules, `If "school" or "hours" rises and neither falls`)
	if text := p.SavedGraph(); !strings.Contains(text, `"signs": "each"`) {
		t.Errorf("saved:\n%s", text)
	}
	p.Click("button", "Undo")
	p.WaitHas("button", "Read separately")
}
