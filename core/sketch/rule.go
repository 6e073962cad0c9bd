package sketch

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// AddRule states a further rule for everyone.
func (s Sketch) AddRule(schema data.Schema, r causal.Rule) (Sketch, error) {
	r = tidyRule(r)
	if err := checkRule(s.Schema(schema), r); err != nil {
		return s, err
	}
	if slices.ContainsFunc(s.Rules, func(o causal.Rule) bool { return equalRules(o, r) }) {
		return s, fault.Errorf("sketch: this rule is stated already")
	}
	s.Rules = append(slices.Clone(s.Rules), r)
	return s, nil
}

// SetRule replaces a rule.
func (s Sketch) SetRule(schema data.Schema, at int, r causal.Rule) (Sketch, error) {
	if at < 0 || at >= len(s.Rules) {
		return s, fault.Errorf("sketch: rule %d of %d does not exist", at+1, len(s.Rules))
	}
	r = tidyRule(r)
	if err := checkRule(s.Schema(schema), r); err != nil {
		return s, err
	}
	s.Rules = slices.Clone(s.Rules)
	s.Rules[at] = r
	return s, nil
}

// RemoveRule takes a rule back.
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

// tidyRule is the one form of a rule that says the same: what its kind does not
// use is 0 and sets are sorted, so that equal rules are equal bytes.
func tidyRule(r causal.Rule) causal.Rule {
	t := causal.Rule{Kind: r.Kind, Feature: r.Feature, Soft: r.Soft, Local: r.Local}
	switch r.Kind {
	case causal.Range:
		t.Min, t.Max = r.Min+0, r.Max+0 // no negative zero
	case causal.Allowed:
		t.Levels = sorted(r.Levels, cmp.Compare[int])
	case causal.ForbiddenTransitions:
		t.Transitions = sorted(r.Transitions, func(a, b causal.Transition) int {
			return cmp.Or(a.From-b.From, a.To-b.To)
		})
	case causal.IfRisesThenRises:
		t.Other, t.Falls, t.Strict, t.Reverse = r.Other, r.Falls, r.Strict || r.Least > 0, r.Reverse
		t.Also, t.Least, t.Most = sorted(r.Also, nil), r.Least+0, r.Most+0
		t.Any = r.Any && slices.ContainsFunc(r.Also, func(m causal.Member) bool { return m.Part == causal.Moves })
	case causal.MoveAtMost:
		t.Min, t.Max = r.Min+0, r.Max+0
	case causal.Computed:
		t.Other, t.Also = r.Other, sorted(r.Also, nil)
		t.Levels, t.Law = slices.Clone(r.Levels), r.Law
	case causal.MoveTogether:
		t.Other, t.Falls = r.Other, r.Falls
		t.Also = sorted(r.Also, nil)
	case causal.NotAlone:
		t.Other, t.Also = r.Other, sorted(r.Also, nil)
	case causal.NeverSeen:
		t.Other, t.Reverse = r.Other, r.Reverse
		t.Levels, t.Then = sorted(r.Levels, cmp.Compare[int]), sorted(r.Then, cmp.Compare[int])
		if t.Then == nil {
			t.Min, t.Max = r.Min+0, r.Max+0
		}
	case causal.LessOrEqual, causal.StaysMissing:
		t.Other = r.Other
	}
	return t
}

// sorted is a copy of a list without repetitions, nil where it is empty; with no
// order to sort by it is kept as it is.
func sorted[T comparable](list []T, order func(a, b T) int) []T {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list)
	if order != nil {
		slices.SortFunc(list, order)
		list = slices.Compact(list)
	}
	return list
}

func equalRules(a, b causal.Rule) bool {
	a, b = tidyRule(a), tidyRule(b)
	lists := slices.Equal(a.Also, b.Also) && slices.Equal(a.Levels, b.Levels) && slices.Equal(a.Then, b.Then) &&
		slices.Equal(a.Transitions, b.Transitions) &&
		slices.Equal(a.Law.Weights, b.Law.Weights) && slices.Equal(a.Law.Cuts, b.Law.Cuts) &&
		slices.Equal(a.Law.Values, b.Law.Values) && a.Law.Shift == b.Law.Shift &&
		a.Law.Product == b.Law.Product && a.Law.Own == b.Law.Own
	return lists && a.Kind == b.Kind && a.Feature == b.Feature && a.Other == b.Other && a.Falls == b.Falls &&
		a.Strict == b.Strict && a.Reverse == b.Reverse && a.Any == b.Any && a.Least == b.Least && a.Most == b.Most &&
		a.Min == b.Min && a.Max == b.Max && a.Local == b.Local && a.Soft == b.Soft
}
