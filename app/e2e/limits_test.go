package e2e

import (
	"strings"
	"testing"
)

// A person's own limits apply at once to what is shown, by keys alone; where
// they leave nothing, the page says what to give up and searches without it.
func TestOwnLimitsByKeys(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 40)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")

	focus := func(role, name string) {
		t.Helper()
		apply[bool](p, p.wait(role, name), `function() { this.focus(); return true }`)
	}
	for _, name := range []string{"x1", "x2", "x3"} {
		focus("button", "Limit of "+name)
		p.Press("Enter")
		p.WaitHas("combobox", "Change of "+name)
		focus("combobox", "Change of "+name)
		p.Press("ArrowDown") // from Free to Frozen
		p.WaitFor(name+" to be frozen", func() bool {
			return strings.Contains(strings.ToLower(p.Text("group", "Your own limits and difficulty")), name+" frozen")
		})
		if got := p.Focused(); got != "Change of "+name {
			t.Errorf("the focus went to %q", got)
		}
	}
	p.WaitText("heading", "Why none?")
	if p.Has("list", "Proof") {
		t.Error("a counterfactual is shown although everything is frozen")
	}
	focus("button", "Search without it: way 1")
	p.Press("Enter")
	p.openProofs()
	p.WaitHas("list", "Proof")
	p.WaitText("status", "For this search alone, given up: ")
	if text := p.Text("list", "Proof"); !strings.Contains(text, "Broken: ") || !strings.Contains(text, "given up for this search") {
		t.Errorf("the proof %q hides what was given up", text)
	}

	focus("button", "Clear all limits")
	p.Press("Enter")
	p.WaitFor("all limits to be gone", func() bool {
		p.openProofs()
		said := Eval[string](p, `[...document.querySelectorAll(".answer-proof")].map((e) => e.textContent).join(" ")`)
		return !p.Has("heading", "Why none?") && said != "" && !strings.Contains(said, "Broken: ")
	})
}
