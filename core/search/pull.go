package search

import (
	"cmp"
	"slices"

	"causeway/core/kernel"
)

// maxPulled limits how many candidates are pulled towards the factual. Each is pulled in
// pullOrders different orders, so that one candidate can lead to several sets of changes.
const (
	maxPulled  = 64
	pullOrders = 4
)

// nearest pulls candidates towards the factual and ranks the results.
func (s *searcher) nearest(candidates []Counterfactual, key kernel.Key) []Counterfactual {
	starts, orders := s.found.list(pullOrders*len(candidates)), s.lists.list(pullOrders*len(candidates))
	for i, c := range candidates {
		for o := range pullOrders {
			if o > 0 && c.Changed > manyChanged {
				break // thin chooses the order for this row
			}
			starts, orders = append(starts, c), append(orders, s.order(key, i, o))
		}
	}
	varied := s.rank(s.vary(s.rank(rowsOf(s.pullAll(starts, orders)))))
	orders = s.lists.take(len(varied))
	clear(orders)
	return s.rank(rowsOf(s.pullAll(varied, orders)))
}

// vary takes pulled rows and adds copies of them in which a changed feature has another level.
// The generator tends to propose a single level even if several would work.
func (s *searcher) vary(cs []Counterfactual) [][]float64 {
	var rows [][]float64
	for _, c := range cs {
		rows = append(rows, c.Row)
		for j, f := range s.schema.Features {
			if c.Row[j] == s.factual[j] || s.computed(j) {
				continue
			}
			for l := range f.Levels {
				if v := float64(l); v != c.Row[j] && v != s.factual[j] {
					rows = append(rows, s.mend(s.with(c.Row, j, v)))
				}
			}
		}
	}
	return rows
}

// order returns the order in which pull tries to reset features: nil for order 0, which means the
// most expensive first, and a random one otherwise.
func (s *searcher) order(key kernel.Key, candidate, o int) []int {
	if o == 0 {
		return nil
	}
	p := s.ints.take(len(s.factual))
	key.Sub(streamPull).Sub(uint64(candidate)).Sub(uint64(o)).Perm(p)
	return p
}

// pull resets changed features in the given order, or the most expensive first, until every
// remaining change is needed for the class. Then it moves the changed numbers towards the
// factual.
func (s *searcher) pull(c Counterfactual, order []int) Counterfactual {
	return s.pullAll([]Counterfactual{c}, [][]int{order})[0]
}

// askedFirst is the number of changes of a row that are tested for necessity in the first batch.
// Usually one of them is unnecessary. If not, each further batch is twice as large.
const askedFirst = 8

// pullAll pulls every candidate in its order. The candidates advance together, because the black
// box predicts many rows in little more time than one.
func (s *searcher) pullAll(cs []Counterfactual, orders [][]int) []Counterfactual {
	cs = s.found.copy(cs)
	s.thin(cs)
	open, backs := s.ints.take(len(cs)), s.lists.take(len(cs))
	for i := range open {
		open[i] = i
	}
	for len(open) > 0 {
		for _, i := range open {
			if backs[i] = s.backs(cs[i].Row, orders[i]); orders[i] == nil {
				s.dearestFirst(cs[i].Row, backs[i])
			}
		}
		moved := s.ints.list(len(open))
		for most := askedFirst; len(open) > 0; most *= 2 {
			tries := s.tries[:0]
			s.room = s.room[:0]
			for _, i := range open {
				tries = s.setBack(tries, cs[i].Row, backs[i][:min(most, len(backs[i]))])
			}
			s.tries = tries
			asked, from := s.askOnce(tries), 0
			missed := open[:0]
			for _, i := range open {
				to := from + min(most, len(backs[i]))
				place := s.place[from:to]
				from, backs[i] = to, backs[i][len(place):]
				reaches := func(n int) bool {
					if asked[n].Class != s.target {
						return false // most rows stop here, so they need no measuring
					}
					s.measure(&asked[n])
					return s.reaches(asked[n])
				}
				if n := slices.IndexFunc(place, reaches); n >= 0 {
					cs[i] = asked[place[n]]
					cs[i].Row = s.keep(cs[i].Row)
					s.looked += len(backs[i]) * s.width // as if all had been predicted, see until
					moved = append(moved, i)
				} else if len(backs[i]) > 0 {
					missed = append(missed, i)
				}
			}
			open = missed
		}
		open = moved
	}
	each, place := s.distinct(cs)
	for j, f := range s.schema.Features {
		if f.Kind.Numeric() && !s.computed(j) {
			s.approach(each, j)
		}
	}
	for i := range cs {
		cs[i] = each[place[i]]
	}
	return cs
}

// distinct returns every different row once, and for each of cs the index of its row. Many
// candidates end at the same row.
func (s *searcher) distinct(cs []Counterfactual) (each []Counterfactual, place []int) {
	place, each = s.ints.take(len(cs)), s.found.list(len(cs))
	for _, i := range s.unique(len(cs), func(i int) []float64 { return cs[i].Row }, place) {
		each = append(each, cs[i])
	}
	return each, place
}

// backs returns the changed features of a row that can be reset, in the given order.
func (s *searcher) backs(row []float64, order []int) []int {
	n := 0
	for j, x := range s.factual {
		n += b2i(row[j] != x)
	}
	list := s.ints.list(n)
	for i := range s.factual {
		j := i
		if order != nil {
			j = order[i]
		}
		if row[j] != s.factual[j] && !s.computed(j) {
			list = append(list, j)
		}
	}
	return list
}

// setBack appends, for each given feature, the row with that feature reset, together with
// everything that depends on its change. The rows are temporary, as from try.
func (s *searcher) setBack(rows [][]float64, row []float64, backs []int) [][]float64 {
	for _, j := range backs {
		back := s.try(row, j, s.factual[j])
		s.release(back, j)
		rows = append(rows, back)
	}
	return rows
}

