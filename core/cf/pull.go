package cf

import (
	"slices"

	"causeway/core/kernel"
)

// maxPulled bounds the candidates that are pulled towards the factual, each in
// pullOrders orders, so that one candidate can end in several sets of changes.
const (
	maxPulled  = 64
	pullOrders = 4
)

// nearest pulls candidates towards the factual and ranks what comes of it.
func (s *searcher) nearest(candidates []Counterfactual, key kernel.Key) []Counterfactual {
	var rows [][]float64
	for i, c := range candidates {
		for o := range pullOrders {
			rows = append(rows, s.pull(c, s.order(key, i, o)).Row)
		}
	}
	varied := s.rank(s.vary(s.rank(rows)))
	rows = rows[:0]
	for _, c := range varied {
		rows = append(rows, s.pull(c, nil).Row)
	}
	return s.rank(rows)
}

// vary adds to pulled rows those with another level in the place of a changed
// one: the generator settles on one level where several would do.
func (s *searcher) vary(cs []Counterfactual) [][]float64 {
	var rows [][]float64
	for _, c := range cs {
		rows = append(rows, c.Row)
		for j, f := range s.schema.Features {
			if c.Row[j] == s.factual[j] {
				continue
			}
			for l := range f.Levels {
				if v := float64(l); v != c.Row[j] && v != s.factual[j] {
					rows = append(rows, s.mend(with(c.Row, j, v)))
				}
			}
		}
	}
	return rows
}

// order is the order in which pull tries to set features back: the dearest
// first for order 0, drawn at random for the others.
func (s *searcher) order(key kernel.Key, candidate, o int) []int {
	if o == 0 {
		return nil
	}
	p := make([]int, len(s.groups))
	key.Sub(streamPull).Sub(uint64(candidate)).Sub(uint64(o)).Perm(p)
	return p
}

// pull sets changed features back, in the given order or the dearest that the
// class allows first, until none can be, and then moves the changed numbers
// towards the factual.
func (s *searcher) pull(c Counterfactual, order []int) Counterfactual {
	for {
		var tries [][]float64
		for i := range s.factual {
			j := i
			if order != nil {
				j = order[i]
			}
			if c.Row[j] != s.factual[j] {
				tries = append(tries, with(c.Row, j, s.factual[j]))
			}
		}
		next, ok := s.better(tries, order == nil)
		if !ok {
			break
		}
		c = next
	}
	for j, f := range s.schema.Features {
		if f.Kind.Numeric() && c.Row[j] != s.factual[j] {
			c = s.approach(c, j)
		}
	}
	return c
}

// better is the first of the rows, or the one with the least cost, that reaches
// the target and differs from the factual.
func (s *searcher) better(rows [][]float64, cheapest bool) (best Counterfactual, ok bool) {
	if len(rows) == 0 {
		return best, false
	}
	for _, c := range s.judge(rows) {
		if !s.reaches(c) || ok && c.Cost >= best.Cost {
			continue
		}
		best, ok = c, true
		if !cheapest {
			break
		}
	}
	return best, ok
}

// approach moves number j towards the factual by bisection while the class
// holds.
func (s *searcher) approach(c Counterfactual, j int) Counterfactual {
	f := s.schema.Features[j]
	for lo := s.factual[j]; ; {
		mid := f.Round((lo + c.Row[j]) / 2)
		if mid == lo || mid == c.Row[j] {
			return c
		}
		if t := s.judge([][]float64{with(c.Row, j, mid)})[0]; s.reaches(t) {
			c = t
		} else {
			lo = mid
		}
	}
}

func with(row []float64, j int, v float64) []float64 {
	r := slices.Clone(row)
	r[j] = v
	return r
}

// The steps of a climb, the candidates that it starts from, and the changes of
// numbers that it tries, in MADs.
const (
	climbSteps  = 5
	climbStarts = 8
	climbWidth  = 1000 // encoded inputs above which a table is too wide to climb
)

var climbMADs = [...]float64{-4, -2, -1, 1, 2, 4}

// avoid looks for rows that reach the target without changes that the given
// rows make: without each of the features that they change, and then without
// any of them, again and again as rows are found.
func (s *searcher) avoid(best, candidates []Counterfactual) [][]float64 {
	if s.width > climbWidth {
		return nil
	}
	var rows [][]float64
	all := make([]bool, len(s.factual))
	for j := range s.factual {
		if slices.ContainsFunc(best, func(c Counterfactual) bool { return c.Row[j] != s.factual[j] }) {
			all[j] = true
			fixed := make([]bool, len(s.factual))
			fixed[j] = true
			rows = append(rows, s.without(fixed, candidates)...)
		}
	}
	for grows := true; grows; {
		grows = false
		for _, row := range s.without(all, nil) {
			rows = append(rows, row)
			for j, v := range row {
				if v != s.factual[j] && !all[j] {
					all[j], grows = true, true
				}
			}
		}
	}
	return rows
}

// without climbs from the factual and from candidates with the fixed features
// set back.
func (s *searcher) without(fixed []bool, candidates []Counterfactual) [][]float64 {
	rows := s.climb(s.factual, fixed)
	for _, c := range candidates[:min(len(candidates), climbStarts)] {
		start := slices.Clone(c.Row)
		for j, f := range fixed {
			if f {
				start[j] = s.factual[j]
			}
		}
		rows = append(rows, s.climb(start, fixed)...)
	}
	return rows
}

// climb changes one feature at a time, the one by which the target's lead grows
// most, until the row reaches the target, and pulls it back from there. It leaves
// fixed features alone and returns no row where it does not get there.
func (s *searcher) climb(row []float64, fixed []bool) [][]float64 {
	for range climbSteps {
		tries := append(s.changes(row, fixed), row)
		var next Counterfactual
		lead := -2.0
		for _, c := range s.judge(tries) {
			if l := c.leads(s.target); l > lead {
				next, lead = c, l
			}
		}
		if s.reaches(next) {
			return [][]float64{s.pull(next, nil).Row}
		}
		row = next.Row
	}
	return nil
}

// changes are the rows with one feature changed that is not fixed.
func (s *searcher) changes(row []float64, fixed []bool) [][]float64 {
	var rows [][]float64
	for j, f := range s.schema.Features {
		if fixed[j] {
			continue
		}
		if f.Kind.Numeric() {
			for _, d := range climbMADs {
				v := f.Round(min(max(s.factual[j]+float64(d*f.MAD), f.Min), f.Max))
				rows = append(rows, s.mend(with(row, j, v)))
			}
		}
		for l := range f.Levels {
			rows = append(rows, s.mend(with(row, j, float64(l))))
		}
	}
	return rows
}
