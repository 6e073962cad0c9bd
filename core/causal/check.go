package causal

import (
	"errors"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// maxMembers limits the length of a rule's lists.
const maxMembers = 4096

func (r Rule) checkSizes(s data.Schema) error {
	effect := quote(s.Features[r.Other].Name)
	for _, m := range r.Also {
		if m.Part > Still {
			return fault.Errorf("causal: a rule on %s has a cause of an unknown part", effect)
		}
	}
	if err := checkSize(r.Least, r.Most); err != nil {
		return fault.Errorf("causal: the rule on %s %w", effect, err)
	}
	if r.Sized() && r.movers() > 1 {
		return fault.Errorf("causal: a rule that says by how much %s moves has one cause; state a rule for each",
			effect)
	}
	return nil
}

// CheckSize returns what is wrong with the size of an edge, phrased as the end of a sentence
// about it.
func (e Edge) CheckSize() error {
	if (e.Least != 0 || e.Most != 0) && e.Sign == Unknown {
		return errors.New("says how much and has no sign; say first whether the effect rises or falls")
	}
	return checkSize(e.Least, e.Most)
}

func checkSize(least, most float64) error {
	switch {
	case !(0 <= least && least <= Open) || !(0 <= most && most <= Open):
		return errors.New("has a size below 0 or beyond all numbers")
	case most > 0 && most < least:
		return errors.New("asks for more than it allows: its least is above its most")
	}
	return nil
}

func (r Rule) checkMove(f data.Feature) error {
	switch {
	case !(0 <= r.Min && r.Min <= Open) || !(0 <= r.Max && r.Max <= Open):
		return fault.Errorf("causal: how far %s may move is a number from 0 on", quote(f.Name))
	case r.Min == Open && r.Max == Open:
		return fault.Errorf("causal: %s may move any way; say how far down or up", quote(f.Name))
	case len(r.Also) > 0 && (!r.Local || !f.Kind.Numeric()):
		return fault.Errorf("causal: how far %s may move depends on causes, which only a person's own limit on a "+
			"number does", quote(f.Name))
	}
	for _, m := range r.Also {
		if m.Part != Moves || !(0 <= m.Least && m.Least <= Open) {
			return fault.Errorf("causal: how far a cause forces %s is a number from 0 on", quote(f.Name))
		}
	}
	return nil
}

func (r Rule) checkRange(f data.Feature) error {
	switch {
	case !f.Kind.Numeric():
		return fault.Errorf("causal: %s is not a number, so it has no range", quote(f.Name))
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
			return fault.Errorf("causal: the rule forbids a transition that %s does not have", quote(f.Name))
		}
	}
	return nil
}

func (r Rule) checkTogether(s data.Schema) error {
	against := r.Falls
	for _, m := range r.Also {
		if m.Part != Moves {
			return fault.Errorf("causal: the features of a rule on moving together have no parts")
		}
		against = against || m.Falls
	}
	if against && !r.ordered(s) {
		return fault.Errorf("causal: a feature without order cannot move against another")
	}
	return nil
}

// checkComparable checks that two features share a scale: that both are numbers, or have the same
// levels.
func (r Rule) checkComparable(a, b data.Feature) error {
	if a.Kind.Numeric() != b.Kind.Numeric() || !slices.Equal(a.Levels, b.Levels) {
		return fault.Errorf("causal: %s and %s cannot be compared", quote(a.Name), quote(b.Name))
	}
	return nil
}