// dearestFirst sorts the features in backs by what the row would cost without their change.
func (s *searcher) dearestFirst(row []float64, backs []int) {
	each, without := s.numbers.take(len(backs)), s.numbers.take(len(row))
	clear(without)
	for n, j := range backs {
		each[n] = changeCost(&s.schema.Features[j], effortOf(s.effort, j), s.factual[j], row[j])
	}
	for n, j := range backs {
		for m, c := range each {
			if m != n {
				without[j] += c // in the same order as Measure
			}
		}
	}
	slices.SortStableFunc(backs, func(a, b int) int { return cmp.Compare(without[a], without[b]) })
}

// approach moves number j of every row towards the factual by bisection as long as the row
// remains a counterfactual.
func (s *searcher) approach(cs []Counterfactual, j int) {
	f := s.schema.Features[j]
	lo := make([]float64, len(cs))
	for i := range lo {
		lo[i] = s.factual[j]
	}
	open, tries := make([]int, 0, len(cs)), make([][]float64, 0, len(cs))
	for {
		open, tries = open[:0], tries[:0]
		for i := range cs {
			row := cs[i].Row
			if row[j] == lo[i] {
				continue
			}
			if mid := f.Round((lo[i] + row[j]) / 2); mid != lo[i] && mid != row[j] {
				open, tries = append(open, i), append(tries, s.with(row, j, mid))
			}
		}
		if len(open) == 0 {
			return
		}
		for n, c := range s.judge(tries) {
			if s.reaches(c) {
				cs[open[n]] = c
			} else {
				lo[open[n]] = c.Row[j]
			}
		}
	}
}

// with returns a copy of a row with feature j set to v.
func (s *searcher) with(row []float64, j int, v float64) []float64 {
	r := s.keep(row)
	r[j] = v
	return r
}

// keep returns a copy of a row that is valid for the whole search.
func (s *searcher) keep(row []float64) []float64 { return s.numbers.copy(row) }

// try returns a copy of a row with feature j set to v, in a buffer that is reused. It is valid
// only until the next rows are tried; keep preserves it.
func (s *searcher) try(row []float64, j int, v float64) []float64 {
	at := len(s.room)
	s.room = append(s.room, row...)
	r := s.room[at:len(s.room):len(s.room)]
	r[j] = v
	return r
}

// climbSteps and climbStarts limit the steps of a climb and the candidates to start from.
// climbMADs lists the changes of numbers to try, in MADs.
const (
	climbSteps  = 5
	climbStarts = 8
	climbWidth  = 1000 // no climbing in tables with more encoded inputs than this
	climbInputs = 30e6 // no further climb to avoid a change starts after this many encoded inputs
)

var climbMADs = [...]float64{-4, -2, -1, 1, 2, 4}

// avoid looks for rows that reach the target without the changes of the given rows: first without
// each changed feature in turn, then without all of them. It repeats the last step with the
// features that newly found rows change.
func (s *searcher) avoid(best, candidates []Counterfactual) [][]float64 {
	if s.width > climbWidth {
		return nil
	}
	var rows [][]float64
	all := make([]bool, len(s.factual))
	for j := range s.factual {
		if !s.computed(j) && slices.ContainsFunc(best,
			func(c Counterfactual) bool { return c.Row[j] != s.factual[j] }) {
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
				if v != s.factual[j] && !all[j] && !s.computed(j) {
					all[j], grows = true, true
				}
			}
		}
	}
	return rows
}

// without climbs from the factual, and from candidates after resetting the fixed features. It
// stops once climbInputs is spent, because with hundreds of features a single climb examines a
// thousand rows.
func (s *searcher) without(fixed []bool, candidates []Counterfactual) [][]float64 {
	if s.looked > s.until {
		return nil
	}
	rows := s.climb(s.factual, fixed)
	for _, c := range candidates[:min(len(candidates), climbStarts)] {
		if s.looked > s.until {
			break
		}
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

// climb changes one feature at a time, always the one that increases the target's lead most, until
// the row reaches the target. Then it pulls the row back. It never changes fixed features. If the
// climb does not reach the target, climb returns nothing.
func (s *searcher) climb(row []float64, fixed []bool) [][]float64 {
	for range climbSteps {
		s.room = s.room[:0]
		s.tries = append(s.changes(s.tries[:0], row, fixed, s.try), row)
		var next Counterfactual
		lead := -2.0
		for _, c := range s.judge(s.tries) {
			if l := leads(c, s.target); l > lead {
				next, lead = c, l
			}
		}
		if &next.Row[0] != &row[0] {
			next.Row = s.keep(next.Row)
		}
		if s.reaches(next) {
			return [][]float64{s.pull(next, nil).Row}
		}
		row = next.Row
	}
	return nil
}

// changes appends the rows that differ from row in one more feature that is not fixed. It creates
// them by calling with.
func (s *searcher) changes(rows [][]float64, row []float64, fixed []bool,
	with func(row []float64, j int, v float64) []float64) [][]float64 {
	mend := func(row []float64, j int) []float64 { return s.mend(row) }
	if s.keeps(row) {
		mend = s.mendOne
	}
	for j, f := range s.schema.Features {
		if fixed[j] || s.computed(j) {
			continue
		}
		if f.Kind.Numeric() {
			for _, d := range climbMADs {
				v := f.Round(min(max(s.factual[j]+float64(d*f.MAD), f.Min), f.Max))
				rows = append(rows, mend(with(row, j, v), j))
			}
		}
		for l := range f.Levels {
			rows = append(rows, mend(with(row, j, float64(l)), j))
		}
	}
	return rows
}
