package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// sampled opens the app with a small table of Simple-BN.
func sampled(t *testing.T) *Page {
	t.Helper()
	p := OpenApp(t)
	p.FillNumber("Rows", 2000)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded: 2,000 rows.")
	return p
}

func TestFromATableToCounterfactuals(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 60)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator") // the classifier has Epochs, too
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.WaitHas("list", "One row's counterfactual as it settles")
	p.shoot("watched")
	p.Click("link", "Explain")
	p.WaitFor("a row that was sought", func() bool {
		return strings.Contains(Eval[string](p, `document.body.textContent`), "the wanted outcome) and that has a counterfactual.")
	})
	p.WaitText("status", "The model gives y “0” ")
	p.shoot("explain-led")
	first := p.Text("spinbutton", "Place")
	p.Click("button", "Next row")
	p.WaitFor("the row after it", func() bool { return p.Text("spinbutton", "Place") != first })
	p.unfold("Choose a row")
	p.Choose("Predicted as", "Refused: not 1")
	p.Click("button", "By a value")
	p.Choose("Rows by a value of", "x1")
	p.Fill("textbox", "x1 at least", "10")
	p.WaitText("status", "rows match.")
	p.shoot("explain-filter")
	p.Click("button", "Next row")
	p.WaitText("status", "The model gives y “0” ")
	p.Click("button", "Find counterfactuals")
	rows := p.Table("Counterfactuals")
	if len(rows) < 3 || rows[1][0] != "Factual" || rows[2][0] != "Counterfactual 1" {
		t.Fatalf("counterfactuals = %q", rows)
	}
	const predicted = 1
	if rows[0][predicted] != "Predicted" || rows[1][predicted] == rows[2][predicted] {
		t.Errorf("classes of the factual and its counterfactual = %q, %q, want two", rows[1][predicted], rows[2][predicted])
	}

	before := p.Text("status", "")
	p.FillNumber("x1", 100)
	p.WaitText("status", "The model gives")
	p.WaitHas("button", "Reset")
	p.Click("button", "Reset")
	if x := p.Text("spinbutton", "x1"); x == "100" {
		t.Errorf("x1 = %s after Reset; status before: %s", x, before)
	}
}

func TestBadFilesGetOneSentenceAndChangeNothing(t *testing.T) {
	beside(t)
	rows := func(line func(i int) string) string {
		var b strings.Builder
		for i := range 40 {
			b.WriteString(line(i) + "\n")
		}
		return b.String()
	}
	tests := []struct{ name, file, content string }{
		{"an empty file", "empty.csv", ""},
		{"a binary file", "image.csv", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"},
		{"a web page", "page.csv", "<!doctype html><html><head><title>x</title></head><body>no</body></html>"},
		{"one column", "one.csv", "a\n" + rows(func(i int) string { return fmt.Sprint(i) })},
		{"ragged rows", "ragged.csv", "a,b,y\n" + rows(func(i int) string { return strings.Repeat("1,", i%7) + "x" })},
		{"a constant outcome", "constant.csv", "a,y\n" + rows(func(i int) string { return fmt.Sprintf("%d,x", i%17) })},
	}
	p := sampled(t)
	dir := t.TempDir()
	for _, tt := range tests {
		path := filepath.Join(dir, tt.file)
		if err := os.WriteFile(path, []byte(tt.content), 0o644); err != nil {
			t.Fatal(err)
		}
		p.SetFiles(path)
		p.WaitFor(tt.name+": an alert", func() bool { return strings.Join(p.Texts("alert"), "") != "" })
		t.Logf("%s: %q", tt.name, p.Texts("alert"))
		if p.Has("button", "Discard") {
			p.Click("button", "Discard")
		}
		p.WaitHas("table", "Columns of the table")
	}

	huge := filepath.Join(dir, "huge.csv")
	if err := os.WriteFile(huge, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 200<<20); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(huge)
	p.WaitText("alert", "huge.csv is 200 MB and was not opened: files up to 64 MB can be read")
	p.WaitHas("table", "Columns of the table")
}

func TestAColumnWithoutValuesIsLeftOut(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	var b strings.Builder
	b.WriteString("a,gone,y\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,?,%s\n", i%17, []string{"no", "yes"}[i%2])
	}
	p.Paste(b.String())
	p.Click("button", "Import table")
	p.unfold("First rows")
	p.WaitHas("table", "First rows")
	if head := p.Table("First rows")[0]; strings.Contains(strings.Join(head, " "), "gone") {
		t.Errorf("columns = %q", head)
	}
}

func TestAFileCanBeDroppedOnAnyStep(t *testing.T) {
	beside(t)
	path := filepath.Join(t.TempDir(), "people.csv")
	content := "age;income\n" + strings.Repeat("39;low\n52;high\n", 30)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.Click("link", "Explain")
	p.DropFiles(path)
	p.WaitHas("button", "Import table")
	p.WaitText("status", "people.csv has 60 rows and 2 columns.")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 2)
	p.Click("button", "Train classifier") // imports it first
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

func TestADeadEngineIsReplacedAndItsTrainingResumed(t *testing.T) {
	beside(t)
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	p.Allow("made to die")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const Real = Worker;
		window.engines = [];
		window.Worker = class extends Real { constructor(...a) { super(...a); if (/engine/.test(a[0])) window.engines.push(this) } };`})
	p.Open("")
	p.WaitReady()
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 10_000)
	p.Click("button", "Train classifier")
	p.WaitHas("progressbar", "Classifier training")
	time.Sleep(2500 * time.Millisecond) // past a checkpoint
	Eval[bool](p, `(() => {
		const engine = window.engines.at(-1);
		engine.terminate();
		engine.dispatchEvent(new ErrorEvent("error", {message: "made to die"}));
		return true;
	})()`)
	p.WaitText("status", "The classifier's training goes on from epoch") // by itself
	p.WaitHas("button", "Pause")
	p.Click("button", "Cancel")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

func TestKeysAreEnough(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.WaitFor("the title to have the focus", func() bool { return Eval[bool](p, `document.activeElement.matches("h1")`) })
	p.WaitHas("button", "Train classifier")                          // it may come after the title
	for _, want := range []string{"black box", "Train classifier"} { // a word that says what it means, then the step's own action
		p.Press("Tab")
		if got := p.Focused(); got != want {
			t.Errorf("after the title comes %q, want %s", got, want)
		}
	}
	p.TabTo("Advanced: seed 1, epochs 100, batch size 32 and 3 more", 0)
	p.Press("Enter")
	p.Press("Tab")
	if got := p.Focused(); got != "Seed" {
		t.Errorf("after the line of the settings comes %q, want Seed", got)
	}
	p.Press("Tab")
	if got := p.Focused(); got != "Epochs" {
		t.Errorf("after Seed comes %q, want Epochs", got)
	}
	p.Press("ArrowDown")
	p.WaitFor("the arrow to count", func() bool { return p.Text("spinbutton", "Epochs") == "99" })
	p.Press("Enter")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}
