package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Mouse and keys draw a range on a feature's strip, with locks beside it, and the answers follow.
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
	p.Click("button", "Lock x2")
	p.WaitLimits("x2 frozen")
	p.Click("button", "Unlock x2")
	p.WaitNoLimits("x2")
	p.Shoot("cards")

	differInEveryChange(t, p)
}

// The two ends of a range are at their stated values, and the pointer can grab both.
func TestRangesStandWhereTheySay(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Heavier grapes")
	p.WaitWays() // an answer moves its features
	p.RangesStand()
	p.Click("button", "Next row")
	p.WaitAnswer()
	p.RangesStand()
}

// differInEveryChange asks for answers without a common change, and checks one choice.
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
	shared := func() bool { return len(p.ChangesOfAnswers()) > 1 && !apart() }
	had := shared() // or the search finds none that share one
	p.Unfold("More about the search")
	p.Choose("How different", "In every change")
	p.WaitFor("answers that share no change", apart)
	p.Choose("How different", "In some way")
	p.WaitFor("the answers as before", func() bool { return shared() == had })
}

// The answer, the map and the next actions are in view together, and the page does not scroll.
func TestAPersonIsOneScreen(t *testing.T) {
	page.Beside(t)
	for _, name := range []string{"Who earns more", "A boundary to cross", "Heavier grapes"} {
		p := page.Open(t)
		p.SetViewport(1280, 800, false)
		p.OpenExample(name)
		p.WaitThere(page.TheMap)
		for _, of := range []page.Part{page.Decision, page.TheMap, page.PersonFoot} {
			if low := p.LowestOf(of); low <= 0 || low > 800 {
				t.Errorf("%s: %s ends at %v of 800", name, of, low)
			}
		}
		if more := p.Downwards(); more > 0 {
			t.Errorf("%s: the page scrolls %d px down", name, more)
		}
	}
}

// A map of two features shows where the model decides, follows the row and its limits, and keys
// move its dot.
func TestTheMapShowsWhereTheModelDecides(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("A boundary to cross")
	p.WaitFor("where the model decides", func() bool { return p.MapPart("border") != "" && p.MapPart("rows") != "" })
	said := p.MapSays()
	if !strings.Contains(said, "Map of two features") || !strings.Contains(said, "; 1: ") {
		t.Errorf("the map is called %q", said)
	}
	across := p.Chosen("Across")
	hatched := p.MapPart("hatch")
	p.Click("button", "Lock "+across)
	p.WaitFor("what the lock forbids to be hatched", func() bool { return len(p.MapPart("hatch")) > len(hatched) })
	p.Click("button", "Next row")
	p.WaitFor("the map of another row", func() bool { now := p.MapSays(); return now != "" && now != said })

	// Arrow keys move the row's dot, and an answer is proved where the dot stays.
	p.Click("button", "Clear all limits")
	answered := func() bool { return strings.Contains(p.MapSays(), "; 1: ") }
	for range 6 { // some have none
		if p.WaitUpTo(5*time.Second, answered) {
			break
		}
		p.Click("button", "Next row")
	}
	p.WaitFor("an answer on the map", answered)
	here, _, _ := strings.Cut(p.MapSays(), "; 1: ")
	p.Focus("slider", "this person, drag")
	for range 3 {
		p.Press("ArrowRight")
	}
	p.WaitFor("an answer elsewhere", func() bool {
		return strings.Contains(p.MapSays(), "; 1: ") && !strings.HasPrefix(p.MapSays(), here)
	})
	p.WaitSays(page.Main, "1 value differs from the table.")
}

// Answering "Could this be done?" for a way labels it for the generator, and taking the answer back
// removes the label.
func TestAWayIsLabelled(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.Click("button", "Yes")
	p.WaitSays(page.Main, "1 of 5 answered.")
	p.Click("link", "Label next")
	p.WaitHas("region", "Label next")
	p.WaitLabels(1)
	p.Click("link", "Back to the map")
	p.WaitThere(page.TheMap)
	p.Click("button", "Yes")
	p.WaitSays(page.Main, "The next generator learns from your answers.")
}

// onOnePage reports whether a document is printed on one page.
func onOnePage(p *page.Tab) bool {
	pdf := string(p.Printed())
	return strings.Contains(pdf, "/Count 1\n") || strings.Contains(pdf, "/Count 1>")
}

// The notice of every language fits a narrow window, a wide one and one printed page, and begins at
// the side from which its language is read.
func TestNoticesFitInEveryLanguage(t *testing.T) {
	page.Beside(t)
	files, err := filepath.Glob("../../core/notice/testdata/*.html")
	if err != nil || len(files) != 5 {
		t.Fatalf("%d notices, want 5: %v", len(files), err)
	}
	for _, file := range files {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		language := strings.TrimSuffix(filepath.Base(file), ".html")
		p := page.OpenDocument(t, doc)
		p.Shoot("notice-" + language)
		want := "left"
		if language == "ar" {
			want = "right"
		}
		for _, width := range []int64{360, 673, 1280} {
			show := func() { p.SetViewport(width, 800, false) }
			if width == 673 { // A4 between margins of 16 mm
				show = func() { p.AsPrinted(width) }
			}
			show()
			if beyond := p.BeyondSides(); p.Sideways() > 0 || len(beyond) > 0 {
				t.Errorf("%s at %d px is %d px too wide: %q", language, width, p.Sideways(), beyond)
			}
			if from := p.ReadsFrom(); from != want {
				t.Errorf("%s at %d px is read from the %s, want %s", language, width, from, want)
			}
			if width == 673 {
				p.Picture("notice-" + language + "-print")
			}
		}
		if !onOnePage(p) {
			t.Errorf("%s is printed on more than one page", language)
		}
	}
}

