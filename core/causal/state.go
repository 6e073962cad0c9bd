package causal

import (
	"slices"

	"causeway/core/data"
)

// State says how a feature of the graph gets its value in an answer, which consists of actions and
// their consequences. In any state, a feature that a hard rule computes follows that rule. A
// mechanism replaces the signs of the edges into its effect.
type State uint8

// The states of a feature.
const (
	ActedOn    State = iota // actions change it, and edges into it are rules
	Following               // x'_v = x_v + f(pa') - f(pa), without any action on it
	Adjustable              // x'_v = x_v + f(pa') - f(pa) + a_v, where the action a_v has a cost (paper, appendix B)
)

// Followers returns the effects that follow from their causes by a mechanism: those in a state
// other than ActedOn that no hard rule computes.
func (k Knowledge) Followers(s data.Schema) []int {
	return k.carriers(s, func(m Assignment) bool { return m.State != ActedOn })
}

// Adjustables returns those followers that can also be acted on.
func (k Knowledge) Adjustables(s data.Schema) []int {
	return k.carriers(s, func(m Assignment) bool { return m.State == Adjustable })
}

// Carriers returns the effects that could follow: those with a mechanism that no hard rule
// computes.
func (k Knowledge) Carriers(s data.Schema) []int {
	return k.carriers(s, func(Assignment) bool { return true })
}

func (k Knowledge) carriers(s data.Schema, is func(Assignment) bool) (list []int) {
	computed := Follows(s, k.Rules)
	for _, m := range k.Mechanisms {
		if !computed[m.Feature] && is(m) {
			list = append(list, m.Feature)
		}
	}
	return list
}

// Free returns the same knowledge with every feature acted on. Generators are trained and scored
// under it: nothing follows in their proposals, so the generators must learn the signs.
func (k Knowledge) Free() Knowledge {
	k.Mechanisms = slices.Clone(k.Mechanisms)
	for i := range k.Mechanisms {
		k.Mechanisms[i].State = ActedOn
	}
	return k
}

// Timed reports whether an edge describes how one row changes over time: by a rate, or because both
// ends may only rise or only fall. Rows of different people cannot show this: in most tables older
// people have less education, but nobody unlearns by growing older.
func (e Edge) Timed(rules []Rule) bool {
	oneWay := func(v int) bool {
		return slices.ContainsFunc(rules, func(r Rule) bool {
			return (r.Kind == OnlyIncrease || r.Kind == OnlyDecrease) && r.Feature == v
		})
	}
	return e.Least > 0 || oneWay(e.From) && oneWay(e.To)
}

// Flat lists the causes of a node whose signs the rows contradict, so that the fitted line forces
// their slopes to 0. For mechanisms other than a line it returns none.
func (n Node) Flat(s data.Schema, g *Graph) (causes []int) {
	l, is := n.Mechanism.(Linear)
	at := 0
	for _, p := range n.Parents {
		width := InputWidth(s.Features[p])
		if e, _ := g.Edge(p, n.Feature); is && e.Sign != Unknown && Scored(s.Features[p]) &&
			!slices.ContainsFunc(l.Coef[at:at+width], func(c float64) bool { return c != 0 }) {
			causes = append(causes, p)
		}
		at += width
	}
	return causes
}

// entailed returns the rules that the graph implies. These are the rules of signed edges into
// effects without a mechanism. In addition, an effect whose causes are all drawn must not change
// unless a cause does.
func (k Knowledge) entailed(s data.Schema, g *Graph) []Rule {
	g = g.Clone()
	for _, m := range k.Mechanisms {
		for i, e := range g.edges {
			if m.State != ActedOn && e.To == m.Feature {
				g.edges[i] = e.Unsigned()
			}
		}
	}
	rules := g.Together(s)
	if k.Each {
		rules = g.Rules(s)
	}
	for _, v := range k.Closed {
		if parents := g.Parents(v); len(parents) > 0 {
			r := Rule{Kind: NotAlone, Feature: v}
			r.setInputs(parents)
			rules = append(rules, r)
		}
	}
	return rules
}

// alone narrows by a NotAlone rule. If no cause can change, the feature stays. If it cannot stay
// and only one cause can change, that cause must.
func (n *narrowing) alone(r *Rule) {
	can, last := 0, 0
	for k := 1; k < r.count(); k++ {
		if j := r.at(k); n.canChange(j) {
			can, last = can+1, j
		}
	}
	switch {
	case can == 0:
		n.freeze(r.Feature)
	case can == 1 && !n.d[r.Feature].Has(n.x[r.Feature]):
		n.keep(last, func(l int) bool { return l != int(n.x[last]) })
	}
}
