// Package mask decodes rows so that hard rules hold by construction: each feature can only get a
// value that the rules allow, given the factual and the features decoded before it. It knows no
// model, and shares no code with the checker in core/causal that judges its rows. Begin at New and
// Room.Decode.
//
// For a factual x, the rules leave a set A_j of values for feature j: an interval for a number,
// and a set of levels for any other feature.
//
//	it may not change     {x_j}
//	it may not fall, or rise  values from x_j on, or up to x_j
//	range, allowed, forbidden changes  the interval, the levels, those reachable from x_j
//	it moves at most so far   an interval around x_j; if it is a person's own limit,
//	         causes can force it further
//	a person's own limits    any of these
//
// Before decoding, causal.Narrow makes these sets consistent: it removes values of a cause that
// an effect cannot follow. Then features are decoded in an order with causes before their
// effects, and each choice narrows the sets of the others:
//
//	if i rises, j must (by so much) j above x_j by so much, once i has risen
//	a is at most b      a is at most the value of b, which is decoded first
//	several move together    the direction of the first one
//	j is computed, or follows   the value computed from the others
//	j stays missing     {x_j}, once the flag says that it is missing
//	no row of the table shows i with j  the values that occur with i, once i is chosen
//	j does not change without i  {x_j}, once i stays
//	a weighted sum is at most c  what the numbers decoded before leave of c
//	so many conditions hold  the values for which its condition holds, or does not, once the
//	         others decide
//
// If these sets miss a conflict, decoding finds it later and revises an earlier choice. Features
// tied together by rules form groups. Other features are decoded directly. So is a group whose
// wished values keep its rules, because the sets never exclude a row that keeps the rules.
package mask

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Mask holds the hard rules for a schema, prepared for decoding rows.
type Mask struct {
	schema data.Schema
	rules  []causal.Rule // only the hard ones
	free   []causal.Domain
	alone  []bool // whether each feature belongs to no group
	groups []group
}

// group is a set of features that rules tie together.
type group struct {
	features []int // causes first
	ties     []tie
	rules    []causal.Rule // the rules behind ties
	computes bool          // one of the rules computes a feature
	cuts     [][]float64   // for every feature, the values at which a feature computed from it changes
}

// New makes a mask of the hard rules. The rules must fit the schema. Computed numbers have more
// decimals than their columns, see causal.Fine.
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

// Schema returns the schema of the rows that the mask decodes.
func (m *Mask) Schema() data.Schema { return m.schema }

// Rules returns the hard rules. The caller must not change them.
func (m *Mask) Rules() []causal.Rule { return m.rules }

// Computed reports for each feature whether rules compute it from others.
func (m *Mask) Computed() []bool { return causal.Follows(m.schema, m.rules) }

// freeOf returns the domain of a feature without a factual and without rules. A number is bounded
// by the training rows.
func freeOf(f data.Feature) causal.Domain {
	if !f.Kind.Numeric() {
		return causal.Domain{Levels: slices.Repeat([]bool{true}, len(f.Levels))}
	}
	if f.Min >= f.Max { // the range is unknown
		return causal.Domain{Min: -causal.Open, Max: causal.Open}
	}
	return causal.Domain{Min: f.Min, Max: f.Max}
}

// groupsOf merges ties that share a feature into groups.
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

// sort orders the features of a group, causes first if possible. For each tie it records the
// feature after which the tie can be decided.
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
		at = max(at, 0) // in a cycle, any feature can come first
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
		for at, j := range order { // the nearest values on both sides of the ends
			for _, e := range ends(&t.rule, t.features, j) {
				g.cuts[at] = append(g.cuts[at], e[0], s.Features[j].Round(e[1]+s.Features[j].Step()))
			}
		}
	}
}
