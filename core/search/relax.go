package search

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sorting"
)

// maxRelaxed limits how many rules are tried in pairs, and maxShrunk the number of rules up to
// which a larger set is reduced. relaxBoxes is the budget of the complete search for each
// attempt.
const (
	maxRelaxed = 8
	maxShrunk  = 40
	relaxBoxes = 1000
)

// relaxer repeats a search without some of the query's constraints.
type relaxer struct {
	Finder
	query Query
	tick  func() error
	found []Relaxation
}

// weight returns how costly it is to give up a rule. A person can drop a wish, rules for everyone
// weigh more, and facts that nobody can change weigh most.
type weight int

const (
	wish weight = iota // a person's limit
	own                // a person's rule between features
	rule               // a rule for everyone
	firm               // a rule for everyone that fixes a feature or lets it change only one way
	seen               // a rule against combinations that no row of the table shows
)

func weightOf(r causal.Rule) weight {
	switch {
	case r.Kind == causal.NeverSeen:
		return seen
	case r.Local && (len(r.Features()) == 1 || r.Kind == causal.MoveAtMost):
		return wish
	case r.Local:
		return own
	case r.Kind == causal.Immutable || r.Kind == causal.OnlyIncrease || r.Kind == causal.OnlyDecrease:
		return firm
	}
	return rule
}

// relax searches with some constraints removed: first one rule or the limits on changes, then two
// if one is not enough, then as few as it can find. It starts with the person's limits and own
// rules, continues with the rules for everyone, and ends with facts that nobody can change. It
// drops rules about unseen combinations only if nothing else helps. The proposals come in that
// order; among equals, the nearest first. Each proposal was found by a search without exactly the
// constraints that it names.
func (f Finder) relax(q Query, tick func() error) ([]Relaxation, error) {
	q.Boxes, q.Brief = min(q.Boxes, relaxBoxes), true
	r := relaxer{Finder: f, query: q, tick: tick}
	for most := wish; most <= firm; most++ {
		if err := r.upTo(most); err != nil {
			return nil, err
		}
	}
	if len(r.found) == 0 && slices.ContainsFunc(q.Rules, func(r causal.Rule) bool { return weightOf(r) == seen }) {
		every := make([]int, len(q.Rules))
		for i := range every {
			every[i] = i
		}
		if err := r.all(every); err != nil {
			return nil, err
		}
	}
	sorting.Stable(r.found, func(a, b Relaxation) int {
		return cmp.Or(cmp.Compare(r.heaviest(a), r.heaviest(b)), nearer(a.Row, b.Row))
	})
	return r.found, nil
}

// heaviest returns the weight of the heaviest rule that was given up.
func (r *relaxer) heaviest(x Relaxation) weight {
	most := wish
	for _, i := range x.Without {
		most = max(most, weightOf(r.query.Rules[i]))
	}
	return most
}

// upTo tries to drop each rule of the given weight alone and, if nothing was found so far,
// together with lighter ones.
func (r *relaxer) upTo(most weight) error {
	var these, all []int
	for i, rule := range r.query.Rules {
		if w := weightOf(rule); w <= most {
			all = append(all, i)
			if w == most {
				these = append(these, i)
			}
		}
	}
	limited := r.query.limited()
	if len(these) == 0 && (most > wish || !limited) {
		return nil
	}
	if most == wish && limited {
		if err := r.try(true); err != nil {
			return err
		}
	}
	for _, i := range these {
		if err := r.try(false, i); err != nil {
			return err
		}
	}
	if len(r.found) == 0 && len(all) <= maxRelaxed {
		for _, i := range these {
			if limited {
				if err := r.try(true, i); err != nil {
					return err
				}
			}
			for _, j := range all {
				if j != i && (j < i || !slices.Contains(these, j)) {
					if err := r.try(false, min(i, j), max(i, j)); err != nil {
						return err
					}
				}
			}
		}
	}
	if len(r.found) == 0 {
		return r.all(all)
	}
	return nil
}

// try searches without the given rules and records the result.
func (r *relaxer) try(wider bool, without ...int) error {
	rows, err := r.rows(wider, without, 1)
	if len(rows) > 0 {
		r.found = append(r.found, Relaxation{Without: without, Wider: wider, Row: rows[0]})
	}
	return err
}

func (r *relaxer) rows(wider bool, without []int, count int) ([]Counterfactual, error) {
	q := r.query
	q.Count, q.Apart, q.Rules = count, model.OtherWay, nil
	for i, rule := range r.query.Rules {
		if !slices.Contains(without, i) {
			q.Rules = append(q.Rules, rule)
		}
	}
	if wider {
		q.MaxChanged, q.MaxCost = 0, 0
	}
	found, err := r.search(q, r.tick)
	return found.Rows, err
}

// all searches without the given rules and the limits on changes. It takes the row that breaks the
// fewest rules, then restores constraints one by one as long as a row can still be found.
func (r *relaxer) all(every []int) error {
	const choice = 20
	rows, err := r.rows(true, every, choice)
	if len(rows) == 0 || err != nil {
		return err
	}
	best := Relaxation{Without: every}
	for i, row := range rows {
		if broken := r.broken(row.Row); i == 0 || len(broken) < len(best.Without) {
			best = Relaxation{Without: broken, Wider: r.tooMany(row), Row: row}
		}
	}
	for i := len(best.Without) - 1; i >= 0 && len(r.query.Rules) <= maxShrunk; i-- {
		less := slices.Delete(slices.Clone(best.Without), i, i+1)
		rows, err := r.rows(best.Wider, less, 1)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			best.Without, best.Row = less, rows[0]
		}
	}
	r.found = append(r.found, best)
	return nil
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
	s := searcher{factual: r.query.Row, joined: causal.Joined(r.query.Rules, r.query.Row)}
	return r.query.exceeds(c, s.counted(c))
}
