package data

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// sparse returns a table of 100 rows: days is missing in 60, job in 10 others, and both in one
// row.
func sparse() string {
	var s strings.Builder
	s.WriteString("days,job,age,y\n")
	for i := range 100 {
		days, job := fmt.Sprint(i%9), []string{"cook", "nurse", "cook"}[i%3]
		if i < 60 {
			days = ""
		}
		if i >= 59 && i < 70 {
			job = "?"
		}
		fmt.Fprintf(&s, "%s,%s,%d,%d\n", days, job, 20+i%40, i%2)
	}
	return s.String()
}

// TestGaps checks that the rows lost to missing values are counted, and that each treatment
// produces the expected rows, columns and values. Rows of a new file must be treated in the same
// way.
func TestGaps(t *testing.T) {
	f, v := mustInspect(t, []byte(sparse()))
	if v.Plan.Outcome = 3; v.Columns[0].Missing != 60 || v.Columns[0].Alone != 60 {
		t.Fatalf("days: missing in %d, alone %d, want 60 and 60", v.Columns[0].Missing, v.Columns[0].Alone)
	}
	plan := v.Plan.clone()
	plan.Missing = DropRows
	if v := f.Preview(&plan); v.Columns[0].Alone != 59 || v.Columns[1].Alone != 10 {
		t.Errorf("alone: got %d and %d, want 59 and 10", v.Columns[0].Alone, v.Columns[1].Alone)
	}
	cases := []struct {
		name      string
		days, job Gaps
		rows      int
		names     string
		first     string // row 0 as displayed
	}{
		{"as the plan says", PlanGaps, PlanGaps, 40, "days job age", "6 (missing) 40"},
		{"filled", FillGaps, FillGaps, 100, "days job age", "4 cook 20"},
		{"flagged", FlagGaps, FlagGaps, 100, "days days is missing job age", "4 yes cook 20"},
		{"dropped", DropGaps, DropGaps, 30, "days job age", "7 nurse 50"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			plan := v.Plan.clone()
			plan.Columns[0].Gaps, plan.Columns[1].Gaps = c.days, c.job
			tab, report := mustImport(t, f, plan)
			var names, first []string
			for j, f := range tab.Schema.Features {
				names, first = append(names, f.Name), append(first, f.Format(tab.Cols[j][0]))
			}
			if tab.Rows() != c.rows || strings.Join(names, " ") != c.names || strings.Join(first, " ") != c.first {
				t.Errorf("got %d rows of %q, the first %q", tab.Rows(), names, first)
			}
			if c.days >= FillGaps && !strings.Contains(strings.Join(report.Notes, " "),
				map[Gaps]string{FillGaps: `60 missing values become "4", the median of the others.`,
					FlagGaps: `60 missing values are kept; models trained here read "4", the median`}[c.days]) {
				t.Errorf("got notes %q", report.Notes)
			}
			rows, err := ReadRows([]byte("days,job,age,y\n,nurse,33,1\n3,cook,34,0\n"), tab.Schema, plan, tab.Usual)
			if err != nil || len(rows.Problems) > 0 {
				t.Fatal(err, rows.Problems)
			}
			without, err := ReadRows([]byte("days,job,age,y\n,nurse,33,1\n3,cook,34,0\n"), tab.Schema, plan,
				Filler(tab.Fills(plan)))
			if err != nil || !reflect.DeepEqual(rows, without) {
				t.Errorf("without the table %+v, %v, with it %+v", without, err, rows)
			}
			if want := map[bool]int{true: 2, false: 1}[c.days >= FillGaps]; len(rows.Values) != want {
				t.Fatalf("got %d new rows, want %d", len(rows.Values), want)
			}
			if c.days == FlagGaps && (rows.Values[0][0] != 4 || rows.Values[0][1] != 1 || rows.Values[1][1] != 0) {
				t.Errorf("got %v", rows.Values)
			}
		})
	}
}

// TestIdentifiers checks that columns that identify rows are left out with a reason, and that
// informative numbers are kept.
func TestIdentifiers(t *testing.T) {
	const n = 1500
	cases := []struct {
		name  string
		value func(i int) int
		out   bool
	}{
		{"line", func(i int) int { return i + 1 }, true},
		{"shuffled", func(i int) int { return (i*7919)%n + 5000 }, true},
		{"with gaps", func(i int) int { return i*5/4 + 3 }, true},
		{"customer_id", func(i int) int { return i * i * 17 }, true},
		{"PassengerId", func(i int) int { return i * i * 17 }, true},
		{"income", func(i int) int { return i * i * 17 }, false},
		{"age", func(i int) int { return 18 + i%60 }, false},
		{"id of the branch", func(i int) int { return i % 30 }, false},
		{"ID", func(i int) int { return i / 2 * 977 }, true}, // each occurs twice
		{"patient_id", func(i int) int { return i*7919%n/2*31 + 3 }, true},
		{"PatientID", func(i int) int { return i*7919%n/2*31 + 3 }, true},
		{"PAID", func(i int) int { return i*7919%n/2*31 + 3 }, false},
		{"branch_id", func(i int) int { return i % 30 }, false},
		{"idle", func(i int) int { return i * i * 3 }, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var s strings.Builder
			s.WriteString(c.name + ",x,y\n")
			for i := range n {
				fmt.Fprintf(&s, "%d,%d.5,%s\n", c.value(i), i%13, []string{"no", "yes"}[i%2])
			}
			_, v := mustInspect(t, []byte(s.String()))
			if got := !v.Plan.Columns[0].Use; got != c.out || got &&
				!strings.HasPrefix(v.Columns[0].Why, "Left out: ") {
				t.Errorf("left out: %v, %q", got, v.Columns[0].Why)
			}
		})
	}
}
