package causal

import (
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// A NeverSeen rule forbids a combination that no row of a table shows: x'_j in Levels while x'_k
// is outside Then or, for a number, outside Min to Max. With Reverse it also forbids the second
// condition without the first. If the factual itself shows the combination, the rule does not
// apply.

// unseen reports whether a row shows the combination of a NeverSeen rule.
func (r *Rule) unseen(row []float64) bool {
	first, second := r.first(row[r.Feature]), r.second(row[r.Other])
	return first && !second || r.Reverse && second && !first
}

// first reports whether a value of the first feature is in Levels; second reports whether a value
// of the second feature belongs with them.
func (r *Rule) first(v float64) bool { return slices.Contains(r.Levels, int(v)) }

func (r *Rule) second(v float64) bool {
	if r.Then == nil {
		return r.Min <= v && v <= r.Max
	}
	return slices.Contains(r.Then, int(v))
}

// tells reports whether a NeverSeen rule applies to a pair.
func (r *Rule) tells(factual, counterfactual []float64) bool {
	j, k := r.Feature, r.Other
	changed := factual[j] != counterfactual[j] || factual[k] != counterfactual[k]
	return changed && !r.unseen(factual) && (r.first(counterfactual[j]) || r.Reverse && r.second(counterfactual[k]))
}

func (r Rule) checkNeverSeen(s data.Schema) error {
	f, o := s.Features[r.Feature], s.Features[r.Other]
	if err := r.checkLevels(f); err != nil {
		return err
	}
	if !o.Kind.Numeric() {
		return Rule{Levels: r.Then}.checkLevels(o)
	}
	if r.Then != nil || r.Min == -Open && r.Max == Open {
		return fault.Errorf("causal: a rule has no limit for %s; give a minimum or a maximum", quote(o.Name))
	}
	return r.checkRange(o)
}

// First writes the first condition of a NeverSeen rule, such as: "a" = x.
func (r Rule) First(s data.Schema) string {
	f := s.Features[r.Feature]
	return quote(f.Name) + " = " + join(levels(f, r.Levels), "or")
}

// neverClause writes a rule such as: no row of the table shows "a" = x with "b" other than y.
func (r Rule) neverClause(s data.Schema) string {
	o := s.Features[r.Other]
	name, text := quote(o.Name), "no row of the table shows "+r.First(s)
	switch {
	case r.Reverse && r.Then != nil:
		text += " without " + name + " = " + join(levels(o, r.Then), "or")
	case r.Reverse && r.Min == r.Max:
		text += " without " + name + " = " + o.Stating(r.Min).Say(r.Min)
	case r.Reverse:
		text += " without " + name + " " + bounds(o, r.Min, r.Max)
	case r.Then == nil:
		return text + " with " + name + " " + outside(o, r.Min, r.Max)
	default:
		var rest []int
		for l := range o.Levels {
			if !slices.Contains(r.Then, l) {
				rest = append(rest, l)
			}
		}
		if len(rest) <= len(r.Then) && len(rest) > 0 {
			return text + " with " + name + " = " + join(levels(o, rest), "or")
		}
		return text + " with " + name + " other than " + join(levels(o, r.Then), "or")
	}
	return text + ", or the second without the first"
}

// outside describes the numbers outside two limits.
func outside(f data.Feature, low, high float64) string {
	switch {
	case low <= -Open:
		return "above " + f.Stating(high).Say(high)
	case high >= Open:
		return "below " + f.Stating(low).Say(low)
	case low == high:
		return "other than " + f.Stating(low).Say(low)
	}
	f = f.Stating(low, high)
	return "below " + f.Format(low) + " or above " + f.Say(high)
}

// never narrows by a NeverSeen rule. If one condition certainly holds, the other feature must
// have a value that belongs with it. If it cannot, the first condition is excluded.
func (n *narrowing) never(r *Rule) {
	if r.unseen(n.x) {
		return
	}
	j, k := r.Feature, r.Other
	firstIn, firstOut := n.some(j, r.first)
	secondIn, secondOut := n.sides(r)
	if !firstOut {
		n.goesWith(r, true)
	}
	if !secondIn {
		n.keep(j, func(l int) bool { return !r.first(float64(l)) })
	}
	if !r.Reverse {
		return
	}
	if !secondOut {
		n.keep(j, func(l int) bool { return r.first(float64(l)) })
	}
	if !firstIn {
		n.goesWith(r, false)
	}
	if !secondIn && !secondOut {
		n.empty(k)
	}
}

// some reports whether a domain contains levels inside a set, and whether it contains levels
// outside.
func (n *narrowing) some(j int, is func(float64) bool) (in, out bool) {
	for l, has := range n.d[j].Levels {
		in, out = in || has && is(float64(l)), out || has && !is(float64(l))
	}
	return in, out
}

// sides reports whether the second feature of a NeverSeen rule can have a value that belongs with
// the first, and whether it can have another one.
func (n *narrowing) sides(r *Rule) (in, out bool) {
	if r.Then != nil {
		return n.some(r.Other, r.second)
	}
	d := n.d[r.Other]
	return d.Min <= r.Max && d.Max >= r.Min, d.Min < r.Min || d.Max > r.Max
}

// goesWith narrows the second feature of a NeverSeen rule to the values that belong with the
// first, or to the others.
func (n *narrowing) goesWith(r *Rule, is bool) {
	if r.Then != nil {
		n.keep(r.Other, func(l int) bool { return r.second(float64(l)) == is })
		return
	}
	n.inside(r.Other, r.Min, r.Max, is)
}

// inside narrows a number to an interval, or to the numbers outside of it. If it may be on either
// side of the interval, all of its values remain.
func (n *narrowing) inside(j int, low, high float64, is bool) {
	d := n.d[j]
	if is {
		n.atLeast(j, low)
		n.atMost(j, high)
		return
	}
	if d.Min >= low && d.Min <= high {
		n.atLeast(j, math.Nextafter(high, math.Inf(1)))
	}
	if d.Max <= high && d.Max >= low {
		n.atMost(j, math.Nextafter(low, math.Inf(-1)))
	}
}
