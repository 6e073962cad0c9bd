package data

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPlaceOfARow checks that the position in the file is known for every row of the table, even
// if earlier rows were left out.
func TestPlaceOfARow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		var b strings.Builder
		b.WriteString("number,other,outcome\n")
		gaps, first := r.IntN(4), r.IntN(2) == 0
		for i := range 60 {
			other := fmt.Sprint(r.IntN(9))
			if gaps > 0 && r.IntN(gaps+1) == 0 || gaps > 0 && first && i == 0 {
				other = ""
			}
			fmt.Fprintf(&b, "%d,%s,%d\n", i, other, i%2)
		}
		f, err := Inspect("t.csv", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		plan := f.Preview(nil).Plan
		plan.Missing = DropRows
		plan.Columns[0].Use = true
		for j := range plan.Columns {
			plan.Columns[j].Gaps = 0
		}
		table, report, err := f.Import(plan)
		if err != nil {
			t.Fatal(err)
		}
		if (len(report.Runs) > 0) != (report.Dropped > 0) {
			t.Errorf("table %d: %d rows are left out and the runs are %v", n, report.Dropped, report.Runs)
		}
		for i, v := range table.Cols[0] {
			if got := report.Place(i); float64(got) != v {
				t.Fatalf("table %d: row %d is at %d of the file, want %v; runs %v", n, i, got, v, report.Runs)
			}
		}
	}
}
