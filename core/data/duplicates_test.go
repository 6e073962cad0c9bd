package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawnPeople returns a table with the given number of correlated columns of few levels, and of
// numeric columns.
func drawnPeople(r *rand.Rand, rows, few, numbers int) *Table {
	t := &Table{Schema: Schema{Outcome: Feature{Name: "y", Kind: Boolean, Levels: []string{"no", "yes"}}},
		Cols: make([][]float64, few+numbers)}
	for j := range few + numbers {
		f := Feature{Name: fmt.Sprint(j), Kind: Continuous, Decimals: 2}
		if j < few {
			f = Feature{Name: f.Name, Kind: Category, Levels: strings.Split("abcd", "")[:2+j%3]}
		}
		t.Schema.Features = append(t.Schema.Features, f)
	}
	for range rows {
		kind := r.NormFloat64()
		for j, f := range t.Schema.Features {
			v := math.Round(100*(kind+r.NormFloat64())) / 100
			if j < few {
				v = float64(min(int(math.Abs(kind+r.NormFloat64())), len(f.Levels)-1))
			}
			t.Cols[j] = append(t.Cols[j], v)
		}
		t.Outcome = append(t.Outcome, b2i(kind+r.NormFloat64() > 0))
	}
	return t
}

// copied appends copies of some rows to a table.
func copied(t *Table, rows int) *Table {
	for j := range t.Cols {
		t.Cols[j] = append(t.Cols[j], t.Cols[j][:rows]...)
	}
	t.Outcome = append(t.Outcome, t.Outcome[:rows]...)
	return t
}

// TestCopiesAreToldFromPeopleWhoAreAlike checks that equal rows are never called copies if
// columns have few values, however many rows are equal, and always if columns have many values.
func TestCopiesAreToldFromPeopleWhoAreAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	natural := 0
	for k := range 60 {
		rows := []int{100, 400, 1600}[k%3]
		if a := drawnPeople(r, rows, 2+k%9, k%2).alike(); a.copies {
			t.Errorf("%d rows of %d and %d columns: %+v", rows, 2+k%9, k%2, a)
		} else {
			natural += a.again
		}
		some := 1 + rows/20
		a := copied(drawnPeople(r, rows, 3+k%5, 3+k%3), some).alike()
		twins := 2 * 0.8 * float64(some) / float64(rows+some)
		if !a.copies || a.again != some || math.Abs(a.twin-twins) > 1e-9 {
			t.Errorf("%d rows and %d copies: %+v, want %v", rows, some, a, twins)
		}
	}
	if natural < 5000 {
		t.Errorf("only %d rows of those tables are equal", natural)
	}
}

// TestTwinsInTheSplit checks that the reported share of held-out rows also occurs among the
// training rows.
func TestTwinsInTheSplit(t *testing.T) {
	tab := copied(drawnPeople(rand.New(rand.NewPCG(7, 10)), 3000, 3, 3), 1500)
	a, met, held := tab.alike(), 0, 0
	for seed := range uint64(20) {
		s := NewSplit(tab.Outcome, seed)
		for _, i := range s.Test {
			held++
			met += b2i(i < 1500 && slices.Contains(s.Train, i+3000) || i >= 3000 && slices.Contains(s.Train, i-3000))
		}
	}
	if got := float64(met) / float64(held); math.Abs(got-a.twin) > 0.02 { // 9,000 rows, four standard errors
		t.Errorf("%v of held-out rows are copies, said are %v", got, a.twin)
	}
}

// TestRepeatedRowsAreNoticedOnce checks that the note names the number of repeated rows and their
// effect on the split, even if they differ in a column that is left out.
func TestRepeatedRowsAreNoticedOnce(t *testing.T) {
	file := func(rows, twice int, number bool) string {
		var s strings.Builder
		s.WriteString("n,size,weight,y\n")
		for i := range rows + twice {
			k := i % rows
			n := k
			if number {
				n = i
			}
			fmt.Fprintf(&s, "%d,%d,%d.%d,%s\n", n, k*7919%1000, k*31%90, k%10, []string{"no", "yes"}[k/3%2])
		}
		return s.String()
	}
	for _, test := range []struct {
		name, file, want string
	}{
		{"none", file(300, 0, true), ""},
		{"copies", file(300, 60, false), "60 rows repeat an earlier one in every column. They are read like any " +
			"other, so about 27 of 100 held-out rows are also used for training"},
		{"numbered copies", file(300, 60, true),
			"60 rows repeat an earlier one in every column that is used. They are read"},
		{"one", file(300, 1, true), "1 row repeats an earlier one in every column that is used. They are read like " +
			"any other, so about 5 of 1,000 held-out rows"},
		{"rows of nothing", file(300, 0, true) + strings.Repeat(",,,\n", 9), ""},
		{"few values", strings.ReplaceAll(table(400), ".5", ""), "400 rows"},
	} {
		_, v := mustInspect(t, []byte(test.file))
		notes := slices.DeleteFunc(slices.Clone(v.Notes), func(s string) bool {
			return !strings.Contains(s, "an earlier one")
		})
		if test.name == "few values" {
			if len(notes) != 1 || !strings.Contains(notes[0], "as happens by chance if columns have few values") {
				t.Errorf("%s: %q", test.name, notes)
			}
			continue
		}
		if len(notes) != b2i(test.want != "") || test.want != "" && !strings.HasPrefix(notes[0], test.want) {
			t.Errorf("%s: %q, want %q", test.name, notes, test.want)
		}
	}
}
