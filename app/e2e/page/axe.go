package page

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Axe checks the page's accessibility with axe-core, as installed by `make long NAME=accessible` or in the file that
// CAUSEWAY_AXE names. Without it the test is skipped.
type Axe struct{ script string }

// NewAxe reads axe-core.
func NewAxe(t testing.TB) Axe {
	t.Helper()
	script, err := os.ReadFile(cmp.Or(os.Getenv("CAUSEWAY_AXE"),
		filepath.Join(Root(), "bench", "axe", "node_modules", "axe-core", "axe.min.js")))
	if err != nil {
		t.Skip("skipped: axe-core is not installed; make long NAME=accessible installs it")
	}
	return Axe{string(script)}
}

// violations returns axe's findings for WCAG 2.2 A and AA and its best practices, each with its first
// occurrences. It skips contrast with forced colours, where axe still reads the page's colours.
const violations = `axe.run(document, {
	rules: {"color-contrast": {enabled: !matchMedia("(forced-colors: active)").matches}},
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa",
		"best-practice"]})
	.then((found) => found.violations.map((v) =>
		v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(
			(n) => n.html.slice(0, 200) +
			" (" + (n.failureSummary ?? "").replace(/\s+/g, " ").slice(0, 300) + ")").join("; ")))`

// Judge runs axe on the present screen, wide and narrow, in light, dark and forced
// colours, and takes pictures if requested.
func (a Axe) Judge(p *Tab, state string) {
	eval[bool](p, "if (typeof axe == \"undefined\") {"+a.script+"}\ntypeof axe == \"object\"")
	for _, width := range []int64{1280, 320} {
		for _, scheme := range []string{"light", "dark", "forced"} {
			p.SetViewport(width, 800, scheme == "dark")
			if scheme == "forced" {
				p.forceColors()
			}
			p.drawn()
			for _, v := range eval[[]string](p, violations) {
				p.t.Errorf("%s, %d px, %s: %s", state, width, scheme, v)
			}
			p.Picture(fmt.Sprintf("axe-%s-%d-%s", strings.ReplaceAll(state, " ", "-"), width, scheme))
		}
	}
	p.SetViewport(1280, 800, false)
}
