package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

func TestBadFilesGetOneSentenceAndChangeNothing(t *testing.T) {
	page.Beside(t)
	tests := []struct{ name, file, content string }{
		{"an empty file", "empty.csv", ""},
		{"a binary file", "image.csv", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"},
		{"a web page", "page.csv", "<!doctype html><html><head><title>x</title></head><body>no</body></html>"},
		{"one column", "one.csv", page.Lines("a", 40, func(i int) string { return fmt.Sprint(i) })},
		{"ragged rows", "ragged.csv", page.Lines("a,b,y", 40, func(i int) string {
			return strings.Repeat("1,", i%7) + "x"
		})},
		{"a constant outcome", "constant.csv", page.Lines("a,y", 40, func(i int) string {
			return fmt.Sprintf("%d,x", i%17)
		})},
	}
	p := page.Sampled(t)
	for _, tt := range tests {
		p.SetFiles(page.Write(t, tt.file, tt.content))
		p.WaitAlert()
		t.Logf("%s: %q", tt.name, p.Texts("alert"))
		if p.Has("button", "Discard") {
			p.Click("button", "Discard")
		}
		p.WaitHas("table", "Columns of the table")
	}

	huge := page.Write(t, "huge.csv", "")
	if err := os.Truncate(huge, 200<<20); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(huge)
	p.WaitText("alert", "huge.csv is 200 MB and was not opened: the browser can read files up to 64 MB")
	p.WaitHas("table", "Columns of the table")
}

func TestAColumnWithoutValuesIsLeftOut(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.ImportText(page.Lines("a,gone,y", 60, func(i int) string {
		return fmt.Sprintf("%d,?,%s", i%17, page.YesNo(i%2 == 1))
	}))
	p.WaitHas("table", "Columns of the table")
	if head := p.Table("Columns of the table")[0]; strings.Contains(strings.Join(head, " "), "gone") {
		t.Errorf("columns = %q", head)
	}
}

// messy writes a realistic bad table: fields separated by runs of spaces, long names, a counter, a
// mostly missing number, a copy, a column that gives the outcome away, levels with numbers in their
// names, and thousands that may be decimals.
func messy(rows, more int) string {
	r := rand.New(rand.NewPCG(7, 8))
	var s strings.Builder
	s.WriteString("row  days_since_the_person_was_last_seen_by_anybody_who_could_have_known  employment   " +
		"total_amount_of_all_loans  rate small  decile  decile_again  is_bad")
	for k := range more {
		fmt.Fprintf(&s, " another_measurement_with_a_long_name_number_%d", k)
	}
	s.WriteString("  bad\n")
	for i := range rows {
		bad := r.IntN(3) == 0
		days := "NA"
		if r.IntN(3) == 0 {
			days = fmt.Sprint(r.IntN(400))
		}
		decile := r.IntN(10)
		rate := 0.05 + r.Float64()/10
		if bad {
			rate += 0.06
		}
		fmt.Fprintf(&s, "  %d   %s %s  %d,%03d\t%.4f  %de-9  %d %d %v", i+1, days,
			[]string{"<1y", "1-4y", "4-7y", ">=7y"}[r.IntN(4)],
			1+r.IntN(9), r.IntN(1000), rate, 1+r.IntN(90), decile, decile, bad != (r.IntN(50) == 0))
		for range more {
			fmt.Fprintf(&s, " %.2f", r.NormFloat64())
		}
		fmt.Fprintf(&s, "  %s \n", page.YesNo(bad))
	}
	return s.String()
}

// TestMessyTable opens a table that has everything wrong, accepts the preview's offers and gets a
// clean table.
func TestMessyTable(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SetFiles(page.Write(t, "messy.data", messy(600, 30)))
	p.WaitHas("button", "Import table")
	p.Shoot("messy-preview")
	for _, name := range []string{"Fill: days_since_the_person_was_last_seen_by_anybody_who_could_have_known",
		"Leave out: decile_again", "Leave out: is_bad",
		"Order it so: employment", "Use it: row"} {
		if !p.Has("button", name) {
			t.Fatalf("there is no button %q", name)
		}
	}
	p.Click("button", "Keep: days_since_the_person_was_last_seen_by_anybody_who_could_have_known")
	p.WaitShows(page.Main, "kept as missing") // until then later parts of the page still move
	p.Click("button", "Leave out: is_bad")
	p.WaitHas("button", "Use it: is_bad")
	p.Click("button", "Order it so: employment")
	p.Click("button", "Leave out: decile_again")
	p.WaitHas("button", "Use it: decile_again")
	p.Import()
	text := p.Shows(page.Main)
	for _, want := range []string{"4 levels, in order", "not given", "may be told", "1e-09", "9e-08"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, not := range []string{"is_bad", "decile_again"} {
		if strings.Contains(text, not) {
			t.Errorf("the page still says %q", not)
		}
	}
	p.Shoot("messy-table")
}

// TestCodesAreSettledByOnePress drops a credit bureau's table with three codes in twenty columns,
// settles them all with one press, and gets a table without codes.
func TestCodesAreSettledByOnePress(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	head := "months_since_oldest_account,months_since_late"
	for j := range 18 {
		head += fmt.Sprintf(",account_%d", j+1)
	}
	r := rand.New(rand.NewPCG(1, 2))
	path := page.Write(t, "bureau.csv", page.Lines(head+",loan", 1500, func(int) string {
		none, line := r.IntN(16) == 0, ""
		for j := range 20 {
			v := r.IntN(200)
			switch {
			case none:
				v = -9
			case j%3 == 0 && r.IntN(20) == 0:
				v = -8
			case j < 2 && r.IntN(8) == 0:
				v = -7
			}
			line += fmt.Sprint(v, ",")
		}
		return line + map[bool]string{true: "good", false: "bad"}[r.IntN(2) == 0]
	}))
	says := func(text string) bool { return strings.Contains(p.Says(page.Main), text) }
	p.SetFiles(path)
	p.WaitHas("button", "All are separate states")
	if !says(`-9, -8 and -7 look like codes for "no record" in 20 columns.`) || !p.Has("button", "Import table") {
		t.Error("the page does not ask about 20 columns, or forbids the import")
	}
	p.Shoot("codes-preview")
	p.Click("button", "All are separate states")
	p.WaitFor("settled columns", func() bool { return !says("Until you decide") && p.Settled() == 20 })
	p.Shoot("codes-settled")
	p.Import()
	if says("look like codes") || !says("months_since_late is missing") || says("-9 to") {
		t.Error("the table still has codes for numbers")
	}
	p.Shoot("codes-table")
	p.GoTo("Causes")
	p.WaitSays(page.Main, `may not change unless "months_since_oldest_account is missing" becomes no`,
		`"months_since_oldest_account" may neither be told nor go missing`)
}

// TestTextThatNoDelimiterFits reads a file with a delimiter that a person names.
func TestTextThatNoDelimiterFits(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SetFiles(page.Write(t, "carets.txt", page.Lines("a^b^y", 60, func(i int) string {
		return fmt.Sprintf("%d^%d^%s", i%11, i*7%13, page.YesNo(i/3%2 == 1))
	})))
	p.WaitText("alert", "only one column")
	p.Shoot("carets-preview")
	p.Choose("Delimiter", "Another character")
	p.Fill("textbox", "Character that separates fields", "^")
	p.WaitHas("table", "How each column is used")
	p.Import()
}

// A column that is the sum of two others is offered as such. Once accepted, it follows in every
// shown counterfactual, and is marked.
func TestATotalFollows(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	r := rand.New(rand.NewPCG(1, 2))
	p.ImportText(page.Lines("wage,rent,total,loan", 400, func(int) string {
		wage, rent := r.IntN(80), r.IntN(40)
		return fmt.Sprintf("%d,%d,%d,%s", wage, rent, wage+rent, page.YesNo(wage+rent > 60))
	}))
	p.WaitText("status", "is loaded: 400 rows.")
	p.ShootAt("follows", "heading", "Always computed from other features?", 900)
	offer := `Always so: "total" is always "wage" + "rent".`
	p.Click("button", offer)
	p.WaitAway("button", offer)
	p.Train(page.Training{Classifier: 40, Generator: 20})
	p.Explain()
	a, marked := p.Find(), 0
	for i := 1; i < len(a.Rows); i++ {
		if wage, rent, total := a.Value(i, "wage"), a.Value(i, "rent"), a.Value(i, "total"); wage+rent != total {
			t.Errorf("%v + %v = %v in %q", wage, rent, total, a.Rows[i])
		}
		if a.Follows(i, "total") {
			marked++
		}
	}
	if a.Found() < 1 || marked == 0 {
		t.Errorf("%d rows, of which %d have a total that follows:\n%s", len(a.Rows)-1, marked, a)
	}
	p.OpenProofs()
	p.ShootAt("follows-result", "table", "Counterfactuals", 900)
}

// A unit and decimals from a pasted list appear with their column's numbers at every place, and
// decimals can be chosen by hand.
func TestUnitsOnThePage(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Simple-BN", 300)
	p.PasteNames("x1: Income [DM] [1 decimal]")
	p.WaitFor("the unit in the table", func() bool { return p.ShowsColumn("Income [DM]") })
	decimals := func(form string) { // of all numbers of the first column of the head
		t.Helper()
		number := regexp.MustCompile(form)
		p.WaitFor("numbers like "+form, func() bool {
			column := p.Column("Income [DM]")
			return len(column) > 0 && !slices.ContainsFunc(column, func(s string) bool {
				return !number.MatchString(s)
			})
		})
	}
	decimals(`^-?\d+\.\d$`)
	p.Choose("Column to name", "x1 – Income [DM]")
	p.Choose("Decimals shown", "2")
	decimals(`^-?\d+\.\d\d$`)
	p.Choose("Decimals shown", "0")
	decimals(`^-?\d+$`)
	p.Shoot("units")

	p.OpenGraph()
	p.Choose("Rule", "Move at most")
	p.Choose("Feature", "Income")
	p.Fill("textbox", "Rises by at most, DM", "2.5")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	if text := p.Text("list", "Rules"); !strings.Contains(text, `may rise by at most 2.5 DM`) {
		t.Errorf("rules: %q", text)
	}
}
