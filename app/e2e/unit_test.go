package e2e

import (
	"strings"
	"testing"
)

// A unit and decimals from a pasted list stand with the numbers of their column on every
// step, and decimals are chosen by hand.
func TestUnitsOnThePage(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.FillNumber("Rows", 300)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	Eval[bool](p, `[...document.querySelectorAll('details.paste')].forEach((d) => { d.open = true }) ?? true`)
	p.Fill("textbox", "Names, one a line", "x1: Income [DM] [1 decimal]")
	p.Click("button", "Use these names")
	p.WaitFor("the unit in the table", func() bool {
		return Eval[bool](p, `[...document.querySelectorAll('th')].some((h) => h.innerText.trim() === 'Income [DM]')`)
	})
	p.unfold("First rows")
	decimals := func(want string) func() bool { // of all numbers of the first column of the head
		return func() bool {
			return Eval[bool](p, `(() => {
				const named = (h) => h.textContent.includes('Income [DM]')
				const table = [...document.querySelectorAll('table')].find((t) => t.tHead && [...t.tHead.rows[0].cells].some(named))
				if (!table) {
					return false
				}
				const at = [...table.tHead.rows[0].cells].findIndex(named)
				return [...table.tBodies[0].rows].every((r) => new RegExp('`+want+`').test(r.cells[at].textContent.trim()))
			})()`)
		}
	}
	p.WaitFor("one decimal", decimals(`^-?\\d+\\.\\d$`))
	p.Choose("Column to name", "x1 – Income [DM]")
	p.Choose("Decimals shown", "2")
	p.WaitFor("two decimals", decimals(`^-?\\d+\\.\\d\\d$`))
	p.Choose("Decimals shown", "0")
	p.WaitFor("no decimals", decimals(`^-?\\d+$`))
	p.shoot("units")

	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Choose("Rule", "Move at most")
	p.Choose("Feature", "Income")
	p.Fill("textbox", "Rises by at most, DM", "2.5")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	if text := p.Text("list", "Rules"); !strings.Contains(text, `may rise by at most 2.5 DM`) {
		t.Errorf("rules: %q", text)
	}
}
