package sim

import (
	"slices"

	"causeway/assets"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// SangioveseSCM returns the true causal model of Sangiovese's features, with a mechanism for
// every variable that has continuous parents.
//
// Three of them, BunchN and SPAD06 given SproutN and Brix given Anthoc, depend on the removed
// Treatment. If treatment is a level such as "T2a", their mechanisms are those of that level. The
// authors use those of T2a for every row (reference, points 6 and 37). If treatment is "", a
// mechanism is the least-squares line for the mixture of all levels,
//
//	slope = Cov(v, p) / Var(p),  intercept = E v - slope E p
//
// computed from the network's own moments. This is the best possible line. The exact mean of
// BunchN given SproutN weighs every level by its posterior probability. Its root mean square
// distance from the line is 0.008, while the standard deviation of the residual is 0.38. T2a's
// line is 0.14 below this mean at SproutN = -0.3.
func SangioveseSCM(treatment string) (*causal.SCM, error) {
	net := readVineyard(assets.Sangiovese)
	level := slices.Index(net.levels, treatment)
	if level < 0 && treatment != "" {
		return nil, fault.Errorf("sim: Sangiovese has no treatment %q", treatment)
	}
	mean, cov := net.moments()
	return net.scm(net.schema(outcome, outcome+" > 0"), outcome, func(v int, w vine) (causal.Linear, float64) {
		if level < 0 && len(w.intercept) > 1 {
			return mixtureLine(v, w.parents[0], mean, cov)
		}
		return w.line(level)
	})
}

// scm returns the mechanisms of the variables of a schema, given the line and the variance for
// each variable with parents.
func (n *vineyard) scm(s data.Schema, cut string, line func(v int, w vine) (causal.Linear, float64)) (*causal.SCM,
	error) {
	var nodes []causal.Node
	for v, w := range n.nodes {
		if len(w.parents) == 0 || w.name == cut {
			continue
		}
		l, variance := line(v, w)
		nodes = append(nodes, arrange(s, n, w, l, variance))
	}
	return causal.NewSCM(s, nodes...)
}

// line returns a variable's own mechanism under a treatment.
func (w *vine) line(level int) (causal.Linear, float64) {
	k := max(level, 0)
	line := causal.Linear{Intercept: at(w.intercept, k)}
	for i := range w.parents {
		line.Coef = append(line.Coef, at(w.slope[i], k))
	}
	d := at(w.deviation, k)
	return line, float64(d * d)
}

func mixtureLine(v, p int, mean []float64, cov [][]float64) (causal.Linear, float64) {
	slope := cov[v][p] / cov[p][p]
	return causal.Linear{Intercept: mean[v] - float64(slope*mean[p]), Coef: []float64{slope}},
		cov[v][v] - float64(slope*cov[v][p])
}

// arrange sorts the parents in the schema's order.
func arrange(s data.Schema, net *vineyard, w vine, line causal.Linear, variance float64) causal.Node {
	n := causal.Node{Feature: s.Index(w.name), Variance: variance}
	slope := map[int]float64{}
	for i, p := range w.parents {
		j := s.Index(net.nodes[p].name)
		n.Parents, slope[j] = append(n.Parents, j), line.Coef[i]
	}
	slices.Sort(n.Parents)
	ordered := causal.Linear{Intercept: line.Intercept}
	for _, j := range n.Parents {
		ordered.Coef = append(ordered.Coef, slope[j])
	}
	n.Mechanism = ordered
	return n
}

// moments returns the means and covariances of the variables over all treatments. Under each
// treatment they are computed from one variable to the next,
//
//	E v = intercept + sum slope E p,   Cov(v, u) = sum slope Cov(p, u)
//
// and they are mixed with the shares of the treatments.
func (n *vineyard) moments() (mean []float64, cov [][]float64) {
	size := len(n.nodes)
	mean = make([]float64, size)
	second := square(size) // E x_v x_u
	for level, share := range n.share {
		m, c := make([]float64, size), square(size)
		for v := range n.nodes {
			w := &n.nodes[v]
			m[v] = w.mean(level, m)
			for u := range v {
				for i, p := range w.parents {
					c[v][u] += float64(at(w.slope[i], level) * c[p][u])
				}
				c[u][v] = c[v][u]
			}
			d := at(w.deviation, level)
			c[v][v] = float64(d * d)
			for i, p := range w.parents {
				c[v][v] += float64(at(w.slope[i], level) * c[v][p])
			}
		}
		for v := range m {
			mean[v] += float64(share * m[v])
			for u := range m {
				second[v][u] += float64(share * (c[v][u] + float64(m[v]*m[u])))
			}
		}
	}
	for v := range mean {
		for u := range mean {
			second[v][u] -= float64(mean[v] * mean[u])
		}
	}
	return mean, second
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}
