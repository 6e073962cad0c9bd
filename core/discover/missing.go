package discover

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
)

// Faint is the strength below which an independence that fails is counted but
// not reported: in large tables next to nothing is significant.
const Faint = 0.05

// implied tests the basis set of a graph (Shipley 2000): for every pair without
// an edge, independence given the causes of both. All others that the graph
// implies follow from these. With something unobserved a pair that nothing known
// makes independent is not tested, and others may need more than their causes; of
// what such a graph implies that is a part.
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

// holm corrects for the number of tests (Holm 1979) and keeps what is still
// significant, the strongest first.
func holm(all []causal.MissingEdge) []causal.MissingEdge {
	slices.SortStableFunc(all, func(a, b causal.MissingEdge) int { return cmp.Compare(a.P, b.P) })
	worst := 0.0
	for i := range all {
		worst = max(worst, min(1, float64(len(all)-i)*all[i].P))
		all[i].Holm = worst
	}
	kept := slices.DeleteFunc(all, func(m causal.MissingEdge) bool { return m.Holm >= There })
	slices.SortStableFunc(kept, func(a, b causal.MissingEdge) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Strength), math.Abs(a.Strength)), a.B-b.B, a.A-b.A)
	})
	return kept
}

// commonEffect looks for a given feature, adjacent to both, whose leaving out
// makes the pair independent. A cause of one would make it more dependent.
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

// way says which edge between a and b would close a cycle.
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
