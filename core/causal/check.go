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
			return fault.Errorf("causal: a cause in a rule about %s has an unknown role", effect)
		}
	}
	if err := checkSize(r.Least, r.Most); err != nil {
		return fault.Errorf("causal: the rule about %s %w", effect, err)
	}
	if r.Sized() && r.movers() > 1 {
		return fault.Errorf("causal: a rule about how much %s moves can have only one cause; write one rule for each "+
			"cause",
			effect)
	}
	return nil
}

// CheckSize returns what is wrong with the size of an edge, as a predicate: "requires more than it
// allows: …".
func (e Edge) CheckSize() error {
	if (e.Least != 0 || e.Most != 0) && e.Sign == Unknown {
		return errors.New("gives a size but no sign; say whether the effect rises or falls")
	}
	return checkSize(e.Least, e.Most)
}

func checkSize(least, most float64) error {
	switch {
	case !(0 <= least && least <= Open) || !(0 <= most && most <= Open):
		return errors.New("has a size that is negative or infinite")
	case most > 0 && most < least:
		return errors.New("requires more than it allows: its smallest size is above its largest")
	}
	return nil
}

func (r Rule) checkMove(f data.Feature) error {
	switch {
	case !(0 <= r.Min && r.Min <= Open) || !(0 <= r.Max && r.Max <= Open):
		return fault.Errorf("causal: the limit on how far %s may move must not be negative", quote(f.Name))
	case r.Min == Open && r.Max == Open:
		return fault.Errorf("causal: the limit on how far %s may move is missing; say how far down or up",
			quote(f.Name))
	case len(r.Also) > 0 && (!r.Local || !f.Kind.Numeric()):
		return fault.Errorf("causal: the limit on %s cannot depend on causes; only a person's own limit on a number "+
			"can", quote(f.Name))
	}
	for _, m := range r.Also {
		if m.Part != Moves || !(0 <= m.Least && m.Least <= Open) {
			return fault.Errorf("causal: a cause cannot force %s by a negative amount", quote(f.Name))
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
		return fault.Errorf("causal: the rule allows no level of %s; allow at least one", quote(f.Name))
	}
	for i, l := range r.Levels {
		if l < 0 || l >= len(f.Levels) || slices.Contains(r.Levels[:i], l) {
			return fault.Errorf("causal: the rule lists level %[2]d of %[1]s twice, or %[1]s does not have "+
				"it", quote(f.Name), l)
		}
	}
	return nil
}

func (r Rule) checkTransitions(f data.Feature) error {
	if f.Kind.Numeric() {
		return fault.Errorf("causal: %s is a number, so it has no levels", quote(f.Name))
	}
	if len(r.Transitions) == 0 {
		return fault.Errorf("causal: the rule forbids no transition of %s; name one", quote(f.Name))
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
			return fault.Errorf("causal: a rule that moves features together cannot give them different roles")
		}
		against = against || m.Falls
	}
	if against && !r.ordered(s) {
		return fault.Errorf("causal: features can move in opposite directions only if their values have an order")
	}
	return nil
}

// checkComparable checks that two features share a scale: that both are numbers, or have the same
// levels.
func (r Rule) checkComparable(a, b data.Feature) error {
	if a.Kind.Numeric() != b.Kind.Numeric() || !slices.Equal(a.Levels, b.Levels) {
		return fault.Errorf("causal: %s and %s cannot be compared; both must be numbers or have the same "+
			"levels", quote(a.Name), quote(b.Name))
	}
	return nil
}
