package discover

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/sim"
)

// Results have the same bits on every machine. `make test` runs this test natively, with and
// without vector instructions, and in WebAssembly.
func TestSameBits(t *testing.T) {
	table := sim.Sangiovese(3000, 1)
	table.FitScale(every(3000))
	s := training(table)
	h := fnv.New64a()
	add := func(values ...float64) {
		for _, v := range values {
			binary.Write(h, binary.LittleEndian, math.Float64bits(v))
		}
	}
	g := graph(t, table.Schema)
	for _, f := range mustSearch(t, s, g, usual).Found {
		add(float64(f.From), float64(f.To), f.Strength, f.P)
		if f.Directed {
			g.AddEdge(causal.Edge{From: f.From, To: f.To})
		}
	}
	r := check(t, s, g)
	for _, e := range r.Edges {
		add(e.Strength, e.P, float64(e.Verdict))
	}
	for _, m := range r.Missing {
		add(m.Strength, m.P, m.Holm)
	}
	for _, p := range pairsOf(t, s) {
		add(p.Counterfactual...)
	}
	e := g.Edges()[0]
	p := plot(t, s, causal.Knowledge{Edges: g.Edges()}, e.From, e.To)
	add(p.Y...)
	add(p.CurveY...)
	add(p.Deviation, p.Explained)
	const want = 0x9ab30dc6ec57d507
	if got := h.Sum64(); got != want {
		t.Errorf("got %#x, want %#x", got, uint64(want))
	}
}
