package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// census opens the finished project of the census at the Graph step.
func census(t *testing.T) *page.Tab {
	t.Helper()
	p := page.Example(t, "Who earns more")
	p.Timeout = time.Minute
	p.OpenGraph()
	p.WaitHas("button", "education")
	return p
}

// Drawing, tools and drawer fit one screen. Rules are shown and set at their nodes, and the page
// immediately shows their cost for the current row.
func TestTheGraphIsTheScreen(t *testing.T) {
	page.Beside(t)
	p := census(t)
	if at := p.Canvas(); at.Top > 180 || at.Bottom > 800 || at.DrawerBottom > 800 || at.Width < 600 {
		t.Errorf("in a window of 1280×800 the canvas and the drawer are at %+v", at)
	}
	p.WaitChips("education", "may only rise")
	p.ChooseNode("age")
	p.Press("l")
	p.WaitChips("age", "may only rise|locked")
	p.WaitRegion("What this changes", "0 of 5 answers keep the rules.")
	p.Shoot("graph-screen")
	p.Click("button", "Search for its answers again")
	p.WaitText("status", "No counterfactual was found.")
	p.TapRule(0)
	p.WaitChips("age", "may only rise")
	p.TapRule(2)
	p.WaitChips("age", "may only rise|may only fall")
	p.Undo()
	p.WaitChips("age", "may only rise")

	p.ChooseNode("hours_per_week")
	p.Press("g")
	p.WaitFocus("State a rule")
	p.Fill("textbox", "At least", "20")
	p.Fill("textbox", "At most", "60")
	p.Click("button", "Add rule")
	p.WaitChips("hours_per_week", "at most 10 more|20 to 60")

	if n := p.FindingsListed(); n == 0 || n > 6 {
		t.Errorf("%d findings are listed at once", n)
	}
	p.ChooseNode("gender")
	p.Press("/")
	p.WaitFocus("Find feature")
	p.Fill("textbox", "Find feature", "occ")
	p.Click("textbox", "Find feature")
	p.Press("Enter")
	p.WaitFocus("occupation")
	p.Key("R", page.Shift)
	p.WaitFocus("race")
	p.Key("I", page.Shift)
	p.WaitFocus("income")
	p.Press("?")
	p.WaitFocus("Keys")
	p.Press("Escape")
	p.WaitAway("region", "Keys")

	p.Key("k", page.Ctrl)
	p.WaitHas("combobox", "Commands")
	p.Fill("combobox", "Commands", "edges table")
	p.Click("combobox", "Commands")
	p.Shoot("commands")
	p.Press("Enter")
	p.WaitHas("table", "Edges")
	p.Key("k", page.Ctrl)
	p.WaitHas("combobox", "Commands")
	p.Fill("combobox", "Commands", "save report") // which is in a menu that is closed
	p.WaitText("option", "Save report")
	p.Click("combobox", "Commands")
	p.Press("Escape")
	p.WaitFocus("Edges as a table")
}

// When rules change or a change is undone, the page counts automatically what they cost the refused
// rows.
func TestTheDrawerCountsWhatRulesCost(t *testing.T) {
	page.Beside(t)
	p := census(t)
	text := func() string { return p.Text("region", "What the rules cost") }
	found := func() (rows, found int) {
		fmt.Sscanf(strings.TrimPrefix(text()[strings.Index(text(), "An answer"):], "An answer was found for "),
			"%d of %d", &found, &rows)
		return rows, found
	}
	settled := func() {
		p.WaitFor("the count", func() bool {
			return strings.Contains(text(), "An answer was found for") && p.CostsAreCounted()
		})
	}
	settled()
	rows, before := found()
	if rows != 60 || before == 0 {
		t.Errorf("of %d rows %d have an answer: %s", rows, before, text())
	}
	p.ChooseNode("education")
	p.Press("l")
	began := time.Now()
	p.WaitFor("the count of the new rules", func() bool { _, n := found(); return n < before })
	t.Logf("counted in %v: %s", time.Since(began), text())
	settled()
	_, now := found()
	if rules := p.Text("list", "Rules"); !strings.Contains(rules,
		fmt.Sprintf("Without it, %d of 60 refused rows have an answer.", before)) {
		t.Errorf("%d rows had an answer, %d have one: %s", before, now, rules)
	}
	p.Show("heading", "What the rules cost")
	p.Shoot("graph-costs")
	p.Undo()
	p.WaitFor("the count as it was", func() bool { _, n := found(); return n == before })
}

