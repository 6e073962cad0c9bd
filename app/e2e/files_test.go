package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/data"
	"causeway/core/workbook"
)

// TestATableComesAndGoesAsAWorkbook drops a workbook, imports its sheet, and saves an answer as
// a workbook with the same content as the CSV file.
func TestATableComesAndGoesAsAWorkbook(t *testing.T) {
	page.Beside(t)
	rows := [][]string{{"age", "work", "accepted"}}
	for i := range 120 {
		rows = append(rows, []string{fmt.Sprint(20 + i%50), []string{"clerk", "nurse", "smith"}[i%3],
			[]string{"no", "yes"}[(i%50)/25]})
	}
	b, err := workbook.Write("Loans of 2026", slices.Values(rows))
	if err != nil {
		t.Fatal(err)
	}
	p := page.Open(t)
	p.SetFiles(page.Write(t, "loans.xlsx", b))
	p.WaitShows(page.Body, "The sheet Loans of 2026 of the workbook was read")
	p.Shoot("workbook")
	p.Click("button", "Import table")
	p.WaitText("status", "120 rows")
	p.Timeout = time.Minute

	p.Unfold("Open another table")
	p.OpenExample("Who earns more")

	p.OpenProofs()
	plain := p.DownloadCSV("Download CSV")
	s, err := workbook.Read(p.Download("Download XLSX", "*.xlsx"), 1<<20, "")
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

// TestEncodingAndSheetAreChosen reads a file in another encoding and another sheet of a workbook,
// each with one choice. The browser decodes like our tables.
func TestEncodingAndSheetAreChosen(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	for name, leads := range map[string][2]byte{"euc-jp": {0xb0, 0xc8}, "euc-kr": {0xb0, 0xc8}, "gb18030": {0xb0, 0xd6},
		"big5": {0xa4, 0xc5}, "shift_jis": {0x89, 0x97}} {
		var b []byte
		for lead := leads[0]; lead <= leads[1]; lead++ {
			for trail := byte(0xa1); trail <= 0xfc; trail++ {
				b = append(b, lead, trail)
			}
		}
		want, err := data.DecodeWide(name, b)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Decodes(name, b); got != want {
			t.Errorf("%s: the browser reads %.80q, our tables %.80q", name, got, want)
		}
	}

	p.SetFiles(page.Write(t, "towns.csv", page.Lines("age,\x92\xac,outcome", 120, func(i int) string { // Shift-JIS
		return fmt.Sprintf("%d,%s,%s", 20+i%50, []string{"\x93\x8c\x8b\x9e", "\x91\xe5\x8d\xe3"}[i%2],
			page.YesNo(i/3%2 == 1))
	})))
	p.WaitShows(page.Main, `it is read as Japanese, Shift-JIS, so that it says "町", "東京", "大阪"`)
	p.Shoot("encoding-guessed")
	p.Choose("Encoding", "Cyrillic, KOI8-R")
	p.WaitShows(page.Main, `it is read as Cyrillic, KOI8-R`)
	p.Choose("Encoding", "Japanese, Shift-JIS")
	p.WaitShows(page.Main, `so that it says "町", "東京", "大阪"`)
	p.Click("button", "Import table")
	p.WaitText("status", "120 rows")
	p.WaitShows(page.Main, "東京")

	p = page.Open(t)
	p.SetFiles(page.Write(t, "two.xlsx", twoSheets(t)))
	p.WaitShows(page.Main, "The sheet People of the workbook was read")
	p.Shoot("sheets")
	p.Click("button", "Sheet Cars")
	p.WaitShows(page.Main, "The sheet Cars of the workbook was read")
	p.Choose("Sheet", "People")
	p.WaitShows(page.Main, "The sheet People of the workbook was read")
	p.Choose("Sheet", "Cars")
	p.WaitShows(page.Main, "The sheet Cars of the workbook was read")
	p.Click("button", "Import table")
	p.WaitText("status", "60 rows")
	p.WaitShows(page.Main, "weight")
}

// twoSheets is a workbook of two tables.
func twoSheets(t *testing.T) []byte {
	t.Helper()
	sheet := func(names [3]string, rows int) string {
		var s strings.Builder
		s.WriteString("<worksheet><sheetData>")
		text := func(v string) { fmt.Fprintf(&s, `<c t="inlineStr"><is><t>%s</t></is></c>`, v) }
		for i := range rows + 1 {
			s.WriteString("<row>")
			if i == 0 {
				for _, name := range names {
					text(name)
				}
			} else {
				fmt.Fprintf(&s, "<c><v>%d</v></c><c><v>%d</v></c>", 20+i*7%50, i*13%37)
				text([]string{"no", "yes"}[i/2%2])
			}
			s.WriteString("</row>")
		}
		return s.String() + "</sheetData></worksheet>"
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, part := range map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="People" r:id="r1"/><sheet name="Cars" ` +
			`r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" ` +
			`Target="worksheets/a.xml"/>` +
			`<Relationship Id="r2" Type="t/worksheet" Target="worksheets/b.xml"/></Relationships>`,
		"xl/worksheets/a.xml": sheet([3]string{"age", "pay", "accepted"}, 120),
		"xl/worksheets/b.xml": sheet([3]string{"weight", "speed", "sold"}, 60),
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(part))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAParquetFileIsRead opens a file of DuckDB with 30,000 rows, compressed with Zstandard.
// Numbers, dates and texts arrive unchanged, and a damaged file is reported.
func TestAParquetFileIsRead(t *testing.T) {
	page.Beside(t)
	const file = "testdata/parquet/loans.parquet"
	b := page.Read(t, "app/e2e/"+file)
	p := page.Open(t)
	p.Timeout = time.Minute
	p.SetFiles(page.Write(t, "damaged.parquet", b[:len(b)/2]))
	p.WaitShows(page.Body, "The browser could not read damaged.parquet: it is a damaged Parquet file")
	p.SetFiles(file)
	p.WaitShows(page.Body, "loans.parquet has 30,000 rows and 7 columns")
	const want = "19|0.1|nurse|false|2020-01-02|2021-02-03 04:06:06|no"
	p.WaitFor(want, func() bool { return p.PreviewRow(1) == want })
	p.Click("button", "Import table")
	p.WaitText("status", "30,000 rows")
}

// TestTypesOfParquetAreRead opens a file of hyparquet-writer with times of day, moments, days,
// decimals, infinities and texts with a decimal comma. Each keeps its type, and if there is another
// reading the preview asks.
func TestTypesOfParquetAreRead(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Timeout = time.Minute
	p.SetFiles("testdata/parquet/types.parquet")
	const want = "27|00:01:01.25|01:02:03.000001|2020-09-14 " +
		"12:26:40|1997-06-25|0.04|0.3|0.14285714285714285|0.1|2,5|yes"
	p.WaitFor(want, func() bool { return p.PreviewRow(1) == want })
	p.WaitShows(page.Body, `4 columns are left out: "millis", "nanos", "seen", "born".`, `Read as missing: `,
		"Numbers or codes?", "They have a decimal comma.")
	p.WaitPressed("Numbers: grade")
	p.Click("button", "Codes: grade")
	p.WaitPressed("Codes: grade")
	p.Click("button", "Import table")
	p.WaitText("status", "rows")
}

// TestParquetCases opens others' files that were once misread: texts with a decimal comma,
// infinities, and times of day.
func TestParquetCases(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	for _, c := range []struct{ file, says string }{
		{"H-number-dress/commastr.parquet", "v: Numbers with up to 2 decimals. They have a decimal comma."},
		{"J-no-number/infs.parquet", "so 9 fields with one are read as missing."},
		{"K-dates/timeus.parquet", "v: its values are times."},
	} {
		file := filepath.Join(page.Root(), "../shared/cases", c.file)
		if _, err := os.Stat(file); err != nil {
			t.Skip("skipped: shared/cases is not beside this folder")
		}
		p.SetFiles(file)
		p.WaitShows(page.Body, c.says)
	}
}

// The browser keeps a long file: it returns before its import although the original is gone, and
// another engine reads it again. So does a project of that length.
func TestALongFileComesBack(t *testing.T) {
	page.Beside(t)
	file := page.LongFile(t, 2<<20)
	p := page.Open(t)
	p.DropFiles(file)
	p.WaitHas("button", "Import table")
	p.WaitSaved()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	p.WaitHas("button", "Import table")
	p.WaitSaved()
	p.Import()
	p.WaitSaved()
	p.DropFiles(page.Write(t, "long.csv", "\x93\xa8causeway"+strings.Repeat("\x00", 2<<20))) // whatever its name
	p.WaitText("alert", "long.csv was not opened: ")

	// The page holds one long file, from which an engine would make the table again, whatever is
	// previewed meanwhile.
	for range 2 {
		p.DropFiles(page.LongFile(t, 2<<20))
		p.WaitHas("button", "Import table")
		p.WaitHeldFiles(2)
		p.Click("button", "Discard")
		p.WaitHeldFiles(1)
	}
}
