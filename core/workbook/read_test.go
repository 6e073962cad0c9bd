package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestAnotherProgramsFile reads a file written by openpyxl, with a hidden sheet, a sheet without
// cells, gaps between rows, and one cell of each kind.
func TestAnotherProgramsFile(t *testing.T) {
	b, err := os.ReadFile("testdata/openpyxl.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	if !Is(b) {
		t.Fatal("it is no workbook")
	}
	s, err := Read(b, 1<<20, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "name,age,rate,since,seen,ok,note\n" +
		"Ada,36,0.3,2020-02-29,2021-05-06 07:08:09,TRUE,\"says \"\"yes\"\", twice\"\n" +
		"\"Bob, jr.\",,45.33,1999-12-31,,FALSE,\" spaced \"\n" +
		"Čeněk,-3,0.0000001,,2000-01-01,,\"two\nlines\"\n" +
		"Dee,,12345678.9,2026-11-23,,TRUE,\n"
	if s.Text != want {
		t.Errorf("%s\nwant\n%s", s.Text, want)
	}
	if s.Name != "Loans & rates" || strings.Join(s.Others, "|") != "Hidden|Blank|Other" || s.Broken != 1 {
		t.Errorf("%q, others %q, %d broken", s.Name, s.Others, s.Broken)
	}
}

// parts builds a workbook with one sheet by hand.
func parts(t testing.TB, sheet string, more map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" ` +
			`Target="worksheets/s.xml"/><Relationship Id="r2" Type="t/sharedStrings" Target="/xl/texts.xml"/>` +
			`<Relationship Id="r3" Type="t/styles" Target="styles.xml"/></Relationships>`,
		"xl/texts.xml": `<sst><si><t>plain</t></si><si><r><t>rich</t></r><r><t xml:space="preserve"> ` +
			`text</t></r><rPh><t>spoken</t></rPh></si></sst>`,
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]&quot;dd&quot;0.00"/><numFmt ` +
			`numFmtId="171" formatCode="[$-409]d\-mmm"/></numFmts>` +
			`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf ` +
			`numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
		"xl/worksheets/s.xml": `<worksheet><sheetData>` + sheet + `</sheetData></worksheet>`,
	}
	for name, text := range more {
		all[name] = text
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range all {
		// The parts are stored uncompressed, because compression takes a hundred times as long as
		// reading.
		w, err := z.CreateHeader(&zip.FileHeader{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(text))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCells(t *testing.T) {
	for name, tt := range map[string]struct {
		sheet, want string
		more        map[string]string
	}{
		"shared and rich texts": {`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>`,
			"plain,rich text\n", nil},
		"digits that were typed": {`<row><c><v>45.329999999999998</v></c><c><v>1E3</v></c><c><v>-0.5</v></c></row>`,
			"45.33,1000,-0.5\n", nil},
		"a number in quotes of days": {`<row><c s="1"><v>2.5</v></c><c s="2"><v>60.9999999</v></c><c ` +
			`s="3"><v>0.75</v></c></row>`, "2.5,1900-03-01,18:00:00\n", nil},
		"a day of January 1900": {`<row><c s="2"><v>1</v></c><c s="2"><v>59</v></c><c s="2"><v>61</v></c></row>`,
			"1900-01-01,1900-02-28,1900-03-01\n", nil},
		"the calendar from 1904": {`<row><c s="2"><v>0</v></c><c s="2"><v>1</v></c></row>`, "1904-01-01,1904-01-02\n",
			map[string]string{"xl/workbook.xml": `<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet ` +
				`name="A" r:id="r1"/></sheets></workbook>`}},
		"a formula's value": {`<row><c t="str"><f>A1&amp;"x"</f><v>ax</v></c><c><f>1+1</f><v>2</v></c></row>`,
			"ax,2\n", nil},
		"a formula's error": {`<row><c t="e"><v>#DIV/0!</v></c><c t="b"><v>1</v></c></row>`, "TRUE\n", nil},
		"columns at both ends": {`<row r="3"><c r="C3"><v>1</v></c><c r="E3"><v>2</v></c></row><row r="9"><c ` +
			`r="D9"><v>3</v></c></row><row r="10"/>`, "1,,2\n,3,\n", nil},
		"columns beyond Z": {`<row><c r="Z1"><v>1</v></c><c r="AB1"><v>2</v></c></row>`, "1,,2\n", nil},
		"letters that XML escapes": {`<row><c t="inlineStr"><is><t>a&lt;b, &#x41;</t></is></c></row>`,
			"\"a<b, A\"\n", nil},
	} {
		if s, err := Read(parts(t, tt.sheet, tt.more), 1<<20, ""); err != nil || s.Text != tt.want {
			t.Errorf("%s: %q, %v; want %q", name, s.Text, err, tt.want)
		}
	}
}

