package causal

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// A Cardinality rule has a condition for each of Features and limits how many of them hold:
//
//	Min <= number of conditions that hold <= Max
//
// Without When, each condition is that the feature changes, so the rule says how many may change.
// If at least one must hold and some are negated, the rule is an implication: "not a, or b" means
// "if a, then b". As with other stated rules, an answer must keep it even if the factual breaks it.

// Condition is a statement about one feature of a pair: it changes or, otherwise, the
// counterfactual's value is one of Levels or, for a number, from Min to Max.
type Condition struct {
	Changes bool    `msgpack:"changes"`
	Not     bool    `msgpack:"not"` // the condition must fail
	Levels  []int   `msgpack:"levels"`
	Min     float64 `msgpack:"min"`
	Max     float64 `msgpack:"max"`
}

// Condition returns the condition on feature k of Features.
func (r *Rule) Condition(k int) Condition {
	if r.When == nil {
		return Condition{Changes: true}
	}
	return r.When[k]
}

// Meets reports whether condition k of a Cardinality rule holds for its feature's values.
func (r *Rule) Meets(k int, factual, counterfactual float64) bool {
	c := r.Condition(k)
	return c.holds(factual, counterfactual)
}

func (c *Condition) holds(factual, counterfactual float64) bool {
	if c.Changes {
		return (factual != counterfactual) != c.Not
	}
	return c.within(counterfactual) != c.Not
}

func (c *Condition) within(v float64) bool {
	if c.Levels != nil {
		return slices.Contains(c.Levels, int(v))
	}
	return c.Min <= v && v <= c.Max
}

// counts judges a pair by a Cardinality rule.
func (r *Rule) counts(factual, counterfactual []float64) bool {
	n := 0.0
	for k := range r.count() {
		if j := r.at(k); r.Meets(k, factual[j], counterfactual[j]) {
			n++
		}
	}
	return r.Min <= n && n <= r.Max
}

// IsPremise reports whether condition k is a premise of an implication. Negated conditions are; if
// all are negated, the last one is the conclusion.
func (r *Rule) IsPremise(k int) bool {
	last := r.count() - 1
	return r.When != nil && r.Min == 1 && r.Max > float64(last) && r.When[k].Not && (k < last ||
		slices.ContainsFunc(r.When, func(c Condition) bool { return !c.Not }))
}

// premised reports whether all premises of the rule hold for a pair.
func (r *Rule) premised(factual, counterfactual []float64) bool {
	for k := range r.count() {
		if j := r.at(k); r.IsPremise(k) && r.Meets(k, factual[j], counterfactual[j]) {
			return false
		}
	}
	return true
}

