package mask

import (
	"math"
	"slices"

	"causeway/core/causal"
)

// sumFits reports whether the weighted sum of an Inequality rule is at most its limit.
func (t *tie) sumFits(c []float64) bool {
	left, size := -t.rule.Max, math.Abs(t.rule.Max)
	for i, j := range t.features {
		d := float64(t.rule.Law.Weights[i] * c[j])
		left += d
		size += math.Abs(d)
	}
	return left <= float64(5e-13*size)
}

// fits reports whether as many conditions of a Cardinality rule hold as it allows.
func (t *tie) fits(x, c []float64) bool {
	n := 0
	for i, j := range t.features {
		holds := c[j] != x[j]
		if t.rule.When != nil && !t.rule.When[i].Changes {
			w := &t.rule.When[i]
			holds = c[j] >= w.Min && c[j] <= w.Max
			if len(w.Levels) > 0 {
				holds = slices.ContainsFunc(w.Levels, func(l int) bool { return float64(l) == c[j] })
			}
		}
		if t.rule.When != nil && t.rule.When[i].Not {
			holds = !holds
		}
		if holds {
			n++
		}
	}
	return float64(n) >= t.rule.Min && float64(n) <= t.rule.Max
}

// ends returns the numbers at which a rule's conditions on a feature begin or cease to hold.
func ends(r *causal.Rule, features []int, j int) (list [][2]float64) {
	if r.Kind == causal.NeverSeen && r.Then == nil && r.Other == j {
		return [][2]float64{{r.Min, r.Max}}
	}
	for k, c := range r.When {
		if features[k] == j && !c.Changes && c.Levels == nil {
			list = append(list, [2]float64{c.Min, c.Max})
		}
	}
	return list
}
