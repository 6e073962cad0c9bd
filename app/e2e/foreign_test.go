package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/onnx"
)

const foreignFile = "../../core/onnx/testdata/sklearn-columns.onnx"

// foreignTable has the columns of sklearn-columns.onnx under the same names, and
// as its outcome what that model says. 90 of 900 outcomes are turned round.
func foreignTable(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(foreignFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := onnx.Read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	jobs, towns := []string{"farm", "mill", "office", "school"}, []string{"north", "south"}
	var text strings.Builder
	text.WriteString("age,wage,job,member,town,outcome\n")
	for i := range 900 {
		age, wage, job, member, town := 20+rng.IntN(50), float64(rng.IntN(2000))/100, rng.IntN(4), rng.IntN(3), rng.IntN(2)
		shares, err := m.Shares([]float64{float64(age), wage, float64(job), float64(member), float64(town)})
		if err != nil {
			t.Fatal(err)
		}
		yes := shares[1] > shares[0] != (i%10 == 0)
		fmt.Fprintf(&text, "%d,%.2f,%s,%s,%s,%s\n", age, wage, jobs[job], []string{"0", "1", "2"}[member], towns[town], map[bool]string{true: "yes", false: "no"}[yes])
	}
	return text.String()
}

// A classifier that scikit-learn trained is opened, matched, used and explained, and
// leaves the page again as a file that says the same.
func TestAForeignClassifierIsExplained(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	saved := p.downloads()
	p.Paste(foreignTable(t))
	p.WaitHas("button", "Import table")
	p.Choose("Type of member", "Ordered category")
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Explain")
	p.WaitHas("spinbutton", "Place")

	p.DropFiles(foreignFile) // on any step
	p.waitFocus("sklearn-columns.onnx")
	p.Press("Escape")
	p.waitFocus("Import a model")
	p.DropFiles(foreignFile)
	p.WaitHas("table", "Columns of the model")
	p.WaitFor("the held-out rows to agree in 9 of 10 cases", func() bool { return near(p.Text("region", "sklearn-columns.onnx"), 0.8, 0.99) })
	p.Choose("What no is", "yes")
	p.WaitFor("the exchanged classes to disagree", func() bool { return near(p.Text("region", "sklearn-columns.onnx"), 0.01, 0.2) })
	p.Choose("What no is", "no")
	p.Choose("Source of town", "Not decided")
	p.WaitText("status", "Column \"town\" has no source yet.")
	p.Choose("Source of town", "town")
	agreement := func() string { return p.Text("region", "sklearn-columns.onnx") }
	p.Click("button", "Change the codes of job")
	p.WaitHas("group", "Codes of job")
	p.Choose("Code of school", "farm")
	p.Choose("Code of farm", "school")
	p.WaitFor("exchanged codes to cost accuracy", func() bool { return near(agreement(), 0.01, 0.85) })
	p.shoot("foreign-open")
	p.SetViewport(360, 800, false)
	if wide := Eval[[2]int](p, `(() => { const w = document.querySelector(".table-wrap:has(> .foreign-columns)"); return [w.scrollWidth, w.clientWidth] })()`); wide[0] > wide[1] {
		t.Errorf("on a narrow window the columns of the model take %d pixels of %d", wide[0], wide[1])
	}
	for _, role := range []string{"rowheader", "row"} {
		if len(p.findAll(role, "")) < 5 || !p.Has("table", "Columns of the model") || !p.Has("columnheader", "As") {
			t.Errorf("on a narrow window the table is none to those who hear it: %d of role %s", len(p.findAll(role, "")), role)
		}
	}
	p.SetViewport(1280, 800, false)
	p.Choose("Code of school", "school")
	p.Choose("Code of farm", "farm")
	p.WaitFor("the right codes to agree again", func() bool { return near(agreement(), 0.86, 0.99) })
	p.Click("button", "Done")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier comes from elsewhere")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.shoot("foreign-used")

	p.Click("button", "Export ONNX")
	path := filepath.Join(saved, "Pasted-table-classifier.onnx")
	p.WaitFor("the exported file", func() bool { _, err := os.Stat(path); return err == nil })
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("button", "Export ONNX")
	p.WaitFor("the generator's file", func() bool {
		b, err := os.ReadFile(filepath.Join(saved, "Pasted-table-generator.onnx"))
		return err == nil && strings.Contains(string(b), "counterfactual.wage")
	})
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	if rows := p.Table("Counterfactuals"); len(rows) < 2 {
		t.Errorf("counterfactuals = %q", rows)
	}

	// What was exported is a model of another program like any.
	p.Click("link", "Classifier")
	p.WaitHas("button", "Import a model")
	p.SetFiles(path)
	p.WaitText("heading", "Pasted-table-classifier.onnx")
	p.WaitFor("the same agreement", func() bool { return near(p.Text("region", "Pasted-table-classifier.onnx"), 0.8, 0.99) })
	p.Click("button", "Discard model")
	p.WaitHas("button", "Import a model")

	bad := filepath.Join(t.TempDir(), "bad.onnx")
	if err := os.WriteFile(bad, []byte("<!doctype html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(bad)
	p.WaitFor("a refusal", func() bool { return strings.Contains(strings.Join(p.Texts("alert"), ""), "Problem") })
	t.Logf("%q", p.Texts("alert"))
	p.WaitText("heading", "This classifier comes from elsewhere")
}

// near reports whether the share that a text gives as the accuracy on held-out rows
// is between two.
func near(text string, low, high float64) bool {
	_, after, ok := strings.Cut(text, "held-out rows of the table it classifies ")
	var share float64
	if n, err := fmt.Sscanf(after, "%f", &share); !ok || n != 1 || err != nil {
		return false
	}
	return share/100 >= low && share/100 <= high
}

// A model of XGBoost whose file does not say which number stands for which category shows
// what it says of five rows, in the order that Python sorts, and waits to be confirmed.
func TestAssumedCategoriesAreConfirmed(t *testing.T) {
	beside(t)
	b, err := os.ReadFile("../../core/onnx/testdata/categories.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name  string
		Model json.RawMessage
		Num   []float64
		Town  []string
		Says  []float64
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	c := cases[0] // low, medium and high, which the table puts into this order
	path := filepath.Join(t.TempDir(), "scale.json")
	if err := os.WriteFile(path, c.Model, 0o644); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("num,town,y\n")
	for range 3 { // as often as a training needs
		for i, says := range c.Says {
			fmt.Fprintf(&text, "%v,%s,%s\n", c.Num[i], c.Town[i], map[bool]string{true: "yes", false: "no"}[says > 0.5])
		}
	}
	p := OpenApp(t)
	p.Paste(text.String())
	p.WaitHas("button", "Import table")
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Classifier")
	p.WaitHas("button", "Import a model")
	p.SetFiles(path)
	p.WaitHas("table", "Compare five rows first")
	wrong := func() (rows int, wrong []string) {
		for i, row := range p.Table("Compare five rows first") {
			if len(row) < 3 || i == 0 {
				continue
			}
			rows++
			if want := fmt.Sprintf("%.4f", c.Says[i-1]); row[len(row)-1] != want {
				wrong = append(wrong, fmt.Sprintf("%q, want %s", row, want))
			}
		}
		return rows, wrong
	}
	if rows, wrong := wrong(); rows != 5 || wrong != nil {
		t.Errorf("%d rows to compare: %q", rows, wrong)
	}
	if !Eval[bool](p, `[...document.querySelectorAll("button")].some(b => b.textContent.trim() == "Use this model" && b.getAttribute("aria-disabled") == "true")`) {
		t.Error("a model whose categories are assumed can be used")
	}
	p.Click("link", "Explain")
	p.WaitFor("Explain to say that it waits", func() bool { return strings.Contains(p.Text("main", ""), "Explain waits: scale.json") })
	p.Click("link", "Classifier")
	p.Choose("Categories are numbered", "As this table lists its levels")
	p.WaitFor("other shares", func() bool { _, wrong := wrong(); return len(wrong) > 0 })
	p.Choose("Categories are numbered", "Sorted, as Python sorts: a10 before a2, 2 before 10")
	p.WaitFor("the right shares again", func() bool { rows, wrong := wrong(); return rows == 5 && wrong == nil })
	p.shoot("foreign-assumed")
	p.Click("button", "They agree")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier comes from elsewhere")
}
