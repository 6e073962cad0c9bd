package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/core/workbook"
)

// TestATableComesAndGoesAsAWorkbook drops a workbook, imports its sheet, and saves an answer as
// a workbook that says what the CSV file says.
func TestATableComesAndGoesAsAWorkbook(t *testing.T) {
	beside(t)
	rows := [][]string{{"age", "work", "accepted"}}
	for i := range 120 {
		rows = append(rows, []string{fmt.Sprint(20 + i%50), []string{"clerk", "nurse", "smith"}[i%3], []string{"no", "yes"}[(i%50)/25]})
	}
	b, err := workbook.Write("Loans of 2026", slices.Values(rows))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "loans.xlsx")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.SetFiles(path)
	p.WaitFor("what was read", func() bool {
		return strings.Contains(Eval[string](p, `document.body.innerText`), "The sheet Loans of 2026 of the workbook was read")
	})
	p.shoot("workbook")
	p.Click("button", "Import table")
	p.WaitText("status", "120 rows")
	p.Timeout = time.Minute

	p.unfold("Open another table")
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")

	folder := p.downloads()
	p.unfold("All values")
	p.Click("button", "Download CSV")
	plain := p.saved(folder)
	p.Click("button", "Download XLSX")
	s, err := workbook.Read(p.savedFile(folder, "*.xlsx"), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(s.Text)).ReadAll()
	if err != nil || len(got) != len(plain) || len(plain) < 2 {
		t.Fatalf("%d rows of %d, %v", len(got), len(plain), err)
	}
	for i, want := range plain {
		if !slices.Equal(got[i], want) {
			t.Errorf("row %d is %q, in the CSV file %q", i, got[i], want)
		}
	}
}
