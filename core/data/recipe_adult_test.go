package data

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// dataFile reads a file of the shared data folder, which is next to the repository or given by
// CAUSEWAY_DATA. Without the folder, it skips the test.
func dataFile(t testing.TB, name string) []byte {
	t.Helper()
	dirs := []string{os.Getenv("CAUSEWAY_DATA")}
	for _, up := range []string{"../..", "../../..", "../../../.."} {
		dirs = append(dirs, filepath.Join(up, "shared", "data"))
	}
	for _, d := range dirs {
		if b, err := os.ReadFile(filepath.Join(d, name)); d != "" && err == nil {
			return b
		}
	}
	t.Skipf("skipped: the data file %s is absent; CAUSEWAY_DATA names its folder", name)
	return nil
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mustInspect opens a file and previews it as guessed. It fails the test if there are problems.
func mustInspect(t testing.TB, b []byte) (*File, Preview) {
	t.Helper()
	f, err := Inspect("table.csv", b)
	if err != nil {
		t.Fatal(err)
	}
	v := f.Preview(nil)
	if len(v.Problems) > 0 {
		t.Fatalf("problems: %q", v.Problems)
	}
	return f, v
}

func mustImport(t testing.TB, f *File, plan Plan) (*Table, Report) {
	t.Helper()
	tab, report, err := f.Import(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	if report.Rows != tab.Rows() {
		t.Errorf("report: got %d rows, want %d", report.Rows, tab.Rows())
	}
	return tab, report
}

// TestAdultPaper checks the figures of the paper and of the reference, point 2.
func TestAdultPaper(t *testing.T) {
	f, v := mustInspect(t, dataFile(t, "adult/adult.data"))
	if v.Rows != 32561 || v.Plan.Recipe != "adult" {
		t.Fatalf("got %d rows and recipe %q, want 32,561 and adult", v.Rows, v.Plan.Recipe)
	}
	tab, report := mustImport(t, f, v.Plan)
	if got := tab.Counts(); tab.Rows() != 15691 || !slices.Equal(got, []int{11500, 4191}) ||
		report.Dropped != 32561-15691 {
		t.Errorf("got %d rows, classes %v, %d dropped, want 15,691 of 11,500 and 4,191", tab.Rows(), got,
			report.Dropped)
	}
	checkAdult(t, tab)
	if want := AdultSchema(); !reflect.DeepEqual(tab.Schema, want) {
		t.Errorf("AdultSchema: got %+v, want that of the table, %+v", want, tab.Schema)
	}
	tab.FitScale(allRows(tab))
	if age, hours := tab.Schema.Features[0], tab.Schema.Features[7]; age.Min != 19 || age.Max != 90 || hours.Min != 1 ||
		hours.Max != 99 {
		t.Errorf("ranges: got age %v to %v, hours %v to %v, want 19 to 90, 1 to 99 (reference, point 3)", age.Min,
			age.Max, hours.Min, hours.Max)
	}
}

// TestAdultTestFile reads the publisher's held-out file. Its first line is not a row, and its
// labels end with a full stop.
func TestAdultTestFile(t *testing.T) {
	f, v := mustInspect(t, dataFile(t, "adult/adult.test"))
	tab, report := mustImport(t, f, v.Plan)
	if v.Rows != 16281 || report.Rows+report.Dropped != 16281 {
		t.Errorf("got %d rows, %d kept and %d dropped, want 16,281", v.Rows, report.Rows, report.Dropped)
	}
	checkAdult(t, tab)
}

func allRows(t *Table) []int {
	rows := make([]int, t.Rows())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// checkAdult checks that the schema is the paper's.
func checkAdult(t *testing.T, tab *Table) {
	t.Helper()
	var names []string
	widths := map[string]int{}
	for _, f := range tab.Schema.Features {
		names = append(names, f.Name)
		widths[f.Name] = f.Width()
	}
	want := "age workclass education marital_status occupation race gender hours_per_week"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("features: got %s, want %s", got, want)
	}
	for name, w := range map[string]int{"age": 1, "workclass": 4, "education": 8, "marital_status": 5, "occupation": 6,
		"race": 2, "gender": 2, "hours_per_week": 1} {
		if widths[name] != w {
			t.Errorf("%s: got width %d, want %d", name, widths[name], w)
		}
	}
	if got := tab.Schema.Width(); got != 29 {
		t.Errorf("got %d encoded columns, want 29", got)
	}
	if y := tab.Schema.Outcome; y.Name != "income" || !slices.Equal(y.Levels, []string{"<=50K", ">50K"}) {
		t.Errorf("outcome: got %v", y)
	}
	ed := tab.Schema.Features[2]
	ranks := map[string]float64{"School": 0, "HS-grad": 0, "Bachelors": 1, "Assoc": 1, "Some-college": 1, "Masters": 2,
		"Prof-school": 3, "Doctorate": 3}
	for l, name := range ed.Levels {
		if got, want := ed.Rank(l), ranks[name]; got != want {
			t.Errorf("rank of %s: got %v, want %v (paper, appendix)", name, got, want)
		}
	}
	for i := range tab.Rows() {
		age, y := tab.Cols[0][i], tab.Outcome[i]
		if !(age > 35 && y == 0 || age < 45 && y == 1) {
			t.Fatalf("row %d: age %v, class %d is outside the paper's selection", i, age, y)
		}
	}
}

// TestAdultLike reads the fixtures, which contain every value of the file. Both must lead to the
// same table, and so must a copy with a header in another order.
func TestAdultLike(t *testing.T) {
	raw := fixture(t, "adult-like.data")
	f, v := mustInspect(t, raw)
	tab, _ := mustImport(t, f, v.Plan)
	checkAdult(t, tab)
	for j, f := range tab.Schema.Features {
		_, counts := tab.Histogram(j, 10)
		if slices.Contains(counts, 0) && !f.Kind.Numeric() {
			t.Errorf("%s: a level has no row: %v", f.Name, counts)
		}
	}
	f, v = mustInspect(t, fixture(t, "adult-like.test"))
	if other, _ := mustImport(t, f, v.Plan); other.Hash() != tab.Hash() {
		t.Error("the file with full stops gives another table")
	}
	f, v = mustInspect(t, reordered(raw))
	if other, _ := mustImport(t, f, v.Plan); other.Hash() != tab.Hash() {
		t.Error("the file with a header gives another table")
	}
}

// reordered writes Adult with a header, semicolons, reversed columns, and empty fields for
// missing values.
func reordered(raw []byte) []byte {
	var s strings.Builder
	for _, line := range append([]string{strings.Join(adult.header, ", ")}, strings.Split(string(raw), "\n")...) {
		row := strings.Split(line, ", ")
		slices.Reverse(row)
		s.WriteString(strings.ReplaceAll(strings.Join(row, ";"), "?", "") + "\r\n")
	}
	return []byte(s.String())
}

// TestAdultPlain reads the file without the preparation.
func TestAdultPlain(t *testing.T) {
	f, v := mustInspect(t, fixture(t, "adult-like.data"))
	v.Plan.Recipe = ""
	v = f.Preview(&v.Plan)
	if len(v.Problems) > 0 {
		t.Fatal(v.Problems)
	}
	tab, _ := mustImport(t, f, v.Plan)
	if tab.Rows() != 60 || tab.Schema.Outcome.Name != "income" {
		t.Errorf("got %d rows, outcome %q", tab.Rows(), tab.Schema.Outcome.Name)
	}
	if j := tab.Schema.Index("fnlwgt"); j < 0 || tab.Schema.Features[j].Kind != Integer {
		t.Error("fnlwgt is not read as an integer")
	}
	if j := tab.Schema.Index("native-country"); !slices.Contains(tab.Schema.Features[j].Levels, MissingLevel) {
		t.Errorf("native-country: got %v, want a level for missing values", tab.Schema.Features[j].Levels)
	}
}

// TestAdultUnknownValue checks that a value that is unknown to the preparation is a problem and
// never joins a group.
func TestAdultUnknownValue(t *testing.T) {
	raw := strings.Repeat(string(fixture(t, "adult-like.data")), 3)
	at := strings.LastIndex(raw, "White")
	f, err := Inspect("a.data", []byte(raw[:at]+"Green"+raw[at+5:]))
	if err != nil {
		t.Fatal(err)
	}
	p := f.Preview(nil).Problems
	if len(p) != 1 || !strings.Contains(p[0], `"race"`) || !strings.Contains(p[0], `"Green"`) {
		t.Errorf("got %q", p)
	}
}

func BenchmarkAdult(b *testing.B) {
	raw := dataFile(b, "adult/adult.data")
	f, v := mustInspect(b, raw)
	plain := v.Plan
	plain.Recipe = ""
	t, _, err := f.Import(plain)
	if err != nil {
		b.Fatal(err)
	}
	split := NewSplit(t.Outcome, 1)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"inspect", func() { Inspect("adult.data", raw) }},
		{"preview", func() { f.Preview(nil) }},
		{"import plain", func() { f.Import(plain) }},
		{"import recipe", func() { f.Import(v.Plan) }},
		{"split", func() { NewSplit(t.Outcome, 1) }},
		{"scale", func() { t.FitScale(split.Train) }},
		{"hash", func() { t.Hash() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				c.do()
			}
		})
	}
}
