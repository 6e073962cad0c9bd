package ui

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/kit"
	"causeway/app/ui/report"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/image"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/sketch"
	"causeway/core/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// reportable is a state with everything that a report contains. Everything read from files has the
// same given name.
func reportable(t *testing.T, name string) *store.State {
	t.Helper()
	p := open(t, kit.PlacePerson)
	table := testTable
	table.Schema = schemaNamed(name)
	table.Name, table.Hash = name, strings.Repeat("ab", 32)
	p.do(store.LoadSample{})
	answer[wire.Sample](p, table)
	answer[wire.Rows](p, wire.Page{Total: 100, Index: []int{7}, Values: wire.NewRows([][]float64{{39, 1}}),
		Outcomes: []int{0}})
	p.train()
	p.do(store.AddEdge{Edge: sketch.Edge{From: 0, To: 1}}, store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	p.do(store.FindCounterfactuals{Reverse: true}) // judging by its names, the row may be accepted
	p.lastSearch()
	x := uitest.Found()
	x.Laws = []document.Law{{Text: name + " may only rise."}, {Text: name + " stays.", Local: true, GivenUp: true}}
	x.Rows[0].Proof = []causal.Verdict{{Pass: true, Applies: true, Sentence: "Kept: " + name + " may only rise."},
		{Sentence: "Broken: " + name + " stays."}}
	x.HasDegree, x.Rows[0].Degree, x.Factual.Degree = true, 0.3, 0.6
	answer[wire.Explain](p, x)
	s := &p.root.state
	s.Evaluation = store.Evaluation{HasResult: true, Finished: true,
		Entrants: []document.Entrant{{Method: "base"}, {Method: "cem"}, {Method: "base", As: document.AsWeight}},
		Seeds:    []uint64{1, 2}, Records: [][]model.Record{
			{{Figures: []model.Figure{{Key: "answers.held", Value: 0.6}, {Key: "answers.reachable", Value: 0.75},
				{Key: "answers.ofReachable", Value: 0.8}, {Key: "answers.untrained.held", Value: 0.1},
				{Key: "decoded.validity", Value: 0.99}}},
				{Figures: []model.Figure{{Key: "decoded.validity", Value: 0.97}}}},
			{{Figures: []model.Figure{{Key: "trainS", Value: 2}}},
				{Figures: []model.Figure{{Key: "trainS", Value: 3}}}}}}
	return s
}

func schemaNamed(name string) data.Schema {
	s := testSchema
	if name == "" {
		return s
	}
	s.Features = []data.Feature{s.Features[0], s.Features[1]}
	s.Features[0].Name, s.Features[1].Name = name, name+"2"
	s.Features[1].Levels = []string{name, name + "2"}
	s.Outcome.Name, s.Outcome.Levels = name+"3", []string{name, name + "4"}
	return s
}

func TestReport(t *testing.T) {
	s := reportable(t, "")
	s.Data.Table.Name = "people.csv"
	got := report.ReportOf(s, "2026-11-21", "0123456789ab")
	const file = "testdata/report.html"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the report differs from %s; -update keeps what is written now", file)
	}
	if again := report.ReportOf(s, "2026-11-21", "0123456789ab"); !bytes.Equal(got, again) {
		t.Error("the same state gives two reports")
	}
	text := textOf(t, got)
	for _, part := range []string{"Counterfactuals for people.csv", report.TextPromises[0], "Seed of the split1", "600",
		"Held-out accuracy86.0 %", "BaseVAE", "\"age\" may not decrease",
		"hard: every counterfactual shown keeps it", "Do: age from 39 to 45. The model would then say “high”, 90.0 %.",
		"✗ Broken", "given up for this search",
		"98.0 ± 1.4", report.HashOf(s.Generator.Result.Model), strings.Repeat("ab", 32), "0123456789ab", "2026-11-21",
		"Degree of feasibility: plausible"} {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not hold %q", part)
		}
	}
}