// TestFormats checks that a number is written as its format displays it: a day, a time of day, a
// duration in hours, a code with its zeros, or a number.
func TestFormats(t *testing.T) {
	cell := func(id int, code, value string) string {
		own := ""
		if code != "" {
			own = fmt.Sprintf(`<numFmts><numFmt numFmtId="%d" formatCode="%s"/></numFmts>`, id, html.EscapeString(code))
		}
		s, err := Read(parts(t, `<row><c s="1"><v>`+value+`</v></c></row>`, map[string]string{
			"xl/styles.xml": fmt.Sprintf(`<styleSheet>%s<cellXfs><xf numFmtId="0"/><xf `+
				`numFmtId="%d"/></cellXfs></styleSheet>`, own, id)}), 1<<20, "")
		if err != nil {
			t.Fatalf("%d %s: %v", id, code, err)
		}
		return strings.TrimSuffix(s.Text, "\n")
	}
	for _, tt := range []struct {
		id                int
		code, value, want string
	}{
		{14, "", "45000", "2023-03-15"},
		{17, "", "45000", "2023-03-15"},
		{18, "", "0", "00:00:00"},
		{20, "", "0.5625", "13:30:00"},
		{21, "", "1", "00:00:00"},
		{22, "", "45000.5", "2023-03-15 12:00:00"},
		{27, "", "45000", "2023-03-15"},
		{31, "", "45000", "2023-03-15"},
		{32, "", "0.5625", "13:30:00"},
		{34, "", "0.5625", "13:30:00"},
		{36, "", "45000", "2023-03-15"},
		{45, "", "0.02", "00:28:48"},
		{46, "", "1.25", "30"},
		{50, "", "45000", "2023-03-15"},
		{58, "", "45000", "2023-03-15"},
		{76, "", "0.5", "12:00:00"},
		{1, "", "45000", "45000"},
		{4, "", "45000.5", "45000.5"},
		{37, "", "-5", "-5"},
		{49, "", "45000", "45000"},
		{164, "00000", "2139", "02139"},
		{164, "00000", "90210", "90210"},
		{164, "00000", "-5", "-5"},
		{164, "00000", "0.5", "0.5"},
		{164, "00", "9", "9"},
		{164, "0000.0", "9", "9"},
		{164, "[h]:mm", "1.25", "30"},
		{164, "[h]:mm:ss", "0.0208333333333333", "0.5"},
		{164, "[hh]:mm", "0.75", "18"},
		{164, "[mm]:ss", "0.0625", "1.5"},
		{164, "[$-409][h]:mm;@", "-0.5", "-12"},
		{164, "h:mm AM/PM", "0", "00:00:00"},
		{164, "hh:mm:ss.000", "0.25", "06:00:00"},
		{164, "mm:ss", "0.02", "00:28:48"},
		{164, "yyyy\\-mm\\-dd", "45000", "2023-03-15"},
		{164, "dd/mm/yyyy hh:mm", "45000.5", "2023-03-15 12:00:00"},
		{164, "mmm\\-yy", "45000", "2023-03-15"},
		{164, "mmmm", "45000", "2023-03-15"},
		{164, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "45000", "2023-03-15"},
		{164, "[$-411]ggge\"年\"m\"月\"d\"日\";@", "45000", "2023-03-15"},
		{164, "yyyy年m月d日", "45000", "2023-03-15"},
		{164, "[$-404]上午/下午h\"時\"mm\"分\"", "0.5", "12:00:00"},
		{164, "General", "45000", "45000"},
		{164, "0.00\\ \"days\"", "2.5", "2.5"},
		{164, "#,##0;[Red]-#,##0", "-45000", "-45000"},
		{164, "_-* #,##0.00\\ [$€-407]_-", "45000", "45000"},
		{164, "0.00E+00", "45000", "45000"},
		{164, "0%;\"yes\"", "0.5", "0.5"},
		{164, "[Magenta]0", "5", "5"},
		{164, "0\\h", "5", "5"},
	} {
		if got := cell(tt.id, tt.code, tt.value); got != tt.want {
			t.Errorf("%s under %d %s is %s, want %s", tt.value, tt.id, tt.code, got, tt.want)
		}
	}
}

