package exact

import (
	"math"
	"slices"

	"causeway/core/causal"
)

// Only looks for the nearest row of the problem by actions on the given features alone. Features
// that follow from them may change too. row is nil if none was found. decided means that the row is
// proved to be the nearest or, without a row, that none exists. Only examines at most the given
// number of boxes, counted as in Search.Budget. It calls tick regularly and stops if tick returns
// an error.
func Only(p Problem, acts []int, boxes int, tick func() error) (row *Row, decided bool, err error) {
	domains, blocked := causal.Domains(p.Schema, p.Rules, p.Factual)
	if blocked >= 0 {
		return nil, true, nil
	}
	follows, base := causal.Follows(p.Schema, p.Rules), causal.NewBase(p.Schema, p.Rules, p.Factual)
	const beyond = 1e3 // effort of an action on any other feature, high enough to exclude it
	effort, asked := make([]float64, len(domains)), 0.0
	for j := range domains {
		effort[j] = 1
		if p.Effort != nil {
			effort[j] = p.Effort[j]
		}
		switch d := &domains[j]; {
		case slices.Contains(acts, j):
			asked += effort[j]
		case follows[j]:
		case base.Forced(j):
			effort[j] = beyond
		case !d.Has(p.Factual[j]):
			return nil, true, nil // the rules demand a change of another feature
		case d.Levels != nil:
			for l := range d.Levels {
				d.Levels[l] = l == int(p.Factual[j])
			}
		default:
			d.Min, d.Max = p.Factual[j], p.Factual[j]
		}
	}
	p.Within, p.Effort = domains, effort
	s, err := New(p)
	if err != nil {
		return nil, false, err
	}
	if err := s.Nearest(s.Budget(boxes), tick); err != nil {
		return nil, false, err
	}
	if row = s.Best(); row != nil && row.Effort > asked+hair*(1+math.Abs(asked)) {
		row = nil
	}
	return row, s.Done(), nil
}
