package project

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/sorting"
)

// Limits of the search for reasons.
const (
	reasonBoxes  = 500    // for each complete search
	reasonSets   = 600    // most sets of features to try
	reasonValues = 100    // most values of a number to try for its responsiveness
	fixedBoxes   = 20_000 // to decide whether any change would help
)

// Reasons prepares the reasons for a prediction: which features, alone or in small sets, lead to
// the requested class when they change. Any lead of the class is enough. Like Search, Reasons
// returns an error at once if the query is invalid.
func (p *Project) Reasons(row []float64, q Query) (func(tick func() error) (document.Reasons, error), error) {
	problem, err := p.completely(row, q)
	if err != nil {
		return nil, err
	}
	return (&reasons{problem: problem}).find, nil
}

// Case returns the results for the notice of a row: those of Explain and of Reasons. Both are empty, without even a
// factual, if the row already meets the query's goal.
func (p *Project) Case(row []float64, q Query, tick func() error) (x document.Explained, r document.Reasons,
	err error) {
	if is, err := p.reached(row, q); is || err != nil {
		return x, r, err
	}
	find, err := p.Reasons(row, q)
	if err != nil {
		return x, r, err
	}
	if x, err = p.Explain(row, q, tick); err != nil {
		return x, r, err
	}
	r, err = find(tick)
	return x, r, err
}

// reached reports whether a row already meets a query's goal.
func (p *Project) reached(row []float64, q Query) (bool, error) {
	if err := p.Trained(); err != nil {
		return false, err
	}
	if err := p.CheckRow(row); err != nil {
		return false, err
	}
	p, q, err := p.toward(row, q)
	return err == nil && p.Ask(row)[0].Class == q.Target, err
}

// reasons finds the reasons for one row.
type reasons struct {
	problem exact.Problem
	clear   *exact.Clear
	follows []bool
	base    *causal.Base
	tick    func() error
}

func (r *reasons) find(tick func() error) (out document.Reasons, err error) {
	p := &r.problem
	r.tick, r.follows, r.base = tick, causal.Follows(p.Schema, p.Rules), causal.NewBase(p.Schema, p.Rules, p.Factual)
	r.clear = exact.NewClear(p.Schema, p.BlackBox)
	p.Clear = r.clear
	out = document.Reasons{Row: p.Factual, Target: p.Target}
	bounded := exact.CanBound(p.BlackBox)
	if bounded {
		if out.Fixed, err = r.fixed(); err != nil {
			return out, err
		}
	}
	domains, _ := causal.Domains(p.Schema, p.Rules, p.Factual)
	for j := range p.Schema.Features {
		if r.follows[j] {
			continue
		}
		if err := tick(); err != nil {
			return out, err
		}
		x := document.Reason{Feature: j, Alone: document.No, Locked: domains[j].Single()}
		switch {
		case x.Locked:
			x.Against = r.against(j)
		case out.Fixed == document.No || !bounded: // a row that reaches the class is known
			x.Tried, x.Reached, x.Levels = r.responds(j, domains[j])
			if x.Alone, x.Row, x.Cost, err = r.alone([]int{j}); err == nil && x.Row != nil {
				x.Low, x.High, err = widen(*p, x.Row, tick)
			}
		}
		if err != nil {
			return out, err
		}
		out.Each = append(out.Each, x)
	}
	if out.Fixed == document.No {
		err = r.sets(&out)
	}
	return out, err
}

// fixed decides whether the rules exclude every row of the class.
func (r *reasons) fixed() (document.Known, error) {
	s, err := exact.New(r.problem)
	if err == nil {
		err = s.Any(s.Budget(fixedBoxes), r.tick)
	}
	switch {
	case err != nil:
		return document.Undecided, err
	case s.Best() != nil:
		return document.No, nil
	case s.Done():
		return document.Yes, nil
	}
	return document.Undecided, nil
}

// alone searches for the nearest row of the class by actions on the given features only.
func (r *reasons) alone(features []int) (is document.Known, row []float64, cost float64, err error) {
	if !exact.CanBound(r.problem.BlackBox) {
		return document.Undecided, nil, 0, nil
	}
	found, decided, err := exact.Only(r.problem, features, reasonBoxes, r.tick)
	switch {
	case err != nil:
		return document.Undecided, nil, 0, err
	case found != nil:
		return document.Yes, found.Values, found.Cost, nil
	case decided:
		return document.No, nil, 0, nil
	}
	return document.Undecided, nil, 0, nil
}

