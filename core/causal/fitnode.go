package causal

import (
	"fmt"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// FitConfig configures FitNode.
type FitConfig struct {
	Network *NetworkConfig // fits a network, which ignores signs
}

// FitNode fits the mechanism of feature v on its parents in the graph to rows of a table. Slopes
// for categories have no required sign. The variance is at least that of rounding to the feature's
// decimals, so that even an exact relation has a likelihood.
func FitNode(t *data.Table, rows []int, g *Graph, v int, c FitConfig) (Node, error) {
	s, parents := t.Schema, g.Parents(v)
	f := s.Features[v]
	if !Scored(f) {
		return Node{}, fault.Errorf("causal: %q is a category without order, so it has no mechanism", f.Name)
	}
	if len(parents) == 0 {
		return Node{}, fault.Errorf("causal: %q has no causes in the graph", f.Name)
	}
	y, x, signs := columns(t, rows, g, v)
	n := Node{Feature: v, Parents: parents}
	var err error
	if c.Network != nil {
		n.Mechanism, n.Variance, err = fitNetwork(y, x, *c.Network)
	} else {
		n.Mechanism, n.Variance, err = fitLinear(y, x, signs)
	}
	if err != nil {
		return Node{}, fmt.Errorf("mechanism of %q: %w", f.Name, err)
	}
	n.Variance = atLeastRounding(f, n.Variance)
	return n, nil
}

// fitLinear and fitNetwork return the mechanism as an interface, without turning a nil pointer
// into a non-nil interface.
func fitLinear(y []float64, x [][]float64, signs []Sign) (Mechanism, float64, error) {
	m, v, err := FitLinear(y, x, signs)
	return m, v, err
}

func fitNetwork(y []float64, x [][]float64, c NetworkConfig) (Mechanism, float64, error) {
	m, v, err := FitNetwork(y, x, c)
	if err != nil {
		return nil, 0, err
	}
	return m, v, nil
}

// columns returns the scores of v and the inputs of its mechanism.
func columns(t *data.Table, rows []int, g *Graph, v int) (y []float64, x [][]float64, signs []Sign) {
	s, parents := t.Schema, g.Parents(v)
	for _, p := range parents {
		e, _ := g.Edge(p, v)
		if !Scored(s.Features[p]) {
			e.Sign = Unknown
		}
		signs = append(signs, slices.Repeat([]Sign{e.Sign}, InputWidth(s.Features[p]))...)
	}
	x = make([][]float64, len(signs))
	var row, in []float64
	for _, i := range rows {
		row = t.Row(i, row)
		in = Inputs(s, parents, row, in)
		y = append(y, Score(s.Features[v], row[v]))
		for k, value := range in {
			x[k] = append(x[k], value)
		}
	}
	return y, x, signs
}

// GiveNode returns a node that assigns mechanism m, on the parents in the graph, to feature v. The
// variance is that of the residuals on rows of a table. GiveNode rejects a mechanism that is not
// finite on one of these rows.
func GiveNode(t *data.Table, rows []int, g *Graph, v int, m Mechanism) (Node, error) {
	if len(rows) == 0 {
		return Node{}, fault.Errorf("causal: a mechanism needs at least 1 row")
	}
	y, x, _ := columns(t, rows, g, v)
	f := t.Schema.Features[v]
	if m.Inputs() != len(x) {
		return Node{}, fault.Errorf("causal: the mechanism of %s takes %d inputs, but its causes give "+
			"%d", quote(f.Name),
			m.Inputs(), len(x))
	}
	variance := residualVariance(m, y, x)
	if variance-variance != 0 {
		return Node{}, fault.Errorf("causal: the mechanism of %s gives no finite value for some rows of the table",
			quote(f.Name))
	}
	return Node{Feature: v, Parents: g.Parents(v), Mechanism: m, Variance: atLeastRounding(f, variance)}, nil
}

// atLeastRounding returns a variance that is at least that of rounding to the feature's decimals.
func atLeastRounding(f data.Feature, variance float64) float64 {
	d := 1.0
	if f.Kind.Numeric() {
		d = f.Step()
	}
	return max(variance, float64(d*d)/12)
}