// Keys try a value on a node. The canvas shows its mechanism's effect, and Escape leaves the row
// unchanged.
func TestAValueIsTriedOnANode(t *testing.T) {
	page.Beside(t)
	p, chips := page.BoundaryGraph(t)
	p.WaitFocus("x1")
	name := p.ValueSlider()
	p.Focus("slider", name)
	for range 20 {
		p.Press("ArrowRight")
	}
	p.WaitFor("what follows", func() bool {
		return strings.Contains(p.Chips("x3"), "→") && p.Has("button", "Back to the row")
	})
	says := p.Text("region", name)
	for _, want := range []string{"x3 goes from", "The probability of"} {
		if !strings.Contains(says, want) {
			t.Errorf("it does not say %q: %s", want, says)
		}
	}
	p.Shoot("graph-do")
	p.Press("Escape")
	p.WaitFor("the row as it was", func() bool { return p.Chips("x3") == chips && !p.Has("button", "Back to the row") })
}

// A notice over the page disappears after a while, returns when a message is repeated, and never
// blocks the pointer.
func TestTheStatusLeavesTheDrawing(t *testing.T) {
	page.Beside(t)
	p := census(t)
	p.SetViewport(1280, 800, false) // with reduced motion it disappears, too
	lock := func(opacity string) {
		t.Helper()
		p.Press("l")
		p.WaitFor("the status with opacity "+opacity, func() bool {
			s := p.StatusLook()
			return s.Text != "" && s.Opacity == opacity
		})
	}
	p.ChooseNode("age")
	lock("1")
	said := p.StatusLook()
	if said.Pointer != "none" {
		t.Errorf("the status takes the pointer: %+v", said)
	}
	if said.Stays != 4000 {
		t.Errorf("%q stays for %v ms", said.Text, said.Stays)
	}
	p.EndStatus()
	if got := p.StatusLook(); got.Opacity != "0" || got.Text != said.Text {
		t.Errorf("after its time the status is %+v", got)
	}
	lock("1")
	p.Picture("graph-status")
}

// The data do not contradict the true graph of Simple-BN. They contradict one with a wrong sign or
// a reversed edge, which the page shows with a mark and in words.
func TestTheDataContradictAWrongGraph(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Simple-BN", 0)
	p.GoTo("Causes")
	p.AddEdge("x1", "x3", "rises")
	p.AddEdge("x2", "x3", "rises")
	p.WaitEvidence("No edge is contradicted. If no edge is missing, 1 pair is independent given its causes, and it is.")
	if n := p.EdgesInDoubt(); n != 0 {
		t.Errorf("%d edges of the true graph are marked", n)
	}
	p.WaitFor("the plot of the chosen edge", func() bool { return p.ShowsPlot("x3 by x2") })
	p.Click("button", "Edges as a table")
	if rows := p.Table("Edges"); len(rows) != 3 || !strings.Contains(strings.Join(rows[1], " "), "Agrees, +") {
		t.Errorf("edges as a table: %q", rows)
	}
	if rules := p.Text("list", "Rules"); !strings.Contains(rules, " % of the nearest rows of another class break it.") {
		t.Errorf("rules: %q", rules)
	}
	p.ShootGraph("graph-true")
	p.Click("button", "Edges as a table")

	p.Choose("Effect of a rising cause", "falls")
	p.WaitEvidence("Contradicted: x3 rises when x2 rises")
	p.WaitFor("the mark", func() bool { return p.EdgesInDoubt() == 1 })
	p.Choose("Effect of a rising cause", "rises")
	p.WaitEvidence("No edge is contradicted.")

	p.Click("button", "Reverse")
	p.WaitEvidence("Contradicted: x3 looks like an effect of x2, not a cause")
	p.WaitEvidence("x1 and x2: partial correlation −")
	p.WaitFor("the mark", func() bool { return p.EdgesInDoubt() == 1 })
	p.ShootGraph("graph-reversed")
	p.Click("button", "Reverse edge x3 → x2")
	p.WaitEvidence("No edge is contradicted.")
	p.WaitFor("no mark", func() bool { return p.EdgesInDoubt() == 0 })
}

