package discover

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Sizes of a plot.
const (
	maxPoints = 300
	gridSteps = 40
)

// PlotEdge plots the mechanism of an effect in the knowledge over one of its causes. If the
// effect has no mechanism, it plots a straight line.
func PlotEdge(s *Sample, k causal.Knowledge, from, to int) (causal.Plot, error) {
	g, err := k.Graph(s.Schema)
	if err != nil {
		return causal.Plot{}, err
	}
	if _, ok := g.Edge(from, to); !ok {
		return causal.Plot{}, fault.Errorf("discover: the graph has no such edge")
	}
	p := causal.Plot{Form: causal.FittedLinear, Fitted: true, Rows: s.Rows()}
	mechanisms := []causal.Assignment{{Feature: to}}
	for _, m := range k.Mechanisms {
		if m.Feature == to {
			mechanisms[0], p.Form, p.Fitted = m, m.Form, false
		}
	}
	var edges []causal.Edge
	for _, e := range g.Edges() {
		if e.To == to {
			if p.Fitted {
				e = e.Unsigned()
			}
			edges = append(edges, e)
		}
	}
	m, err := causal.Knowledge{Edges: edges, Mechanisms: mechanisms}.Fit(s.table, s.rows)
	if err != nil {
		return causal.Plot{}, err
	}
	n, _ := m.Node(to)
	draw(&p, s, n, from)
	return p, nil
}

// draw computes points, curve and residuals. It skips values that are not finite.
func draw(p *causal.Plot, s *Sample, n causal.Node, from int) {
	at := component{node: n, from: from, s: s}
	at.center()
	row, in := []float64(nil), []float64(nil)
	var actual, residual spread
	for _, i := range s.rows {
		row = s.table.Row(i, row)
		in = causal.Inputs(s.Schema, n.Parents, row, in)
		v := causal.Score(s.Schema.Features[n.Feature], row[n.Feature])
		actual.add(v)
		residual.add(v - n.Mechanism.Mean(in))
	}
	p.Deviation = math.Sqrt(residual.square())
	if all := actual.variance(); all > 0 {
		p.Explained = max(0, 1-residual.square()/all)
	}
	for _, i := range thin(s.rows, maxPoints) {
		row = s.table.Row(i, row)
		in = causal.Inputs(s.Schema, n.Parents, row, in)
		v := causal.Score(s.Schema.Features[n.Feature], row[n.Feature])
		x := position(s.Schema.Features[from], row[from])
		p.X, p.Y = keep(p.X, p.Y, x, at.mean(row[from])+v-n.Mechanism.Mean(in))
	}
	for _, v := range s.along(from) {
		p.CurveX, p.CurveY = keep(p.CurveX, p.CurveY, position(s.Schema.Features[from], v), at.mean(v))
	}
}

func keep(xs, ys []float64, x, y float64) ([]float64, []float64) {
	if d := x - y; d-d != 0 {
		return xs, ys
	}
	return append(xs, x), append(ys, y)
}

// position returns the position of a value on the axis: its score, or the number of its level.
func position(f data.Feature, v float64) float64 {
	if causal.Scored(f) {
		return causal.Score(f, v)
	}
	return v
}

// along lists stored values of a feature in ascending order: every level, or steps across the
// range of the sample.
func (s *Sample) along(j int) []float64 {
	f := s.Schema.Features[j]
	var list []float64
	if !f.Kind.Numeric() {
		for l := range f.Levels {
			list = append(list, float64(l))
		}
		return list
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range s.rows {
		v := s.table.Cols[j][i]
		low, high = min(low, v), max(high, v)
	}
	for k := range gridSteps + 1 {
		list = append(list, low+float64((high-low)*float64(k)/gridSteps))
	}
	return list
}

// component is a mechanism whose causes, except one, have their mean values.
type component struct {
	node causal.Node
	from int
	s    *Sample
	in   []float64 // inputs of the mechanism
	at   int       // index of the cause among them
}

func (c *component) center() {
	var row, in []float64
	for _, i := range c.s.rows {
		row = c.s.table.Row(i, row)
		in = causal.Inputs(c.s.Schema, c.node.Parents, row, in)
		if c.in == nil {
			c.in = make([]float64, len(in))
		}
		for k, v := range in {
			c.in[k] += v
		}
	}
	for k := range c.in {
		c.in[k] /= float64(len(c.s.rows))
	}
	for _, p := range c.node.Parents {
		if p == c.from {
			return
		}
		c.at += causal.InputWidth(c.s.Schema.Features[p])
	}
}

// mean returns f for a stored value of the cause.
func (c *component) mean(v float64) float64 {
	f := c.s.Schema.Features[c.from]
	if causal.Scored(f) {
		c.in[c.at] = causal.Score(f, v)
	} else {
		clear(c.in[c.at : c.at+len(f.Levels)])
		c.in[c.at+int(v)] = 1
	}
	return c.node.Mechanism.Mean(c.in)
}

// spread accumulates a mean and a mean square.
type spread struct{ n, mean, rest, squares float64 }

// add uses the method of Welford (1962).
func (s *spread) add(v float64) {
	s.n++
	d := v - s.mean
	s.mean += d / s.n
	s.rest += float64(d * (v - s.mean))
	s.squares += float64(v * v)
}

func (s *spread) variance() float64 { return s.rest / s.n }
func (s *spread) square() float64   { return s.squares / s.n }
