package search

import (
	"fmt"
	"slices"

	"causeway/core/causal"
)

// Cards prepares drawn rows for a person to label, so that nobody labels rows that rules or class
// already exclude. It repairs broken rules and drops rows that still miss the target or break a
// rule. It also undoes changes that neither the class nor the rules need. It returns at most per
// rows, all different. It uses only Row, Target, Rules and Key of the query.
func (f Finder) Cards(q Query, drawn [][]float64, per int) ([][]float64, Tally) {
	s, end := f.begin(q, nil)
	defer end()
	tally, mended := Tally{Broken: make([]int, len(q.Rules))}, make([][]float64, len(drawn))
	for i, r := range drawn {
		mended[i] = s.mend(slices.Clone(r))
	}
	var good []Counterfactual
	as := slices.Clone(s.judge(drawn))
	for i, c := range s.judge(mended) {
		count(&tally, s, as[i])
		if !s.reaches(c) {
			continue
		}
		if !slices.Equal(c.Row, drawn[i]) {
			tally.Mended++
		}
		good = append(good, c)
	}
	var rows [][]float64
	seen := map[string]bool{}
	take := func(c Counterfactual) {
		if id := fmt.Sprint(c.Row); len(rows) < per && !seen[id] {
			seen[id] = true
			rows = append(rows, slices.Clone(c.Row))
		}
	}
	for i, c := range good {
		if len(rows) == per {
			break
		}
		take(s.simplest(c, s.order(q.Key, i, 1)))
		take(c)
	}
	return rows, tally
}

// count adds an unrepaired counterfactual to the tally.
func count(t *Tally, s *searcher, c Counterfactual) {
	t.Drawn++
	if c.Class != s.target {
		return
	}
	t.Reached++
	if causal.AllHold(s.schema, s.rules, s.factual, c.Row) {
		t.Kept++
	}
	for i, r := range s.rules {
		if !r.Holds(s.schema, s.factual, c.Row) {
			t.Broken[i]++
		}
	}
}

// simplest undoes changes in the given order until undoing another one would lose the class or
// break a rule. If a rule ties two features, they are undone together. It starts by undoing half of
// the changes at a time, because usually only a few are needed.
func (s *searcher) simplest(c Counterfactual, order []int) Counterfactual {
	moved := func(row []float64) (n int) { // also counts computed features, which may be unnecessary too
		for j, x := range s.factual {
			n += b2i(row[j] != x)
		}
		return n
	}
	size := max(moved(c.Row)/2, 1)
	for {
		var of []int
		for _, j := range order {
			if c.Row[j] != s.factual[j] {
				of = append(of, j)
			}
		}
		before := moved(c.Row)
		for some := range slices.Chunk(of, size) {
			row := slices.Clone(c.Row)
			for _, j := range some {
				row[j] = s.factual[j]
			}
			if n := s.judge([][]float64{s.mend(row)})[0]; moved(n.Row) < moved(c.Row) && s.reaches(n) {
				c = n
			}
		}
		switch {
		case size > 1:
			size /= 2
		case moved(c.Row) == before:
			return c
		}
	}
}
