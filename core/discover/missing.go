package discover

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/sorting"
)

// Faint is the strength below which a failed independence is counted but not reported, because in
// large tables even tiny dependences are significant.
const Faint = 0.05

// implied tests the basis set of a graph (Shipley 2000). It has one independence for each pair
// without an edge: the two are independent given the causes of both. All other implied
// independences follow from these.
// With unobserved features, a pair is not tested if no observed features make it independent, and
// other pairs may need more than their causes. In this case the tests cover only a part of what
// the graph implies.
func (r *Report) implied(s *Sample, g *causal.Whole, tick func() error) error {
	n := g.Features()
	apart := g.Separators()
	var failing []causal.MissingEdge
	for b := range n {
		for a := range b {
			if err := tick(); err != nil {
				return err
			}
			given, ok := apart(a, b)
			if !ok {
				continue
			}
			m := causal.MissingEdge{A: a, B: b, Given: given, Effect: -1}
			if m.Dependence = s.Test(a, b, m.Given); m.Tested {
				r.Tests++
				failing = append(failing, m)
			}
		}
	}
	for _, m := range holm(failing) {
		if math.Abs(m.Strength) < Faint {
			r.Weak++
			continue
		}
		m.Way, m.Effect = way(g.Graph, m.A, m.B), commonEffect(m, s, g.Graph)
		r.Missing = append(r.Missing, m)
	}
	return nil
}

// holm corrects for the number of tests (Holm 1979) and keeps the significant results, strongest
// first.
func holm(all []causal.MissingEdge) []causal.MissingEdge {
	sorting.Stable(all, func(a, b causal.MissingEdge) int { return cmp.Compare(a.P, b.P) })
	worst := 0.0
	for i := range all {
		worst = max(worst, min(1, float64(len(all)-i)*all[i].P))
		all[i].Holm = worst
	}
	kept := slices.DeleteFunc(all, func(m causal.MissingEdge) bool { return m.Holm >= There })
	sorting.Stable(kept, func(a, b causal.MissingEdge) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Strength), math.Abs(a.Strength)), a.B-b.B, a.A-b.A)
	})
	return kept
}

// commonEffect looks for a given feature, adjacent to both, such that the pair becomes
// independent if it is not given. If such a feature were a cause, leaving it out would make the
// pair more dependent.
func commonEffect(m causal.MissingEdge, s *Sample, g *causal.Graph) int {
	for _, c := range m.Given {
		if !adjacent(g, c, m.A) || !adjacent(g, c, m.B) {
			continue
		}
		if d := s.Test(m.A, m.B, without(m.Given, c)); d.Tested && d.Ample && d.P > None {
			return c
		}
	}
	return -1
}

func adjacent(g *causal.Graph, a, b int) bool {
	_, to := g.Edge(a, b)
	_, from := g.Edge(b, a)
	return to || from
}

// way returns the edge between a and b that would close a cycle.
func way(g *causal.Graph, a, b int) causal.Way {
	from := make([]bool, g.Features())
	from[a] = true
	if g.Descendants(from)[b] {
		return causal.AToB
	}
	from[a], from[b] = false, true
	if g.Descendants(from)[a] {
		return causal.BToA
	}
	return causal.Either
}
