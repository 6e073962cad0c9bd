package e2e

import (
	"strings"
	"testing"
	"time"
)

// The example of Sangiovese says what is acted on and what follows: the drawing shows it, the
// node's panel sets it, and an answer names what to do and what follows from that.
func TestStatesOfNodes(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Timeout = 2 * time.Minute
	p.Click("button", "Heavier grapes")
	p.WaitText("status", "counterfactuals")
	p.Click("button", "Put the tour away")
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	p.chooseNode("BunchN")
	panel := func() string { return p.Text("complementary", "What is chosen") }
	p.WaitFor("the state", func() bool {
		return strings.Contains(panel(), "It goes where its causes take it. An answer may change it further, which costs.")
	})
	marks := func() string {
		return Eval[string](p, `[...document.querySelectorAll("[data-place] [data-part=marks]")].map((m) => m.textContent).sort().join("")`)
	}
	if got := marks(); strings.Count(got, "±") != 2 || strings.Count(got, "ƒ") != 10 {
		t.Errorf("the nodes are marked %q", got)
	}
	says := func(name string) string {
		return apply[string](p, p.wait("button", name), `function() { return this.getAttribute("aria-description") }`)
	}
	if got := says("BunchN"); !strings.HasPrefix(got, "follows from its causes and can be changed; causes: SproutN") {
		t.Errorf("BunchN is described as %q", got)
	}
	p.shoot("graph-states")
	p.Choose("State", "Follows")
	p.WaitFor("another state", func() bool { return strings.Contains(panel(), "at no cost, and keeps what is the row's own") })
	p.Click("checkbox", "All its causes are drawn")
	p.WaitFor("what the drawing says", func() bool { return strings.Contains(says("BunchN"), "all its causes are drawn; ") })
	p.Choose("State", "Free")
	p.WaitFor("the sign to be a rule", func() bool {
		return strings.Contains(p.Text("region", "Rules"), "When \"SproutN\" rises") || strings.Contains(p.Text("region", "Rules"), "If \"SproutN\" rises")
	})
	p.assertClean()
}

// chooseNode goes to a node by its name.
func (p *Page) chooseNode(name string) {
	p.t.Helper()
	p.Fill("textbox", "Find feature", name)
	p.Click("textbox", "Find feature")
	p.Key("Enter", 0)
	p.WaitFor("the node "+name, func() bool { return strings.HasPrefix(p.Text("complementary", "What is chosen"), name) })
}
