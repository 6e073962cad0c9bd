package e2e

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/wire"
)

// The paper's C2 on Adult by hand: the file is opened, education is dropped
// onto age, both may only increase, Model-approx is trained and rows are
// explained, 50 where everything is done at its full size. Every row of every file that the page saves is judged here again,
// by its values and by a black box that is trained outside the page.
func TestAdultC2ByHand(t *testing.T) {
	beside(t)
	rows := 20
	if full() {
		rows = 50
	}
	path := findData("adult/adult.data")
	if path == "" {
		t.Skip("skipped: the data file adult/adult.data is absent; CAUSEWAY_DATA names its folder")
	}
	p := OpenApp(t)
	p.DropFiles(path)
	p.Click("button", "Import table")
	p.WaitText("status", "adult.data is loaded: 15,691 rows.")
	trainClassifier(p)

	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Choose("Sign", "rises")
	p.dropNode("education", "age")
	p.WaitText("status", "Added the edge education → age.")
	p.Click("checkbox", "Strict")
	for _, name := range []string{"education", "age"} {
		p.Choose("Rule", "Only increase")
		p.Choose("Feature", name)
		p.Click("button", "Add rule")
		p.WaitText("status", "Added a rule: ")
	}
	p.WaitFor("both rules and that of the edge", func() bool {
		text := p.Text("list", "Rules")
		return strings.Contains(text, `"age" may not decrease`) && strings.Contains(text, `"education" may not decrease`) &&
			strings.Contains(text, `If "education" rises, "age" must rise`)
	})

	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.Choose("Method", "Learns the graph's signs and rules (Model-approx+)")
	p.WaitFor("the terms", func() bool {
		text := p.Text("list", "What the training makes of the graph")
		return strings.Contains(text, "education → age (rises, strict): hinge") && strings.Count(text, "weight 100") == 3
	})
	if !full() {
		p.unfold("Advanced")
		p.FillNumber("Epochs", 10) // what is shown keeps C2 whatever was learned
	}
	decoded, _ := trainGenerator(p)
	t.Logf("raw counterfactuals of the held-out rows: %+v", decoded)

	judge := newOutside(t, path)
	folder := p.downloads()
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	found := 0
	for row := 1; row <= rows; row++ {
		p.toRow(row)
		p.findAnyway()
		shown := len(p.Table("Counterfactuals")) - 2
		if shown > 0 {
			p.openProofs()
		}
		if proofs := len(p.findAll("list", "Proof")); proofs != shown {
			t.Errorf("row %d: %d proofs of %d counterfactuals", row, proofs, shown)
		}
		if shown == 0 {
			p.WaitText("heading", "Why none?")
			continue
		}
		found++
		p.unfold("All values")
		p.Click("button", "Download CSV")
		judge.file(p.saved(folder), shown)
	}
	t.Logf("%d of %d rows have counterfactuals that keep C2, %d in all", found, rows, judge.judged)
	if found < rows/2 {
		t.Errorf("only %d of %d rows have any", found, rows)
	}
}

// dropNode drags a node of the graph onto another one.
func (p *Page) dropNode(from, to string) {
	p.t.Helper()
	const middle = `function() { const r = this.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }`
	p.Show("application", "Causal graph")
	a, b := apply[[2]float64](p, p.wait("button", from), middle), apply[[2]float64](p, p.wait("button", to), middle)
	mouse := func(typ input.DispatchMouseEventType, share float64) {
		params := input.DispatchMouseEventParams{Type: typ, X: a[0] + share*(b[0]-a[0]), Y: a[1] + share*(b[1]-a[1]),
			Button: input.MouseButtonLeft, ClickCount: 1}
		if typ == input.DispatchMouseEventTypeMouseMoved {
			params.Buttons = 1 // the left one is down
		}
		call(p, input.DispatchMouseEvent, params)
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	for _, share := range []float64{0.1, 0.5, 0.9, 1} {
		mouse(input.DispatchMouseEventTypeMouseMoved, share)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, 1)
}

// downloads returns the folder to which the browser saves files from now on.
func (p *Page) downloads() string {
	p.t.Helper()
	folder := p.t.TempDir()
	call(p, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID})
	return folder
}

