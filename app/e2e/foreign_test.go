package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/onnx"
	"causeway/core/project"
)

const foreignFile = "core/onnx/testdata/sklearn-columns.onnx"

// judgedBy is a table of 900 rows whose outcome is a model's prediction, with 90 outcomes flipped.
func judgedBy(t *testing.T, m *onnx.Model, head string, row func() (values []float64, cells string)) string {
	t.Helper()
	return page.Lines(head+",outcome", 900, func(i int) string {
		values, cells := row()
		shares, err := m.Shares(values)
		if err != nil {
			t.Fatal(err)
		}
		return cells + "," + page.YesNo(shares[1] > shares[0] != (i%10 == 0))
	})
}

// modelIn reads another program's model.
func modelIn(t *testing.T, file []byte) *onnx.Model {
	t.Helper()
	m, err := onnx.Read(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// withForeignTable opens a page and imports the table of foreignFile.
func withForeignTable(t *testing.T) *page.Tab {
	t.Helper()
	p := page.Open(t)
	p.Paste(foreignTable(t))
	p.WaitHas("button", "Import table")
	p.Choose("Type of member", "Ordered category")
	p.Import()
	return p
}

// foreignTable has the columns of sklearn-columns.onnx under the same names.
func foreignTable(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	jobs, towns := []string{"farm", "mill", "office", "school"}, []string{"north", "south"}
	return judgedBy(t, modelIn(t, page.Read(t, foreignFile)), "age,wage,job,member,town", func() ([]float64, string) {
		age, wage, job, member, town := 20+rng.IntN(50), float64(rng.IntN(2000))/100, rng.IntN(4), rng.IntN(3),
			rng.IntN(2)
		return []float64{float64(age), wage, float64(job), float64(member), float64(town)},
			fmt.Sprintf("%d,%.2f,%s,%d,%s", age, wage, jobs[job], member, towns[town])
	})
}

// A classifier trained with scikit-learn is opened, matched, used and explained, and exported as a
// file that predicts the same.
func TestAForeignClassifierIsExplained(t *testing.T) {
	page.Beside(t)
	p := withForeignTable(t)
	p.GoTo("Person")
	p.WaitHas("button", "Next row")

	p.DropFiles(filepath.Join(page.Root(), foreignFile)) // at any place
	p.WaitFocus("sklearn-columns.onnx")
	p.Press("Escape")
	p.WaitFocus("Import a model")
	p.DropFiles(filepath.Join(page.Root(), foreignFile))
	p.WaitHas("table", "Columns of the model")
	p.WaitAgreement("sklearn-columns.onnx", 0.8, 0.99)
	p.Choose("What no is", "yes")
	p.WaitAgreement("sklearn-columns.onnx", 0.01, 0.2)
	p.Choose("What no is", "no")
	p.WaitAgreement("sklearn-columns.onnx", 0.8, 0.99)
	p.Choose("Source of town", "Not decided")
	p.WaitText("status", "Column \"town\" has no source yet.")
	p.Choose("Source of town", "town")
	p.Click("button", "Change the codes of job")
	p.WaitHas("group", "Codes of job")
	p.Choose("Code of school", "farm")
	p.Choose("Code of farm", "school")
	p.WaitAgreement("sklearn-columns.onnx", 0.01, 0.85)
	p.Shoot("foreign-open")
	p.SetViewport(360, 800, false)
	if p.ColumnsOverflow() {
		t.Error("on a narrow window the columns of the model are wider than their place")
	}
	for _, role := range []string{"rowheader", "row"} {
		if p.Count(role, "") < 5 || !p.Has("table", "Columns of the model") || !p.Has("columnheader", "As") {
			t.Errorf("on a narrow window the table is none to those who hear it: %d of role %s",
				p.Count(role, ""), role)
		}
	}
	p.SetViewport(1280, 800, false)
	p.Choose("Code of school", "school")
	p.Choose("Code of farm", "farm")
	p.WaitAgreement("sklearn-columns.onnx", 0.86, 0.99)
	p.Click("button", "Done")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Shoot("foreign-used")

	exported := page.Write(t, "Pasted-table-classifier.onnx", p.Download("Export ONNX", "Pasted-table-classifier.onnx"))
	p.OpenModel("Generator")
	p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE+)") // Action VAE has no ONNX file
	p.TrainGenerator(10)
	if b := p.Download("Export ONNX", "Pasted-table-generator.onnx"); !bytes.Contains(b,
		[]byte("counterfactual.wage")) {
		t.Errorf("the generator's file has no outputs by their names in %d bytes", len(b))
	}
	p.Explain()
	if a := p.Find(); len(a.Rows) < 2 {
		t.Errorf("counterfactuals = %s", a)
	}

	// An exported model opens like any other program's.
	p.GoTo("Classifier")
	p.WaitHas("button", "Import a model")
	p.SetFiles(exported)
	p.WaitText("heading", "Pasted-table-classifier.onnx")
	p.WaitAgreement("Pasted-table-classifier.onnx", 0.8, 0.99)
	p.Click("button", "Discard model")
	p.WaitHas("button", "Import a model")

	p.SetFiles(page.Write(t, "bad.onnx", "<!doctype html>"))
	p.WaitText("alert", "Problem")
	t.Logf("%q", p.Texts("alert"))
	p.WaitText("heading", "This classifier was imported")
}

// The page names what it cannot prove about a model, before and after the model is used.
func TestAModelWithoutBoundsSaysSo(t *testing.T) {
	page.Beside(t)
	const said = "its operator Pow has no bounds"
	p := dropped(t, "trees-power.onnx")
	p.WaitText("status", said)
	p.Shoot("foreign-unproved")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.WaitText("region", said)
	p.Shoot("foreign-unproved-used")
}

// A model of XGBoost whose file omits the numbers of categories shows its predictions for five
// rows, in Python's sort order, and waits for confirmation.
func TestAssumedCategoriesAreConfirmed(t *testing.T) {
	page.Beside(t)
	var cases []struct {
		Name  string
		Model json.RawMessage
		Num   []float64
		Town  []string
		Says  []float64
	}
	if err := json.Unmarshal(page.Read(t, "core/onnx/testdata/categories.json"), &cases); err != nil {
		t.Fatal(err)
	}
	c := cases[0] // low, medium and high, which the table sorts this way
	path := page.Write(t, "scale.json", c.Model)
	p := page.Open(t)
	p.ImportText(page.Lines("num,town,y", 3*len(c.Says), func(i int) string { // as often as a training needs
		i %= len(c.Says)
		return fmt.Sprintf("%v,%s,%s", c.Num[i], c.Town[i], page.YesNo(c.Says[i] > 0.5))
	}))

	p.GoTo("Classifier")
	p.WaitHas("button", "Import a model")
	p.SetFiles(path)
	p.WaitHas("table", "First compare five rows")
	wrong := func() (rows int, wrong []string) {
		for i, row := range p.Table("First compare five rows") {
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
	if !p.IsDisabled("Use this model") {
		t.Error("a model whose categories are assumed can be used")
	}
	p.GoTo("Person")
	p.WaitShows(page.Main, "Nothing can be explained yet: scale.json")
	p.GoTo("Classifier")
	p.Choose("Categories are numbered", "As this table lists its levels")
	p.WaitFor("other shares", func() bool { _, wrong := wrong(); return len(wrong) > 0 })
	p.Choose("Categories are numbered", "Sorted as in Python: a10 before a2, 2 before 10")
	p.WaitFor("the right shares again", func() bool { rows, wrong := wrong(); return rows == 5 && wrong == nil })
	p.Shoot("foreign-assumed")
	p.Click("button", "They agree")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
}

const treesFile = "core/onnx/testdata/xgboost-cut.json"

// treesTable has the columns of a file of trees.
func treesTable(t *testing.T, m *onnx.Model) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	return judgedBy(t, m, "a,b,c,town", func() ([]float64, string) {
		row := []float64{float64(rng.IntN(4000)-2000) / 100, float64(rng.IntN(400)-200) / 100,
			float64(rng.IntN(1200)-600) / 100, float64(rng.IntN(40))}
		return row, fmt.Sprintf("%.2f,%.2f,%.2f,%v", row[0], row[1], row[2], row[3])
	})
}

// Boosted trees are dropped as XGBoost saved them, used, explained and saved, and the file predicts
// like the trees. Twenty megabytes of trees open within two seconds.
func TestTreesAreExplained(t *testing.T) {
	page.Beside(t)
	file := page.Read(t, treesFile)
	m := modelIn(t, file)
	p := page.Open(t)
	p.ImportText(treesTable(t, m))

	large := page.Write(t, "large.json", repeated(file, 20<<20))
	before := page.Residents()
	began := time.Now()
	p.DropFiles(large)
	p.WaitHas("table", "Columns of the model")
	took := time.Since(began)
	t.Logf("20 MB are there after %v, and take %d MB", took.Round(10*time.Millisecond), page.Residents()-before)
	if took > 2*time.Second && page.Timed() {
		t.Errorf("20 MB of trees take %v", took)
	}
	p.Click("button", "Discard model")
	p.WaitHas("button", "Import a model")

	p.DropFiles(filepath.Join(page.Root(), treesFile))
	p.WaitFocus("xgboost-cut.json")
	p.WaitAgreement("xgboost-cut.json", 0.8, 0.99)
	p.Shoot("trees-open")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.TrainGenerator(10)
	p.Explain()
	if a := p.Find(); len(a.Rows) < 2 {
		t.Errorf("counterfactuals = %s", a)
	}
	f, err := project.Open(p.SaveProject())
	if err != nil {
		t.Fatal(err)
	}
	row := []float64{3, 0.5, -2, 7}
	want, err := m.Shares(row)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Ask(row)[0]; !f.BlackBox.Opened || float32(got.Shares[0]) != float32(want[0]) &&
		float32(got.Shares[1]) != float32(want[0]) {
		t.Errorf("the file says %v, the trees %v", got, want)
	}
}

// repeated is a model of XGBoost whose trees repeat until it has a given size.
func repeated(file []byte, size int) []byte {
	const open = `"trees":[`
	from := bytes.Index(file, []byte(open)) + len(open)
	to := bytes.Index(file, []byte(`]},"name":"gbtree"`))
	trees := file[from:to]
	n := bytes.Count(trees, []byte(`"tree_param"`))
	out := append([]byte(nil), file[:from]...)
	times := 0
	for ; len(out) < size; times++ {
		if times > 0 {
			out = append(out, ',')
		}
		out = append(out, trees...)
	}
	out = append(out, file[to:]...)
	const info = `"tree_info":[`
	zeros := strings.TrimSuffix(strings.Repeat("0,", n*times), ",")
	at := bytes.Index(out, []byte(info)) + len(info)
	end := at + bytes.IndexByte(out[at:], ']')
	return append(append(append([]byte(nil), out[:at]...), zeros...), out[end:]...)
}

// Levels that the table does not have are left out, or passed on to a model whose encoder reads them.
// The list and the CSV then have them as the file does.
func TestUnseenLevelsArePassedOn(t *testing.T) {
	page.Beside(t)
	p := withForeignTable(t)
	p.Timeout = 2 * time.Minute
	p.GoTo("Classifier")
	p.WaitHas("button", "Import a model")
	p.SetFiles(filepath.Join(page.Root(), foreignFile))
	p.WaitAgreement("sklearn-columns.onnx", 0.8, 0.99)
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.OpenModel("Generator")
	p.TrainGenerator(5)
	p.OpenEveryone()
	p.Unfold("Which people")
	p.SetNewRows(page.Write(t, "june.csv", page.Lines("age,wage,job,member,town", 60, func(i int) string {
		return fmt.Sprintf("%d,%d.5,%s,%d,north", 20+i%50, i%20, []string{"farm", "mine", "mill", "quarry"}[i%4], i%3)
	})))
	p.WaitText("status", "june.csv has 30 rows that can be explained.")
	p.WaitSays(page.Body, "or pass it on to the model")
	p.Choose("job: mine", "Pass all such levels on to the model")
	p.WaitText("status", "june.csv has 60 rows that can be explained.")
	p.WaitSays(page.Body, "levels that the table does not have (30 rows, first row 2) are passed on to the model")
	p.Shoot("unseen")
	p.Fold("Which people")
	p.ManyRows()
	p.Unfold("Everybody as a list")
	text := string(p.Download("Export CSV", "counterfactuals.csv"))
	if strings.Count(text, ",mine,") < 15 || strings.Count(text, ",quarry,") < 15 || strings.Contains(text, "?") {
		t.Errorf("the file has not all levels:\n%s", text)
	}
	p.Shoot("unseen-list")
}
