package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// A range is drawn with the mouse or the keys on a feature's card, levels and locks are
// pressed there, and what was found follows. The parts of the step are tabs.
func TestCardsSetLimits(t *testing.T) {
	page.Beside(t)
	p := trained(t)
	p.Find()
	wide := p.Thumb("Least x1")
	p.Drag(wide, page.Place{X: wide.X + 60, Y: wide.Y})
	p.WaitLimits("x1 ", " to ")
	first := p.Limits()
	p.Focus("slider", "Least x1")
	p.Press("ArrowRight")
	p.WaitFor("another range", func() bool { return p.Limits() != first && strings.Contains(p.Limits(), " to ") })
	if got := p.Focused(); got != "Least x1" {
		t.Errorf("the focus went to %q", got)
	}
	p.Click("button", "Clear all limits")
	p.WaitNoLimits("x1")
	for _, width := range []int64{1280, 360} {
		p.SetViewport(width, 800, false)
		if p.RulesLieOverSearch() {
			t.Errorf("at %d px what is said of rules lies over the settings of the search", width)
		}
	}
	p.SetViewport(1280, 800, false)
	p.Click("button", "Lock x2")
	p.WaitLimits("x2 frozen")
	p.Click("button", "Unlock x2")
	p.WaitNoLimits("x2")
	p.Shoot("cards")

	differInEveryChange(t, p)

	p.GoTo("Person")
	p.Press("ArrowRight")
	p.WaitFocus("Many rows")
	p.WaitHas("button", "Explain many rows")
	p.Press("ArrowRight")
	p.WaitFocus("Report")
	p.WaitHas("button", "Save report")
}

// The two ends of a range stand where they say, and the pointer finds both of them.
func TestRangesStandWhereTheySay(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Heavier grapes")
	p.RangesStand()
	p.Click("button", "Next row")
	p.RangesStand()
}

// differInEveryChange asks for answers that share no change, and for one of them only.
func differInEveryChange(t *testing.T, p *page.Tab) {
	t.Helper()
	apart := func() bool {
		seen := map[string]bool{}
		for _, changes := range p.ChangesOfAnswers() {
			for _, name := range changes {
				if seen[name] {
					return false
				}
				seen[name] = true
			}
		}
		return len(seen) > 0
	}
	if apart() {
		t.Fatal("the answers share no feature before it is asked for, so nothing is tested")
	}
	p.Unfold("More about the search")
	p.Choose("How different", "In every change")
	p.WaitFor("answers that share no change", apart)
	p.Choose("How different", "In some way")
	p.WaitFor("the answers as before", func() bool { return !apart() })
}

// The decision, the answers and the change on the graph are in sight together; long answers
// scroll among themselves, and their buttons stay.
func TestTheChangeIsInSight(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Timeout = time.Minute
	p.SetViewport(1280, 800, false)
	p.OpenExample("Who earns more")
	inSight := func(with string) {
		t.Helper()
		p.Picture("explain-" + with)
		for _, of := range []page.Part{page.Decision, page.AnswerButtons, page.DrawnChanges} {
			if low := p.LowestOf(of); low <= 0 || low > 800 {
				t.Errorf("%s: %s ends at %v of 800", with, of, low)
			}
		}
	}
	inSight("alone")
	if cut := p.DrawingCut(); cut > 0 {
		t.Errorf("the drawing is cut by %v", cut)
	}
}

// A map of two features shows where the model decides, keeps up with the row and with
// limits, and is put away.
func TestTheMapShowsWhereTheModelDecides(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("A boundary to cross")
	p.Unfold("Two features as a map")
	p.WaitFor("where the model decides", func() bool { return p.MapPart("border") != "" && p.MapPart("rows") != "" })
	said := p.MapSays()
	if !strings.Contains(said, "Probability of") || !strings.Contains(said, "; 1: ") {
		t.Errorf("the map is called %q", said)
	}
	across := p.Chosen("Across")
	hatched := p.MapPart("hatch")
	p.Click("button", "Lock "+across)
	p.WaitFor("what the lock forbids to be hatched", func() bool { return len(p.MapPart("hatch")) > len(hatched) })
	p.Click("button", "Next row")
	p.WaitFor("the map of another row", func() bool { now := p.MapSays(); return now != "" && now != said })
	p.Unfold("Two features as a map")
	p.Fold("Two features as a map")
	p.WaitFor("the map to be away", func() bool { return p.MapSays() == "" })
}

