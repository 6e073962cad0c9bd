package e2e

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// axeScript is what judges the page: axe-core as `make long NAME=accessible` installs it, or the file that CAUSEWAY_AXE names.
func axeScript(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(cmp.Or(os.Getenv("CAUSEWAY_AXE"), filepath.Join("..", "..", "bench", "axe", "node_modules", "axe-core", "axe.min.js")))
	if err != nil {
		t.Skip("skipped: axe-core is not installed; make long NAME=accessible installs it")
	}
	return string(script)
}

// violations are what axe finds against WCAG 2.2 A and AA and against its own best practices,
// each with the first places. Where the system forces its colours, axe still reads those that the
// page would have, so that contrast is not asked for there.
const violations = `axe.run(document, {rules: {"color-contrast": {enabled: !matchMedia("(forced-colors: active)").matches}}, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]})
	.then((found) => found.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " (" + (n.failureSummary ?? "").replace(/\s+/g, " ").slice(0, 300) + ")").join("; ")))`

// judge asks axe about what is on the screen, wide and narrow, in light, dark and forced
// colours, and writes pictures of it where they are asked for.
func (p *Page) judge(script, state string) {
	p.t.Helper()
	Eval[bool](p, "if (typeof axe == \"undefined\") {"+script+"}\ntypeof axe == \"object\"")
	for _, width := range []int64{1280, 320} {
		for _, scheme := range []string{"light", "dark", "forced"} {
			p.SetViewport(width, 800, scheme == "dark")
			if scheme == "forced" {
				call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "forced-colors", Value: "active"},
				}})
			}
			Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
			for _, v := range Eval[[]string](p, violations) {
				p.t.Errorf("%s, %d px, %s: %s", state, width, scheme, v)
			}
			p.picture(fmt.Sprintf("axe-%s-%d-%s", strings.ReplaceAll(state, " ", "-"), width, scheme))
		}
	}
	p.SetViewport(1280, 800, false)
}

// TestAccessible shows axe every step with what can be unfolded on it.
func TestAccessible(t *testing.T) {
	script := axeScript(t)
	beside(t)
	p := OpenApp(t)
	p.judge(script, "first screen")
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.judge(script, "explain with the tour")
	p.Click("button", "Put the tour away")
	p.openProofs()
	p.judge(script, "explain with proofs")
	p.Click("button", "Commands")
	p.WaitHas("dialog", "Commands")
	p.judge(script, "commands")
	p.Press("Escape")
	p.Click("tab", "Many rows")
	p.FillNumber("Rows at most", 60)
	p.Click("button", "Explain many rows")
	p.WaitText("status", "rows were explained")
	p.Choose("Compare groups of", "occupation")
	p.Click("button", "Find actions")
	p.WaitHas("table", "Whom the actions reach, by group")
	p.judge(script, "many rows")
	p.Click("tab", "Report")
	p.WaitHas("button", "Save report")
	p.judge(script, "report")
	for _, step := range []string{"Data", "Classifier", "Graph", "Generator", "Label", "Evaluate"} {
		p.goTo(step)
		Eval[bool](p, `(document.querySelectorAll("main details").forEach((d) => d.open = true), true)`)
		p.judge(script, strings.ToLower(step))
	}
	p.goTo("Explain")
	p.Click("link", "Case view")
	p.WaitHas("heading", "Case")
	p.judge(script, "case view")
	p.Click("link", "Leave the case view")
	p.goTo("Data")
	p.unfold("Open another table")
	p.Click("button", "Another digit")
	p.WaitText("status", "9 of 9 classes are reached")
	p.judge(script, "a digit explained")
	for _, step := range []string{"Data", "Classifier", "Graph", "Generator", "Label"} {
		p.goTo(step)
		p.judge(script, "images "+strings.ToLower(step))
	}
}
