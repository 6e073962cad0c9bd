package sketch

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Ranks returns the ranks of a feature's levels in the form of causal.Order. These come from the
// sketch, or otherwise from the table. It returns nil without an order.
func (s Sketch) Ranks(table data.Schema, v int) []int {
	if r := s.Nodes[v].Ranks; r != nil {
		return r
	}
	return RanksOf(table.Features[v])
}

// RanksOf returns the ranks of an ordered feature, consecutive from 0, or nil if the feature has
// no order.
func RanksOf(f data.Feature) []int {
	if f.Kind != data.Ordered {
		return nil
	}
	var scores []float64
	for l := range f.Levels {
		scores = append(scores, f.Rank(l))
	}
	steps := slices.Compact(slices.Sorted(slices.Values(scores)))
	ranks := make([]int, len(scores))
	for l, v := range scores {
		ranks[l] = slices.Index(steps, v)
	}
	return ranks
}

// RanksByName derives ranks from the numbers in the names of levels or from words of a known
// scale. It returns nil if this is not possible. A level for missing values has no place in such
// an order.
func RanksByName(levels []string) []int {
	order, ok := data.ProposeOrder(levels)
	if !ok {
		return nil
	}
	ranks := make([]int, len(levels))
	for l, name := range levels {
		ranks[l] = slices.Index(order, name)
	}
	return ranks
}

// SetOrder sets the ranks of a feature's levels. nil, or the ranks that the table already has,
// restores the order of the table. An order cannot be removed while signs, rules or formulas need
// it.
func (s Sketch) SetOrder(table data.Schema, v int, ranks []int) (Sketch, error) {
	if v < 0 || v >= len(s.Nodes) || len(s.Nodes) != len(table.Features) {
		return s, fault.Errorf("sketch: feature %d of %d does not exist", v+1, len(s.Nodes))
	}
	if slices.Equal(ranks, RanksOf(table.Features[v])) {
		ranks = nil
	}
	was := s
	s.Nodes = slices.Clone(s.Nodes)
	s.Nodes[v].Ranks = slices.Clone(ranks)
	if err := s.Check(table); err != nil {
		return was, fault.Errorf("sketch: %q cannot have this order: %w", table.Features[v].Name, err)
	}
	return s, nil
}

func (s Sketch) checkOrders(table data.Schema) error {
	for v, n := range s.Nodes {
		if n.Ranks == nil {
			continue
		}
		if err := (causal.Order{Feature: v, Ranks: n.Ranks}).Check(table); err != nil {
			return err
		}
	}
	if s.Outcome.Ranks != nil {
		return fault.Errorf("sketch: the classes of the outcome have no order")
	}
	return nil
}
