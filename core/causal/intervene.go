package causal

import "slices"

// Do returns the counterfactual of a stored row under an intervention. Features in fixed take
// their values from set. Every endogenous descendant is recomputed from its parents and its own
// noise (abduction, action, prediction: Pearl 2009, section 7.1). All other features keep their
// values, and so does an endogenous feature whose parents do not change. Results are rounded to
// values that their feature can hold.
//
//	fixed  one per feature; if true, set holds its value
//
// The paper's own counterfactuals are different: in them a changed feature still follows its
// causes (appendix B), as DistCausal requires.
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

// moved reports whether a parent of the node differs between the two rows.
func (m *SCM) moved(n Node, a, b []float64) bool {
	for _, p := range n.Parents {
		if a[p] != b[p] {
			return true
		}
	}
	return false
}

// DoUnder is Do for one feature when rules also compute features. A Computed rule acts like a
// mechanism and takes precedence over one. A rule that the row breaks computes nothing.
func (m *SCM) DoUnder(rules []Rule, row []float64, feature int, value float64) []float64 {
	fixed, set := make([]bool, len(row)), append([]float64(nil), row...)
	fixed[feature], set[feature] = true, value
	out := m.Do(row, fixed, set)
	for range row { // each iteration fixes another feature, or is the last
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

// Below lists the features that an intervention on one feature affects, in ascending order. follow
// lists those that mechanisms and hard Computed rules compute. blind lists direct effects with
// unknown mechanisms, where the propagation stops.
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
