package e2e

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// corpus is the table of core/onnx/testdata/pipelines as CSV, with the class that a model gives each
// row as the outcome.
func corpus(t *testing.T, model string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(page.Root(), "core/onnx/testdata/pipelines/rows.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows struct {
		Table  map[string][]any
		Models map[string]struct{ Shares []float64 }
	}
	if err := json.NewDecoder(z).Decode(&rows); err != nil {
		t.Fatal(err)
	}
	names, shares := []string{"age", "pay", "hours", "debt", "rate", "job", "grade"}, rows.Models[model].Shares
	return page.Lines(strings.Join(names, ",")+",granted", len(shares), func(i int) string {
		var cells []string
		for _, name := range names {
			cell := ""
			switch v := rows.Table[name][i].(type) {
			case float64:
				cell = strconv.FormatFloat(v, 'f', -1, 32)
			case string:
				cell = v
			}
			cells = append(cells, cell)
		}
		return strings.Join(append(cells, page.YesNo(shares[i] > 0.5)), ",")
	})
}

// dropped drops a model of the corpus on a page with its table, whose missing numbers stay missing.
func dropped(t *testing.T, model string) *page.Tab {
	t.Helper()
	p := page.Open(t)
	p.Paste(corpus(t, model))
	p.WaitHas("button", "Import table")
	p.Choose("Outcome column", "granted")
	for _, name := range []string{"pay", "hours"} {
		p.Click("button", "Keep: "+name)
	}
	p.Import()
	p.DropFiles(filepath.Join(page.Root(), "core/onnx/testdata/pipelines", model))
	return p
}

// TestACatBoostFileIsDropped drops CatBoost's JSON on a page with its table, whose missing numbers
// stay missing. The model agrees with what CatBoost says of every row, and answers are proved.
func TestACatBoostFileIsDropped(t *testing.T) {
	page.Beside(t)
	const model = "catboost-categories.json"
	p := dropped(t, model)
	p.WaitHas("table", "Columns of the model")
	p.WaitAgreement(model, 1, 1)
	p.Shoot("catboost-columns")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.TrainGenerator(5)
	p.GoTo("Person")
	p.WaitWays()
	p.WaitSays(page.Body, "Proved")
	p.Shoot("catboost-person")
}
