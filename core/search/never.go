package search

import (
	"slices"

	"causeway/core/causal"
)

// The functions in this file handle features that must move together, because of rules against
// combinations that no row of the table shows. If one such feature moves or moves back, the other
// has to do the same.

// goAlong moves the second feature of a NeverSeen rule if the first one moved; otherwise it
// resets it.
func (s *searcher) goAlong(r *causal.Rule, row []float64) {
	j, k := r.Feature, r.Other
	switch {
	case row[j] == s.factual[j]:
		row[k] = s.factual[k]
	case !s.setAllowed(r, row, k, 0):
		row[j], row[k] = s.factual[j], s.factual[k]
	}
}

// setAllowed sets feature k of a NeverSeen rule to a value that keeps the rule: the factual value
// if possible, otherwise the first one that works. It skips the first after of these values.
func (s *searcher) setAllowed(r *causal.Rule, row []float64, k, after int) bool {
	if s.computed(k) {
		return false
	}
	old, d, x := row[k], &s.domains[k], s.factual[k]
	keeps := func(v float64) bool {
		row[k] = v
		if !d.Has(v) || !r.Holds(s.schema, s.factual, row) {
			return false
		}
		after--
		return after < 0
	}
	f := &s.schema.Features[k]
	list := [...]float64{x, x, x, x}
	if f.Kind.Numeric() {
		list = [...]float64{x, f.Round(min(max(x, r.Min), r.Max)), f.Round(r.Max + f.Step()), f.Round(r.Min - f.Step())}
	}
	for i, v := range list {
		if !slices.Contains(list[:i], v) && keeps(v) {
			return true
		}
	}
	for l := range f.Levels {
		if v := float64(l); v != x && keeps(v) {
			return true
		}
	}
	row[k] = old
	return false
}

// release resets the features whose changes are no longer allowed once feature j is reset.
func (s *searcher) release(row []float64, j int) {
	s.index()
	for _, i := range s.on[j] {
		switch r := &s.rules[i]; r.Kind {
		case causal.NeverSeen, causal.Inequality, causal.Cardinality:
			if s.holds(i, row) {
				continue
			}
			for _, k := range s.watched[i].features {
				if row[k] != s.factual[k] && !s.computed(k) {
					row[k] = s.factual[k]
					s.release(row, k)
				}
			}
		}
	}
}

// goingAlong is how many ways of moving the other features are tried for each change.
const goingAlong = 3

// withAlong takes a row in which only feature j changed. If other features have to change because
// of it, withAlong appends rows in which they do; otherwise it appends none.
func (s *searcher) withAlong(rows [][]float64, row []float64, j int) [][]float64 {
	s.index()
	for after := range goingAlong {
		to, moved, free := row, []int{j}, 0
		for at := 0; at < len(moved); at++ {
			for _, i := range s.on[moved[at]] {
				r := &s.rules[i]
				if r.Kind != causal.NeverSeen || s.holds(i, to) {
					continue
				}
				k := r.Feature + r.Other - moved[at]
				if &to[0] == &row[0] {
					to = s.keep(row)
				}
				if slices.Contains(moved, k) || !s.setAllowed(r, to, k, after) &&
					(after == 0 || !s.setAllowed(r, to, k, 0)) {
					return rows
				}
				if moved = append(moved, k); r.Withholds(s.schema) && k == r.Other {
					free++
				}
			}
		}
		if len(moved) == 1 || s.most > 0 && len(moved)-free > s.most {
			return rows
		}
		rows = append(rows, to)
	}
	return rows
}
