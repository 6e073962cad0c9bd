package page

import (
	"fmt"
	"strings"
	"testing"
)

// Sample loads a sampled table of n rows, or as set in the page for 0, and waits for it.
func (p *Tab) Sample(name string, rows int) {
	if rows > 0 {
		p.FillNumber("Rows", float64(rows))
	}
	p.Click("button", name)
	p.WaitText("status", name+" is loaded")
}

// Sampled opens the app with a small table of Simple-BN.
func Sampled(t testing.TB) *Tab {
	t.Helper()
	p := Open(t)
	p.Sample("Simple-BN", 2000)
	p.WaitText("status", "Simple-BN is loaded: 2,000 rows.")
	return p
}

// ImportFile chooses a table's file and imports it with the page's guesses.
func (p *Tab) ImportFile(path string) { p.SetFiles(path); p.Import() }

// ImportText pastes a table and imports it with the page's guesses.
func (p *Tab) ImportText(text string) { p.Paste(text); p.Import() }

// Import imports the previewed table and waits for it.
func (p *Tab) Import() {
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded")
}

// ImportAdult drops the file of Adult and imports it.
func (p *Tab) ImportAdult(path string) {
	p.DropFiles(path)
	p.Import()
	p.WaitText("status", "adult.data is loaded: 15,691 rows.")
}

// OpenExample opens a finished project from the first screen, which shows its counterfactuals.
func (p *Tab) OpenExample(name string) {
	p.Click("button", name)
	p.WaitText("status", "counterfactuals")
	p.WaitHas("list", "Counterfactuals")
}

// Example opens the app with a finished project.
func Example(t testing.TB, name string) *Tab {
	t.Helper()
	p := Open(t)
	p.OpenExample(name)
	return p
}

// PreviewRow is a row of the preview of a file, cell by cell.
func (p *Tab) PreviewRow(n int) string {
	return eval[string](p, fmt.Sprintf(`[...(document.querySelector(".preview table")?.querySelectorAll("tbody `+
		`tr")[%d]?.cells ?? [])].map((c) => c.textContent).join("|")`, n))
}

// Settled counts the columns with codes that are read as the person decided.
func (p *Tab) Settled() int {
	return eval[int](p, `[...document.querySelectorAll('.offer-text')].filter((n) => `+
		`/Read as (a separate state|separate states)\.$/.test(n.textContent)).length`)
}

// PasteNames opens the field for column names, pastes some and applies them.
func (p *Tab) PasteNames(names string) {
	p.unfoldEach("details.paste")
	p.Fill("textbox", "One name per line", names)
	p.Click("button", "Use these names")
}

// ShowsColumn reports whether a table has a column with a heading.
func (p *Tab) ShowsColumn(heading string) bool {
	return eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll("th, th .column-name")].some((h) => `+
		`h.innerText.trim() === %q)`, heading))
}

// Column returns the cells below a heading in the first table that has it; nothing without one.
func (p *Tab) Column(heading string) []string {
	return eval[[]string](p, fmt.Sprintf(`(() => {
		const named = (h) => h.textContent.includes(%q);
		const table = [...document.querySelectorAll('table')]
			.find((t) => t.tHead && [...t.tHead.rows[0].cells].some(named));
		if (!table) return [];
		const at = [...table.tHead.rows[0].cells].findIndex(named);
		return [...table.tBodies[0].rows].map((r) => r.cells[at].textContent.trim());
	})()`, heading))
}

// Decodes decodes bytes as the browser does in an encoding.
func (p *Tab) Decodes(encoding string, b []byte) string {
	return eval[string](p, fmt.Sprintf(`new TextDecoder(%q).decode(new Uint8Array(%s))`, encoding,
		strings.ReplaceAll(fmt.Sprint(b), " ", ",")))
}

// ShowsProgress reports whether the step shows progress.
func (p *Tab) ShowsProgress() bool { return p.countPart(Part{"main progress"}) > 0 }