// A notice tells the person what was decided and why, by which model and data, and what would change
// the decision, with reasons for and against. It says whom to ask, in the organisation's own words if
// any.
func TestNotice(t *testing.T) {
	s := reportable(t, "")
	s.Data.Table.Name = "people.csv"
	s.Explain.OldRules = false
	s.Explain.Reasons = document.Reasons{Row: []float64{39, 1}, Target: 1, Fixed: document.No, Each: []document.Reason{
		{Feature: 0, Alone: document.Yes, Row: []float64{45, 1}, Low: []float64{44, 1}, High: []float64{52, 1}},
		{Feature: 1, Locked: true, Against: true}}}
	got := notice.HTML(report.NoticeOf(s, "2026-11-21"))
	text := textOf(t, got)
	for _, part := range []string{"Notice of a decision", "21 November 2026", "people.csv", "“low”",
		"What would lead to “high”", "Option 1", "age: 45 instead of 39",
		"The main reasons", "age: 44 to 52 instead of 39 would have been enough.", "work nurse counted against it",
		"SHA-256 " + report.HashOf(s.Classifier.Result.Model)[:16], "It decides at 50",
		"They are from the table “people.csv”.",
		"ask for a correction where the decision was made", "Who decides, and how to contest it",
		"Rules that were kept", "may only rise.", "It does not promise", "It breaks a rule that was given up"} {
		if !strings.Contains(text, part) {
			t.Errorf("the notice does not hold %q:\n%s", part, text)
		}
	}
	for _, part := range []string{"seed", report.HashOf(s.Generator.Result.Model), "Option 4"} {
		if strings.Contains(text, part) {
			t.Errorf("the notice holds %q", part)
		}
	}
	var file struct {
		Decision struct{ Class, Wanted, Sha256 string }
		Reasons  []struct {
			Kind    string
			Changes []struct {
				Feature   string
				From      any
				Low, High float64
			}
		}
		Options []struct{ Changes []struct{ Feature, To any } }
		Fixed   string
	}
	if err := json.Unmarshal(notice.JSON(report.NoticeOf(s, "d")), &file); err != nil {
		t.Fatal(err)
	}
	if file.Decision.Class != "low" || file.Decision.Wanted != "high" || len(file.Decision.Sha256) != 64 ||
		file.Fixed != "no" || len(file.Reasons) != 2 || file.Reasons[0].Kind != "alone" ||
		file.Reasons[0].Changes[0].Low != 44 || file.Reasons[0].Changes[0].High != 52 ||
		file.Reasons[1].Kind != "against" ||
		file.Reasons[1].Changes[0].From != "nurse" || file.Options[0].Changes[0].To != 45.0 {
		t.Errorf("as JSON it is %+v", file)
	}
	own := *s
	own.Notice = document.Notice{Organisation: "A bank", Source: "You told us.", Correct: "Write to data@bank.",
		Role: "A person decides.", Contest: "Call 123."}
	for _, part := range []string{"A bank, d", "You told us.", "Write to data@bank.", "A person decides.",
		"Call 123."} {
		if text := textOf(t, notice.HTML(report.NoticeOf(&own, "d"))); !strings.Contains(text, part) {
			t.Errorf("the notice does not hold %q:\n%s", part, text)
		}
	}
	s.Explain.Found.Rows[0].Row, s.Explain.Found.Carry = []float64{45, 0}, []int{0}
	text = strings.Join(strings.Fields(textOf(t, notice.HTML(report.NoticeOf(s, "d")))), " ")
	if !strings.Contains(text, "Do: work: clerk instead of nurse It follows: age: 45") {
		t.Errorf("what is done and what follows are not told apart: %s", text)
	}
	s.Explain.Found.Rows[0].Base = []float64{47, 1}
	text = strings.Join(strings.Fields(textOf(t, notice.HTML(report.NoticeOf(s, "d")))), " ")
	if !strings.Contains(text, "age: 45 instead of 39 (−2, would otherwise become 47) work: clerk instead of nurse") {
		t.Errorf("what is done on top of what follows is not told: %s", text)
	}
	s.Explain.Reasons = document.Reasons{Row: []float64{39, 1}, Target: 1, Fixed: document.Yes}
	if text := textOf(t, notice.HTML(report.NoticeOf(s, "d"))); !strings.Contains(text,
		"Nothing that may change would have led to high") {
		t.Errorf("a fixed decision is not said to be one: %s", text)
	}
	s.Explain.Found.Rows = nil
	if text := textOf(t, notice.HTML(report.NoticeOf(s, "d"))); strings.Contains(text, "Option") ||
		!strings.Contains(text, "What this notice does not promise") {
		t.Errorf("a notice without an option: %s", text)
	}
	// Every option has a reason for it and a reason against it, however little is known.
	x := uitest.Found()
	share := []float64{0.2, 0.8}
	x.Rows = append(x.Rows, wire.Counterfactual{Row: []float64{39, 0}, Class: 1, Shares: share,
		Changed: 1},
		wire.Counterfactual{Row: []float64{50, 0}, Class: 1, Shares: share, Changed: 2})
	s.Explain.Found = x
	text = textOf(t, notice.HTML(report.NoticeOf(s, "d")))
	for i, option := range strings.Split(text, "Option ")[1:] {
		option, _, _ = strings.Cut(option, "Rules that were kept")
		if !strings.Contains(option, "+ ") || !strings.Contains(option, "− ") {
			t.Errorf("option %d has one side alone: %q", i+1, option)
		}
	}
	for _, part := range []string{"It leaves age as it is, which option 1 changes.", "90.0\u00a0%",
		"It asks for 2 changes, and option 1 for 1."} {
		if !strings.Contains(text, part) {
			t.Errorf("the notice does not hold %q:\n%s", part, text)
		}
	}
	hostile := reportable(t, "<script>alert(1)</script>")
	if strings.Contains(string(notice.HTML(report.NoticeOf(hostile, "d"))), "<script") {
		t.Error("a name became markup")
	}
}

