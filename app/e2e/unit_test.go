package e2e

import (
	"strings"
	"testing"
)

// A unit from a pasted list stands with the numbers of its column on every step.
func TestUnitsOnThePage(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.FillNumber("Rows", 300)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	Eval[bool](p, `[...document.querySelectorAll('details.paste')].forEach((d) => { d.open = true }) ?? true`)
	p.Fill("textbox", "Names, one a line", "x1: Income [DM]")
	p.Click("button", "Use these names")
	p.WaitFor("the unit in the table", func() bool {
		return Eval[bool](p, `[...document.querySelectorAll('th')].some((h) => h.innerText.trim() === 'Income [DM]')`)
	})
	p.shoot("units")

	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Choose("Rule", "Move at most")
	p.Choose("Feature", "Income")
	p.Fill("textbox", "Rises by at most, DM", "2")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	if text := p.Text("list", "Rules"); !strings.Contains(text, `may rise by at most 2 DM`) {
		t.Errorf("rules: %q", text)
	}
}
