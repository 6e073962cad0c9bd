package discover

import (
	"math"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/sim"
)

func plot(t *testing.T, s *Sample, k causal.Knowledge, from, to int) causal.Plot {
	t.Helper()
	p, err := PlotEdge(s, k, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.X) != len(p.Y) || len(p.CurveX) != len(p.CurveY) || len(p.X) > maxPoints {
		t.Fatalf("%d, %d points and %d, %d of the curve", len(p.X), len(p.Y), len(p.CurveX), len(p.CurveY))
	}
	return p
}

// For an exact line, every point lies on the curve, whatever the value of the other cause.
func TestPlotOfALine(t *testing.T) {
	a, b, v := noise(500, 1), noise(500, 2), make([]float64, 500)
	for i := range v {
		v[i] = 2*a[i] - 3*b[i] + 1
	}
	s := sampleOf(tableOf([][]float64{a, b, v}))
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Falls, Least: 0.1}, {From: 1, To: 2}}}
	p := plot(t, s, k, 0, 2) // drawn as falling, which our own fit ignores
	mean := sum(b) / 500
	for i, x := range p.X {
		near(t, "point", p.Y[i], 2*x-3*mean+1, 1e-9)
	}
	for i, x := range p.CurveX {
		near(t, "curve", p.CurveY[i], 2*x-3*mean+1, 1e-9)
	}
	if !p.Fitted || p.Deviation > 1e-9 || p.Explained < 1-1e-12 || len(p.X) != 300 || p.Rows != 500 {
		t.Errorf("got deviation %v, R² %v, %d points", p.Deviation, p.Explained, len(p.X))
	}
	k.Mechanisms = []causal.Assignment{{Feature: 2}}
	if p := plot(t, s, k, 0, 2); p.Fitted || p.CurveY[0] != p.CurveY[gridSteps] {
		t.Error("a mechanism with the wrong sign is flat")
	}
}

func TestPlotOfSimpleBN(t *testing.T) {
	table := sim.SimpleBN(sim.SimpleBNRows, 1)
	s := training(table)
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2}, {From: 1, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "10/32400*(x1+x2)^2 + 10"}}}
	p := plot(t, s, k, 0, 2)
	near(t, "deviation", p.Deviation, 0.5, 0.01)
	if p.Form != causal.Given || p.Explained < 0.6 || !slices.IsSorted(p.CurveY) {
		t.Errorf("got %+v", p)
	}
	for i, x := range p.CurveX {
		near(t, "curve", p.CurveY[i], 10.0/32400*(x+50)*(x+50)+10, 0.1)
	}
}

func TestPlotOfCategories(t *testing.T) {
	const n = 400
	c, v, w := make([]float64, n), noise(n, 3), make([]float64, n)
	for i := range c {
		c[i] = float64(i % 3)
		v[i] = v[i]/100 + []float64{5, -1, 2}[i%3]
		w[i] = float64(i / 7 % 2)
	}
	s := sampleOf(tableOf([][]float64{c, v, w}, 3, 0, 2))
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1}, {From: 2, To: 1}}}
	p := plot(t, s, k, 0, 1)
	if len(p.CurveX) != 3 || p.CurveX[2] != 2 {
		t.Fatalf("curve at %v, want the levels", p.CurveX)
	}
	for l, want := range []float64{5, -1, 2} {
		near(t, "level", p.CurveY[l], want, 0.01)
	}
	if _, err := PlotEdge(s, causal.Knowledge{Edges: []causal.Edge{{From: 1, To: 0}}}, 1, 0); err == nil ||
		!strings.Contains(err.Error(), "no order") {
		t.Errorf("a category as effect: %v", err)
	}
	if _, err := PlotEdge(s, k, 2, 0); err == nil {
		t.Error("an edge that is not drawn is plotted")
	}
}

// A formula that is undefined at some positions skips them.
func TestPlotLeavesOutWhatIsNotFinite(t *testing.T) {
	a, v := noise(300, 1), noise(300, 2)
	for i := range a {
		a[i] = math.Abs(a[i]) + 0.1
	}
	s := sampleOf(tableOf([][]float64{a, v}))
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1}},
		Mechanisms: []causal.Assignment{{Feature: 1, Form: causal.Given, Formula: "1/xaa"}}}
	for _, y := range plot(t, s, k, 0, 1).CurveY {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			t.Fatal("a point is not finite")
		}
	}
}
