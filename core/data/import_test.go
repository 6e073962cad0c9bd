package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// people returns a file of 60 rows with gaps: an age, a job, an ordered wish, a flag and an
// outcome.
func people() string {
	var s strings.Builder
	s.WriteString("age,job,wish,flag,income\n")
	for i := range 60 {
		age, job := fmt.Sprint(20+i%37), []string{"baker", "clerk", "?"}[i%3]
		if i%20 == 7 {
			age = "?"
		}
		fmt.Fprintf(&s, "%s,%s,%s,%d,%s\n", age, job, []string{"low", "medium", "high"}[i%3], i%2,
			[]string{"<=50K", ">50K"}[i/2%2])
	}
	return s.String()
}

func TestImportMissingPolicy(t *testing.T) {
	f, v := mustInspect(t, []byte(people()))
	own, report := mustImport(t, f, v.Plan)
	if own.Rows() != 57 || report.Dropped != 3 {
		t.Errorf("own category: got %d rows, %d dropped, want 57 and the 3 without an age", own.Rows(), report.Dropped)
	}
	if got := own.Schema.Features[1].Levels; !slices.Equal(got, []string{"baker", "clerk", MissingLevel}) {
		t.Errorf("own category: got levels %q", got)
	}
	notes := strings.Join(report.Notes, " ")
	if !strings.Contains(notes, "3 rows are left out because a value is missing.") ||
		!strings.Contains(notes, `"job": 19 missing values become`) {
		t.Errorf("own category: got notes %q", notes)
	}
	v.Plan.Missing = DropRows
	drop, report := mustImport(t, f, v.Plan)
	if drop.Rows() != 38 || report.Dropped != 22 {
		t.Errorf("drop rows: got %d rows, %d dropped, want 38 and 22: one row has both gaps", drop.Rows(),
			report.Dropped)
	}
	if got := drop.Schema.Features[1].Levels; !slices.Equal(got, []string{"baker", "clerk"}) {
		t.Errorf("drop rows: got levels %q", got)
	}
	if f := drop.Schema.Features[2]; f.Kind != Ordered || !slices.Equal(f.Levels, []string{"low", "medium", "high"}) {
		t.Errorf("wish: got %v %q", f.Kind, f.Levels)
	}
}

