package search

import (
	"fmt"
	"slices"

	"causeway/core/causal"
)

// Cards prepares drawn rows for a person, whose time should not go into what is settled already.
// It repairs what the rules forbid, drops what then misses the target or breaks a rule, and takes
// back changes that neither class nor rules need. It returns at most per rows for each, all
// different. It reads only Row, Target, Rules and Key of the query.
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

// count counts a counterfactual as it was drawn.
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

// simplest sets changed features back, in the given order, until none can be without losing
// class or rules; features that rules tie to one go back with it. It begins with half of them
// at a time, because few of many changes are needed.
func (s *searcher) simplest(c Counterfactual, order []int) Counterfactual {
	moved := func(row []float64) (n int) { // followers count as well: they may be needless, too
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