// The case view shows a person, the options and the letter, and nothing else: another
// row is chosen, asked about and its letter saved; then the tools are back.
func TestTheCaseViewIsForAConversation(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Who earns more")
	p.Click("link", "Case view")
	p.WaitHas("heading", "Case")
	p.WaitSays(page.CaseOptions, "Option 1: ")
	for _, hidden := range []string{"link Graph", "button Save as", "button Commands", "tab Many rows"} {
		role, name, _ := strings.Cut(hidden, " ")
		if p.Has(role, name) {
			t.Errorf("the case view shows %s", hidden)
		}
	}
	p.Shoot("case")
	before := p.Says(page.RowTitle)
	p.Click("button", "Next row")
	p.WaitFor("another row", func() bool { return p.Says(page.RowTitle) != before })
	p.Click("button", "Find counterfactuals")
	p.WaitHas("heading", "What was found for table row "+p.Row())
	letter := p.Download("Save letter", "*.html")
	if text := string(letter); !strings.Contains(text, "Option 1") && !strings.Contains(text, "none") {
		t.Errorf("the letter has no option: %.300s", text)
	}
	r := page.OpenDocument(t, letter)
	r.Shoot("letter")
	if pdf := string(r.Printed()); !strings.Contains(pdf, "/Count 1\n") && !strings.Contains(pdf, "/Count 1>") {
		t.Errorf("the letter is printed on more than a page")
	}
	p.WaitSaved() // or the page asks whether it may be left
	p.Reload()    // the address holds the view
	p.WaitHas("heading", "Case")
	p.Click("link", "Leave the case view")
	p.WaitHas("tab", "Many rows")

	// A row that is marked is found again, also after the page was loaded anew.
	p.WaitHas("button", "Mark this row")
	marked := p.Row()
	p.Click("button", "Mark this row")
	p.WaitHas("button", "Go to table row "+marked)
	p.Click("button", "Next row")
	p.WaitFor("the next row", func() bool { return p.Row() != "" && p.Row() != marked })
	p.Shoot("marked")
	p.WaitSaved()
	p.Reload()
	p.Click("button", "Go to table row "+marked)
	p.WaitFor("the marked row", func() bool { return p.Row() == marked })
}

// What is pinned stands beside what is found by other settings, is kept with the project, and is left
// out with a word once a rule forbids it.
func TestAnAnswerIsPinned(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.Click("button", "Pin counterfactual 3")
	found := p.Answered().Rows
	third := found[4][1:]
	moved := slices.IndexFunc(third, func(cell string) bool {
		return strings.HasPrefix(cell, "changed") && !strings.Contains(cell, "follows")
	})
	if moved < 0 {
		t.Fatalf("nothing is done in %q", third)
	}
	same := func(row []string) bool { return slices.Equal(row[1:], third) }
	p.Choose("How clearly", "Surely")
	p.WaitFor("the pinned one beside others", func() bool {
		rows := p.Table("Counterfactuals")
		return strings.Contains(p.Says(page.Answers), ", pinned") && same(rows[len(rows)-1])
	})
	p.Shoot("pinned")
	p.WaitSaved()
	p.Reload()
	p.Click("button", "Find counterfactuals")
	p.WaitFor("the pinned one after the page was loaded anew", func() bool {
		rows := p.Table("Counterfactuals")
		return len(rows) > 2 && same(rows[len(rows)-1])
	})
	p.Click("button", "Lock "+found[0][1+moved])
	p.WaitSays(page.Results, "1 pinned counterfactual is left out: ")
	if rows := p.Table("Counterfactuals"); slices.ContainsFunc(rows, same) {
		t.Errorf("it is shown against a lock: %q", rows)
	}
}

// A few actions are found for all who are refused, with whom they reach, by cost and by group.
func TestActionsForAGroup(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.GoTo("Everyone")
	p.FillNumber("Rows at most", 120)
	p.ManyRows()
	p.Choose("by", "occupation")
	p.Click("button", "Find actions")
	p.WaitText("status", "rows.")
	p.WaitFor("what the actions bring", func() bool {
		text := p.Says(page.Actions)
		return strings.Contains(text, "actions together bring") || strings.Contains(text, "This action brings")
	})
	p.Unfold("Change, effort, and how they were chosen")
	text := p.Says(page.Actions)
	t.Logf("%.600s", text)
	for _, want := range []string{"each the same for everybody", "Together ", "every hard rule is kept"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	p.WaitHas("table", "Whom the actions reach, by group")
	p.Shoot("actions")
	if report := string(p.SaveReport()); !strings.Contains(report, "What would help most of them") {
		t.Error("the report has no actions")
	}
}

// The page draws in turns with the browser, and whoever hears of an event is through with it before
// it is over all the same: a form that is sent while another row is drawn goes nowhere.
func TestEventsAreHeardBetweenTurns(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Heavier grapes")
	p.WaitHas("table", "Counterfactuals")
	if sent, lost := p.SendBetweenRows(60); sent != 60 || lost > 0 {
		t.Errorf("of %d times that the form was sent %d reached the browser", sent, lost)
	}
}