// Another person is chosen and answered, the notice is written, and a marked person is found again.
func TestAPersonIsMarkedAndWrittenTo(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	before := p.Row()
	p.Click("button", "Next row")
	p.WaitFor("another row", func() bool { return p.Row() != before })
	p.WaitSays(page.Results, "Results for table row "+p.Row())
	p.OpenProofs()
	p.WaitSays(page.Results, "Reasons for the decision")
	notice := p.Download("Write the notice", "*.html")
	for _, part := range []string{"Option 1", "The main reasons", "SHA-256", "how to contest it"} {
		if !strings.Contains(string(notice), part) {
			t.Errorf("the notice has no %q: %.300s", part, notice)
		}
	}
	r := page.OpenDocument(t, notice)
	r.Shoot("notice")
	if !onOnePage(r) {
		t.Errorf("the notice is printed on more than a page")
	}

	// A marked row is found again, also after a reload.
	p.Unfold("Find another")
	p.WaitHas("button", "Mark this row")
	marked := p.Row()
	p.Click("button", "Mark this row")
	p.WaitHas("button", "Go to table row "+marked)
	p.Click("button", "Next row")
	p.WaitFor("the next row", func() bool { return p.Row() != "" && p.Row() != marked })
	p.Shoot("marked")
	p.WaitSaved()
	p.Reload()
	p.Unfold("Find another")
	p.Click("button", "Go to table row "+marked)
	p.WaitFor("the marked row", func() bool { return p.Row() == marked })
}

// A pinned answer is shown beside those found with other settings, is saved with the project,
// and is removed with a notice once a rule forbids this.
func TestAnAnswerIsPinned(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	found := p.Answered().Rows
	p.Fold("How it is proved")
	p.ShowWay(3)
	p.Click("button", "Pin counterfactual 3")
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
		rows := p.WayTable()
		return strings.Contains(p.Says(page.Answers), ", pinned") && same(rows[len(rows)-1])
	})
	p.Shoot("pinned")
	p.WaitSaved()
	p.Reload()
	p.WaitFor("the pinned one after the page was loaded anew", func() bool {
		rows := p.WayTable()
		return len(rows) > 2 && same(rows[len(rows)-1])
	})
	p.Click("button", "Lock "+found[0][1+moved])
	p.WaitSays(page.Results, "1 pinned counterfactual is left out: ")
	if rows := p.WayTable(); slices.ContainsFunc(rows, same) {
		t.Errorf("it is shown against a lock: %q", rows)
	}
}

// A few actions are found for all refused people, with whom they help, by cost and by group.
func TestActionsForAGroup(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.OpenEveryone()
	p.FillNumber("Maximum number of rows", 120)
	p.ManyRows()
	p.Choose("by", "occupation")
	p.WaitFor("what the actions bring", func() bool {
		text := p.Says(page.Actions)
		return strings.Contains(text, "actions together bring") || strings.Contains(text, "This action brings")
	})
	p.Unfold("Changes, effort and how actions are chosen")
	text := p.Says(page.Actions)
	t.Logf("%.600s", text)
	for _, want := range []string{"each action is the same for everybody", "Together ", "every hard rule is kept"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	p.WaitHas("table", "People reached, by group")
	p.Shoot("actions")
	if report := string(p.SaveReport()); !strings.Contains(report, "What would help most people") {
		t.Error("the report has no actions")
	}
}

// The page lets the browser work between parts of a drawing, but an event's handlers finish within the
// event: a link pressed while another row is drawn does not leave the page.
func TestEventsAreHeardBetweenTurns(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("Heavier grapes")
	p.WaitWays()
	if sent, lost := p.PressBetweenRows(20); sent != 20 || lost > 0 {
		t.Errorf("of %d presses %d reached the browser", sent, lost)
	}
}

// The key T and the right button show the table behind a drawing, even one that cannot be focused.
func TestEveryDrawingHasATable(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.OpenExample("A boundary to cross")
	p.WaitThere(page.TheMap)
	for _, c := range []struct{ role, name, table, has string }{
		{"slider", "this person, drag", "Numbers of Map of two features", "this person"},
		{"button", "Lock x1", "Numbers of x1", "now"},
		{"link", "Open Causes", "Numbers of The same change on your graph", "follows"},
	} {
		p.Focus(c.role, c.name)
		p.Press("t")
		p.WaitFor("the table behind "+c.name, func() bool {
			return strings.Contains(p.Shows(page.TableBehind), c.has)
		})
		p.WaitHas("region", c.table)
		p.Press("Escape")
		p.WaitFocus(c.name)
	}
	p.RightPress(page.Decision)
	p.WaitFor("the table behind the decision", func() bool {
		return strings.Contains(p.Shows(page.TableBehind), "Probability")
	})
	p.Press("t")
	p.WaitFor("no table", func() bool { return p.Shows(page.TableBehind) == "" })
}