// An empty project has a report too.
func TestReportOfLittle(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	text := textOf(t, report.ReportOf(&p.root.state, "d", "b"))
	for _, part := range []string{report.TextReportNoClassifier, report.TextReportNoGenerator, report.TextReportNoGraph,
		report.TextReportNoneShown} {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not hold %q", part)
		}
	}
	if strings.Contains(text, report.TextReportEvaluation) || strings.Contains(text, report.TextReportLabels) {
		t.Error("a section is there without anything in it")
	}
}

func TestReportOfAForeignClassifier(t *testing.T) {
	p := openForeign(t)
	p.do(store.SetModelSource{Column: 0, Source: classifier.SourceFrom(testForeign.Columns[0], testSchema, 0)})
	answer[wire.UseModel](p, wire.ModelTried{})
	answer[wire.UseModel](p, wire.ModelTried{Accuracy: 0.8})
	p.do(store.UseModel{})
	answer[wire.UseModel](p, wire.ClassifierTrained{Model: []byte("m"), Accuracy: 0.8, Base: 0.6, TestRows: 9})
	text := textOf(t, report.ReportOf(&p.root.state, "d", "b"))
	for _, part := range []string{"net.onnx, 3 bytes, written by pytorch.", "years", report.HashOf([]byte("net")),
		report.TextReportHashForeign} {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not hold %q", part)
		}
	}
	if strings.Contains(text, report.TextReportTrainedHere) {
		t.Error("settings of a training that was not")
	}
}

// hostileNames lists possible names in a file for a column, a category or the file itself.
var hostileNames = []string{`<img src=x onerror=alert(1)>`, `"><script>alert(1)</script>`, `javascript:alert(1)`,
	"\u202egnp.exe",
	`=HYPERLINK("http://elsewhere.invalid","x")`, strings.Repeat("x", 10_000), `</svg></figure><b>`, "&lt;b&gt;",
	"\x01\u2028", "%s%d"}

// Whatever the name, the report has as many elements as with a plain one, and contains
// the name as text.
func TestReportShowsHostileNamesAsText(t *testing.T) {
	want := elementsOf(t, report.ReportOf(reportable(t, "plain"), "d", "b"))
	for _, name := range hostileNames {
		doc := report.ReportOf(reportable(t, name), "d", "b")
		if got := elementsOf(t, doc); got != want {
			t.Errorf("%.30q: the elements are %s, want %s", name, got, want)
		}
		if strings.HasPrefix(name, "<img") || strings.HasPrefix(name, "=") {
			if n := strings.Count(textOf(t, doc), name); n < 20 {
				t.Errorf("%q is shown %d times", name, n)
			}
		}
	}
}

