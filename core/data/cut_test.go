package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAnOutcomeThatIsANumber checks that a numeric outcome becomes two classes: cut at the middle
// by default, which the plan then records, or where people cut it. New rows must be read with the
// same cut.
func TestAnOutcomeThatIsANumber(t *testing.T) {
	file := func(price func(i int) string) *File {
		var b strings.Builder
		b.WriteString("rooms;town;price\n")
		for i := range 60 {
			fmt.Fprintf(&b, "%d;%s;%s\n", i%7, []string{"Aa", "Bb", "Cc"}[i%3], price(i))
		}
		f, err := Inspect("houses.csv", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	many := func(i int) string { return fmt.Sprintf("%d,5 €", 10+i*37%60) } // 10.5 to 69.5
	bands := file(many)
	plan := bands.Preview(nil).Plan
	plan.Outcome, plan.Columns[2].Cut, plan.Columns[2].Number = 2, "20.5; 40.5 60", true
	if table, _, err := bands.Import(plan); err != nil || !slices.Equal(table.Schema.Outcome.Levels,
		[]string{"below 20.5", "20.5 to below 40.5", "40.5 to below 60", "60 or more"}) || table.Check() != nil {
		t.Errorf("bands: %v, %v", err, table)
	} else if again, err := Unpack(table.Schema, table.Pack()); err != nil || again.Hash() != table.Hash() {
		t.Errorf("bands are not the same when unpacked: %v", err)
	}
	for _, tt := range []struct {
		name, cut, want string
		price           func(i int) string
		below           int
	}{
		{"at the middle", "", "40.5", many, 30},
		{"where it is said", "20.5", "20.5", many, 10},
		{"between numbers", " 21 ", "21", many, 11},
		{"most of them the smallest", "", "100", func(i int) string { return fmt.Sprint(max(0, i-39) * 100) }, 40},
		{"few numbers, cut", "3", "3", func(i int) string { return fmt.Sprint(i % 6) }, 30},
	} {
		f := file(tt.price)
		plan := f.Preview(nil).Plan
		plan.Outcome, plan.Columns[2].Cut = 2, tt.cut
		v := f.Preview(&plan)
		if len(v.Problems) > 0 {
			t.Errorf("%s: %q", tt.name, v.Problems)
			continue
		}
		if got := v.Plan.Columns[2]; got.Cut != tt.want ||
			!strings.Contains(strings.Join(v.Notes, " "),
				`The outcome "price" is a number, cut in two classes: "below `+tt.want+`"`) {
			t.Errorf("%s: the plan cuts at %q, want %q; notes %q", tt.name, got.Cut, tt.want, v.Notes)
		}
		table, _, err := f.Import(v.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if y := table.Schema.Outcome; !slices.Equal(y.Levels, []string{"below " + tt.want, tt.want + " or more"}) ||
			y.Kind != Category || table.Counts()[0] != tt.below {
			t.Errorf("%s: the outcome is %+v with %d of class 0, want %d", tt.name, y, table.Counts()[0], tt.below)
		}
	}

	f := file(many)
	plan = f.Preview(nil).Plan
	plan.Outcome = 2
	v := f.Preview(&plan)
	table, _, err := f.Import(v.Plan)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows([]byte("rooms;town;price\n3;Aa;39,5 €\n3;Bb;40,5 €\n3;Cc;below 40.5\n3;Aa;\n"), table.Schema,
		v.Plan, table.Usual)
	if err != nil || !slices.Equal(rows.Outcome, []int{0, 1, 0, -1}) {
		t.Errorf("outcomes of new rows are %v, %v", rows.Outcome, err)
	}
	// A plan from before outcomes kept their numbers gives the earlier table.
	old := v.Plan
	old.Columns = slices.Clone(old.Columns)
	old.Columns[2].Number = false
	was, _, err := f.Import(old)
	if err != nil || was.Numbers != nil || was.Schema.Outcome.Cuts != nil || was.Hash() == table.Hash() ||
		!slices.Equal(was.Outcome, table.Outcome) || len(table.Numbers) != 60 {
		t.Errorf("by an old plan: %v, %+v", err, was.Schema.Outcome)
	}
	v.Plan.Outcome = 1
	if v = f.Preview(&v.Plan); v.Plan.Columns[2].Kind != Continuous || len(v.Problems) > 0 {
		t.Errorf("no longer the outcome, it is %+v; %q", v.Plan.Columns[2], v.Problems)
	}
}
