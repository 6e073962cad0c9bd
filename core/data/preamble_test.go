package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatStandsAboveATable checks that titles are not rows of the table, that a header written
// by R gets a name for each column, and that every line that may be a row is kept.
func TestWhatStandsAboveATable(t *testing.T) {
	body := func(row string) string {
		var b strings.Builder
		for i := range 30 {
			b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "@",
				[]string{"yes", "no"}[i/2%2]).Replace(row) + "\n")
		}
		return b.String()
	}
	tests := []struct {
		name, text, names, note string
	}{
		{"a sheet with a title and an empty row", "Loans of 2024,,\n,,\nage,wage,paid\n" + body("#,1#,@"),
			"age wage paid", `"Loans of 2024" is above`},
		{"a sheet with a title right above", "Loans of 2024,,\nage,wage,paid\n" + body("#,1#,@"), "age wage paid",
			`"Loans of 2024" is above`},
		{"two lines of text", "Exported by somebody\n2024, May\nage,wage,job,paid\n" + body("#,1#,x#,@"),
			"age wage job paid", "2 rows above the table, the first of them"},
		{"a title of two fields where there are five", "Loans, 2024\na,b,c,d,paid\n" + body("#,1#,2#,3#,@"),
			"a b c d paid", `"Loans, 2024" is above`},
		{"R's header, without a name for the rows' names", "age,wage,paid\n" + body("r#,#,1#,@"),
			"column 1 age wage paid", ""},
		{"R's header, apart by spaces", "\"age\" \"wage\" \"paid\"\n" + body("\"#\" # 1# \"@\""),
			"column 1 age wage paid", ""},
		{"a header whose names are all there", "age,wage,paid\n" + body("#,1#,@"), "age wage paid", ""},
		{"a first row of values, most of them missing", "x,,\n" + body("a#,1#,@"), "column 1 column 2 column 3", ""},
		{"three columns, the last without a name", "age,wage,\n" + body("1#,2#,@"), "age wage column 3", ""},
	}
	for _, tt := range tests {
		f, err := Inspect("x.csv", []byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		v := f.Preview(nil)
		var names []string
		for _, c := range v.Plan.Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != tt.names {
			t.Errorf("%s: columns %s, want %s", tt.name, got, tt.names)
		}
		if notes := strings.Join(v.Notes, " "); strings.Contains(notes, "above") != (tt.note != "") ||
			!strings.Contains(notes, tt.note) {
			t.Errorf("%s: the notes are %q, want %q", tt.name, v.Notes, tt.note)
		}
		if len(v.Problems) > 0 {
			t.Errorf("%s: %q", tt.name, v.Problems)
		}
	}
}

// TestRowFilesBeginBelowTheHeader checks that a file read in blocks starts at its first row,
// whatever is above it, and that rows keep their line numbers.
func TestRowFilesBeginBelowTheHeader(t *testing.T) {
	rows := ""
	for i := range 30 {
		rows += fmt.Sprintf("r%d,%d,%s\n", i, i%7, []string{"yes", "no"}[i/2%2])
	}
	for _, tt := range []struct {
		name, above string
		line        int
	}{
		{"a header", "who,age,paid\n", 2},
		{"a title, an empty row and a header", "Loans,,\n,,\nwho,age,paid\n", 4},
		{"a header without its first name", "age,paid\n", 2},
	} {
		b := []byte(tt.above + rows)
		f, err := Inspect("x.csv", b)
		if err != nil {
			t.Fatal(err)
		}
		plan := f.Preview(nil).Plan
		table, _, err := f.Import(plan)
		if err != nil {
			t.Fatal(err)
		}
		r, err := OpenRows(b, table.Schema, plan, table.Usual)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if skip, at := r.Begin(); string(b[skip:]) != rows || at != (Place{1, tt.line}) {
			t.Errorf("%s: begins with %.12q at %+v, want %.12q on line %d", tt.name, b[skip:], at, rows, tt.line)
		}
	}
}
