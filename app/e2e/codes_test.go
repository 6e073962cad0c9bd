package e2e

import (
	"strings"
	"testing"
)

// The latent space is drawn on request, and put away again; a generator that is trained
// anew is drawn anew.
func TestTheLatentSpaceIsDrawn(t *testing.T) {
	beside(t)
	p := trained(t)
	p.goTo("Generator")
	points := func() int {
		return Eval[int](p, `[...document.querySelectorAll("details[open] figure, details[open] .chart")].reduce((n, c) => n + c.querySelectorAll("svg[viewBox] [data-marker]").length, 0)`)
	}
	p.Click("DisclosureTriangle", "Draw the latent space")
	p.WaitFor("the points", func() bool { return points() > 50 })
	said := func() string {
		return Eval[string](p, `[...document.querySelectorAll("details .panel-note")].map((n) => n.textContent).find((t) => t.startsWith("The means of the codes of ")) ?? ""`)
	}
	if text := said(); !strings.Contains(text, " numbers differ between rows") {
		t.Errorf("it says %q", text)
	}
	p.shoot("codes")
	p.Click("button", "Train generator")
	p.WaitFor("the training", func() bool { return said() == "" })
	p.WaitFor("the points of the new generator", func() bool { return points() > 50 && said() != "" })
	p.Click("DisclosureTriangle", "Draw the latent space")
	p.WaitFor("no points", func() bool { return points() == 0 })
}
