package cf

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// TestThin undoes changes of rows that differ in all of 130 features.
func TestThin(t *testing.T) {
	w := newWide(t, 80, 30, 20)
	thinned := 0
	for i := range w.test {
		q := w.query(i, i%2 == 1)
		s := searcher{layout: w.g.layout, from: w.g, blackBox: w.blackBox, pass: w.blackBox.Pass(), factual: q.Row, target: q.Target, lead: q.Lead, rules: q.Rules}
		s.domains, _ = causal.Domains(w.t.Schema, q.Rules, q.Row)
		rows, _ := s.sample(q)
		from := s.rank(rows)
		to := slices.Clone(from)
		s.looked = 0
		s.thin(to)
		most := 0
		for k, c := range to {
			if from[k].Changed <= manyChanged {
				if !slices.Equal(c.Row, from[k].Row) {
					t.Fatalf("row %d: a row of %d changes was thinned", i, from[k].Changed)
				}
				continue
			}
			thinned++
			most += from[k].Changed + 8*(c.Changed+1) // 8 halvings of the features that there are
			if again := s.judge([][]float64{c.Row})[0]; !s.reaches(again) || again.Changed != c.Changed || c.Changed > from[k].Changed {
				t.Fatalf("row %d: %+v does not count or changes more than the %d before", i, again, from[k].Changed)
			}
			for j, v := range c.Row {
				if v != q.Row[j] && v != from[k].Row[j] {
					t.Fatalf("row %d: feature %d is neither as it was nor set back", i, j)
				}
			}
			s.looked -= s.width
		}
		if looked := s.looked / s.width; looked > most {
			t.Fatalf("row %d: %d rows were looked at, %d are enough", i, looked, most)
		}
		if i == 20 {
			break
		}
	}
	if thinned < 100 {
		t.Errorf("only %d rows changed so much that they were thinned", thinned)
	}
}

// TestWatched compares the short way to a rule's verdict with the rule's own.
func TestWatched(t *testing.T) {
	w := newWide(t, 20, 8, 4)
	key := kernel.NewKey(3)
	broken := 0
	for i := range 200 {
		q := w.query(i, true)
		s := searcher{layout: w.g.layout, from: w.g, factual: q.Row, rules: q.Rules}
		row := slices.Clone(q.Row)
		for n := range i % 4 {
			j := int(key.Sub(uint64(i)).Uniform1(uint32(n)) * float32(len(row)))
			row[j] = w.t.Cols[j][i]
		}
		want := causal.AllHold(w.t.Schema, q.Rules, q.Row, row)
		if got := s.allHold(row); got != want {
			t.Fatalf("row %d: %v, the rules themselves say %v", i, got, want)
		}
		broken += b2i(!want)
	}
	if broken < 20 {
		t.Errorf("only %d of 200 rows break a rule", broken)
	}
}