// The canvas shows the data's suggestions as dashed edges. A press on the tip draws one, and so
// does Enter.
func TestAGhostEdgeIsAccepted(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Simple-BN", 0)
	p.GoTo("Causes")
	p.AddEdge("x1", "x3", "rises")
	p.WaitHas("button", "Draw x2 → x3")
	const ghost = "Draw x2 → x3"
	if side := p.GhostWidth(ghost); side < 24 {
		t.Errorf("the tip is %v px wide, want 24", side)
	}
	if said := p.Description("button", ghost); !strings.Contains(said, "x3") || !strings.Contains(said, "correlation") {
		t.Errorf("the ghost says %q", said)
	}
	p.ShootGraph("graph-ghost")
	p.TapGhost(ghost)
	p.WaitText("status", "Added the edge x2 → x3")
	p.WaitFocus("x3")
	p.WaitEvidence("No edge is contradicted.")
	if p.Has("button", "Draw x2 → x3") {
		t.Error("the ghost is there beside the edge")
	}
	p.Undo()
	p.WaitHas("button", "Draw x2 → x3")
	p.FocusGhost(ghost)
	p.Press("Enter")
	p.WaitFocus("x3")
	p.WaitFor("the edge", func() bool { return p.HasEdge(1, 2) })
}

func TestASearchSuggestsTheEdges(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Simple-BN", 0)
	p.GoTo("Causes")
	p.Click("button", "Search for edges")
	p.WaitText("status", "The search suggests 2 edges. They are added only if you choose.")
	list := p.Text("list", "Suggested edges")
	if !strings.Contains(list, "x1 → x3:") || !strings.Contains(list, "x2 → x3:") ||
		strings.Contains(list, "x1 → x2:") {
		t.Errorf("suggested: %q", list)
	}
	if n := p.EdgesDrawn(); n != 0 {
		t.Errorf("%d edges were added unasked", n)
	}
	p.ShootGraph("graph-search")
	p.Click("button", "Add edge x1 → x3")
	p.WaitText("status", "Added the edge x1 → x3")
	if got := p.Focused(); got != "Against the data" {
		t.Errorf("the focus is on %q, want the panel", got)
	}
	p.Click("button", "Add edge x2 → x3")
	p.WaitEvidence("All suggested edges are drawn.")
	p.WaitEvidence("No edge is contradicted.")
}

// TestADrawingIsAskedWhatItImplies queries two features of the census, with and without a known
// third.
func TestADrawingIsAskedWhatItImplies(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Who earns more")
	p.OpenGraph()
	p.Unfold("Ask about two features")
	p.Choose("The effect of", "education")
	p.Choose("On", "workclass")
	p.WaitShows(page.Implied,
		"education and workclass may depend on each other: education → occupation → workclass is open.")
	p.WaitShows(page.Implied, "The effect of education on workclass can be estimated from the rows without any "+
		"adjustment.")
	p.Click("button", "occupation is known")
	p.WaitShows(page.Implied, "Given occupation, education and workclass do not depend on each other.")
	p.Shoot("graph-implied")
	p.Choose("The effect of", "hours_per_week")
	p.WaitShows(page.Implied, "hours_per_week has no effect on workclass: no path of arrows leads there.")
}

// In the Sangiovese example the drawing shows which features are acted on and which follow, and
// the node's panel sets this. An answer names what to do and what follows from that.
func TestStatesOfNodes(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Heavier grapes")
	p.Timeout = 2 * time.Minute
	p.LoadTrueGraph()
	p.FindNode("BunchN")
	p.WaitChosen("It moves with its causes. An answer may change it further, at a cost.")
	if got := p.Says(page.Marks); strings.Count(got, "±") != 2 || strings.Count(got, "ƒ") != 10 {
		t.Errorf("the nodes are marked %q", got)
	}
	says := func() string { return p.Description("button", "BunchN") }
	if got := says(); !strings.HasPrefix(got, "follows from its causes and can be changed; causes: SproutN") {
		t.Errorf("BunchN is described as %q", got)
	}
	p.Shoot("graph-states")
	p.Choose("State", "Follows")
	p.WaitChosen("at no cost, and keeps the row's residual")
	p.Click("checkbox", "All its causes are drawn")
	p.WaitFor("what the drawing says", func() bool { return strings.Contains(says(), "all its causes are drawn; ") })
	p.Choose("State", "Free")
	p.WaitFor("the sign to be a rule", func() bool {
		rules := p.Text("region", "Rules")
		return strings.Contains(rules, "When \"SproutN\" rises") || strings.Contains(rules, "If \"SproutN\" rises")
	})
	p.AssertClean()
}
