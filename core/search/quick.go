package search

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/nn"
)

// Quick makes counterfactuals in a single pass of a generator, without a search, and checks each of
// them. The result for a row depends only on the row and the query.
type Quick struct {
	layout
	blackBox blackbox.BlackBox
	query    Query
	follows  []bool
	each     int // proposals per row
	propose  func(rows [][]float64, target []int) [][]float64
}

// NewQuick returns a Quick that tries the given number of proposals for each row, with the same
// query for all rows. It ignores Row, Target and Budget of the query.
func NewQuick(s data.Schema, b blackbox.BlackBox, q Query, each int,
	propose func(rows [][]float64, target []int) [][]float64) *Quick {
	return &Quick{newLayout(s).fine(q.Rules), b, q, causal.Follows(s, q.Rules), each, propose}
}

// stretches are factors applied to the changes of numbers if a row reaches the target, but not by
// the required lead.
var stretches = [...]float64{1.02, 1.05, 1.1, 1.2, 1.35, 1.6, 2, 3}

// Answer returns a counterfactual for each row that it can answer. A counterfactual reaches the
// target class with the required lead, observes the limit on changes, and keeps the rules of the
// query and of the row. Answer takes the nearest such proposal. If none qualifies, it moves the
// numbers of a proposal further until it qualifies. Nearer counterfactuals may exist.
//
//	target the class to reach, one per row  own additional rules for row i
func (k *Quick) Answer(rows [][]float64, target []int, own func(i int) []causal.Rule) ([]Counterfactual, []bool) {
	s := searcher{layout: k.layout, blackBox: k.blackBox, pass: k.blackBox.Pass(), effort: k.query.Effort}
	best, found := make([]Counterfactual, len(rows)), make([]bool, len(rows))
	proposed := k.propose(rows, target)
	var of []int
	var tries [][]float64
	for n, c := range proposed {
		if i := n / k.each; c != nil {
			of, tries = append(of, i), append(tries, c)
		}
	}
	just, near := make([]Counterfactual, len(rows)), make([]bool, len(rows)) // reach the target by any lead
	k.judge(&s, rows, target, own, of, tries, func(i int, c Counterfactual) {
		if !near[i] || nearer(c, just[i]) < 0 {
			just[i], near[i] = c, true
		}
		if k.clear(c, target[i]) && (!found[i] || nearer(c, best[i]) < 0) {
			best[i], found[i] = c, true
		}
	})
	of, tries = of[:0], nil
	for i, c := range just {
		if !near[i] || found[i] {
			continue
		}
		for _, by := range stretches {
			of, tries = append(of, i), append(tries, k.stretched(rows[i], c.Row, by))
		}
	}
	k.judge(&s, rows, target, own, of, tries, func(i int, c Counterfactual) {
		if !found[i] && k.clear(c, target[i]) {
			best[i], found[i] = c, true
		}
	})
	return best, found
}

// clear reports whether a counterfactual has the required lead and share.
func (k *Quick) clear(c Counterfactual, target int) bool {
	return leads(c, target) >= k.query.Lead && c.Shares[target] >= k.query.Least
}

// judge predicts tries, which are sorted by row, and calls tell for each that reaches the target
// and keeps the rules.
func (k *Quick) judge(s *searcher, rows [][]float64, target []int, own func(i int) []causal.Rule, of []int,
	tries [][]float64, tell func(i int, c Counterfactual)) {
	entered := -1
	for len(tries) > 0 {
		some := min(len(tries), judgedAtOnce)
		for e := 0; anyTrue(k.follows) && e < some; e++ {
			tries[e] = slices.Clone(tries[e])
			causal.Compute(k.schema, k.query.Rules, rows[of[e]], tries[e])
		}
		n, classes := whole(some), k.blackBox.Classes()
		shares, best := s.pass.Shares(s.encodeInto(&s.x, tries[:some], n), n), make([]int, n)
		nn.Best(shares, best)
		for e, i := range of[:some] {
			if best[e] != target[i] {
				continue
			}
			if entered != i {
				k.enter(s, rows[i], target[i], own(i))
				entered = i
			}
			c := Counterfactual{Row: slices.Clone(tries[e]), Class: best[e]}
			for class := range classes {
				c.Shares = append(c.Shares, float64(shares[class*n+e]))
			}
			if s.measure(&c); s.reaches(c) && !k.query.exceeds(c, s.counted(c)) {
				tell(i, c)
			}
		}
		of, tries = of[some:], tries[some:]
	}
}

// enter prepares a searcher for a new row.
func (k *Quick) enter(s *searcher, row []float64, target int, own []causal.Rule) {
	s.factual, s.target, s.follows, s.watched, s.on, s.domains = row, target, k.follows, nil, nil, nil
	s.rules = append(k.query.Rules[:len(k.query.Rules):len(k.query.Rules)], own...)
	s.base, s.joined = causal.NewBase(k.schema, s.rules, row), causal.Joined(s.rules, row)
	if anyTrue(k.follows) {
		s.domains, _ = causal.Domains(k.schema, s.rules, row)
	}
}

// stretched moves the changed numbers of a row further from the factual.
func (k *Quick) stretched(x, row []float64, by float64) []float64 {
	row = slices.Clone(row)
	for j, f := range k.schema.Features {
		if f.Kind.Numeric() && row[j] != x[j] {
			row[j] = f.Round(min(max(x[j]+float64((row[j]-x[j])*by), f.Min), f.Max))
		}
	}
	return row
}