func (r Rule) checkCardinality(s data.Schema) error {
	list := r.Features()
	n := float64(len(list))
	name := quote(s.Features[r.Feature].Name)
	switch {
	case r.When != nil && len(r.When) != len(list):
		return fault.Errorf("causal: a rule about %s has too few or too many conditions; give one for each of its "+
			"features", name)
	case !(0 <= r.Min && r.Min <= r.Max && r.Max <= n) || r.Min != math.Trunc(r.Min) || r.Max != math.Trunc(r.Max):
		return fault.Errorf("causal: a rule about %s must say with whole numbers from 0 to %d how many conditions "+
			"hold", name,
			len(list))
	case r.Min == 0 && r.Max == n:
		return fault.Errorf("causal: a rule about %s allows any number of its %d features; say how many at most", name,
			len(list))
	}
	for k, c := range r.When {
		f := s.Features[list[k]]
		err := error(nil)
		switch {
		case c.Changes && (c.Levels != nil || c.Min != 0 || c.Max != 0):
			err = fault.Errorf("causal: a condition on %s names both a change and values; keep one of "+
				"them", quote(f.Name))
		case c.Changes:
		case !f.Kind.Numeric():
			err = Rule{Levels: c.Levels}.checkLevels(f)
		case c.Levels != nil || c.Min == -Open && c.Max == Open:
			err = fault.Errorf("causal: a condition on %s has no limit; give a minimum or a "+
				"maximum", quote(f.Name))
		default:
			err = Rule{Min: c.Min, Max: c.Max}.checkRange(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// says writes a condition: as a fact, or with must as a requirement.
func (c Condition) says(f data.Feature, must bool) string {
	is, changes, stays := " is ", " changes", " stays"
	if must {
		is, changes, stays = " must be ", " must change", " must stay"
	}
	text := quote(f.Name)
	switch {
	case c.Changes && c.Not:
		return text + stays
	case c.Changes:
		return text + changes
	case c.Levels == nil && c.Not:
		return text + is + outside(f, c.Min, c.Max)
	case c.Levels == nil:
		return text + is + bounds(f, c.Min, c.Max)
	case c.Not && !must:
		return text + " is not " + join(levels(f, c.Levels), "or")
	case c.Not:
		return text + " must not be " + join(levels(f, c.Levels), "or")
	}
	return text + is + join(levels(f, c.Levels), "or")
}

// cardinalityClause writes a rule such as: at most 2 of "a", "b" and "c" may change; or: if "a" is
// x, "b" must be at most 3.
func (r Rule) cardinalityClause(s data.Schema) string {
	n := r.count()
	if r.When == nil {
		var names []string
		for _, j := range r.Features() {
			names = append(names, quote(s.Features[j].Name))
		}
		if r.Max == 0 {
			return "none of " + join(names, "and") + " may change"
		}
		return r.howMany() + " of " + join(names, "and") + [2]string{" may change", " must change"}[b2i(r.Min > 0)]
	}
	var ifs, thens []string
	for k, c := range r.When {
		f := s.Features[r.at(k)]
		if r.IsPremise(k) {
			c.Not = false
			ifs = append(ifs, c.says(f, false))
		}
	}
	for k, c := range r.When {
		if !r.IsPremise(k) {
			thens = append(thens, c.says(s.Features[r.at(k)], n == len(ifs)+1))
		}
	}
	switch {
	case ifs == nil && r.Max == 0:
		return "none of these may be true: " + strings.Join(thens, "; ")
	case ifs == nil:
		return r.howMany() + " of these " + [2]string{"may", "must"}[b2i(r.Min > 0)] + " be true: " +
			strings.Join(thens, "; ")
	case len(thens) > 1:
		return "if " + join(ifs, "and") + ", one of these must be true: " + strings.Join(thens, "; ")
	}
	return "if " + join(ifs, "and") + ", " + thens[0]
}

// howMany writes the limits of the number of conditions.
func (r *Rule) howMany() string {
	low, high := strconv.Itoa(int(r.Min)), strconv.Itoa(int(r.Max))
	switch {
	case r.Min == 0:
		return "at most " + high
	case r.Min == r.Max:
		return "exactly " + high
	case r.Max == float64(r.count()):
		return "at least " + low
	}
	return low + " to " + high
}

// cardinality narrows the domains by a Cardinality rule. If Max conditions certainly hold, all
// others must fail. If only Min can hold, all of these must hold.
func (n *narrowing) cardinality(r *Rule) {
	sure, open := 0.0, 0.0
	for k := range r.count() {
		in, out := n.meets(r, k)
		sure += float64(b2i(!out))
		open += float64(b2i(in && out))
	}
	switch {
	case sure > r.Max || sure+open < r.Min:
		n.empty(r.Feature)
	case open > 0 && (sure == r.Max || sure+open == r.Min):
		for k := range r.count() {
			if in, out := n.meets(r, k); in && out {
				n.meet(r, k, sure < r.Max)
			}
		}
	}
}

// meets reports whether condition k can hold in the domains, and whether it can fail.
func (n *narrowing) meets(r *Rule, k int) (in, out bool) {
	c, j := r.Condition(k), r.at(k)
	switch d := &n.d[j]; {
	case c.Changes && n.x == nil:
		return true, true
	case c.Changes:
		in, out = n.canChange(j), d.Has(n.x[j])
	case c.Levels != nil:
		in, out = n.some(j, c.within)
	default:
		in, out = d.Min <= c.Max && d.Max >= c.Min, d.Min < c.Min || d.Max > c.Max
	}
	if c.Not {
		return out, in
	}
	return in, out
}

// meet narrows a feature to the values for which condition k holds or, if is is false, fails.
func (n *narrowing) meet(r *Rule, k int, is bool) {
	c, j := r.Condition(k), r.at(k)
	is = is != c.Not
	switch f := &n.s.Features[j]; {
	case c.Changes && n.x == nil:
	case c.Changes && !is:
		n.freeze(j)
	case c.Changes && n.d[j].Levels != nil:
		n.keep(j, func(l int) bool { return l != int(n.x[j]) })
	case c.Changes:
		if x := n.x[j]; n.d[j].Min == x {
			n.atLeast(j, beyond(f, x, f.Step()))
		} else if n.d[j].Max == x {
			n.atMost(j, beyond(f, x, -f.Step()))
		}
	case c.Levels != nil:
		n.keep(j, func(l int) bool { return c.within(float64(l)) == is })
	default:
		n.inside(j, c.Min, c.Max, is)
	}
}
