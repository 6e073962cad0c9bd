package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// openAgain is another tab of the same browser profile on the same site.
func (p *Page) openAgain() *Page {
	p.t.Helper()
	q := p.newTab()
	q.Open("")
	q.WaitReady()
	return q
}

// newTab is an empty tab of the same browser profile.
func (p *Page) newTab() *Page {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	q := &Page{Timeout: p.Timeout, t: p.t, ctx: ctx, origin: p.origin}
	if err := chromedp.Listen(ctx, q.note); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		q.assertClean()
		cancel()
	})
	q.SetViewport(1280, 800, false)
	return q
}

// waitSaved waits until all is saved.
func (p *Page) waitSaved() {
	p.t.Helper()
	p.WaitFor("the project to be saved", func() bool { return strings.HasPrefix(p.keepState(), "Saved in this browser only") })
}

func (p *Page) keepState() string {
	return Eval[string](p, `document.getElementById("keep-state")?.textContent ?? ""`)
}

// stepState is what the navigation says of a step.
func (p *Page) stepState(step string) string {
	return Eval[string](p, `document.getElementById("state-`+step+`")?.textContent ?? ""`)
}

// smallProject is a page with a table, both models and an edge.
func smallProject(p *Page) {
	p.t.Helper()
	p.FillNumber("Rows", 1000)
	p.Click("button", "Simple-BN")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 5)
	p.Click("button", "Train classifier")
	p.WaitFor("the classifier", func() bool { return p.stepState("classifier") == "trained" })
	p.Click("link", "Generator")
	p.FillNumber("Epochs", 2)
	p.Click("button", "Train generator")
	p.WaitFor("the generator", func() bool { return p.stepState("generator") == "trained" })
}

func TestAReloadBringsTheProjectBack(t *testing.T) {
	p := OpenApp(t)
	if p.Has("button", "Continue") || p.keepState() != "" {
		t.Error("a fresh browser offers a project")
	}
	smallProject(p)
	p.waitSaved()
	p.Reload()
	p.WaitReady()
	p.WaitFor("the project", func() bool { return p.stepState("generator") == "trained" && p.stepState("classifier") == "trained" })
	if got := p.stepState("data"); got != "1,000 rows" {
		t.Errorf("the table has %q, want 1,000 rows", got)
	}
	p.Click("link", "Generator")
	if got := Eval[string](p, `[...document.querySelectorAll("label")].find((l) => l.textContent.startsWith("Epochs"))?.control?.value ?? ""`); got != "2" {
		t.Errorf("Epochs = %q, want 2 as set before", got)
	}

	q := p.openAgain()
	q.WaitHas("button", "Continue")
	q.WaitText("region", "Simple-BN")
	q.Click("button", "Continue")
	q.WaitText("alert", "open in another tab")
	q.WaitFor("the copy", func() bool { return q.stepState("generator") == "trained" })
	q.WaitFor("the copy to be saved", func() bool { return strings.HasSuffix(q.keepState(), "as a copy") })
}
