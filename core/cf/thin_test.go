package cf

import (
	"math"
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

// TestEveryShownChangeIsNeeded: on tables of 60 and of 512 features, under rules and without,
// no change that is shown can be undone, and none can be made up for by another number that
// goes one step further.
func TestEveryShownChangeIsNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	for _, c := range []struct {
		name                          string
		numbers, categories, booleans int
		decimals, rows, least         int
	}{{"60 features", 40, 15, 5, 3, 16, 24}, {"512 features", 300, 150, 62, 2, 2, 4}} {
		w := newWideLevels(t, c.numbers, c.categories, c.booleans, 6, c.decimals)
		shown, changes := 0, 0
		for i := range c.rows {
			q := w.query(i, i%2 == 1)
			if i%4 > 1 && c.numbers < 100 { // so that many have to change
				q.Lead, q.Least, q.Boxes = 0, 0.97, 0
				q.Rules = slices.Clone(q.Rules)
				for j, f := range w.t.Schema.Features {
					if f.Kind.Numeric() {
						q.Rules = append(q.Rules, causal.Rule{Kind: causal.MoveAtMost, Feature: j, Min: f.MAD / 4, Max: f.MAD / 4})
					} else {
						q.Rules = append(q.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
					}
				}
			}
			found, _ := Finder{w.g.layout, w.blackBox, w.g}.search(q, func() error { return nil })
			s := searcher{layout: w.g.layout, from: w.g, blackBox: w.blackBox, pass: w.blackBox.Pass(), factual: q.Row, target: q.Target, lead: q.Lead, least: q.Least, rules: q.Rules}
			if found.Unclear {
				s.lead, s.least = 0, 0
			}
			for _, r := range found.Rows {
				shown, changes = shown+1, changes+r.Changed
				if !s.reaches(s.judge([][]float64{r.Row})[0]) {
					t.Fatalf("%s, row %d: %v is shown and does not count", c.name, i, r.Row)
				}
				for j, v := range r.Row {
					if v == q.Row[j] {
						continue
					}
					tries := [][]float64{with(r.Row, j, q.Row[j])}
					for k, f := range w.t.Schema.Features {
						if u := r.Row[k]; k != j && u != q.Row[k] && f.Kind.Numeric() {
							if far := f.Round(u + math.Copysign(8*f.Step(), u-q.Row[k])); far >= f.Min && far <= f.Max {
								tries = append(tries, with(tries[0], k, far))
							}
						}
					}
					for _, a := range s.judge(tries) {
						if s.reaches(a) {
							t.Fatalf("%s, row %d: the change of feature %d from %v to %v is not needed", c.name, i, j, q.Row[j], v)
						}
					}
				}
			}
		}
		t.Logf("%s: %d shown, of %.1f changes", c.name, shown, float64(changes)/float64(shown))
		if shown < c.least {
			t.Errorf("%s: %d are shown, too few to tell", c.name, shown)
		}
	}
}
