package cf

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// maxRelaxed bounds the rules of which pairs are tried, maxShrunk those that a
// larger set is made smaller by.
const (
	maxRelaxed = 8
	maxShrunk  = 40
)

// relaxer searches with less than a query asks for.
type relaxer struct {
	*Generator
	blackBox *nn.Classifier
	query    Query
	found    []Relaxation
}

// relax searches without one rule, or with any number of changes, and where that
// is not enough without two, and then without as few as it can.
func (g *Generator) relax(blackBox *nn.Classifier, q Query) []Relaxation {
	r := relaxer{Generator: g, blackBox: blackBox, query: q}
	limited := q.MaxChanged > 0
	if limited {
		r.try(true)
	}
	for i := range q.Rules {
		r.try(false, i)
	}
	if len(r.found) == 0 && len(q.Rules) <= maxRelaxed {
		for i := range q.Rules {
			if limited {
				r.try(true, i)
			}
			for j := range i {
				r.try(false, j, i)
			}
		}
	}
	if len(r.found) == 0 {
		r.all()
	}
	slices.SortStableFunc(r.found, func(a, b Relaxation) int { return nearer(a.Row, b.Row) })
	return r.found
}

// try searches without some of the rules and notes what it finds.
func (r *relaxer) try(wider bool, without ...int) bool {
	rows := r.rows(wider, without, 1)
	if len(rows) > 0 {
		r.found = append(r.found, Relaxation{without, wider, rows[0]})
	}
	return len(rows) > 0
}

func (r *relaxer) rows(wider bool, without []int, count int) []Counterfactual {
	q := r.query
	q.Count, q.Rules = count, nil
	for i, rule := range r.query.Rules {
		if !slices.Contains(without, i) {
			q.Rules = append(q.Rules, rule)
		}
	}
	if wider {
		q.MaxChanged = 0
	}
	return r.search(r.blackBox, q).Rows
}

// all searches without any rule and limit, takes the row that breaks the fewest
// rules, and puts back what a row can be found with all the same.
func (r *relaxer) all() {
	const choice = 20
	every := make([]int, len(r.query.Rules))
	for i := range every {
		every[i] = i
	}
	rows := r.rows(true, every, choice)
	if len(rows) == 0 {
		return
	}
	best := Relaxation{Without: every}
	for i, row := range rows {
		if broken := r.broken(row.Row); i == 0 || len(broken) < len(best.Without) {
			best = Relaxation{broken, r.tooMany(row), row}
		}
	}
	for i := len(best.Without) - 1; i >= 0 && len(r.query.Rules) <= maxShrunk; i-- {
		less := slices.Delete(slices.Clone(best.Without), i, i+1)
		if rows := r.rows(best.Wider, less, 1); len(rows) > 0 {
			best = Relaxation{less, best.Wider, rows[0]}
		}
	}
	r.found = append(r.found, best)
}

// broken lists the rules that a row breaks.
func (r *relaxer) broken(row []float64) []int {
	var list []int
	for i, rule := range r.query.Rules {
		if !causal.AllHold(r.schema, []causal.Rule{rule}, r.query.Row, row) {
			list = append(list, i)
		}
	}
	return list
}

func (r *relaxer) tooMany(c Counterfactual) bool {
	return r.query.MaxChanged > 0 && c.Changed > r.query.MaxChanged
}
