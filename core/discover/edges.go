package discover

import (
	"slices"

	"causeway/core/causal"
)

// Report compares a graph with the data.
type Report struct {
	Edges   []causal.CheckedEdge // in the order of the graph
	Missing []causal.MissingEdge // failed independences, strongest first
	Tests   int                  // number of implied independences tested
	Weak    int                  // failed independences weaker than Faint
	Rows    int
}

// Check tests every edge of a graph and every independence that the graph implies, taking
// unobserved features into account. Rows cannot determine the sign of an effect that something
// unobserved confounds, or that describes the change of a row over time, see causal.Edge.Timed.
// Check calls tick regularly and stops with its error.
func Check(s *Sample, g *causal.Whole, rules []causal.Rule, tick func() error) (Report, error) {
	r := Report{Rows: s.Rows()}
	mixed, flat, of := []int(nil), []int(nil), -1
	for _, e := range g.Edges() {
		if err := tick(); err != nil {
			return Report{}, err
		}
		if e.To != of {
			mixed, flat, of = g.Confounded(e.To), s.flat(g.Graph, e.To), e.To
		}
		d := s.Test(e.From, e.To, without(g.Parents(e.To), e.From))
		said := causal.CheckedEdge{From: e.From, To: e.To, Dependence: d,
			Verdict: verdict(d, e.Sign, !slices.Contains(mixed, e.From)), Flat: slices.Contains(flat, e.From)}
		if said.Verdict == causal.Against && e.Timed(rules) {
			said.Verdict = causal.OneLife
		}
		r.Edges = append(r.Edges, said)
	}
	if err := r.implied(s, g, tick); err != nil {
		return Report{}, err
	}
	r.reverse(g.Graph)
	return r, nil
}

// flat returns the causes of an effect whose slopes are constrained to 0 in its linear mechanism.
func (s *Sample) flat(g *causal.Graph, effect int) []int {
	signed := func(e causal.Edge) bool { return e.To == effect && e.Sign != causal.Unknown }
	if !slices.ContainsFunc(g.Edges(), signed) {
		return nil
	}
	n, err := causal.FitNode(s.table, s.rows, g, effect, causal.FitConfig{})
	if err != nil { // without an order, or with too few rows
		return nil
	}
	return n.Flat(s.Schema, g)
}

// verdict judges an edge and its sign, if it has one. The verdict is that the data agree with a
// sign or contradict it only if the whole interval is on one side and rows can determine the
// sign.
func verdict(d causal.Dependence, sign causal.Sign, telling bool) causal.EdgeVerdict {
	switch {
	case !d.Tested:
		return causal.Untested
	case d.P > None && d.Ample:
		return causal.Unrelated
	case d.P > None:
		return causal.Unclear
	case sign == causal.Unknown:
		return causal.Agrees
	case !telling || !d.Signed || d.Low <= 0 && d.High >= 0:
		return causal.Unsure
	case d.Low > 0 == (sign == causal.Rises):
		return causal.Agrees
	}
	return causal.Against
}

// reverse marks the edges of a feature to two others of which it looks like a common effect.
func (r *Report) reverse(g *causal.Graph) {
	for _, m := range r.Missing {
		for i, e := range r.Edges {
			if e.From == m.Effect && (e.To == m.A || e.To == m.B) {
				r.Edges[i].Verdict = causal.Reversed
			}
		}
	}
}

// without copies a list without one of its elements.
func without(list []int, v int) []int {
	out := make([]int, 0, len(list))
	for _, x := range list {
		if x != v {
			out = append(out, x)
		}
	}
	return out
}
