package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/project"
)

// runNotebook runs the code cells of the guide's notebook in a directory, from top to bottom, and
// prints what it read of a saved project as JSON.
const runNotebook = `
import json, sys
space = {}
for cell in json.load(open(sys.argv[1] + "/python.ipynb"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), space)
if "found" in space:
    print("\n" + json.dumps({k: v.to_dict("records") for k, v in space["found"].items()}))
`

// notebook is a directory with the files that the notebook wrote.
type notebook struct {
	t   *testing.T
	dir string
}

func newNotebook(t *testing.T) notebook {
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import msgpack, onnx, pandas, sklearn").Run() != nil {
		t.Skip("skipped: no Python for the notebook (apt-get install python3-msgpack python3-onnx python3-pandas " +
			"python3-sklearn)")
	}
	n := notebook{t, t.TempDir()}
	n.run()
	return n
}

func (n notebook) run() []byte {
	guide, err := filepath.Abs("../../docs/guide")
	if err != nil {
		n.t.Fatal(err)
	}
	cmd := exec.Command("/usr/bin/python3", "-B", "-W", "ignore", "-c", runNotebook, guide)
	cmd.Dir, cmd.Env = n.dir, append(os.Environ(), "PYTHONPATH="+guide)
	out, err := cmd.CombinedOutput()
	if err != nil {
		n.t.Fatalf("%v: %s", err, out)
	}
	return out[bytes.LastIndexByte(bytes.TrimSpace(out), '\n')+1:]
}

func (n notebook) file(name string) []byte {
	b, err := os.ReadFile(filepath.Join(n.dir, name))
	if err != nil {
		n.t.Fatal(err)
	}
	return b
}