// saved waits for a file in a folder, and takes it away.
func (p *Page) saved(folder string) [][]string {
	p.t.Helper()
	var records [][]string
	p.WaitFor("a saved file", func() bool {
		files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
		if len(files) == 0 {
			return false
		}
		b, err := os.ReadFile(files[0])
		if err != nil {
			p.t.Fatal(err)
		}
		if records, err = csv.NewReader(strings.NewReader(string(b))).ReadAll(); err != nil || len(records) == 0 {
			return false // still being written
		}
		return os.Remove(files[0]) == nil
	})
	return records
}

// outside judges saved rows without the page.
type outside struct {
	t      *testing.T
	schema data.Schema
	rules  []causal.Rule
	ask    func(wire.Message) wire.Message
	judged int
}

// newOutside opens the file and trains the black box natively by the page's own
// settings, which gives the same model to the last bit.
func newOutside(t *testing.T, path string) *outside {
	t.Helper()
	facts := make(chan wire.Message, 10_000)
	began := time.Now()
	native := engine.New(func(_ int, m wire.Message) { facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	native.Handle(1, wire.Open{Name: "adult.data", Bytes: text})
	native.Handle(2, wire.Import{Plan: next[wire.Previewed](facts).Preview.Plan, Seed: 1})
	o := &outside{t: t, schema: next[wire.Loaded](facts).Schema}
	native.Handle(3, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10}})
	next[wire.ClassifierTrained](facts)
	o.ask = func(m wire.Message) wire.Message {
		native.Handle(4, m)
		return <-facts
	}
	if o.rules, err = causal.AdultC2(o.schema); err != nil {
		t.Fatal(err)
	}
	return o
}

// file judges a factual and its counterfactuals.
func (o *outside) file(records [][]string, shown int) {
	o.t.Helper()
	features := o.schema.Features
	head := records[0]
	rules := len(head) - 1 - len(features) - 2 - 2 // C2's three, what no row shows, and a horizon; then how usual and what is proved
	if len(records) != shown+2 || head[0] != "Row" || rules < 3 {
		o.t.Fatalf("%d records for %d counterfactuals; columns %q", len(records), shown, head)
	}
	factual := o.row(head, records[1])
	from := o.class(factual, records[1])
	for _, r := range records[2:] {
		o.judged++
		row := o.row(head, r)
		if o.class(row, r) == from {
			o.t.Errorf("%q has the class of its factual", r)
		}
		if _, pass := causal.CheckAll(o.schema, o.rules, factual, row); !pass {
			o.t.Errorf("%q breaks C2; the factual is %q", r, records[1])
		}
		for i, word := range r[3+len(features):][:rules] {
			if word != "kept" && word != "does not apply" {
				o.t.Errorf("%q says %q of the rule %s", r, word, head[3+len(features)+i])
			}
		}
	}
}

// row reads the values of a record by the names of its columns.
func (o *outside) row(head, record []string) []float64 {
	o.t.Helper()
	row := make([]float64, len(o.schema.Features))
	for j, f := range o.schema.Features {
		if head[1+j] != f.Name {
			o.t.Fatalf("column %d is %q, want %q", 1+j, head[1+j], f.Name)
		}
		v, known := 0.0, false
		if f.Kind.Numeric() {
			x, err := strconv.ParseFloat(record[1+j], 64)
			v, known = x, err == nil
		}
		for l, name := range f.Levels {
			if name == data.Unguard(record[1+j]) {
				v, known = float64(l), true
			}
		}
		if !known {
			o.t.Fatalf("%s = %q", f.Name, record[1+j])
		}
		row[j] = v
	}
	return row
}

// class is what the black box says of a row, which the record must say too.
func (o *outside) class(row []float64, record []string) int {
	o.t.Helper()
	answer, ok := o.ask(wire.Predict{Row: wire.NewFloats(row, len(row))}).(wire.Predicted)
	if !ok {
		o.t.Fatalf("%q: no prediction", record)
	}
	shares, best := answer.Shares.Values(), 0
	for k, v := range shares {
		if v > shares[best] {
			best = k
		}
	}
	at := 1 + len(row)
	p, err := strconv.ParseFloat(record[at+1], 64)
	if record[at] != o.schema.Outcome.Levels[best] || err != nil || math.Abs(p-shares[best]) > 0 {
		o.t.Errorf("%q: outside of the page it is %s with %v", record, o.schema.Outcome.Levels[best], shares[best])
	}
	return best
}
