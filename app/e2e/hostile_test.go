package e2e

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Names that a file may bring. Each would show itself if it were anything but text:
// it would set window.hurt, ask another host, or turn the words after it round.
var (
	hostileNumber  = `<img src=x onerror="window.hurt=1">`
	hostileTurn    = "\u202egnp.exe"
	hostileLink    = `javascript:window.hurt=1`
	hostileLong    = strings.Repeat("long<b>", 1500) // 10,500 characters
	hostileOutcome = `=HYPERLINK("http://elsewhere.invalid","x")`
	hostileLevels  = []string{`"><script>window.hurt=1</script>`, `+cmd|' /C calc'!A0`, `@SUM(1+1)*cmd`, "</table><svg onload=window.hurt=1>"}
	hostileClasses = []string{"<b onmouseover=window.hurt=1>no</b>", "-2+3+cmd|' /C calc'!A0"}
	hostileFile    = `<img src=x onerror=window.hurt=1> =1+1.csv`
)

func hostileTable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), hostileFile)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := csv.NewWriter(f)
	w.Write([]string{hostileNumber, hostileTurn, hostileLink, hostileLong, hostileOutcome})
	for i := range 400 {
		a, b := i%53, i*7%41
		w.Write([]string{fmt.Sprint(a), fmt.Sprint(b), hostileLevels[i%4], fmt.Sprint(i % 29), hostileClasses[map[bool]int{true: 1}[a+b > 45]]})
	}
	w.Flush()
	if w.Error() != nil {
		t.Fatal(w.Error())
	}
	return path
}

// unhurt proves that nothing on the page came from a name as anything but text, and
// that every name given is on it.
func (p *Page) unhurt(where string, names ...string) {
	p.t.Helper()
	p.WaitFor(where+" to show the names", func() bool {
		text := Eval[string](p, `document.body.innerText + [...document.querySelectorAll("option, [title], text")].map((e) => e.textContent + (e.title ?? "")).join(" ")`)
		for _, n := range names {
			if !strings.Contains(text, n) {
				return false
			}
		}
		return true
	})
	if found := Eval[[]string](p, `[...document.querySelectorAll("img, iframe, object, embed, body script, main b, main script, svg script, [onerror], [onload], [onmouseover], a[href^='javascript:' i]")].map((e) => e.outerHTML.slice(0, 200))`); len(found) > 0 {
		p.t.Errorf("%s: a name became markup: %q", where, found)
	}
	if Eval[bool](p, `window.hurt !== undefined`) {
		p.t.Errorf("%s: a name was run", where)
	}
	if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		p.t.Errorf("%s: a name makes the page scroll sideways by %d", where, wide)
	}
}

// formula is what a spreadsheet takes for one; a number with its sign is none.
var (
	formula = regexp.MustCompile("^[=+\\-@\t\r]")
	numeral = regexp.MustCompile(`^-?[0-9.]+(e[-+]?[0-9]+)?$`)
)

// isSafeCSV proves that a file reads well and that no cell of it is a formula.
func isSafeCSV(t *testing.T, text string, names ...string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) < 2 {
		t.Fatalf("%d records: %v", len(records), err)
	}
	all := ""
	for _, r := range records {
		for _, c := range r {
			all += c + "\n"
			if formula.MatchString(c) && !numeral.MatchString(c) {
				t.Errorf("cell %.60q is taken for a formula", c)
			}
		}
	}
	for _, n := range names {
		if !strings.Contains(all, n) {
			t.Errorf("the file does not hold %.60q", n)
		}
	}
}

// isSafeSVG proves that a picture is drawn by itself and holds no script, link or
// style.
func isSafeSVG(t *testing.T, text string) {
	t.Helper()
	x := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "svg", "title", "desc", "g", "path", "rect", "circle", "line", "text", "tspan":
		default:
			t.Errorf("the picture holds an element %q", e.Name.Local)
		}
		for _, a := range e.Attr {
			if n := strings.ToLower(a.Name.Local); strings.HasPrefix(n, "on") || n == "href" || n == "style" || n == "src" {
				t.Errorf("the picture holds an attribute %q", n)
			}
		}
	}
}

// Names are text on every step and in every file that leaves the page.
func TestHostileNamesAreTextEverywhere(t *testing.T) {
	beside(t)
	path := hostileTable(t)
	p := OpenApp(t)
	p.KeepSaved()
	p.SetFiles(path)
	p.WaitHas("button", "Import table")
	p.unhurt("the preview", hostileNumber, hostileLink, hostileFile, hostileLevels[0])
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.unhurt("the table", hostileNumber, hostileTurn, hostileLink, hostileOutcome, hostileClasses[0], hostileLevels[1])
	p.shoot("hostile-data")

	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 60)
	p.FillNumber("Learning rate", 0.01)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.unhurt("the classifier", hostileClasses[0], hostileClasses[1])

	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Paste("from,to,note\n" + quoted(hostileNumber) + "," + quoted(hostileTurn) + "," + quoted(hostileLevels[0]) + "\n" + quoted("<script>no node</script>") + "," + quoted(hostileTurn) + ",\n")
	p.WaitHas("button", "Draw this graph")
	p.unhurt("the graph file", "<script>no node</script>")
	p.Click("button", "Draw this graph")
	p.unhurt("the graph", hostileNumber, hostileTurn)
	p.Choose("Format", "SVG picture")
	p.Click("button", "Save graph")
	_, text := p.Saved()
	isSafeSVG(t, text)
	p.shoot("hostile-graph")

	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.unhurt("the generator", hostileNumber+" → "+hostileTurn)

	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.unhurt("the explanation", hostileNumber, hostileLink, hostileOutcome)
	p.shoot("hostile-explain")
	p.unfold("All values")
	p.Click("button", "Download CSV")
	name, text := p.Saved()
	isSafeCSV(t, text, hostileNumber, hostileLink, "'"+hostileClasses[1])
	p.Click("tab", "Report")
	p.Click("button", "Save report")
	name, text = p.Saved()
	if strings.ContainsAny(name, "<>/\\:=\u202e") {
		t.Errorf("a file is saved as %q", name)
	}
	r := openReport(t, []byte(text))
	r.unhurt("the report", hostileNumber, "[U+202E]gnp.exe", hostileLink, hostileOutcome, hostileClasses[0], hostileLevels[0], hostileFile)
	r.shoot("hostile-report")

	p.Click("link", "Label")
	p.unhurt("the labels")
	p.Click("link", "Evaluate")
	p.WaitHas("button", "Run evaluation")
	p.unhurt("the evaluation")

	// What this page writes for other programs comes back with the same names.
	p.Click("link", "Classifier")
	p.Click("button", "Export ONNX")
	name, _ = p.Saved()
	if strings.ContainsAny(name, "<>/\\:=") {
		t.Errorf("a model is saved as %q", name)
	}
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
