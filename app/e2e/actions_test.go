package e2e

import (
	"strings"
	"testing"
)

// A few actions are found for all who are refused, with whom they reach, by cost and by group.
func TestActionsForAGroup(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.Click("button", "Put the tour away")
	p.Click("tab", "Many rows")
	p.FillNumber("Rows at most", 120)
	p.Click("button", "Explain many rows")
	p.WaitText("status", "rows were explained")
	p.Choose("Compare groups of", "occupation")
	p.Click("button", "Find actions")
	p.WaitText("status", "rows.")
	p.WaitFor("the actions", func() bool {
		return strings.Contains(Eval[string](p, `document.getElementById("actions-title")?.closest(".panel").textContent ?? ""`), "actions together bring")
	})
	text := Eval[string](p, `document.getElementById("actions-title").closest(".panel").textContent`)
	t.Logf("%.600s", text)
	for _, want := range []string{"Reaches ", "by itself", "Chosen from", "every hard rule is kept"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	p.WaitHas("table", "Whom the actions reach, by group")
	p.shoot("actions")
	p.Click("tab", "Report")
	folder := p.downloads()
	p.Click("button", "Save report")
	if report := string(p.savedFile(folder, "report*.html")); !strings.Contains(report, "What would help most of them") {
		t.Error("the report has no actions")
	}
}
