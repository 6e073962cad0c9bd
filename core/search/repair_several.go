package search

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
)

// The functions in this file repair rules about sums and about the number of conditions that hold.

// fitSum lowers the sum of an Inequality rule to its limit. It first undoes changes that raise the
// sum, as far as needed, and then moves other numbers, the cheapest first.
func (s *searcher) fitSum(r *causal.Rule, row []float64) {
	features, w := r.Features(), r.Law.Weights
	excess := func() float64 {
		over := -r.Max
		for k, j := range features {
			over += float64(w[k] * row[j])
		}
		return over
	}
	order := make([]int, 0, len(features))
	for k, j := range features {
		if !s.computed(j) {
			order = append(order, k)
		}
	}
	price := func(k int) float64 {
		f := &s.schema.Features[features[k]]
		return effortOf(s.effort, features[k]) / (math.Abs(w[k]) * f.MAD)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(price(a), price(b)) })
	for _, back := range [2]bool{true, false} {
		for _, k := range order {
			if r.Holds(s.schema, s.factual, row) {
				return
			}
			j := features[k]
			f, x := s.schema.Features[j], s.factual[j]
			to := row[j] - excess()/w[k]
			if back && float64(w[k]*(row[j]-x)) <= 0 {
				continue
			}
			if v := f.Round(to); w[k] > 0 && v > to {
				to = v - f.Step()
			} else if w[k] < 0 && v < to {
				to = v + f.Step()
			}
			if back && float64(w[k]*(to-x)) <= 0 {
				to = x
			}
			row[j] = s.allowed(j, f.Round(to))
		}
	}
	if !r.Holds(s.schema, s.factual, row) {
		s.reset(r, row)
	}
}

// reset sets the features of a rule to the factual.
func (s *searcher) reset(r *causal.Rule, row []float64) {
	for _, j := range r.Features() {
		row[j] = s.factual[j]
	}
}

// fitCount changes how many conditions of a Cardinality rule hold. For fewer, it starts with the
// most expensive change; for more, with the conclusions of an implication.
func (s *searcher) fitCount(r *causal.Rule, row []float64) {
	features := r.Features()
	holds := func(k int) bool { return r.Meets(k, s.factual[features[k]], row[features[k]]) }
	held, order := 0.0, make([]int, len(features))
	for k := range order {
		order[k] = k
		held += float64(b2i(holds(k)))
	}
	more := held < r.Min
	slices.SortStableFunc(order, func(a, b int) int {
		if more {
			return b2i(r.IsPremise(a)) - b2i(r.IsPremise(b))
		}
		price := func(k int) float64 {
			j := features[k]
			return changeCost(&s.schema.Features[j], effortOf(s.effort, j), s.factual[j], row[j])
		}
		return cmp.Compare(price(b), price(a))
	})
	for _, k := range order {
		if r.Holds(s.schema, s.factual, row) {
			return
		}
		if holds(k) != more {
			s.meet(r, k, row, more)
		}
	}
	if !r.Holds(s.schema, s.factual, row) {
		s.reset(r, row)
	}
}

// meet sets a feature to a value for which condition k holds or fails, as requested: the factual
// value if possible, otherwise one near it.
func (s *searcher) meet(r *causal.Rule, k int, row []float64, is bool) {
	j, c := r.Features()[k], r.Condition(k)
	if s.computed(j) {
		return
	}
	f, x := &s.schema.Features[j], s.factual[j]
	list := []float64{x}
	if f.Kind.Numeric() && c.Changes {
		list = append(list, f.Round(x+f.Step()), f.Round(x-f.Step()))
	} else if f.Kind.Numeric() {
		list = append(list, s.inside(j, min(max(x, c.Min), c.Max)), f.Round(c.Max+f.Step()), f.Round(c.Min-f.Step()))
	}
	for l := range f.Levels {
		list = append(list, float64(l))
	}
	for _, v := range list {
		if s.domains[j].Has(v) && r.Meets(k, x, v) == is {
			row[j] = v
			return
		}
	}
}
