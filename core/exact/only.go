package exact

import (
	"math"
	"slices"

	"causeway/core/causal"
)

// Only looks for the nearest row of the problem that acts on some of the given features and on no
// others; what follows from them moves along. The row is nil if none was found. Decided says that the row is
// the nearest or, without one, that none exists. It looks at up to so many boxes, counted as by Search.Budget.
// It calls tick regularly and stops with tick's error.
func Only(p Problem, acts []int, boxes int, tick func() error) (row *Row, decided bool, err error) {
	domains, blocked := causal.Domains(p.Schema, p.Rules, p.Factual)
	if blocked >= 0 {
		return nil, true, nil
	}
	follows, base := causal.Follows(p.Schema, p.Rules), causal.NewBase(p.Schema, p.Rules, p.Factual)
	const beyond = 1e3 // the effort of what is not to be acted on, which force alone may move
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
			return nil, true, nil // the rules ask for another change
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