// values returns the values of a feature to try: all levels, or a limited choice of numbers.
func values(f *data.Feature, d causal.Domain) (list []float64) {
	if d.Levels != nil {
		for l, in := range d.Levels {
			if in {
				list = append(list, float64(l))
			}
		}
		return list
	}
	n := min(math.Round((d.Max-d.Min)/f.Step()), reasonValues)
	for k := range int(n) + 1 {
		list = append(list, f.Round(d.Min+(d.Max-d.Min)*float64(k)/max(n, 1)))
	}
	return slices.Compact(list)
}

// responds counts the permitted values of a feature and those that lead to the class. levels lists
// the ones among them that are levels.
func (r *reasons) responds(j int, d causal.Domain) (tried, reached int, levels []int) {
	p := &r.problem
	var rows [][]float64
	for _, v := range values(&p.Schema.Features[j], d) {
		to := slices.Clone(p.Factual)
		if to[j] = v; v == p.Factual[j] {
			continue
		}
		if to = r.base.Act(p.Rules, to); causal.AllHold(p.Schema, p.Rules, p.Factual, to) {
			rows = append(rows, to)
		}
	}
	for i, is := range r.reach(rows) {
		if is {
			reached++
			if d.Levels != nil {
				levels = append(levels, int(rows[i][j]))
			}
		}
	}
	return len(rows), reached, levels
}

// against reports whether another value of a locked feature leads to the class.
func (r *reasons) against(j int) bool {
	p := &r.problem
	free := slices.DeleteFunc(slices.Clone(p.Rules), func(rule causal.Rule) bool {
		return rule.Kind != causal.Computed && slices.Contains(rule.Features(), j)
	})
	domains, _ := causal.Domains(p.Schema, nil, nil)
	var rows [][]float64
	for _, v := range values(&p.Schema.Features[j], domains[j]) {
		to := slices.Clone(p.Factual)
		to[j] = v
		causal.Compute(p.Schema, free, p.Factual, to)
		rows = append(rows, to)
	}
	return slices.Contains(r.reach(rows), true)
}

// reach reports for each row whether it belongs to the class even after rounding.
func (r *reasons) reach(rows [][]float64) []bool {
	p := &r.problem
	out := make([]bool, len(rows))
	for i, a := range ask(p.BlackBox, p.Schema, rows) {
		out[i] = a.Class == p.Target && r.clear.Sure(rows[i], p.Target, leadOf(a))
	}
	return out
}

// leadOf returns how far the share of an answer's class exceeds the next share.
func leadOf(a Answer) float64 {
	next := 0.0
	for k, v := range a.Shares {
		if k != a.Class {
			next = max(next, v)
		}
	}
	return a.Shares[a.Class] - next
}

// sets searches for pairs and triples of features that together lead to the class.
func (r *reasons) sets(out *document.Reasons) error {
	var free []int
	for _, x := range out.Each {
		if !x.Locked && x.Alone != document.Yes {
			free = append(free, x.Feature)
		}
	}
	tried := 0
	try := func(set ...int) error {
		if tried++; tried > reasonSets || slices.ContainsFunc(out.Sets, func(s document.Together) bool {
			return !slices.ContainsFunc(s.Features, func(j int) bool { return !slices.Contains(set, j) })
		}) {
			return nil
		}
		is, row, cost, err := r.alone(set)
		switch {
		case err != nil:
			return err
		case is == document.Undecided:
			out.Left++
		case is == document.Yes:
			s := document.Together{Features: set, Row: row, Cost: cost}
			if s.Low, s.High, err = widen(r.problem, row, r.tick); err != nil {
				return err
			}
			out.Sets = append(out.Sets, s)
		}
		return nil
	}
	for i, a := range free {
		for _, b := range free[:i] {
			if err := try(b, a); err != nil {
				return err
			}
		}
	}
	for i, a := range free {
		for k, b := range free[:i] {
			for _, c := range free[:k] {
				if tried > reasonSets {
					break
				}
				if err := try(c, b, a); err != nil {
					return err
				}
			}
		}
	}
	n := len(free)
	out.Left += max(n*(n-1)/2+n*(n-1)*(n-2)/6-reasonSets, 0)
	sorting.Stable(out.Sets, func(a, b document.Together) int {
		return cmp.Or(cmp.Compare(len(a.Features), len(b.Features)), cmp.Compare(a.Cost, b.Cost))
	})
	return nil
}
