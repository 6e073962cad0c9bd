package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// savedReport saves the report and returns it.
func savedReport(p *Page, folder string) []byte {
	p.t.Helper()
	p.Click("tab", "Report")
	p.Click("button", "Save report")
	var doc []byte
	p.WaitFor("the report", func() bool {
		files, _ := filepath.Glob(filepath.Join(folder, "report*.html"))
		if len(files) == 0 {
			return false
		}
		doc, _ = os.ReadFile(files[0])
		return strings.HasSuffix(string(doc), "</html>\n")
	})
	return doc
}

// openReport shows a report in a tab of its own, from a server that sends no policy,
// as a person's disk would.
func openReport(t *testing.T, doc []byte) *Page {
	t.Helper()
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			w.Write(doc)
		}
	})).URL+"/")
	p.Open("")
	return p
}

func TestTheReportStandsAlone(t *testing.T) {
	beside(t)
	p := sampled(t)
	folder := p.downloads()
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	p.WaitText("status", "Loaded ")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.Choose("Method", "Learns the graph's signs and rules (Model-approx+)")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.shoot("report-panel")
	doc := savedReport(p, folder)
	p.WaitText("status", "The report was saved.")

	r := openReport(t, doc)
	r.WaitHas("heading", "What this report says and what it does not")
	for _, name := range []string{"Counterfactuals for Simple-BN", "Cause and effect", "Generator of counterfactuals", "Explanation", "Counterfactual 1", "What this report is about, by its bytes"} {
		r.WaitHas("heading", name)
	}
	if n := len(r.Table("Hashes")); n != 4 {
		t.Errorf("%d rows of hashes, want the table's, the classifier's and the generator's below a header", n)
	}
	if Eval[bool](r, `matchMedia("(prefers-color-scheme: dark)").matches`) {
		t.Error("the test is not in light colours")
	}
	r.shoot("report")
	pdf := call(r, page.PrintToPDF, page.PrintToPDFParams{})
	if len(pdf.Data) < 10_000 || !strings.HasPrefix(string(pdf.Data), "%PDF") {
		t.Errorf("printing gives %d bytes", len(pdf.Data))
	}
	if *shotDir != "" {
		os.WriteFile(filepath.Join(*shotDir, "report.pdf"), pdf.Data, 0o644)
	}
	// Its policy holds: what a reader's browser might be made to do is refused.
	for name, script := range map[string]string{
		"inline script": `(() => { const s = document.createElement("script"); s.append("window.ran = true"); document.head.append(s); return window.ran ? "ran" : "refused" })()`,
		"inline style":  `(() => { const d = document.createElement("div"); d.setAttribute("style", "color: red"); return d.style.color ? "ran" : "refused" })()`,
		"picture":       `new Promise((done) => { const i = new Image(); i.onload = () => done("ran"); i.onerror = () => done("refused"); i.src = "/x.png" })`,
	} {
		if got := Eval[string](r, script); got != "refused" {
			t.Errorf("%s: %s", name, got)
		}
	}
	r.offences()
}
