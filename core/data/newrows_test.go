package data

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func loanSchema() Schema {
	return Schema{
		Features: []Feature{
			{Name: "age", Kind: Integer, Min: 18, Max: 80, MAD: 8},
			{Name: "marital status", Kind: Category, Levels: []string{"(missing)", "Married", "Single"}},
			{Name: "debt", Kind: Continuous, Min: 0, Max: 9, MAD: 1, Decimals: 2},
		},
		Outcome: Feature{Name: "loan", Kind: Boolean, Levels: []string{"no", "yes"}},
	}
}

func TestReadRows(t *testing.T) {
	many := strings.Repeat("30,Single,1.25,no\n", 30)
	tests := []struct {
		name, file string
		rows       [][]float64 // the first rows
		classes    []int
		notes      []string // parts of notes or problems
	}{
		{"the same columns", "age,marital status,debt,loan\n41,Married,2.5,yes\n" + many,
			[][]float64{{41, 1, 2.5}, {30, 2, 1.25}}, []int{1, 0}, nil},
		{"another order, no outcome, other columns",
			"name,debt,Age,marital_status\nAnn,2.5,41,Married\n" + strings.Repeat("Bob,1,30,Single\n", 30),
			[][]float64{{41, 1, 2.5}}, []int{-1}, []string{`the table has no such column: "name"`}},
		{"a semicolon and decimal commas", "age;marital status;debt\n41;Married;2,5\n" + strings.Repeat(
			"30;Single;1,25\n", 30), [][]float64{{41, 1, 2.5}}, []int{-1}, nil},
		{"a missing level has a level of its own",
			"age,marital status,debt\n41,?,2.5\n" + strings.Repeat("30,Single,1.25\n", 30), [][]float64{{41, 0, 2.5}},
			[]int{-1}, nil},
		{"a missing number leaves the row out", "age,marital status,debt\n,Married,2.5\n41,Married,2.5\n" +
			strings.Repeat("30,Single,1.25\n", 30),
			[][]float64{{41, 1, 2.5}}, []int{-1}, []string{`1 row is left out because a value is missing, ` +
				`first that of column "age" in row 1 (line 2).`}},
		{"an unknown level leaves the row out and is named",
			"age,marital status,debt\n41,Divorced,2.5\n42,Single,1\n" + strings.Repeat("30,Single,1.25\n", 30),
			[][]float64{{42, 2, 1}}, []int{-1}, []string{"1 row is left out",
				`"marital status": the table has no level "Divorced" (1 row, first row 1)`}},
		{"a fraction in place of a whole number",
			"age,marital status,debt\n41.5,Single,2.5\n42,Single,1\n" + strings.Repeat("30,Single,1.25\n", 30),
			[][]float64{{42, 2, 1}}, []int{-1}, []string{`"41.5" is not a whole number`}},
		{"numbers outside of the training range and with too many decimals",
			"age,marital status,debt\n99,Single,1.23456\n" + strings.Repeat("30,Single,1.25\n", 30),
			[][]float64{{99, 2, 1.23}}, []int{-1},
			[]string{"1 value is rounded to 2 decimals",
				"the number 99 (1 row, first row 1) is outside the range of the training rows, 18 to 80"}},
		{"columns are missing", "age,loan\n41,yes\n30,no\n", nil, nil,
			[]string{`no column "marital status", "debt"`, `"age", "loan"`}},
		{"no names", strings.Repeat("30,Single,1.25,no\n41,Married,2,yes\n", 30), nil, nil,
			[]string{"must name the columns"}},
		{"nothing usable", "age,marital status,debt\n" + strings.Repeat("30,Divorced,1.25\n", 30), nil, nil,
			[]string{"No row of the file can be used.", `"Divorced"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ReadRows([]byte(tt.file), loanSchema(), Plan{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(tt.rows) > len(r.Values) || len(tt.rows) == 0 && len(r.Values) > 0 {
				t.Fatalf("%d rows, notes %q, problems %q", len(r.Values), r.Notes, r.Problems)
			}
			for i, want := range tt.rows {
				if !reflect.DeepEqual(r.Values[i], want) {
					t.Errorf("row %d = %v, want %v", i, r.Values[i], want)
				}
			}
			for i, want := range tt.classes {
				if r.Outcome[i] != want {
					t.Errorf("class %d = %d, want %d", i, r.Outcome[i], want)
				}
			}
			for _, d := range r.Differences {
				r.Notes = append(r.Notes, d.Sentence())
			}
			said := strings.Join(append(r.Notes, r.Problems...), "\n")
			for _, part := range tt.notes {
				if !strings.Contains(said, part) {
					t.Errorf("said %q, want %q in it", said, part)
				}
			}
			if len(tt.rows) > 0 && len(r.Problems) > 0 {
				t.Errorf("problems = %q", r.Problems)
			}
		})
	}
	if _, err := ReadRows([]byte("\x89PNG\r\n\x1a\n\x00\x00"), loanSchema(), Plan{}, nil); err == nil {
		t.Error("a picture is accepted")
	}
}

// TestReadRowsOfARecipe checks that rows of a known file, as published, are grouped in the same
// way as the table's.
func TestReadRowsOfARecipe(t *testing.T) {
	dir := os.Getenv("CAUSEWAY_DATA")
	if dir == "" {
		dir = "../../../shared/data"
	}
	b, err := os.ReadFile(filepath.Join(dir, "adult", "adult.data"))
	if err != nil {
		t.Skip("skipped: no adult.data")
	}
	f, err := Inspect("adult.data", b)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadRows(b, table.Schema, Plan{Recipe: "adult"}, nil)
	if err != nil || len(r.Problems) > 0 || r.Rows != 32561 || len(r.Values) != r.Rows {
		t.Fatalf("%d of %d rows, %v, %q %q", len(r.Values), r.Rows, err, r.Problems, r.Notes)
	}
	at := 0
	for i, row := range r.Values {
		if at < table.Rows() && reflect.DeepEqual(row, table.Row(at, nil)) && r.Outcome[i] == table.Outcome[at] {
			at++
		}
	}
	if at != table.Rows() {
		t.Errorf("only the first %d of %d rows of the table are among the new ones in their order", at, table.Rows())
	}
}

func TestCSVIsSafeAndReadsBack(t *testing.T) {
	levels := []string{"=1+1", "+x", "-x", "@x", "'", "'=x", "''=x", "'x", "-5", "+5", "<=50K", "a,b", "a;b", `a"b`,
		`"`, "x y", "=cmd|' /C calc'!A0", "(missing)", "＝1"}
	s := Schema{Features: []Feature{{Name: "=name", Kind: Category, Levels: levels},
		{Name: "n", Kind: Continuous, Decimals: 6}},
		Outcome: Feature{Name: "y", Kind: Boolean, Levels: []string{"no", "yes"}}}
	b := AppendRecord(nil, "=name", "n", "y")
	numbers := []string{"-5", "1e-05", "0.000001", "123456789.25", "-0.5"}
	for i, l := range levels {
		b = AppendRecord(b, l, numbers[i%len(numbers)], "yes")
	}
	for _, line := range strings.Split(string(b), "\r\n") {
		first := strings.TrimLeft(line, `"`)
		if first != "" && strings.ContainsAny(first[:1], "=@") || strings.HasPrefix(first, "+x") ||
			strings.HasPrefix(first, "-x") {
			t.Errorf("%s would be taken for a formula", line)
		}
	}
	r, err := ReadRows(b, s, Plan{}, nil)
	if err != nil || len(r.Values) != len(levels) {
		t.Fatalf("%d rows, %v, %q", len(r.Values), err, append(r.Notes, r.Problems...))
	}
	for i, row := range r.Values {
		if row[0] != float64(i) || fmt.Sprint(row[1]) != fmt.Sprint(mustNumber(t, numbers[i%len(numbers)])) ||
			r.Outcome[i] != 1 {
			t.Errorf("row %d = %v (%q)", i, row, levels[int(row[0])])
		}
	}
}

func mustNumber(t *testing.T, s string) float64 {
	n, ok := parseNumber(s, false)
	if !ok {
		t.Fatalf("%s is no number", s)
	}
	return n.v
}

func FuzzUnguard(f *testing.F) {
	for _, s := range []string{"=1", "'=1", "-5", "x", "'", " =x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := Unguard(guard(s)); got != s {
			t.Errorf("%q is guarded as %q, which reads back as %q", s, guard(s), got)
		}
		if _, number := parseNumber(s, false); !number && begins(guard(s)) {
			t.Errorf("%q is guarded as %q", s, guard(s))
		}
	})
}

