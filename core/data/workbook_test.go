package data

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"
)

// A workbook gives the table that its sheet gives as CSV, and says which sheet it was.
func TestAWorkbookIsATable(t *testing.T) {
	var sheet, text strings.Builder
	sheet.WriteString(`<worksheet><sheetData>`)
	for i, line := range strings.Split(strings.TrimSpace(people()), "\n") {
		sheet.WriteString("<row>")
		for j, v := range strings.Split(line, ",") {
			fmt.Fprintf(&sheet, `<c r="%c%d" t="inlineStr"><is><t>%s</t></is></c>`, 'A'+j, i+1, html.EscapeString(v))
		}
		sheet.WriteString("</row>")
		text.WriteString(line + "\n")
	}
	sheet.WriteString(`</sheetData></worksheet>`)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, part := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="x"><sheets><sheet name="Folk" r:id="r1"/><sheet name="Notes" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/s.xml"/></Relationships>`,
		"xl/worksheets/s.xml":        sheet.String(),
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
	plain, err := Inspect("people.csv", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	book, err := Inspect("people.xlsx", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := plain.Import(plain.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := book.Import(book.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	if got.Hash() != want.Hash() {
		t.Error("the table differs from that of the same text")
	}
	notes := strings.Join(book.Preview(nil).Notes, " ")
	if !strings.Contains(notes, "The sheet Folk of the workbook was read") || !strings.Contains(notes, "Its other sheet, Notes, was not read.") {
		t.Errorf("it says %q", notes)
	}
	if _, err := Inspect("cut.xlsx", b.Bytes()[:b.Len()-30]); err == nil || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("cut off: %v", err)
	}
}
