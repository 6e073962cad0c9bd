package causal

import (
	"slices"

	"causeway/core/data"
)

// State says how a feature of the graph gets its value in an answer: an answer is a set of
// actions and what follows from them. A feature that a hard rule computes follows that rule in
// any state. A mechanism overrides the signs of its effect's edges.
type State uint8

// The states of a feature.
const (
	ActedOn    State = iota // it is acted on; edges into it are rules
	Following               // x'_v = x_v + f(pa') - f(pa), and nothing acts on it
	Adjustable              // x'_v = x_v + f(pa') - f(pa) + a_v, where a_v is an action that costs (paper, appendix B)
)

// Followers are the effects that follow from their causes by a mechanism: those that are not
// only acted on and that no hard rule computes.
func (k Knowledge) Followers(s data.Schema) []int {
	return k.carriers(s, func(m Assignment) bool { return m.State != ActedOn })
}

// Adjustables are those of the followers that may be acted on as well.
func (k Knowledge) Adjustables(s data.Schema) []int {
	return k.carriers(s, func(m Assignment) bool { return m.State == Adjustable })
}

// Carriers are the effects of the knowledge that can follow: those with a mechanism that
// no hard rule computes.
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

// Free is the same knowledge with every feature acted on. Generators learn from it and are
// scored by it: in their proposals nothing follows, so they have to keep the signs of effects
// themselves.
func (k Knowledge) Free() Knowledge {
	k.Mechanisms = slices.Clone(k.Mechanisms)
	for i := range k.Mechanisms {
		k.Mechanisms[i].State = ActedOn
	}
	return k
}

// Timed reports whether an edge says how one row moves with time: by a rate, or as both its
// ends may only rise or only fall. Rows of the older and the younger do not tell that: in
// most tables of people the older have learned less, and nobody unlearns by growing older.
func (e Edge) Timed(rules []Rule) bool {
	oneWay := func(v int) bool {
		return slices.ContainsFunc(rules, func(r Rule) bool {
			return (r.Kind == OnlyIncrease || r.Kind == OnlyDecrease) && r.Feature == v
		})
	}
	return e.Least > 0 || oneWay(e.From) && oneWay(e.To)
}

// Flat lists the causes of a node whose signs the rows contradict: in the line that was fitted
// to them their slopes are bound to 0. Other mechanisms have none.
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

// entailed are the rules that the graph entails. One kind comes from the signs of edges into
// effects without a mechanism. The other says of effects whose causes are all drawn that they
// do not change without a cause.
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

// alone narrows by a NotAlone rule. Without a cause that can change the feature stays. The last
// possible cause of a feature that cannot stay has to change.
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
