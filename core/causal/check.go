package causal

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// maxMembers bounds the lists of a rule.
const maxMembers = 4096

// Check reports the first thing that keeps the rule from being judged on rows of
// the schema. Rules from files and messages must pass it before they are used.
func (r Rule) Check(s data.Schema) error {
	if r.Kind > MoveTogether {
		return fault.Errorf("causal: an unknown kind of rule")
	}
	if len(r.Also) > maxMembers || len(r.Levels) > maxMembers || len(r.Transitions) > 1<<16 {
		return fault.Errorf("causal: a rule with too many members")
	}
	list := r.Features()
	for i, j := range list {
		if j < 0 || j >= len(s.Features) {
			return fault.Errorf("causal: a rule names feature %d of %d", j, len(s.Features))
		}
		if slices.Contains(list[:i], j) {
			return fault.Errorf("causal: a rule names %s twice", quote(s.Features[j].Name))
		}
	}
	f := s.Features[r.Feature]
	switch r.Kind {
	case Range:
		return r.checkRange(f)
	case Allowed:
		return r.checkLevels(f)
	case ForbiddenTransitions:
		return r.checkTransitions(f)
	case OnlyIncrease, OnlyDecrease, IfRisesThenRises, LessOrEqual:
		for _, j := range list {
			if !Scored(s.Features[j]) {
				return fault.Errorf("causal: %s has no order, so it cannot rise or fall", quote(s.Features[j].Name))
			}
		}
	case MoveTogether:
		return r.checkTogether(s)
	}
	if r.Kind == LessOrEqual {
		return r.checkComparable(f, s.Features[r.Other])
	}
	return nil
}

func (r Rule) checkRange(f data.Feature) error {
	switch {
	case !f.Kind.Numeric():
		return fault.Errorf("causal: %s is no number, so it has no range", quote(f.Name))
	case !(r.Min <= r.Max) || !(r.Min >= -Open) || !(r.Max <= Open):
		return fault.Errorf("causal: the range of %s is empty or not finite", quote(f.Name))
	}
	return nil
}

func (r Rule) checkLevels(f data.Feature) error {
	if f.Kind.Numeric() {
		return fault.Errorf("causal: %s is a number, so it has no levels", quote(f.Name))
	}
	if len(r.Levels) == 0 {
		return fault.Errorf("causal: no level of %s is allowed", quote(f.Name))
	}
	for i, l := range r.Levels {
		if l < 0 || l >= len(f.Levels) || slices.Contains(r.Levels[:i], l) {
			return fault.Errorf("causal: %s has level %d twice or not at all", quote(f.Name), l)
		}
	}
	return nil
}

func (r Rule) checkTransitions(f data.Feature) error {
	if f.Kind.Numeric() {
		return fault.Errorf("causal: %s is a number, so it has no levels", quote(f.Name))
	}
	if len(r.Transitions) == 0 {
		return fault.Errorf("causal: no transition of %s is forbidden", quote(f.Name))
	}
	n := len(f.Levels)
	for _, t := range r.Transitions {
		if t.From < 0 || t.From >= n || t.To < 0 || t.To >= n || t.From == t.To {
			return fault.Errorf("causal: a transition of %s that does not exist", quote(f.Name))
		}
	}
	return nil
}

func (r Rule) checkTogether(s data.Schema) error {
	against := r.Falls
	for _, m := range r.Also {
		against = against || m.Falls
	}
	if against && !r.ordered(s) {
		return fault.Errorf("causal: a feature without order cannot move against another")
	}
	return nil
}

// checkComparable holds that two features share a scale: two numbers, or two
// features with the same levels.
func (r Rule) checkComparable(a, b data.Feature) error {
	if a.Kind.Numeric() != b.Kind.Numeric() || !slices.Equal(a.Levels, b.Levels) {
		return fault.Errorf("causal: %s and %s cannot be compared", quote(a.Name), quote(b.Name))
	}
	return nil
}
