package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// purchases writes a table of two numbers, a category and an outcome that
// follows from them.
func purchases(t *testing.T, rows int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("visits,basket,channel,buys\n")
	for i := range rows {
		visits, basket, channel := i*7919%23, i*104729%190, []string{"web", "shop", "phone"}[i*31%3]
		buys := "no"
		if 9*visits+basket+40*len(channel) > 330 {
			buys = "yes"
		}
		fmt.Fprintf(&b, "%d,%d.5,%s,%s\n", visits, basket, channel, buys)
	}
	path := filepath.Join(t.TempDir(), "purchases.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// goTo presses the link of a step until the page is there: what arrives in that
// moment may move the links.
func (p *Page) goTo(step string) {
	p.t.Helper()
	p.WaitFor("the step "+step, func() bool {
		p.Click("link", step)
		return Eval[string](p, `location.hash`) == "#"+strings.ToLower(step) &&
			Eval[string](p, `document.querySelector("main h1")?.innerText ?? ""`) == step
	})
}

// Whoever does not wait, a script perhaps, gets what was pressed in its turn.
func TestPressingAheadOfEveryStep(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.SetFiles(purchases(t, 3000))
	p.goTo("Classifier")
	p.Click("button", "Train classifier")
	p.goTo("Generator")
	p.Click("button", "Train generator")
	p.goTo("Explain")
	p.Click("button", "Find counterfactuals")
	p.Click("button", "Next row")
	if strings.Contains(p.Text("status", ""), "The generator is trained") && !p.Has("table", "Counterfactuals") {
		t.Log("the machine is so busy that the training ended before the next row was asked for")
		p.Click("button", "Find counterfactuals")
	}
	rows := p.Table("Counterfactuals")
	if len(rows) < 3 {
		t.Fatalf("counterfactuals = %q", rows)
	}
	if alerts := strings.Join(p.Texts("alert"), ""); alerts != "" {
		t.Errorf("alerts: %s", alerts)
	}

	// A row that is on its way is the one that is explained.
	p.Click("button", "Next row")
	p.Click("button", "Next row")
	p.Click("button", "Find counterfactuals")
	p.WaitFor("the fourth row", func() bool { return p.Text("spinbutton", "Row") == "4" })
	if rows := p.Table("Counterfactuals"); len(rows) < 3 {
		t.Errorf("counterfactuals = %q", rows)
	}
}

func TestARowTooManyAndStepsTooLargeAreMoved(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Batch size", 65_536)
	if got := p.Text("spinbutton", "Batch size"); got != "2621" {
		t.Errorf("Batch size = %s, want 2621: with 50 samples that is the largest step", got)
	}
	p.FillNumber("Hinge margin β", 1)
	if got := p.Text("spinbutton", "Hinge margin β"); got != "0.99" {
		t.Errorf("Hinge margin β = %s, want 0.99", got)
	}
	p.Click("link", "Explain")
	p.FillNumber("Row", 1_000_000)
	if got := p.Text("spinbutton", "Row"); got != "200" {
		t.Errorf("Row = %s, want the last of 200", got)
	}
}

// Programs that drive the page from outside find its controls by these names.
func TestControlsHaveTheirNames(t *testing.T) {
	beside(t)
	p := sampled(t)
	for _, step := range []struct {
		link, before string
		folds        []string // that they stand in
		names        []string
	}{
		{"Data", "", []string{"Open another table", "To repeat it exactly"}, []string{"button Simple-BN", "button Open file", "spinbutton Seed"}},
		{"Classifier", "Train classifier", []string{"Advanced"}, []string{"button Train classifier", "spinbutton Seed", "spinbutton Epochs", "spinbutton Batch size"}},
		{"Generator", "Train generator", []string{"Advanced"}, []string{"button Train generator", "spinbutton Seed", "spinbutton Epochs", "spinbutton Batch size"}},
		{"Explain", "Find counterfactuals", nil, []string{"button Find counterfactuals", "button Random row", "button Next row", "spinbutton Row"}},
	} {
		p.Click("link", step.link)
		if step.before != "" {
			p.WaitHas("button", step.before)
		}
		for _, fold := range step.folds {
			p.unfold(fold)
		}
		for _, control := range append(step.names, "link Data", "link Classifier", "link Generator", "link Explain", "status ") {
			role, name, _ := strings.Cut(control, " ")
			if n := len(p.findAll(role, name)); n == 0 || name != "" && n > 1 {
				t.Errorf("%s: %d of %s %q, want one", step.link, n, role, name)
			}
		}
	}
}
