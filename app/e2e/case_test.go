package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// The case view shows a person, the options and the letter, and nothing else: another
// row is chosen, asked about and its letter saved; then the tools are back.
func TestTheCaseViewIsForAConversation(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.Click("link", "Case view")
	p.WaitHas("heading", "Case")
	p.WaitFor("the options", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector(".case-options")?.textContent ?? ""`), "Option 1: ")
	})
	for _, hidden := range []string{"link Graph", "button Save as", "button Commands", "tab Many rows"} {
		role, name, _ := strings.Cut(hidden, " ")
		if p.Has(role, name) {
			t.Errorf("the case view shows %s", hidden)
		}
	}
	p.shoot("case")
	before := Eval[string](p, `document.getElementById("row-title").textContent`)
	p.Click("button", "Next row")
	p.WaitFor("another row", func() bool { return Eval[string](p, `document.getElementById("row-title").textContent`) != before })
	p.Click("button", "Find counterfactuals")
	row := strings.TrimPrefix(strings.Split(Eval[string](p, `document.getElementById("row-title").textContent`), ",")[0], "Table row ")
	p.WaitHas("heading", "What was found for table row "+row)
	folder := p.downloads()
	p.Click("button", "Save letter")
	letter := p.savedFile(folder, "*.html")
	if text := string(letter); !strings.Contains(text, "Option 1") && !strings.Contains(text, "none") {
		t.Errorf("the letter has no option: %.300s", text)
	}
	r := openReport(t, letter)
	r.shoot("letter")
	if pdf := string(call(r, page.PrintToPDF, page.PrintToPDFParams{}).Data); !strings.Contains(pdf, "/Count 1\n") && !strings.Contains(pdf, "/Count 1>") {
		t.Errorf("the letter is printed on more than a page")
	}
	p.waitSaved() // or the page asks whether it may be left
	p.Reload()    // the address holds the view
	p.WaitHas("heading", "Case")
	p.Click("link", "Leave the case view")
	p.WaitHas("tab", "Many rows")

	// A row that is marked is found again, also after the page was loaded anew.
	p.WaitHas("button", "Mark this row")
	title := func() string { return Eval[string](p, `document.getElementById("row-title")?.textContent ?? ""`) }
	marked := strings.TrimPrefix(strings.Split(title(), ",")[0], "Table row ")
	p.Click("button", "Mark this row")
	p.WaitHas("button", "Go to table row "+marked)
	p.Click("button", "Next row")
	p.WaitFor("the next row", func() bool { return title() != "" && !strings.HasPrefix(title(), "Table row "+marked+",") })
	p.shoot("marked")
	p.waitSaved()
	p.Reload()
	p.Click("button", "Go to table row "+marked)
	p.WaitFor("the marked row", func() bool { return title() == "Table row "+marked })
}

// What is pinned stands beside what is found by other settings, is kept with the project, and is left
// out with a word once a rule forbids it.
func TestAnAnswerIsPinned(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.Click("button", "Put the tour away")
	p.Click("button", "Pin counterfactual 3")
	third := p.Table("Counterfactuals")[4][1:]
	same := func(row []string) bool { return slices.Equal(row[1:], third) }
	p.Choose("How clearly", "Surely")
	p.WaitFor("the pinned one beside others", func() bool {
		rows := p.Table("Counterfactuals")
		return strings.Contains(Eval[string](p, `document.querySelector(".answers")?.textContent ?? ""`), ", pinned") && same(rows[len(rows)-1])
	})
	p.shoot("pinned")
	p.waitSaved()
	p.Reload()
	p.Click("button", "Find counterfactuals")
	p.WaitFor("the pinned one after the page was loaded anew", func() bool {
		rows := p.Table("Counterfactuals")
		return len(rows) > 2 && same(rows[len(rows)-1])
	})
	p.Click("button", "Lock workclass")
	p.WaitFor("what became of it", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`), "1 pinned counterfactual is left out: ")
	})
	if rows := p.Table("Counterfactuals"); slices.ContainsFunc(rows, same) {
		t.Errorf("it is shown against a lock: %q", rows)
	}
}
