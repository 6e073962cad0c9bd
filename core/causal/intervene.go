package causal

// Do is the counterfactual of a stored row under an intervention: the features
// in fixed get their values of the map's row, every endogenous feature below
// them is computed anew from its parents and its own noise (abduction, action,
// prediction: Pearl 2009, section 7.1), and every other feature keeps its
// value. Results are rounded as their feature can hold them; an endogenous
// feature whose parents keep their values keeps its own.
//
//	fixed  one per feature, true where set holds the value to take
//
// The paper's own counterfactuals are no such interventions: there a changed
// feature still follows its causes (appendix B), which is what DistCausal asks
// for.
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
