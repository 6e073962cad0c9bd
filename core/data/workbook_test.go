package data

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"
)

// TestAWorkbookIsATable checks that a workbook leads to the same table as its sheet saved as CSV,
// and that the sheet is named in a note.
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
		"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="Folk" r:id="r1"/><sheet ` +
			`name="Notes" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="t/worksheet" ` +
			`Target="worksheets/s.xml"/></Relationships>`,
		"xl/worksheets/s.xml": sheet.String(),
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
	if !strings.Contains(notes, "The sheet Folk of the workbook was read") ||
		!strings.Contains(notes, "Its other sheet, Notes, was not read.") {
		t.Errorf("it says %q", notes)
	}
	if _, err := Inspect("cut.xlsx", b.Bytes()[:b.Len()-30]); err == nil || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("cut off: %v", err)
	}
}

// book builds a workbook by hand: sheets with their names and rows as XML, and other parts that
// replace the usual ones.
func book(t testing.TB, sheets [][2]string, more map[string]string) string {
	t.Helper()
	parts := map[string]string{}
	var list, rels strings.Builder
	for i, s := range sheets {
		name, state, _ := strings.Cut(s[0], "|")
		fmt.Fprintf(&list, `<sheet name="%s" state="%s" r:id="r%d"/>`, name, state, i)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Type="http://x/worksheet" Target="worksheets/s%d.xml"/>`, i, i)
		parts[fmt.Sprintf("xl/worksheets/s%d.xml", i)] = `<worksheet><sheetData>` + s[1] + `</worksheet>`
	}
	parts["xl/workbook.xml"] = `<workbook xmlns:r="x"><sheets>` + list.String() + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships>` + rels.String() + `</Relationships>`
	for name, part := range more {
		if from, is := strings.CutPrefix(part, "moved:"); is {
			parts[name] = parts[from]
			delete(parts, from)
		} else {
			parts[name] = part
		}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, part := range parts {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(part))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// cellsOf converts CSV to rows of cells: "=3" is a formula with that value, and "=" one without a
// value.
func cellsOf(csv string) string {
	var s strings.Builder
	r := newRecords(csv, ',')
	for i := 1; r.next(); i++ {
		fmt.Fprintf(&s, `<row r="%d">`, i)
		for j, f := range r.fields {
			at := fmt.Sprintf("%c%d", 'A'+j, i)
			value, formula := strings.CutPrefix(f, "=")
			_, number := parseNumber(value, false)
			switch {
			case formula:
				fmt.Fprintf(&s, `<c r="%s"><f>SUM(A1)</f><v>%s</v></c>`, at, value)
			case number:
				fmt.Fprintf(&s, `<c r="%s"><v>%s</v></c>`, at, f)
			case f != "":
				fmt.Fprintf(&s, `<c r="%s" t="inlineStr"><is><r><t>%s</t></r></is></c>`, at, html.EscapeString(f))
			}
		}
		s.WriteString("</row>")
	}
	return s.String() + "</sheetData>"
}

// TestWorkbooksAsTheyCome checks that what programs write in workbooks is either read or
// reported.
func TestWorkbooksAsTheyCome(t *testing.T) {
	people, columns := "age,pay,outcome\n"+rowsOf(40, "#,.,@"), "age pay →outcome"
	one := func(rows string) [][2]string { return [][2]string{{"People", rows}} }
	lines := strings.SplitAfter(cellsOf(people), "</row>")
	swapped := strings.Join(append(append([]string{}, lines[20:len(lines)-1]...),
		append(lines[:20], lines[len(lines)-1])...), "")
	const later = `<workbook xmlns:r="x"><sheets><sheet name="People" r:id="r0"/></sheets><calcPr ` +
		`fullCalcOnLoad="1"/></workbook>`
	regions := "region,age,outcome\n"
	for i, row := range strings.Split(strings.TrimSpace(rowsOf(40, "#,@")), "\n") {
		regions += []string{"North", "", "South", ""}[i%4] + "," + row + "\n"
	}
	merges := "<mergeCells>"
	for i := 2; i < 42; i += 2 {
		merges += fmt.Sprintf(`<mergeCell ref="A%d:A%d"/>`, i, i+1)
	}
	merges += "</mergeCells>"
	for _, c := range []reads{
		{"as usual", book(t, one(cellsOf(people)), nil), columns, 40, "The sheet People"},
		{"formulas with values", book(t, one(cellsOf("age,sum,outcome\n"+rowsOf(40, "#,=#,@"))), nil),
			"age sum →outcome", 40, ""},
		{"formulas without", book(t, one(cellsOf("age,sum,outcome\n"+rowsOf(40, "#,=,@"))), nil), "age (sum) →outcome",
			40, `Column "sum": 40 formulas have no stored value`},
		{"some without", book(t, one(cellsOf("age,sum,outcome\n"+rowsOf(38, "#,=#,@")+"31,=,yes\n32,=,no\n")), nil),
			"age sum →outcome", 40, `Column "sum": 2 formulas have no stored value`},
		{"zeros of a program that computes nothing",
			book(t, one(cellsOf("age,sum,outcome\n"+rowsOf(40, "#,=0,@"))),
				map[string]string{"xl/workbook.xml": later}), "age sum →outcome", 40, ""},
		{"nothing but zeros of such a program", book(t,
			one(cellsOf("age,sum,outcome\n"+strings.ReplaceAll(rowsOf(40, "#,=z,@"), "z", "0"))),
			map[string]string{"xl/workbook.xml": later}), "age (sum) →outcome", 40, `40 formulas have no stored value`},
		{"zeros that were computed",
			book(t, one(cellsOf("age,sum,outcome\n"+strings.ReplaceAll(rowsOf(40, "#,=z,@"), "z", "0"))), nil),
			"age (sum) →outcome", 40, ""},
		{"an outcome of formulas without", book(t, one(cellsOf("age,pay,target\n"+rowsOf(40, "#,.,="))), nil),
			"age pay →target", 40, `The outcome "target" has no values: 40 formulas`},
		{"a last column of formulas without", book(t, one(cellsOf("age,pay,refused\n"+rowsOf(40, "#,.,="))), nil),
			"age pay →refused", 40, `40 formulas`},
		{"an outcome of formulas before the last", book(t, one(cellsOf("age,outcome,pay\n"+rowsOf(40, "#,=,."))), nil),
			"age →outcome pay", 40, `40 formulas`},

		{"cells merged over rows", book(t, one(cellsOf(regions)+merges), nil), "region age →outcome", 40,
			"Cells are merged in 20 places"},
		{"a title over all columns",
			book(t, one(cellsOf("Loans of 2024,,\n"+people)+`<mergeCells><mergeCell ref="A1:C1"/></mergeCells>`), nil),
			columns, 40, "is above"},
		{"names in two rows",
			book(t,
				one(cellsOf("age,Money,,outcome\n,base,bonus,\n"+rowsOf(40, "#,.,.,@"))+`<mergeCells><mergeCell ref="`+
					`A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>`), nil),
			"age base bonus →outcome", 40, "merged in 3 places"},

		{"a workbook that is called otherwise", book(t, one(cellsOf(people)),
			map[string]string{"xl/book.xml": "moved:xl/workbook.xml",
				"xl/_rels/book.xml.rels": "moved:xl/_rels/workbook.xml.rels",
				"_rels/.rels": `<Relationships><Relationship Id="a" Type="http://x/officeDocument" ` +
					`Target="xl/book.xml"/></Relationships>`}), columns, 40, ""},
		{"the same from the root", book(t, one(cellsOf(people)),
			map[string]string{"xl/workbook2.xml": "moved:xl/workbook.xml",
				"xl/_rels/workbook2.xml.rels": "moved:xl/_rels/workbook.xml.rels",
				"_rels/.rels": `<Relationships><Relationship Id="a" ` +
					`Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" ` +
					`Target="/xl/workbook2.xml"/></Relationships>`}), columns, 40, ""},
		{"parts with strokes", book(t, one(cellsOf(people)),
			map[string]string{`xl\workbook.xml`: "moved:xl/workbook.xml",
				`xl\worksheets\s0.xml`: "moved:xl/worksheets/s0.xml"}), columns, 40, ""},
		{"parts in capitals", book(t, one(cellsOf(people)),
			map[string]string{`xl/Workbook.xml`: "moved:xl/workbook.xml",
				`xl/worksheets/S0.xml`: "moved:xl/worksheets/s0.xml"}), columns, 40, ""},
		{"rows in another order", book(t, one(swapped), nil), columns, 40, ""},
		{"cells in another order",
			book(t, one(strings.NewReplacer(`<row r="1">`, `<row r="1"><c r="D1" t="inlineStr"><is><t>more</t></is></`+
				`c>`).Replace(cellsOf(people))), nil), columns + " (more)", 40, ""},
		{"errors of formulas",
			book(t, one(strings.Replace(cellsOf(people), `<c r="B9"><v>`,
				`<c r="B9" t="e"><v>#DIV/0!</v></c><c r="E9"><v>`, 1)), nil), columns + " (column 4) (column 5)", 40,
			"One cell holds an error"},
		{"rows that are hidden",
			book(t, one(strings.Replace(cellsOf(people), `<row r="9">`, `<row r="9" hidden="1">`, 1)), nil), columns,
			40, "One row is hidden"},

		{"a note and a table", book(t, [][2]string{{"Read me", cellsOf("Loans\nof 2024\n")},
			{"People", cellsOf(people)}}, nil), columns, 40, "The sheet People of the workbook was read"},
		{"two tables", book(t, [][2]string{{"People", cellsOf(people)}, {"Cars", cellsOf(people)}}, nil), columns, 40,
			"Its other sheet, Cars, was not read."},
		{"a hidden table first", book(t, [][2]string{{"Lists|hidden", cellsOf(people)},
			{"Codes|veryHidden", cellsOf(people)}, {"People", cellsOf(people)}}, nil), columns, 40,
			"Its 2 other sheets were not read."},
		{"an empty sheet first", book(t, [][2]string{{"Sheet1", "</sheetData>"}, {"People", cellsOf(people)}}, nil),
			columns, 40, "Its other sheet, Sheet1, was not read."},
	} {
		if strings.HasPrefix(c.name, "errors") || strings.HasPrefix(c.name, "cells in another") {
			f, v := mustInspect(t, []byte(c.file))
			if v.Rows != 40 || v.Plan.Columns[2].Name != "outcome" ||
				!strings.Contains(strings.Join(v.Notes, " "), c.says) {
				t.Errorf("%s: %d rows, %q, %q", c.name, v.Rows, v.Plan.Columns[2].Name, v.Notes)
			}
			_ = f
			continue
		}
		c.check(t)
	}
	f, v := mustInspect(t, []byte(book(t, one(cellsOf(regions)+merges), nil)))
	if table, _ := mustImport(t, f, v.Plan); strings.Join(table.Schema.Features[0].Levels, " ") != "North South" {
		t.Errorf("merged cells give %q", table.Schema.Features[0].Levels)
	}
}

// TestASheetIsChosen checks that any sheet can be chosen, and that new rows come from the sheet
// with that name.
func TestASheetIsChosen(t *testing.T) {
	people, cars := "age,pay,outcome\n"+rowsOf(40, "#,.,@"), "weight,town,sold\n"+rowsOf(60, "#,~,@")
	b := []byte(book(t, [][2]string{{"People", cellsOf(people)}, {"Cars|hidden", cellsOf(cars)},
		{"Empty", "</sheetData>"}}, nil))
	f, v := mustInspect(t, b)
	if v.Plan.Format.Sheet != "People" || strings.Join(v.Sheets, " ") != "People Cars Empty" {
		t.Fatalf("sheet %q of %q", v.Plan.Format.Sheet, v.Sheets)
	}
	v = f.Preview(&Plan{Format: Format{Sheet: "Cars"}})
	table, _ := mustImport(t, f, v.Plan)
	if table.Rows() != 60 || v.Plan.Format.Sheet != "Cars" {
		t.Errorf("%d rows of %q", table.Rows(), v.Plan.Format.Sheet)
	}
	if v := f.Preview(&Plan{Format: Format{Sheet: "Empty"}}); len(v.Problems) != 1 ||
		!strings.Contains(v.Problems[0], "The sheet has no cells") || len(v.Sheets) != 3 {
		t.Errorf("of an empty sheet it says %q", v.Problems)
	}
	if v := f.Preview(nil); v.Rows != 40 || v.Plan.Format.Sheet != "People" {
		t.Errorf("guessed anew, %d rows of %q", v.Rows, v.Plan.Format.Sheet)
	}
	for name, file := range map[string]string{"the same": string(b),
		"another order": book(t, [][2]string{{"People", cellsOf(people)}, {"Cars", cellsOf(cars)}}, nil),
		"one sheet":     book(t, [][2]string{{"Rows", cellsOf(cars)}}, nil)} {
		rows, err := ReadRows([]byte(file), table.Schema, v.Plan, nil)
		if err != nil || rows.Rows != 60 || len(rows.Values) != 60 {
			t.Errorf("%s: %d rows, %v, %q", name, rows.Rows, err, append(rows.Notes, rows.Problems...))
		}
	}
}
