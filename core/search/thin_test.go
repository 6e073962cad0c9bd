package search

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
)

// newWide returns a world with the given numbers of numeric, categorical and Boolean features.
func newWide(numbers, categories, booleans int) world {
	kinds := slices.Repeat([]data.Kind{data.Continuous}, numbers)
	kinds = append(kinds, slices.Repeat([]data.Kind{data.Category}, categories)...)
	return newWorld(append(kinds, slices.Repeat([]data.Kind{data.Boolean}, booleans)...), 400, kernel.NewKey(5))
}

// wide returns a query about row i, with rules of every kind that wide tables have, or with none.
func (w world) wide(i int, rules bool) Query {
	row := w.table.Row(199+i, nil)
	q := Query{Row: row, Target: 1 - w.class(row), Count: 3, Budget: 400, Key: kernel.NewKey(1), Lead: ShownLead}
	for j, f := range w.table.Schema.Features {
		switch {
		case !rules:
		case j%10 == 0:
			q.Rules = append(q.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
		case j%5 == 1 && f.Kind.Numeric():
			q.Rules = append(q.Rules, causal.Rule{Kind: causal.OnlyIncrease, Feature: j})
		case j%5 == 2 && f.Kind.Numeric():
			q.Rules = append(q.Rules, causal.Rule{Kind: causal.IfRisesThenRises, Feature: j - 1, Other: j})
		}
	}
	return q
}

// TestThin undoes changes of rows in which all 130 features differ.
func TestThin(t *testing.T) {
	w := newWide(80, 30, 20)
	thinned := 0
	for i := range 21 {
		q := w.wide(i, i%2 == 1)
		s, end := NewFinder(w.table.Schema, w.blackBox, w).begin(q, nil)
		defer end()
		rows, _ := s.sample(q)
		from := slices.Clone(s.rank(rows))
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
			most += from[k].Changed + 8*(c.Changed+1) // 8 bisection steps among all features
			if again := s.judge([][]float64{c.Row})[0]; !s.reaches(again) || again.Changed != c.Changed ||
				c.Changed > from[k].Changed {
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
	}
	if thinned < 100 {
		t.Errorf("only %d rows changed so much that they were thinned", thinned)
	}
}

// TestWatched compares the shortcut for a rule's verdict with evaluating the rule.
func TestWatched(t *testing.T) {
	w := newWide(20, 8, 4)
	key := kernel.NewKey(3)
	broken := 0
	for i := range 200 {
		q := w.wide(i, true)
		s := searcher{layout: newLayout(w.table.Schema), factual: q.Row, rules: q.Rules}
		row := slices.Clone(q.Row)
		for n := range i % 4 {
			j := int(key.Sub(uint64(i)).Uniform1(uint32(n)) * float32(len(row)))
			row[j] = w.table.Cols[j][i]
		}
		want := causal.AllHold(w.table.Schema, q.Rules, q.Row, row)
		if got := s.allHold(row); got != want {
			t.Fatalf("row %d: %v, the rules themselves say %v", i, got, want)
		}
		broken += b2i(!want)
	}
	if broken < 20 {
		t.Errorf("only %d of 200 rows break a rule", broken)
	}
}
