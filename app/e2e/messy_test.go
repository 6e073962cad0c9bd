package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/sim"
)

// messy writes a table as they come: fields apart by runs of spaces, long names, a
// counter, a number that is mostly missing, a copy, a column that gives the outcome
// away, levels with numbers in their names and thousands that may be decimals.
func messy(rows, more int) string {
	r := rand.New(rand.NewPCG(7, 8))
	var s strings.Builder
	s.WriteString("row  days_since_the_person_was_last_seen_by_anybody_who_could_have_known  employment   total_amount_of_all_loans  rate small  decile  decile_again  is_bad")
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
		fmt.Fprintf(&s, "  %d   %s %s  %d,%03d\t%.4f  %de-9  %d %d %v", i+1, days, []string{"<1y", "1-4y", "4-7y", ">=7y"}[r.IntN(4)],
			1+r.IntN(9), r.IntN(1000), rate, 1+r.IntN(90), decile, decile, bad != (r.IntN(50) == 0))
		for range more {
			fmt.Fprintf(&s, " %.2f", r.NormFloat64())
		}
		fmt.Fprintf(&s, "  %s \n", map[bool]string{true: "yes", false: "no"}[bad])
	}
	return s.String()
}

// TestMessyTable opens a table that has everything wrong, takes what the preview
// offers and comes to a table without it.
func TestMessyTable(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	path := filepath.Join(t.TempDir(), "messy.data")
	if err := os.WriteFile(path, []byte(messy(600, 30)), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(path)
	p.WaitHas("button", "Import table")
	p.shoot("messy-preview")
	for _, name := range []string{"Fill: days_since_the_person_was_last_seen_by_anybody_who_could_have_known", "Leave out: decile_again", "Leave out: is_bad",
		"Order it so: employment", "Use it: row"} {
		if !p.Has("button", name) {
			t.Fatalf("there is no button %q", name)
		}
	}
	p.Click("button", "Flag: days_since_the_person_was_last_seen_by_anybody_who_could_have_known")
	p.WaitFor("the flag", func() bool { // what follows moves on the page until then
		return Eval[bool](p, `document.querySelector('main').innerText.includes("flagged in a column of its own")`)
	})
	p.Click("button", "Leave out: is_bad")
	p.WaitHas("button", "Use it: is_bad")
	p.Click("button", "Order it so: employment")
	p.Click("button", "Leave out: decile_again")
	p.WaitHas("button", "Use it: decile_again")
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded")
	text := Eval[string](p, `document.querySelector('main').innerText`)
	for _, want := range []string{"<1y < 1-4y < 4-7y < >=7y", "could_have_known is missing", "1e-09 to 9e-08"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, not := range []string{"is_bad", "decile_again"} {
		if strings.Contains(text, not) {
			t.Errorf("the page still says %q", not)
		}
	}
	p.shoot("messy-table")
}

// TestCodesAreSettledByOnePress drops a credit bureau's table, in which three codes stand in twenty
// columns, settles them all by one press, and comes to a table without a code.
func TestCodesAreSettledByOnePress(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	table := sim.Bureau(1500, 1)
	var names, row []string
	for _, f := range table.Schema.Features {
		names = append(names, f.Name)
	}
	b := data.AppendRecord(nil, append(names, "loan")...)
	for i := range table.Rows() {
		row = row[:0]
		for j, f := range table.Schema.Features {
			row = append(row, f.Format(table.Cols[j][i]))
		}
		b = data.AppendRecord(b, append(row, table.Schema.Outcome.Levels[table.Outcome[i]])...)
	}
	path := filepath.Join(t.TempDir(), "bureau.csv")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	says := func(text string) bool {
		return strings.Contains(Eval[string](p, `document.querySelector('main').textContent`), text)
	}
	p.SetFiles(path)
	p.WaitHas("button", "All are states of their own")
	if !says(`-9, -8 and -7 look like codes for "no record" in 20 columns.`) || !p.Has("button", "Import table") {
		t.Error("the page does not ask about 20 columns, or forbids the import")
	}
	p.shoot("codes-preview")
	p.Click("button", "All are states of their own")
	p.WaitFor("settled columns", func() bool {
		return !says("Until you decide") && Eval[int](p, `[...document.querySelectorAll('.offer-text')].filter((n) => /Read as (a state of its|states of their) own\.$/.test(n.textContent)).length`) == 20
	})
	p.shoot("codes-settled")
	p.WaitHas("button", "Import table")
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded")
	if says("look like codes") || !says("months_since_late is missing") || says("-9 to") {
		t.Error("the table still has codes for numbers")
	}
	p.shoot("codes-table")
	p.Click("link", "Graph")
	p.WaitFor("the rules", func() bool {
		return says(`may not change unless "months_since_oldest_account is missing" becomes no`) && says(`"months_since_oldest_account is missing" may not change`)
	})
}

// TestTextThatNoDelimiterFits reads a file by a delimiter that a person names.
func TestTextThatNoDelimiterFits(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	var s strings.Builder
	s.WriteString("a^b^y\n")
	for i := range 60 {
		fmt.Fprintf(&s, "%d^%d^%s\n", i%11, i*7%13, []string{"no", "yes"}[i/3%2])
	}
	path := filepath.Join(t.TempDir(), "carets.txt")
	if err := os.WriteFile(path, []byte(s.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(path)
	p.WaitText("alert", "only one column")
	p.shoot("carets-preview")
	p.Choose("Delimiter", "Another character")
	p.Fill("textbox", "Character that separates fields", "^")
	p.WaitHas("table", "What becomes of each column")
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded")
}
