// Package mask decodes rows so that hard rules hold by construction: each feature can only get
// a value that the rules leave, given the factual and the features decoded before it. It knows
// no model, and shares no code with the checker of core/causal that judges its rows. Begin at
// New and Room.Decode.
//
// For a factual x rules leave of feature j a set A_j: an interval of a number, some of the
// levels of any other feature.
//
//	it may not change     {x_j}
//	it may not fall; may not rise  what is not below x_j; not above
//	range, allowed, forbidden changes the interval; the levels; those reachable from x_j
//	it moves at most so far   an interval around x_j; of a person's own limit the
//	         causes may force it further
//	a person's own limits    any of these
//
// These sets are made consistent from effects back to causes before anything is decoded
// (causal.Narrow: what an effect is unable to follow is taken from its causes), so that no
// choice of a cause leaves its effect with nothing where the sets can tell. Then features are
// decoded in an order in which causes stand before their effects, and each choice narrows what
// is left of the others:
//
//	if i rises, j must (by so much) j above x_j by so much, once i has risen
//	a is at most b      a up to b, which is decoded first
//	several move together    the side on which the first one went
//	j is computed, or follows   what the others make of it
//	j stays missing     {x_j}, once it is said that it is missing
//	no row of the table shows i with j what goes with i, once i is said
//	j does not change without i  {x_j}, once i stays
//
// If these sets miss a conflict, decoding finds it later and takes an earlier choice back.
// Rules that tie features together make groups. All other features are decoded at once, and so
// is a group whose wishes keep its rules: the sets leave every row that keeps the rules, and so
// this one.
package mask

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Mask are hard rules of a schema, made ready to decode rows.
type Mask struct {
	schema data.Schema
	rules  []causal.Rule // hard
	free   []causal.Domain
	alone  []bool // for every feature, whether it is in no group
	groups []group
}

// group are features that rules tie together.
type group struct {
	features []int // causes first
	ties     []tie
	rules    []causal.Rule // that ties are of
	computes bool          // one of the rules computes a feature
	cuts     [][]float64   // for every feature, values at which something computed from it changes
}

// New makes a mask of the hard rules. The rules must fit the schema. Numbers that follow are
// decoded with their own decimals, see causal.Fine.
func New(s data.Schema, rules []causal.Rule) *Mask {
	s = causal.Fine(s, rules)
	m := &Mask{schema: s, rules: causal.Hard(rules), alone: make([]bool, len(s.Features))}
	for j, f := range s.Features {
		m.free = append(m.free, freeOf(f))
		m.alone[j] = true
	}
	var ties []tie
	for _, r := range m.rules {
		if t, is := tieOf(s, r); is {
			ties = append(ties, t)
		}
	}
	m.groups = groupsOf(s, ties)
	for _, g := range m.groups {
		for _, j := range g.features {
			m.alone[j] = false
		}
	}
	return m
}

// Schema is the schema of the rows that the mask decodes.
func (m *Mask) Schema() data.Schema { return m.schema }

// Rules are the hard rules, which are not to be changed.
func (m *Mask) Rules() []causal.Rule { return m.rules }

// Computed marks the features that rules compute from others.
func (m *Mask) Computed() []bool { return causal.Follows(m.schema, m.rules) }

// freeOf is the domain of a feature without a factual and without rules. A number's ends are
// those of the training rows.
func freeOf(f data.Feature) causal.Domain {
	if !f.Kind.Numeric() {
		return causal.Domain{Levels: slices.Repeat([]bool{true}, len(f.Levels))}
	}
	if f.Min >= f.Max { // no range is known
		return causal.Domain{Min: -causal.Open, Max: causal.Open}
	}
	return causal.Domain{Min: f.Min, Max: f.Max}
}

// groupsOf joins ties that share a feature.
func groupsOf(s data.Schema, ties []tie) []group {
	root := make([]int, len(s.Features))
	for j := range root {
		root[j] = j
	}
	find := func(j int) int {
		for root[j] != j {
			j = root[j]
		}
		return j
	}
	for _, t := range ties {
		for _, j := range t.features[1:] {
			root[find(j)] = find(t.features[0])
		}
	}
	at := map[int]int{}
	var groups []group
	for _, t := range ties {
		k, known := at[find(t.features[0])]
		if !known {
			k = len(groups)
			at[find(t.features[0])] = k
			groups = append(groups, group{})
		}
		g := &groups[k]
		g.ties, g.rules = append(g.ties, t), append(g.rules, t.rule)
		g.features = append(g.features, t.features...)
	}
	for k := range groups {
		groups[k].sort(s)
	}
	return groups
}

// sort puts features in order, causes first as far as possible. For every tie it finds the
// feature behind which it is known whether it holds.
func (g *group) sort(s data.Schema) {
	slices.Sort(g.features)
	open := slices.Compact(g.features)
	before := map[int][]int{}
	for _, t := range g.ties {
		for _, to := range t.effects {
			for _, from := range t.features {
				if !slices.Contains(t.effects, from) {
					before[to] = append(before[to], from)
				}
			}
		}
	}
	var order []int
	for len(open) > 0 {
		at := slices.IndexFunc(open, func(j int) bool {
			return !slices.ContainsFunc(before[j], func(i int) bool { return slices.Contains(open, i) })
		})
		at = max(at, 0) // in a circle any is first
		order = append(order, open[at])
		open = slices.Delete(open, at, at+1)
	}
	g.features, g.cuts = order, make([][]float64, len(order))
	for i := range g.ties {
		t := &g.ties[i]
		for _, j := range t.features {
			t.last = max(t.last, slices.Index(order, j))
		}
		g.computes = g.computes || t.rule.Kind == causal.Computed
		if r := t.rule; r.Kind == causal.Computed && s.Features[r.Other].Kind.Numeric() {
			at := slices.Index(order, r.Other)
			g.cuts[at] = append(g.cuts[at], r.Law.Cuts...)
		}
		if r := t.rule; r.Kind == causal.NeverSeen && r.Then == nil { // the nearest outside of it
			at, f := slices.Index(order, r.Other), s.Features[r.Other]
			g.cuts[at] = append(g.cuts[at], r.Min, f.Round(r.Max+f.Step()))
		}
	}
}
