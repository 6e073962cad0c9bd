package discover

import (
	"slices"

	"causeway/core/causal"
)

// Verdict is what the data say of a drawn edge.
type Verdict uint8

// The verdicts. They contradict an edge or not; none confirms it.
const (
	Agrees    Verdict = iota // the effect depends on the cause as it is drawn
	Unclear                  // no dependence is seen, but the rows are few
	Untested                 // the other causes leave nothing to vary, or rows are too few
	OneLife                  // the sign is of how one row moves with time, the rows are of many
	Against                  // the sign is the other one
	Unrelated                // no dependence, in rows enough to see one
	Reversed                 // the cause looks like a common effect; see Missing.Effect
	Unsure                   // there is a dependence, but the rows do not tell its sign
)

// Contradicted reports whether the data speak against the edge.
func (v Verdict) Contradicted() bool { return v == Against || v == Unrelated || v == Reversed }

// Edge is a drawn edge against the data: how its effect depends on its cause
// given the effect's other causes.
type Edge struct {
	causal.Edge
	Dependence
	Verdict Verdict
	Flat    bool // the line fitted to the rows is bound to slope 0 by its sign
}

// Report is a graph against the data.
type Report struct {
	Edges   []Edge    // in the order of the graph
	Missing []Missing // independences that fail, the strongest first
	Tests   int       // how many implied independences were tested
	Weak    int       // of them fail, but are weaker than Faint
	Rows    int
}

// Check tests every edge of a graph and every independence that it implies, with unobserved
// features. Rows do not tell the sign of an effect that something unobserved confounds, nor of
// one that moves a row with time, see causal.Edge.Timed. Check calls tick regularly and stops
// with its error.
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
		said := Edge{e, d, d.verdict(e.Sign, !slices.Contains(mixed, e.From)), slices.Contains(flat, e.From)}
		if said.Verdict == Against && e.Timed(rules) {
			said.Verdict = OneLife
		}
		r.Edges = append(r.Edges, said)
	}
	if err := r.implied(s, g, tick); err != nil {
		return Report{}, err
	}
	r.reverse(g.Graph)
	return r, nil
}

// flat are the causes of an effect whose slopes in its line are bound to 0.
func (s *Sample) flat(g *causal.Graph, effect int) []int {
	signed := func(e causal.Edge) bool { return e.To == effect && e.Sign != causal.Unknown }
	if !slices.ContainsFunc(g.Edges(), signed) {
		return nil
	}
	n, err := causal.FitNode(s.table, s.rows, g, effect, causal.FitConfig{})
	if err != nil { // it has no order, or too few rows
		return nil
	}
	return n.Flat(s.Schema, g)
}

// verdict judges an edge, and its sign where one is drawn. It says that the data agree with a
// sign or contradict it only if the whole interval is on one side, and if rows can tell the
// sign.
func (d Dependence) verdict(sign causal.Sign, telling bool) Verdict {
	switch {
	case !d.Tested:
		return Untested
	case d.P > None && d.Ample:
		return Unrelated
	case d.P > None:
		return Unclear
	case sign == causal.Unknown:
		return Agrees
	case !telling || !d.Signed || d.Low <= 0 && d.High >= 0:
		return Unsure
	case d.Low > 0 == (sign == causal.Rises):
		return Agrees
	}
	return Against
}

// reverse marks the edges that leave a feature which looks like a common effect
// of what they lead to.
func (r *Report) reverse(g *causal.Graph) {
	for _, m := range r.Missing {
		for i, e := range r.Edges {
			if e.From == m.Effect && (e.To == m.A || e.To == m.B) {
				r.Edges[i].Verdict = Reversed
			}
		}
	}
}

// without copies a list but for one of it.
func without(list []int, v int) []int {
	out := make([]int, 0, len(list))
	for _, x := range list {
		if x != v {
			out = append(out, x)
		}
	}
	return out
}
