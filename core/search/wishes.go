package search

import (
	"cmp"
	"slices"

	"causeway/core/sorting"
)

// hard is the effort from which on the search avoids a feature if it can.
const hard = 2

// limited extends the best rows with rows that avoid hard features and, if the number of changes
// is limited, with rows of few changes. It drops rows that exceed a limit.
//
//	near  candidates that reach the target
func (s *searcher) limited(best, near []Counterfactual, count int) []Counterfactual {
	if fixed := s.hardOnes(); slices.Contains(fixed, true) && s.width <= climbWidth {
		best = s.rank(append(rowsOf(best), s.without(fixed, near)...))
	}
	if best = s.allowedOnly(best); s.most > 0 && len(s.diverse(best, count)) < count {
		best = s.allowedOnly(s.rank(append(rowsOf(best), s.rowsOfFewChanges()...)))
	}
	return best
}

// limited reports whether a query limits the number of changes or their cost.
func (q Query) limited() bool { return q.MaxChanged > 0 || q.MaxCost > 0 }

// exceeds reports whether a row changes more features or costs more than the query allows. changed
// is the result of counted.
func (q Query) exceeds(c Counterfactual, changed int) bool {
	return q.MaxChanged > 0 && changed > q.MaxChanged ||
		q.MaxCost > 0 && c.Cost > q.MaxCost+float64(1e-9*(1+q.MaxCost))
}

// permits reports whether a row keeps the limits.
func (s *searcher) permits(c Counterfactual) bool {
	return !Query{MaxChanged: s.most, MaxCost: s.dearest}.exceeds(c, s.counted(c))
}

// allowedOnly drops the rows of a list that exceed the limits.
func (s *searcher) allowedOnly(list []Counterfactual) []Counterfactual {
	return slices.DeleteFunc(list, func(c Counterfactual) bool { return !s.permits(c) })
}

func (s *searcher) hardOnes() []bool {
	fixed := make([]bool, len(s.effort))
	for j, e := range s.effort {
		fixed[j] = e >= hard
	}
	return fixed
}

// Limits of rowsOfFewChanges: the sets of changes kept per step, the steps, and the rows taken
// per step.
const (
	fewWidth = 48
	fewSteps = 4
	fewFound = 16
)

// rowsOfFewChanges looks for rows with at most s.most changed features. It extends sets of
// changes by one feature at a time and keeps those in which the target has the largest lead.
func (s *searcher) rowsOfFewChanges() [][]float64 {
	if s.width > climbWidth {
		return nil
	}
	var found [][]float64
	front := [][]float64{s.factual}
	for range min(s.most+b2i(s.joined != nil), fewSteps) {
		var reached []Counterfactual
		reached, front = s.widen(front, s.most, fewWidth)
		for _, c := range reached[:min(len(reached), fewFound)] {
			found = append(found, s.pull(c, nil).Row)
		}
	}
	return found
}

// lastWidth is the number of sets of changes that searchOutwards keeps per step.
const lastWidth = 8

// searchOutwards looks for rows if samples and climbs found none. It starts from the factual and
// changes one more feature per step.
func (s *searcher) searchOutwards() [][]float64 {
	if s.width > climbWidth || s.most > 0 { // rowsOfFewChanges does the same
		return nil
	}
	front := [][]float64{s.factual}
	for range s.factual {
		var reached []Counterfactual
		if reached, front = s.widen(front, len(s.factual), lastWidth); len(reached) > 0 {
			return rowsOf(reached)
		}
	}
	return nil
}

// widen changes one more feature of every row. It returns the rows that reach the target with at
// most most changes, nearest first, and up to width rows to continue with.
func (s *searcher) widen(front [][]float64, most, width int) (reached []Counterfactual, next [][]float64) {
	var rows [][]float64
	for _, row := range front {
		fixed := make([]bool, len(row))
		for j, v := range row {
			fixed[j] = v != s.factual[j]
		}
		rows = s.changes(rows, row, fixed, s.with)
		rows = append(rows, s.ends(row, fixed)...)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	var rest []Counterfactual
	for _, c := range s.judge(rows) {
		switch {
		case c.Changed == 0 || s.counted(c) > most:
		case s.reaches(c):
			reached = append(reached, c)
		default:
			rest = append(rest, c)
		}
	}
	sorting.Stable(reached, nearer)
	sorting.Stable(rest, func(a, b Counterfactual) int {
		return cmp.Compare(leads(b, s.target), leads(a, s.target))
	})
	return reached, rowsOf(rest[:min(len(rest), width)])
}

// ends returns the rows with one number at an end of its domain.
func (s *searcher) ends(row []float64, fixed []bool) [][]float64 {
	var rows [][]float64
	for j, f := range s.schema.Features {
		if d := s.domains[j]; f.Kind.Numeric() && !fixed[j] && !d.Empty() {
			rows = append(rows, s.mend(s.with(row, j, s.inside(j, d.Min))), s.mend(s.with(row, j, s.inside(j, d.Max))))
		}
	}
	return rows
}
