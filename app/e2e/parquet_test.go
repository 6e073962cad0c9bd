package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAParquetFileIsRead opens a file that DuckDB wrote, of 30,000 rows and packed by Zstandard:
// its numbers, dates and texts are read as they are, and a damaged one is told.
func TestAParquetFileIsRead(t *testing.T) {
	beside(t)
	file := filepath.Join("testdata", "parquet", "loans.parquet")
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.parquet")
	if err := os.WriteFile(damaged, b[:len(b)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.Timeout = time.Minute
	says := func(text string) {
		t.Helper()
		p.WaitFor(text, func() bool { return strings.Contains(Eval[string](p, `document.body.innerText`), text) })
	}
	p.SetFiles(damaged)
	says("The browser could not read damaged.parquet: it is a damaged Parquet file")

	if file, err = filepath.Abs(file); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(file)
	says("loans.parquet has 30,000 rows and 7 columns")
	const want = "19|0.1|nurse|false|2020-01-02|2021-02-03 04:06:06|no"
	p.WaitFor(want, func() bool {
		return Eval[string](p, `[...(document.querySelector(".preview table")?.querySelectorAll("tbody tr")[1]?.cells ?? [])].map((c) => c.textContent).join("|")`) == want
	})
	p.Click("button", "Import table")
	p.WaitText("status", "30,000 rows")
}
