package causal

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// Order ranks the levels of a category, so that it can rise and fall, or assigns new ranks to an
// ordered feature. It does not affect stored and encoded rows.
type Order struct {
	Feature int   `msgpack:"feature"`
	Ranks   []int `msgpack:"ranks" len:"..levels"` // rank of each level, from 0 without gaps; may be shared
}

// Ranked reports whether a feature can have an Order.
func Ranked(f data.Feature) bool { return f.Kind == data.Ordered || f.Kind == data.Category }

// Check returns an error if the order does not fit the schema.
func (o Order) Check(s data.Schema) error {
	if o.Feature < 0 || o.Feature >= len(s.Features) {
		return fault.Errorf("causal: an order is given for feature %d, but the table has only %d features",
			o.Feature, len(s.Features))
	}
	f := s.Features[o.Feature]
	switch {
	case !Ranked(f):
		return fault.Errorf("causal: %s is not a category, so the order of its values cannot be changed", quote(f.Name))
	case len(o.Ranks) != len(f.Levels):
		return fault.Errorf("causal: the order of %s has %d ranks for %d values", quote(f.Name), len(o.Ranks),
			len(f.Levels))
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(o.Ranks)))
	for i, r := range sorted {
		if r != i {
			return fault.Errorf("causal: the ranks of %s must be 0, 1, 2 and so on without a gap", quote(f.Name))
		}
	}
	return nil
}

// Schema returns the schema with the orders of the knowledge, which must fit the schema. Rules,
// mechanisms and terms of the knowledge refer to the result.
func (k Knowledge) Schema(s data.Schema) data.Schema {
	if len(k.Orders) == 0 {
		return s
	}
	s.Features = slices.Clone(s.Features)
	for _, o := range k.Orders {
		f := &s.Features[o.Feature]
		f.Kind, f.Ranks = data.Ordered, make([]float64, len(o.Ranks))
		for l, r := range o.Ranks {
			f.Ranks[l] = float64(r)
		}
	}
	return s
}

func (k Knowledge) checkOrders(s data.Schema) error {
	for i, o := range k.Orders {
		if err := o.Check(s); err != nil {
			return err
		}
		if slices.ContainsFunc(k.Orders[:i], func(p Order) bool { return p.Feature == o.Feature }) {
			return fault.Errorf("causal: %s has two orders", quote(s.Features[o.Feature].Name))
		}
	}
	return nil
}