// Every error is one sentence, and nothing is left out silently.
func TestWhatCannotBeRead(t *testing.T) {
	long := strings.Repeat("<row><c><v>123456789</v></c></row>", 200)
	whole, _ := os.ReadFile("testdata/openpyxl.xlsx")
	for name, tt := range map[string]struct {
		bytes []byte
		want  error
	}{
		"cut off":             {whole[:len(whole)/2], errDamaged},
		"XML that breaks off": {parts(t, "<row><c><v>1</v></c></row><row><c>", nil), errDamaged},
		"a text that is not":  {parts(t, `<row><c t="s"><v>7</v></c></row>`, nil), errDamaged},
		"a text before all":   {parts(t, `<row><c t="s"><v>-1</v></c></row>`, nil), errDamaged},
		"no number":           {parts(t, `<row><c><v>one</v></c></row>`, nil), errDamaged},
		"no column":           {parts(t, `<row><c r="1"><v>1</v></c></row>`, nil), errDamaged},
		"a column too far":    {parts(t, `<row><c r="ZZZ1"><v>1</v></c></row>`, nil), errDamaged},
		"a column that comes twice": {parts(t, `<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c><c `+
			`r="B1"><v>2</v></c></row>`, nil), errDamaged},
		"nothing in it":  {parts(t, ``, nil), errNothing},
		"too much of it": {parts(t, long, nil), errTooMuch},
		"no sheet": {parts(t, ``, map[string]string{"xl/_rels/workbook.xml.rels": "<Relationships/>"}),
			errNothing},
	} {
		if s, err := Read(tt.bytes, 1000, ""); err != tt.want {
			t.Errorf("%s: %q, %v; want %v", name, s.Text, err, tt.want)
		}
	}
}

// Reading a written workbook returns the same cells, and the same rows always produce the same
// bytes.
func TestWhatIsWrittenIsRead(t *testing.T) {
	rows := [][]string{
		{"name", "age", "code"}, {"Ada \"x\"", "36", "007"}, {"=1+1", "-0.5", "+3"}, {"a&b<c>", "1000000000000", "1e5"},
		{" spaced ", "0.30000000000000004", "_x0041_ _xyz_"}, {"two\nlines\r\nand a tab\t.", "", "NaN"},
		{"Čeněk", "12", "-"},
	}
	b, err := Write("Loans: 2026/11 [all of the refused, and some]", slices.Values(rows))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Write("Loans: 2026/11 [all of the refused, and some]", slices.Values(rows))
	if !bytes.Equal(b, again) {
		t.Error("the same rows give other bytes")
	}
	s, err := Read(b, 1<<20, "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(s.Text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows[5][0] = strings.ReplaceAll(rows[5][0], "\r", "") // as in the reader of this test
	for i, want := range rows {
		if !slices.Equal(got[i], want) {
			t.Errorf("row %d: %q, want %q", i, got[i], want)
		}
	}
	if s.Name != "Loans  2026 11  all of the refu" {
		t.Errorf("the sheet is called %q", s.Name)
	}
	if _, err := Write("long", func(yield func([]string) bool) {
		for yield(nil) {
		}
	}); err == nil {
		t.Error("a sheet may be endless")
	}
}

// FuzzRead reads a workbook with arbitrary parts. Either it returns an error in one sentence, or
// all rows have the same length.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`<row><c t="s"><v>0</v></c><c s="2"><v>44000.5</v></c></row>`, `<row r="3"><c r="C3"><v>1</v></c></row>`,
		`<row><c t="inlineStr"><is><r><t>a</t></r></is></c></row>`, `<row><c t="e"/></row>`, `<row`,
		`<row r="2"><c r="B2"><f>A1</f><v></v></c><c r="A2"><v>1</v></c></row><row r="1"><c ` +
			`r="A1"><f>1</f><v>0</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/><mergeCell ` +
			`ref="B1:B9"/></mergeCells><sheetData>`,
		`<row r="1" hidden="1"><c r="A1" t="str"><v>"a", b</v></c></row><row r="3"><c ` +
			`r="B3"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A3"/></mergeCells><sheetData>`,
	} {
		f.Add(`<worksheet><sheetData>`+s+`</sheetData></worksheet>`,
			`<sst><si><t>x</t></si><si><r><t>a</t></r><rPh><t>b</t></rPh></si></sst>`,
			`<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/></numFmts><cellXfs><xf `+
				`numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
			`<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r1"/><sheet name="B" `+
				`state="hidden" r:id="r4"/></sheets></workbook>`,
			`<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/s.xml"/><Relationship `+
				`Id="r2" Type="t/sharedStrings" Target="/xl/texts.xml"/>`+
				`<Relationship Id="r3" Type="t/styles" Target="styles.xml"/><Relationship Id="r4" Type="t/worksheet" `+
				`Target="worksheets/s.xml"/></Relationships>`, "A")
	}
	f.Fuzz(func(t *testing.T, sheet, texts, styles, book, relations, name string) {
		s, err := Read(parts(t, "", map[string]string{"xl/worksheets/s.xml": sheet, "xl/texts.xml": texts,
			"xl/styles.xml": styles, "xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": relations}), 10_000, name)
		if err == nil {
			rows, err := csv.NewReader(strings.NewReader(s.Text)).ReadAll()
			if err != nil || len(rows) == 0 || !strings.HasSuffix(s.Text, "\n") {
				t.Errorf("no error and %q, %v", s.Text, err)
			}
		}
		if err != nil && err != errDamaged && err != errTooMuch && err != errNothing && err != errEmpty {
			t.Errorf("%v is no sentence of ours", err)
		}
	})
}