// TestPlanProblems makes one mistake in a plan or a file. Both the preview and the import must
// report it.
func TestPlanProblems(t *testing.T) {
	col := func(p *Plan, name string) *ColumnPlan {
		return &p.Columns[slices.IndexFunc(p.Columns, func(c ColumnPlan) bool { return c.Name == name })]
	}
	none := func(*Plan) {}
	good := people()
	cases := []struct {
		name, file string
		change     func(p *Plan)
		want       string
	}{
		{"a text among numbers", strings.Replace(good, "\n22,", "\nold,", 1), none,
			`Column "age", row 3 (line 4): "old" is not a number.`},
		{"a fraction among integers", strings.Replace(good, "\n22,", "\n22.5,", 1),
			func(p *Plan) { col(p, "age").Kind = Integer }, `row 3 (line 4): "22.5" is not a whole number.`},
		{"a number that is a text", good, func(p *Plan) { col(p, "job").Kind = Continuous },
			`Column "job", row 1 (line 2): "baker" is not a number.`},
		{"a constant outcome", strings.ReplaceAll(good, ">50K", "<=50K"), none,
			`The outcome "income" has the same value, "<=50K", in every row; choose another column.`},
		{"an outcome without values", strings.NewReplacer(">50K", "?", "<=50K", "?").Replace(good),
			func(p *Plan) { p.Outcome = 4 }, `The outcome "income" has no values`},
		{"an outcome cut at no number", good, func(p *Plan) { p.Outcome, p.Columns[0].Cut = 0, "forty" },
			`The outcome "age" is cut at "forty"; give one number or up to 19 ascending ones, separated by spaces.`},
		{"an outcome cut beyond all", good, func(p *Plan) { p.Outcome, p.Columns[0].Cut = 0, "1000" },
			`The outcome "age" is cut at 1000, but all of its numbers are on one side; cut it elsewhere.`},
		{"texts that are cut", good, func(p *Plan) { p.Columns[p.Outcome].Cut = "3" }, `is not a number.`},
		{"an outcome that is constant where nothing is missing", onlyGapsDiffer(), none, "in every row that remains"},
		{"a column without values", gapColumn(good), func(p *Plan) { col(p, "job").Use = true },
			`Column "job" has no values; leave it out.`},
		{"no feature", good, func(p *Plan) {
			for j := range p.Columns {
				p.Columns[j].Use = false
			}
		}, "No feature is left"},
		{"too few rows", good[:strings.Index(good, "\n39,")+1], none, "18 rows would remain; at least 20 are needed."},
		{"too many levels", wideColumn(), func(p *Plan) { p.Columns[0].Use = true },
			"has more than 256 different values"},
		{"a boolean with three values", good, func(p *Plan) { col(p, "wish").Kind = Boolean },
			"has 3 different values, but a boolean has two"},
		{"an order without one level", good, func(p *Plan) { col(p, "wish").Levels = []string{"low", "high"} },
			`Column "wish", row 2 (line 3): "medium" is not one of the levels "low", "high".`},
		{"an order with a level twice", good, func(p *Plan) { col(p, "wish").Levels = []string{"low", "low"} },
			`"low" is repeated`},
		{"an order for missing values", good, func(p *Plan) { col(p, "job").Kind = Ordered },
			"missing values have no place in its order"},
		{"two names", good, func(p *Plan) { col(p, "job").Name = "age" }, `Two columns are named "age".`},
		{"no name", good, func(p *Plan) { col(p, "job").Name = "" }, "Column 2 needs a name"},
		{"a name not in UTF-8", good, func(p *Plan) { col(p, "job").Name = "\xff" }, "Column 2 needs a name"},
		{"an unknown kind", good, func(p *Plan) { col(p, "job").Kind = 99 }, `Choose a type for column "job".`},
		{"an unknown policy", good, func(p *Plan) { p.Missing = 9 }, "Choose what to do with missing values."},
		{"no outcome", good, func(p *Plan) { p.Outcome = -1 }, "Choose an outcome column."},
		{"a column too few", good, func(p *Plan) { p.Columns = p.Columns[1:] },
			"The plan has 4 columns and the file 5."},
		{"another delimiter", good, func(p *Plan) { p.Format.Delimiter = ';' }, "only one column"},
		{"no delimiter", good, func(p *Plan) { p.Format.Delimiter = 'x' },
			"one character that is not a letter, digit or quotation mark."},
		{"an unknown recipe", good, func(p *Plan) { p.Recipe = "cake" }, `No preparation is named "cake".`},
		{"a recipe that does not fit", good, func(p *Plan) { p.Recipe = "adult" }, "does not fit this file"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, err := Inspect("table.csv", []byte(c.file))
			if err != nil {
				t.Fatal(err)
			}
			plan := f.Preview(nil).Plan
			c.change(&plan)
			v := f.Preview(&plan)
			if len(v.Problems) == 0 || !strings.Contains(v.Problems[0], c.want) {
				t.Fatalf("got %q, want %q", v.Problems, c.want)
			}
			checkSentence(t, v.Problems[0])
			if _, _, err := f.Import(plan); err == nil || err.Error() != v.Problems[0] {
				t.Errorf("import: got %v, want %q", err, v.Problems[0])
			}
			if again := f.Preview(nil); c.file == good && len(again.Problems) > 0 {
				t.Errorf("the guessed plan is spoilt: %q", again.Problems)
			}
		})
	}
}

// onlyGapsDiffer returns a table in which every row of the second class lacks the age.
func onlyGapsDiffer() string {
	s := "age,job,y\n"
	for i := range 60 {
		if i%3 == 0 {
			s += "?,x,b\n"
		} else {
			s += fmt.Sprintf("%d,%s,a\n", i*i%50, []string{"x", "z"}[i%2])
		}
	}
	return s
}

// gapColumn removes every job.
func gapColumn(s string) string {
	return strings.NewReplacer("baker", "?", "clerk", "?").Replace(s)
}

func wideColumn() string {
	s := "place,n,y\n"
	for i := range 600 {
		s += fmt.Sprintf("p%d,%d,%d\n", i%300, i*i%31, i%2)
	}
	return s
}

// TestProblemsAreCapped checks that ten problems are listed and the others counted.
func TestProblemsAreCapped(t *testing.T) {
	f, v := mustInspect(t, []byte(people()))
	v.Plan.Columns[1].Kind = Integer // 40 jobs are texts, 20 are missing
	p := f.Preview(&v.Plan).Problems
	if len(p) != 10 || !strings.HasSuffix(p[9], "And 30 more problems.") {
		t.Errorf("got %d problems, the last %q", len(p), p[len(p)-1])
	}
}

