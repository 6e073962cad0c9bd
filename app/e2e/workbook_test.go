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

	"causeway/core/data"
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
	s, err := workbook.Read(p.savedFile(folder, "*.xlsx"), 1<<20, "")
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

// TestEncodingAndSheetAreChosen reads a file in another encoding and another sheet of a workbook, each
// by one choice on the page, and the browser decodes as our tables do.
func TestEncodingAndSheetAreChosen(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	says := func(text string) {
		t.Helper()
		p.WaitFor(text, func() bool {
			return strings.Contains(Eval[string](p, `document.querySelector('main').innerText`), text)
		})
	}
	for name, leads := range map[string][2]byte{"euc-jp": {0xb0, 0xc8}, "euc-kr": {0xb0, 0xc8}, "gb18030": {0xb0, 0xd6}, "big5": {0xa4, 0xc5}, "shift_jis": {0x89, 0x97}} {
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
		if got := Eval[string](p, fmt.Sprintf(`new TextDecoder(%q).decode(new Uint8Array(%s))`, name, strings.ReplaceAll(fmt.Sprint(b), " ", ","))); got != want {
			t.Errorf("%s: the browser reads %.80q, our tables %.80q", name, got, want)
		}
	}

	var text strings.Builder
	text.WriteString("age,\x92\xac,outcome\n") // Shift-JIS
	for i := range 120 {
		fmt.Fprintf(&text, "%d,%s,%s\n", 20+i%50, []string{"\x93\x8c\x8b\x9e", "\x91\xe5\x8d\xe3"}[i%2], []string{"no", "yes"}[i/3%2])
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "towns.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(path)
	says(`it is read as Japanese, Shift-JIS, so that it says "町", "東京", "大阪"`)
	p.shoot("encoding-guessed")
	p.Choose("Encoding", "Cyrillic, KOI8-R")
	says(`it is read as Cyrillic, KOI8-R`)
	p.Choose("Encoding", "Japanese, Shift-JIS")
	says(`so that it says "町", "東京", "大阪"`)
	p.Click("button", "Import table")
	p.WaitText("status", "120 rows")
	says("東京")

	p = OpenApp(t)
	path = filepath.Join(folder, "two.xlsx")
	if err := os.WriteFile(path, twoSheets(t), 0o600); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(path)
	says("The sheet People of the workbook was read")
	p.shoot("sheets")
	p.Click("button", "Sheet Cars")
	says("The sheet Cars of the workbook was read")
	p.Choose("Sheet", "People")
	says("The sheet People of the workbook was read")
	p.Choose("Sheet", "Cars")
	says("The sheet Cars of the workbook was read")
	p.Click("button", "Import table")
	p.WaitText("status", "60 rows")
	says("weight")
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
		"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="People" r:id="r1"/><sheet name="Cars" r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/a.xml"/>` +
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
