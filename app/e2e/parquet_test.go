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

// TestTypesOfParquetAreRead opens a file that hyparquet-writer wrote, of times of day, moments,
// days, decimals, infinities and texts with a decimal comma: each is written as what it is, and
// where that may be meant otherwise, the preview asks.
func TestTypesOfParquetAreRead(t *testing.T) {
	beside(t)
	file, err := filepath.Abs(filepath.Join("testdata", "parquet", "types.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.Timeout = time.Minute
	p.SetFiles(file)
	const want = "27|00:01:01.25|01:02:03.000001|2020-09-14 12:26:40|1997-06-25|0.04|0.3|0.14285714285714285|0.1|2,5|yes"
	p.WaitFor(want, func() bool {
		return Eval[string](p, `[...(document.querySelector(".preview table")?.querySelectorAll("tbody tr")[1]?.cells ?? [])].map((c) => c.textContent).join("|")`) == want
	})
	says := func(text string) {
		t.Helper()
		p.WaitFor(text, func() bool { return strings.Contains(Eval[string](p, `document.body.innerText`), text) })
	}
	says(`4 columns are left out: "millis", "nanos", "seen", "born".`)
	says(`Read as missing: `)
	says("Numbers or codes?")
	says("They have a decimal comma.")
	pressed := func(name string) {
		t.Helper()
		p.WaitFor(name+" is pressed", func() bool {
			return Eval[bool](p, `document.querySelector('[aria-label="`+name+`"]')?.getAttribute("aria-pressed") === "true"`)
		})
	}
	pressed("Numbers: grade")
	p.Click("button", "Codes: grade")
	pressed("Codes: grade")
	p.Click("button", "Import table")
	p.WaitText("status", "rows")
}

// TestParquetCases opens files of others that were once misread: texts with a decimal comma,
// infinities, and times of day.
func TestParquetCases(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	for _, c := range []struct{ file, says string }{
		{"H-number-dress/commastr.parquet", "v: Numbers with up to 2 decimals. They have a decimal comma."},
		{"J-no-number/infs.parquet", "A table holds no infinite number, so 9 fields with one are missing."},
		{"K-dates/timeus.parquet", "v: its values are times."},
	} {
		file, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "cases", c.file))
		if err == nil {
			_, err = os.Stat(file)
		}
		if err != nil {
			t.Skip("skipped: shared/cases is not beside this folder")
		}
		p.SetFiles(file)
		p.WaitFor(c.says, func() bool { return strings.Contains(Eval[string](p, `document.body.innerText`), c.says) })
	}
}
