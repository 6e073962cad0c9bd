package causal

import (
	"cmp"
	"slices"

	"causeway/core/data"
	"causeway/core/sorting"
)

// Learns lists the parts of Knowledge that become terms of a training objective.
type Learns struct {
	Mechanisms bool // effects stay close to the mechanisms of their causes (section 2.3)
	Lines      bool // effects stay close to a line with their causes' signs: the paper's binary rules (section 2.4)
	// hinges for features that may change only one way or only so far, and for effects that
	// follow their causes
	Rules bool
}

// Term is one term of a training objective, derived from the knowledge.
type Term struct {
	Kind    TermKind
	Feature int  // the effect of a mechanism or a line
	Rule    Rule // for a hinge or a line, as it is trained
}

// TermKind identifies a term of the paper.
type TermKind uint8

// The kinds of terms.
const (
	MechanismTerm TermKind = iota // distance of an effect from its mechanism (section 2.3)
	LineTerm                      // distance from a least-squares line whose slopes obey the signs (2.4, binary rules)
	// hinge for a feature that may change only one way or only so far, on the ranks of categories
	// (2.4), or for a sum of numbers
	HingeTerm
	FollowTerm // hinge for an effect that does not follow its causes
)

// Terms lists the terms of the knowledge for a training: effects by feature, then hinges by kind
// and features. Their order does not depend on that of the rules. Soft rules are trained like hard
// ones. Rules of other kinds, and rules that can never apply, have no term. Terms panics if the
// knowledge does not pass Check.
func (k Knowledge) Terms(s data.Schema, l Learns) []Term {
	if l == (Learns{}) {
		return nil
	}
	s = k.Schema(s)
	var terms []Term
	rules := k.AllRules(s)
	w := ways(s, rules)
	for i, idle := range Idles(s, rules) {
		rules = slices.Delete(rules, idle.Rule-i, idle.Rule-i+1)
	}
	if l.Mechanisms {
		for _, a := range k.Mechanisms {
			terms = append(terms, Term{Kind: MechanismTerm, Feature: a.Feature})
		}
	}
	for _, r := range rules {
		if t := (Term{Kind: LineTerm, Feature: r.Other, Rule: r}); l.Lines && r.hasLine(s) &&
			!hasEffect(terms, r.Other) {
			terms = append(terms, t)
		}
	}
	for _, r := range rules {
		if kind := kinds[r.Kind].term; l.Rules && kind != 0 {
			terms = append(terms, Term{Kind: kind, Rule: r.trained(w)})
		}
	}
	sorting.Stable(terms, compareTerms)
	return slices.CompactFunc(terms, func(a, b Term) bool {
		return compareTerms(a, b) == 0 && a.Rule.sameEffect(b.Rule)
	})
}

// hasLine reports whether a rule is a binary rule of the paper: one that holds in both directions
// and relates numbers. For ranked categories a hinge is enough (appendix C.1).
func (r Rule) hasLine(s data.Schema) bool {
	if r.Kind != IfRisesThenRises || !r.Reverse {
		return false
	}
	for _, j := range r.Features() {
		if !s.Features[j].Kind.Numeric() {
			return false
		}
	}
	return true
}

func hasEffect(terms []Term, feature int) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return t.Feature == feature })
}

// trained returns a rule as its term needs it: without a direction in which other rules block the
// causes, and without fields that only the search uses.
func (r Rule) trained(w []moves) Rule {
	r.Local = false
	if r.Kind == IfRisesThenRises && r.Reverse {
		r.Reverse = r.can(w, falls)
	}
	return r
}

// sameEffect reports whether two rules with the same kind and features impose the same
// constraint.
func (r Rule) sameEffect(o Rule) bool {
	return r.Falls == o.Falls && r.Strict == o.Strict && r.Reverse == o.Reverse && r.Any == o.Any &&
		slices.Equal(r.Also, o.Also) && slices.Equal(r.Law.Weights, o.Law.Weights) &&
		r.Min == o.Min && r.Max == o.Max
}

func compareTerms(a, b Term) int {
	group := func(t Term) int {
		if t.Kind == MechanismTerm || t.Kind == LineTerm {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(group(a), group(b)), cmp.Compare(a.Feature, b.Feature),
		cmp.Compare(a.Rule.Kind, b.Rule.Kind), cmp.Compare(a.Rule.Feature, b.Rule.Feature),
		cmp.Compare(a.Rule.Other, b.Rule.Other),
		cmp.Compare(a.Rule.Least, b.Rule.Least), cmp.Compare(a.Rule.Most, b.Rule.Most))
}

// Causes returns the causes of an IfRisesThenRises rule as edges with the corresponding signs.
func (r Rule) Causes() []Edge {
	edge := func(from int, falls bool) Edge {
		e := Edge{From: from, To: r.Other, Sign: Rises, Strict: r.Strict, Soft: r.Soft}
		if falls {
			e.Sign = Falls
		}
		return e
	}
	edges := []Edge{edge(r.Feature, r.Falls)}
	for _, m := range r.Also {
		edges = append(edges, edge(m.Feature, m.Falls != r.Falls))
	}
	return edges
}