// drawn lists the elements and attributes of a drawing.
var drawn = []string{"title", "desc", "rect", "path", "text", "tspan", "circle", "g", "x", "y", "cx", "cy", "r", "rx",
	"dy", "d", "width", "height", "fill",
	"stroke", "stroke-width", "stroke-dasharray", "text-anchor", "font-size", "font-weight", "font-style", "textLength",
	"lengthAdjust"}

// parse calls visit with every token of a report's body, which must be well formed.
func parse(t *testing.T, doc []byte, visit func(xml.Token)) {
	t.Helper()
	_, body, ok := strings.Cut(string(doc), "<body>")
	body, _, ends := strings.Cut(body, "</body>")
	if !ok || !ends {
		t.Fatal("the report has no body")
	}
	x := xml.NewDecoder(strings.NewReader(body))
	for {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		visit(token)
	}
}

func textOf(t *testing.T, doc []byte) string {
	t.Helper()
	var b strings.Builder
	parse(t, doc, func(token xml.Token) {
		if c, ok := token.(xml.CharData); ok {
			b.Write(c)
		}
	})
	return b.String()
}

// elementsOf lists the elements with their attributes' names, in order. Those of a
// drawing, which breaks names into lines, are only of certain kinds.
func elementsOf(t *testing.T, doc []byte) string {
	t.Helper()
	var b strings.Builder
	drawing := false
	parse(t, doc, func(token xml.Token) {
		if e, ok := token.(xml.EndElement); ok && e.Name.Local == "svg" {
			drawing = false
		}
		if e, ok := token.(xml.StartElement); ok {
			if drawing {
				for _, a := range append(e.Attr, xml.Attr{Name: e.Name}) {
					if !slices.Contains(drawn, a.Name.Local) {
						t.Errorf("the drawing holds %q", a.Name.Local)
					}
				}
				return
			}
			drawing = e.Name.Local == "svg"
			b.WriteString("<" + e.Name.Local)
			for _, a := range e.Attr {
				b.WriteString(" " + a.Name.Local)
			}
		}
	})
	return b.String()
}

// The report of images has a picture of every counterfactual, which holds every pixel, and its proofs; a
// name from a file stays text in it.
func TestTheReportOfImages(t *testing.T) {
	name := `<img src=x onerror=alert(1)>`
	s := store.New()
	s.Images.Has = true
	s.Images.Set = wire.ImagesLoaded{Name: name, H: 8, W: 8, Classes: 2, Rows: 20, Train: 16, Val: 2, Test: 2,
		Counts: []int{10, 10}, Hash: strings.Repeat("ab", 32)}
	if doc := string(report.ReportOfImages(&s, "2026-01-02", "b")); !strings.Contains(doc,
		"No classifier is trained.") || strings.Contains(doc, "<img") {
		t.Errorf("without models: %s", doc)
	}
	s.Images.Classifier.HasResult, s.Images.Classifier.Result = true,
		wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9, Confusion: []int{5, 1, 0, 4}, TestRows: 10}
	s.Images.Generator.HasResult, s.Images.Generator.Result = true,
		wire.ImageGeneratorTrained{Model: []byte("g"), Validity: 0.8}
	from, to := make([]byte, 64), make([]byte, 64)
	from[9], to[10] = 255, 100
	s.Images.Subject = store.ImageSubject{Has: true, Pixels: from, Shares: []float64{0.9, 0.1},
		Found: wire.ImageExplained{Answers: []wire.ImageAnswer{
			{Pixels: to, Target: 1, Valid: true, Shares: wire.NewFloats([]float64{0.2, 0.8}, 2),
				Proofs: []image.Proof{{Text: "2 pixels have changed, but at most 1 may."}}}}}}
	doc := string(report.ReportOfImages(&s, "2026-01-02", "b"))
	for _, part := range []string{"From 0 to 1", "✗ Not kept: 2 pixels have changed, but at most 1 may.",
		"&lt;img src=x onerror=alert(1)&gt;",
		`fill="#ffffff" d="M1 1h1v1h-1z"`, `fill="#646464" d="M12 1h1v1h-1z"`, strings.Repeat("ab", 32)} {
		if !strings.Contains(doc, part) {
			t.Errorf("%q is missing", part)
		}
	}
	if strings.Contains(doc, "<img") || strings.Contains(doc, "src=") &&
		!strings.Contains(doc, "src=x onerror=alert(1)&gt;") {
		t.Error("it asks for something")
	}
}
