package causal

import "slices"

// Do is the counterfactual of a stored row under an intervention: the features in fixed get
// their values of the map's row, every endogenous feature below them is computed anew from its
// parents and its own noise (abduction, action, prediction: Pearl 2009, section 7.1), and every
// other feature keeps its value. Results are rounded as their feature can hold them. An
// endogenous feature keeps its value if its parents keep theirs.
//
//	fixed one per feature, true where set holds the value to take
//
// The paper's own counterfactuals are not such interventions: there a changed feature still
// follows its causes (appendix B), which is what DistCausal asks for.
func (m *SCM) Do(row []float64, fixed []bool, set []float64) []float64 {
	out := append([]float64(nil), row...)
	for j, is := range fixed {
		if is {
			out[j] = set[j]
		}
	}
	below := m.graph.Descendants(fixed)
	var buf []float64
	for _, n := range m.nodes {
		v := n.Feature
		if fixed[v] || !below[v] || !m.moved(n, row, out) {
			continue
		}
		f := m.schema.Features[v]
		buf = Inputs(m.schema, n.Parents, row, buf)
		noise := Score(f, row[v]) - n.Mechanism.Mean(buf) // abduction
		buf = Inputs(m.schema, n.Parents, out, buf)
		out[v] = Nearest(f, n.Mechanism.Mean(buf)+noise, row[v])
	}
	return out
}

// moved reports whether a parent of the node differs between the rows.
func (m *SCM) moved(n Node, a, b []float64) bool {
	for _, p := range n.Parents {
		if a[p] != b[p] {
			return true
		}
	}
	return false
}

// DoUnder is Do of one feature if rules compute features, too. A Computed rule of the row
// follows like a mechanism, and overrides one. A rule that the row itself breaks computes
// nothing.
func (m *SCM) DoUnder(rules []Rule, row []float64, feature int, value float64) []float64 {
	fixed, set := make([]bool, len(row)), append([]float64(nil), row...)
	fixed[feature], set[feature] = true, value
	out := m.Do(row, fixed, set)
	for range row { // each turn fixes another one, or is the last
		again := false
		for _, r := range rules {
			if r.Kind == Computed && !r.Soft && r.Feature != feature && r.computed(m.schema, row, row) &&
				!r.computed(m.schema, row, out) {
				fixed[r.Feature], set[r.Feature], again = true, r.Computes(m.schema, row, out), true
			}
		}
		if !again {
			break
		}
		out = m.Do(row, fixed, set)
	}
	return out
}

// Below lists the features that an intervention on one reaches, both in rising order. follow
// are those that follow from it by mechanisms and hard Computed rules. blind are the direct
// effects of it and of these whose mechanism is unknown, where the way ends.
func (k Knowledge) Below(g *Graph, feature int) (follow, blind []int) {
	by := make([]bool, g.Features())
	for _, m := range k.Mechanisms {
		by[m.Feature] = true
	}
	seen := make([]bool, g.Features())
	seen[feature] = true
	reach := func(v int) {
		if !seen[v] {
			seen[v], follow = true, append(follow, v)
		}
	}
	all := []int{feature}
	for at := 0; at < len(all); at++ {
		n := len(follow)
		for _, r := range k.Rules {
			if r.Kind == Computed && !r.Soft && slices.Contains(r.inputs(), all[at]) {
				reach(r.Feature)
			}
		}
		for _, v := range g.Children(all[at]) {
			if by[v] {
				reach(v)
			} else {
				blind = append(blind, v)
			}
		}
		all = append(all, follow[n:]...)
	}
	slices.Sort(follow)
	slices.Sort(blind)
	return follow, slices.DeleteFunc(slices.Compact(blind), func(v int) bool { return seen[v] })
}
