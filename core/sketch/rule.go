package sketch

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// AddRule adds a rule that applies to everyone.
func (s Sketch) AddRule(schema data.Schema, r causal.Rule) (Sketch, error) {
	r = r.Tidy()
	if err := checkRule(s.Schema(schema), r); err != nil {
		return s, err
	}
	if slices.ContainsFunc(s.Rules, func(o causal.Rule) bool { return equalRules(o, r) }) {
		return s, fault.Errorf("sketch: the graph already has this rule")
	}
	s.Rules = append(slices.Clone(s.Rules), r)
	return s, nil
}

// SetRule replaces a rule.
func (s Sketch) SetRule(schema data.Schema, at int, r causal.Rule) (Sketch, error) {
	if at < 0 || at >= len(s.Rules) {
		return s, fault.Errorf("sketch: rule %d of %d does not exist", at+1, len(s.Rules))
	}
	r = r.Tidy()
	if err := checkRule(s.Schema(schema), r); err != nil {
		return s, err
	}
	s.Rules = slices.Clone(s.Rules)
	s.Rules[at] = r
	return s, nil
}

// RemoveRule removes a rule.
func (s Sketch) RemoveRule(at int) (Sketch, error) {
	if at < 0 || at >= len(s.Rules) {
		return s, fault.Errorf("sketch: rule %d of %d does not exist", at+1, len(s.Rules))
	}
	s.Rules = slices.Delete(slices.Clone(s.Rules), at, at+1)
	if len(s.Rules) == 0 {
		s.Rules = nil
	}
	return s, nil
}

func equalRules(a, b causal.Rule) bool {
	a, b = a.Tidy(), b.Tidy()
	lists := slices.Equal(a.Also, b.Also) && slices.Equal(a.Levels, b.Levels) && slices.Equal(a.Then, b.Then) &&
		slices.Equal(a.Transitions, b.Transitions) &&
		slices.Equal(a.Law.Weights, b.Law.Weights) && slices.Equal(a.Law.Cuts, b.Law.Cuts) &&
		slices.Equal(a.Law.Values, b.Law.Values) && a.Law.Shift == b.Law.Shift &&
		a.Law.Product == b.Law.Product && a.Law.Own == b.Law.Own
	return lists && a.Kind == b.Kind && a.Feature == b.Feature && a.Other == b.Other && a.Falls == b.Falls &&
		a.Strict == b.Strict && a.Reverse == b.Reverse && a.Any == b.Any && a.Least == b.Least && a.Most == b.Most &&
		a.Min == b.Min && a.Max == b.Max && a.Local == b.Local && a.Soft == b.Soft
}