// inBlocks checks that reading a file in blocks returns the same rows as reading it whole, each
// with valid values or a reason.
func inBlocks(t *testing.T, b []byte, s Schema, plan Plan) {
	f, err := OpenRows(b, s, plan, nil)
	if err != nil {
		return
	}
	skip, first := f.Begin()
	var whole, parts []ReadRow
	f.Each(string(b[skip:]), first, func(r ReadRow) {
		if whole = append(whole, r); (r.Why == "") != (len(r.Values) == len(s.Features)) || !utf8.ValidString(r.Why) {
			t.Fatalf("row %+v", r)
		}
		for j, v := range r.Values {
			if !s.Features[j].Holds(v) {
				t.Fatalf("row %d: %s = %v", r.Row, s.Features[j].Name, v)
			}
		}
	})
	for rest, at := string(b[skip:]), first; ; {
		size, next := f.Cut(rest, at, 2, true)
		if size == 0 {
			break
		}
		f.Each(rest[:size], at, func(r ReadRow) { parts = append(parts, r) })
		rest, at = rest[size:], next
	}
	if !reflect.DeepEqual(whole, parts) {
		t.Fatalf("%+v in blocks, %+v as a whole", parts, whole)
	}
}

func FuzzReadRows(f *testing.F) {
	f.Add([]byte("age,marital status,debt,loan\n41,Married,2.5,yes\n30,?,1,no\n"), "")
	f.Add([]byte("debt;age;marital_status\n2,5;41;'=x\n"), "adult")
	f.Add([]byte("debt;age;marital status\n(1.250);４１;Single\n2,5;=\"30\";Married\n"), "")
	f.Add([]byte("age,marital status,debt,loan\n41,Married,2.5,yes,\n30,Mar\x00ied,1,no\n31,\xe9,1,no\n32,\"a\"b,1\n4"+
		"1,Married,2.5,yes\n"), "")
	f.Fuzz(func(t *testing.T, b []byte, recipe string) {
		s := loanSchema()
		plan := Plan{Recipe: recipe}
		if len(b)%2 == 1 { // use a plan for the table
			plan.Format = Format{Delimiter: ';', DecimalComma: len(b)%4 == 1}
			plan.Columns = []ColumnPlan{{Name: "age", Use: true, Kind: Integer},
				{Name: "debt", Use: true, Kind: Continuous, Sign: Sign(len(b) % 3)}}
		}
		inBlocks(t, b, s, plan)
		r, err := ReadRows(b, s, plan, nil)
		if err != nil {
			return
		}
		if len(r.Outcome) != len(r.Values) || len(r.Lines) != len(r.Values) || len(r.Values) > r.Rows ||
			len(r.Values) == 0 && len(r.Problems) == 0 {
			t.Fatalf("%d rows of %d, %d classes, %d lines, problems %q", len(r.Values), r.Rows, len(r.Outcome),
				len(r.Lines), r.Problems)
		}
		for i, row := range r.Values {
			for j, v := range row {
				if !s.Features[j].Holds(v) {
					t.Fatalf("row %d: %s = %v", i, s.Features[j].Name, v)
				}
			}
			if y := r.Outcome[i]; y < -1 || y >= s.Classes() {
				t.Fatalf("row %d: class %d", i, y)
			}
		}
	})
}
