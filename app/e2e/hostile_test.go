package e2e

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// hostileTable is a table with hostile names, also of its file.
func hostileTable(t *testing.T) string {
	t.Helper()
	rows := [][]string{{page.HostileNumber, page.HostileTurn, page.HostileLink, page.HostileLong, page.HostileOutcome}}
	for i := range 400 {
		a, b := i%53, i*7%41
		rows = append(rows, []string{fmt.Sprint(a), fmt.Sprint(b), page.HostileLevels[i%4], fmt.Sprint(i % 29),
			page.HostileClasses[map[bool]int{true: 1}[a+b > 45]]})
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return page.Write(t, page.HostileFile, b.String())
}

// formula matches texts that a spreadsheet would treat as formulas; a signed number is
// not one.
var (
	formula = regexp.MustCompile("^[=+\\-@\t\r]")
	numeral = regexp.MustCompile(`^-?[0-9.]+(e[-+]?[0-9]+)?$`)
)

// isSafeCSV checks that a file parses and that no cell is a formula.
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

// isSafeSVG checks that a picture is self-contained and has no script, link or style.
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
			if n := strings.ToLower(a.Name.Local); strings.HasPrefix(n, "on") || n == "href" || n == "style" ||
				n == "src" {
				t.Errorf("the picture holds an attribute %q", n)
			}
		}
	}
}

// Names remain text at every place and in every file that leaves the page.
func TestHostileNamesAreTextEverywhere(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.KeepSaved()
	p.SetFiles(hostileTable(t))
	p.WaitHas("button", "Import table")
	p.Unhurt("the preview", page.HostileNumber, page.HostileLink, page.HostileFile, page.HostileLevels[0])
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.Unhurt("the table", page.HostileNumber, page.HostileTurn, page.HostileLink, page.HostileOutcome,
		page.HostileClasses[0], page.HostileLevels[1])
	p.Shoot("hostile-data")

	p.OpenModel("Classifier")
	p.FillNumber("Learning rate", 0.01)
	p.TrainClassifier(60)
	p.Unhurt("the classifier", page.HostileClasses[0], page.HostileClasses[1])

	p.OpenGraph()
	p.Paste("from,to,note\n" + quoted(page.HostileNumber) + "," + quoted(page.HostileTurn) + "," + quoted(
		page.HostileLevels[0]) + "\n" + quoted(page.HostileNode) + "," + quoted(page.HostileTurn) + ",\n")
	p.WaitHas("button", "Draw this graph")
	p.Unhurt("the graph file", page.HostileNode)
	p.Click("button", "Draw this graph")
	p.Unhurt("the graph", page.HostileNumber, page.HostileTurn)
	_, text := p.SaveGraphAs("SVG picture")
	isSafeSVG(t, text)
	p.Shoot("hostile-graph")

	p.TrainGenerator(20)
	p.Unhurt("the generator", page.HostileNumber+" → "+page.HostileTurn)

	p.Explain()
	p.Find()
	p.Unhurt("the explanation", page.HostileNumber, page.HostileLink, page.HostileOutcome)
	p.Shoot("hostile-explain")
	p.OpenProofs()
	p.Click("button", "Download CSV")
	_, text = p.Saved()
	isSafeCSV(t, text, page.HostileNumber, page.HostileLink, "'"+page.HostileClasses[1])
	p.Click("button", "Save report")
	name, text := p.Saved()
	if strings.ContainsAny(name, "<>/\\:=\u202e") {
		t.Errorf("a file is saved as %q", name)
	}
	r := page.OpenDocument(t, []byte(text))
	r.Unhurt("the report", page.HostileNumber, "[U+202E]gnp.exe", page.HostileLink, page.HostileOutcome,
		page.HostileClasses[0], page.HostileLevels[0], page.HostileFile)
	r.Shoot("hostile-report")

	p.GoTo("Label")
	p.Unhurt("the labels")
	p.GoTo("Methods")
	p.WaitHas("button", "Run evaluation")
	p.Unhurt("the evaluation")

	// The page's exports are read back with the same names.
	p.GoTo("Classifier")
	p.Click("button", "Export ONNX")
	name, _ = p.Saved()
	if strings.ContainsAny(name, "<>/\\:=") {
		t.Errorf("a model is saved as %q", name)
	}
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func TestLongAndHostileNamesStayInTheirPlace(t *testing.T) {
	page.Beside(t)
	long := strings.Repeat("a very long name ", 14)
	names := page.Lines("<img src=x onerror=alert(1)>,"+long+",\u202eturned,"+strings.Repeat("y", 240), 120,
		func(i int) string {
			return fmt.Sprintf("%d,%d,%s,%s", i%17, i%13, []string{"<b>bold</b>", "\u202eabc"}[i%2],
				[]string{"&no;", strings.Repeat("yes ", 30)}[i/60])
		})
	p := page.Open(t)
	p.ImportFile(page.Write(t, "names.csv", names))
	p.Train(page.Training{})
	p.GoTo("Person")
	p.Find()
	for _, width := range []int64{320, 640, 1280} {
		p.SetViewport(width, 800, false)
		for _, step := range []string{"Table", "Classifier", "Generator", "Person"} {
			p.GoTo(step)
			if got := p.Sideways(); got > 0 {
				t.Errorf("%s is %d px wider than a window of %d", step, got, width)
			}
		}
	}
	p.Unhurt("the steps")
}

func TestPolicyHoldsAndViolationsAreSeen(t *testing.T) {
	for name, server := range map[string]*page.Server{"our server": page.Serve(t, page.Site(t)),
		"a host without headers": page.ServePlain(t, "")} {
		t.Run(name, func(t *testing.T) {
			p := page.Visit(t, server)
			for name, attempt := range page.Attempts {
				p.Offences()
				if got := p.Try(attempt); got != "refused" {
					t.Errorf("%s: %s", name, got)
				}
				p.WaitFor("the violation to be noted", func() bool { return len(p.Problems()) > 0 })
				got := strings.Join(p.Offences(), "\n")
				if !strings.Contains(got, "Content Security Policy") &&
					!strings.Contains(got, "problem in the page: security:") {
					t.Errorf("%s: offences %q, want the policy among them", name, got)
				}
				if strings.Contains(got, "another host") {
					t.Errorf("%s: left the machine: %s", name, got)
				}
			}
		})
	}
}