// TestNotebook runs the guide's notebook, opens the file that it writes, explains rows with the
// pipeline, saves, and lets the notebook read answers, labels and proofs back.
func TestNotebook(t *testing.T) {
	n := newNotebook(t)
	p := newWhole(t)
	packed := n.file("people.causeway")
	p.do(ChooseFile{ID: 1, Name: "people.causeway", Size: len(packed)}, FileRead{ID: 1, Bytes: packed})
	if p.Foreign.Open() || !p.Classifier.Foreign || p.Classifier.From.Name != "pipeline.onnx" ||
		p.Classifier.Result.Accuracy < 0.8 {
		t.Fatalf("the pipeline is not the classifier: %+v %v", p.Classifier.From, p.Notices)
	}
	if r := p.Graph.Sketch.Rules; len(r) != 3 || p.Data.Table.Rows != 600 {
		t.Fatalf("%d rows, rules %v", p.Data.Table.Rows, r)
	}
	g := p.Generator.Settings
	g.Epochs = 5
	p.do(SetGenerator{g}, Train{})
	for i := 0; i < 40 && (len(p.Explain.Found.Rows) < 2 || !p.Explain.Found.Nearest); i++ {
		p.do(GoToRow{i}, FindCounterfactuals{Reverse: true})
	}
	if len(p.Explain.Found.Rows) < 2 || !p.Explain.Found.Nearest {
		t.Fatalf("the page found %d rows of %d tried: %v", len(p.Explain.Found.Rows), p.Explain.Pos, p.Notices)
	}
	opensWithoutAPage(t, packed, p.Explain.Row, p.Explain.Found.Rows[0])
	p.do(JudgeWay{Index: 0, Verdict: label.Infeasible}, JudgeWay{Index: 1, Verdict: label.Feasible})
	p.do(SetBatch{Batch: document.NewBatch()}, ExplainMany{}, SaveProject{With: Travel{Rows: true, Labels: true}})
	if len(p.saved) != 1 || len(p.Batch.Parts) == 0 {
		t.Fatalf("saved %d files: %v", len(p.saved), p.Notices)
	}
	if err := os.WriteFile(filepath.Join(n.dir, "saved.causeway"), p.saved[0].Bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	var found struct {
		Answers []struct {
			Row                       int
			Target, Predicted, Proved string
			Probability, Cost         float64
			Changes                   map[string][2]any
			Rules                     map[string]string
		}
		Labels []struct {
			Row             int
			Target, Verdict string
			Changes         map[string][2]any
		}
	}
	said := n.run()
	if err := json.Unmarshal(said, &found); err != nil {
		t.Fatalf("%v: %.300s", err, said)
	}
	s, at := p.Data.Table.Schema, 0
	check := func(b Batch) {
		b.Each(func(r BatchRow) {
			for i := range max(1, len(r.Found)) {
				got, proved := found.Answers[at], ""
				at++
				row, class, shares, cost := r.Factual, r.Predicted, r.Given, 0.0
				if len(r.Found) > 0 {
					c := r.Found[i]
					row, class, shares, cost = c.Row, c.Class, c.Shares, c.Cost
				}
				if r.None {
					proved = "there is none"
				} else if i == 0 && r.Nearest {
					proved = "nearest"
				}
				if got.Row != b.Number(r) || got.Predicted != s.Outcome.Levels[class] || got.Cost != cost ||
					got.Probability != shares[class] || got.Proved != proved || len(r.Found) > 0 && len(got.Rules) < 3 {
					t.Fatalf("answer %d of row %d is %+v; the page has %+v", i, r.Index, got, r)
				}
				sameChanges(t, s, got.Changes, r.Factual, row)
			}
		})
	}
	e, x := p.Explain, p.Explain.Found
	first := found.Answers[0]
	if first.Row != e.Index+1 || first.Cost != x.Rows[0].Cost || first.Proved != "nearest" {
		t.Errorf("the person's answer is %+v; the page has %+v", first, x.Rows[0])
	}
	for i, c := range x.Rows {
		sameChanges(t, s, found.Answers[i].Changes, x.Factual.Row, c.Row)
	}
	at = len(x.Rows)
	check(p.Batch)
	if at != len(found.Answers) || at < 20 || len(found.Labels) != 2 {
		t.Fatalf("%d answers of %d and %d labels are read", len(found.Answers), at, len(found.Labels))
	}
	for i, l := range p.Labels.List {
		got := found.Labels[i]
		if got.Row != l.Row+1 || got.Verdict != []string{"feasible", "infeasible"}[l.Verdict] ||
			got.Target != s.Outcome.Levels[l.Target] {
			t.Errorf("label %d is %+v; the page has %+v", i, got, l)
		}
		sameChanges(t, s, got.Changes, l.Factual, l.Counterfactual)
	}
	t.Logf("%d answers and %d labels are read back", len(found.Answers), len(found.Labels))

	again := newWhole(t)
	again.do(ChooseFile{ID: 1, Name: "saved.causeway", Size: len(p.saved[0].Bytes)},
		FileRead{ID: 1, Bytes: p.saved[0].Bytes}, AnswerProject{Take: true})
	if !again.Classifier.Foreign || !again.Generator.HasResult || len(again.Labels.List) != 2 {
		t.Errorf("the saved project does not open: %v", again.Notices)
	}
}

// sameChanges compares the changes that Python read with those between two rows.
func sameChanges(t *testing.T, s data.Schema, got map[string][2]any, a, b []float64) {
	t.Helper()
	n := 0
	for j, f := range s.Features {
		if a[j] == b[j] {
			continue
		}
		n++
		for i, v := range [2]float64{a[j], b[j]} {
			if text := fmt.Sprint(got[f.Name][i]); f.Kind.Numeric() && text != strconv.FormatFloat(v, 'g', -1, 64) ||
				!f.Kind.Numeric() && text != f.Levels[int(v)] {
				t.Errorf("%s is read as %v, want %s", f.Name, got[f.Name], f.Format(v))
			}
		}
	}
	if n != len(got) {
		t.Errorf("%d changes are read, want %d: %v", len(got), n, got)
	}
}

// opensWithoutAPage opens the packed file without a page, as cmd/batch does, and proves an answer
// for a row. Without the usual horizons, it takes no more than the page's.
func opensWithoutAPage(t *testing.T, packed []byte, row []float64, page document.Counterfactual) {
	t.Helper()
	f, err := project.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	r := f.Saved.Settings.Generator
	r.Epochs = 1
	fit, lesson, err := f.FitGenerator(r, f.Saved.Graph.Knowledge(), nil)
	if err != nil {
		t.Fatal(err)
	}
	tick := func() error { return nil }
	if _, err := fit.Epoch(tick); err != nil {
		t.Fatal(err)
	}
	g, err := f.NewGenerator(fit.Best(), lesson)
	if err != nil {
		t.Fatal(err)
	}
	f.Use(g)
	x, err := f.Explain(row, f.Query(row), tick)
	if err != nil || len(x.Rows) == 0 || !x.Nearest || x.Rows[0].Effort > page.Effort ||
		x.Rows[0].Effort == page.Effort && x.Rows[0].Cost > page.Cost {
		t.Errorf("without a page %+v is found, %v", x.Found, err)
	}
}
