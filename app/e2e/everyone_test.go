package e2e

import (
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// Every refused person has a dot. Arrow keys go to the next dot and to the other group. A key or
// the mouse opens a person in Person, and the dot is then marked.
func TestEverybodyHasADot(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Who earns more")
	p.SetViewport(1280, 800, false)
	p.GoTo("Everyone")
	p.FillNumber("Rows at most", 150)
	p.Fold("Which people")
	p.ManyRows()
	const dots = "Effort of the nearest way found, each dot a person"
	p.WaitHas("slider", dots)
	p.WaitShows(page.Main, "half need at most")
	if text := p.Shows(page.Main); !strings.Contains(text, "refused people have a way that keeps every rule.") {
		t.Errorf("the place does not say how many have a way: %.200s", text)
	}
	hasFewWords(t, p, "Everyone", 175)
	if wide := p.Sideways(); wide > 0 {
		t.Errorf("it scrolls %d px sideways", wide)
	}
	p.Focus("slider", dots)
	p.Press("Home") // of the first group
	first, _ := p.Dot()
	p.Press("ArrowRight")
	second, _ := p.Dot()
	p.Press("ArrowDown")
	below, _ := p.Dot()
	if first == second || below == second || !strings.HasPrefix(first, "Person ") {
		t.Errorf("the keys go from %q to %q and to %q", first, second, below)
	}
	open := func(who string, press func()) {
		t.Helper()
		press()
		p.WaitStep("Person")
		p.GoTo("Everyone")
		p.WaitFor(who+" to stand out", func() bool { return p.MarkedDot() == who })
	}
	open(below, func() { p.Press("Enter") })
	p.Focus("slider", dots)
	p.Press("End")
	last, at := p.Dot()
	open(last, func() { p.PressMouse(at); p.ReleaseMouse(at) })
}