// TestImportObeysPlan checks columns left out, new names, given orders and kinds.
func TestImportObeysPlan(t *testing.T) {
	f, v := mustInspect(t, []byte(people()))
	p := v.Plan
	p.Columns[0].Name, p.Columns[0].Kind = "years", Continuous
	p.Columns[1].Use = false
	p.Columns[2].Levels = []string{"high", "medium", "low", "none"}
	p.Columns[3].Kind = Category
	tab, _ := mustImport(t, f, p)
	var got []string
	for _, f := range tab.Schema.Features {
		got = append(got, fmt.Sprint(f.Name, " ", f.Kind, " ", f.Levels))
	}
	want := []string{"years continuous []", "wish ordered category [high medium low none]", "flag category [0 1]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	p.Outcome, p.Columns[3].Kind = 3, Boolean
	if tab, _ := mustImport(t, f, p); tab.Schema.Outcome.Name != "flag" || tab.Schema.Index("income") < 0 {
		t.Errorf("got outcome %q", tab.Schema.Outcome.Name)
	}
}

// TestPreviewOtherFormat checks that a plan without columns is guessed again.
func TestPreviewOtherFormat(t *testing.T) {
	f, v := mustInspect(t, []byte(people()))
	format := v.Plan.Format
	format.Missing = []string{""}
	v = f.Preview(&Plan{Format: format, Missing: DropRows})
	if len(v.Problems) == 0 || !strings.Contains(v.Problems[0], `"?" is not a number`) {
		t.Errorf("without the token, an age is a text: got %q", v.Problems)
	}
	format.Header = false
	v = f.Preview(&Plan{Format: format})
	if v.Rows != 61 || v.Plan.Columns[0].Name != "column 1" || v.Plan.Columns[0].Kind != Category {
		t.Errorf("without header: got %d rows, %+v", v.Rows, v.Plan.Columns[0])
	}
}

// TestImportRounding checks that a plan of an earlier version still rounds numbers to six
// decimals, and to the digits that a float64 holds, with a note. So the table does not change.
func TestImportRounding(t *testing.T) {
	s := "fine,wide,y\n"
	for i := range 40 {
		s += fmt.Sprintf("0.12345%02d9,%d0000000000.5,%d\n", i, 100+i, i%2)
	}
	s += "1,0.123456,1\n"
	f, v := mustInspect(t, []byte(s))
	v.Plan.Exact = false
	tab, report := mustImport(t, f, v.Plan)
	if f := tab.Schema.Features[0]; f.Decimals != 6 || tab.Cols[0][12] != 0.123451 {
		t.Errorf("fine: got %v with %d decimals, want 0.123451 with 6", tab.Cols[0][12], f.Decimals)
	}
	if f := tab.Schema.Features[1]; f.Decimals != 2 || tab.Cols[1][40] != 0.12 {
		t.Errorf("wide: got %v with %d decimals, want 0.12 with 2", tab.Cols[1][40], f.Decimals)
	}
	want := []string{`Column "fine": 40 values are rounded to 6 decimals.`,
		`Column "wide": 1 value is rounded to 2 decimals.`}
	if !slices.Equal(report.Notes, want) {
		t.Errorf("got %q, want %q", report.Notes, want)
	}
}

// TestImportAfterPreview checks that an import reuses the table of the preview, but only once and
// only for the same plan.
func TestImportAfterPreview(t *testing.T) {
	f, v := mustInspect(t, []byte(people()))
	kept, _ := mustImport(t, f, v.Plan)
	hash := kept.Hash()
	kept.Cols[0][0] = -1
	if read, _ := mustImport(t, f, v.Plan); read.Hash() != hash {
		t.Error("an import after the first gives another table")
	}
	v = f.Preview(nil)
	v.Plan.Format.Missing[0] = "-"
	v.Plan.Columns[3].Use = false
	if other, _ := mustImport(t, f, v.Plan); len(other.Cols) != 3 {
		t.Error("a changed plan gives the table of the preview")
	}
}

// TestPreviewSaysWhatIsLeftOut checks that a preview reports how many rows its plan leaves out,
// as the import does, and none once their gaps are filled.
func TestPreviewSaysWhatIsLeftOut(t *testing.T) {
	var b strings.Builder
	b.WriteString("age,wage,paid\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%s,%s\n", 20+i, []string{"", "7", "", "9"}[i%4], []string{"yes", "no"}[i/2%2])
	}
	f, err := Inspect("x.csv", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	v := f.Preview(nil)
	_, report, err := f.Import(v.Plan)
	if err != nil {
		t.Fatal(err)
	}
	if v.Dropped != 30 || report.Dropped != 30 {
		t.Errorf("the preview leaves out %d rows and the import %d, want 30", v.Dropped, report.Dropped)
	}
	v.Plan.Columns[1].Gaps = FillGaps
	if v = f.Preview(&v.Plan); v.Dropped != 0 {
		t.Errorf("%d rows are left out though their gaps are filled", v.Dropped)
	}
}
