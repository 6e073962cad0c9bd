package cf

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// TestNoAnswerRestsOnRounding requests several leads, one of which is out of reach. Each answer
// exceeds the boundary of the class by more than the rounding of float32. If a row reaches the
// class only through rounding, the search proves that no answer exists.
func TestNoAnswerRestsOnRounding(t *testing.T) {
	b := nn.Dense(1, 2, nn.Identity, kernel.NewKey(1))
	copy(b.W, []float32{0, 4})
	copy(b.B, []float32{0, -2}) // the second class leads by tanh(2 x - 1)
	s := data.Schema{Features: []data.Feature{{Name: "x", Kind: data.Continuous, Max: 1, MAD: 0.1, Decimals: 8}},
		Outcome: data.Feature{Levels: []string{"a", "b"}}}
	c := &nn.Classifier{Net: nn.Net{b}}
	f, clear := search.NewFinder(s, c, still{}), exact.NewClear(s, c)
	for _, lead := range []float64{0, 0.1, 0.99} {
		for _, boxes := range []int{0, 2000} {
			q := search.Query{Row: []float64{0.2}, Target: 1, Count: 1, Budget: 8, Key: kernel.NewKey(2), Lead: lead,
				Boxes: boxes, Brief: true}
			got, err := f.Search(q, func() error { return nil })
			if err != nil || len(got.Rows) == 0 || got.Unclear != (lead == 0.99) {
				t.Fatalf("lead %v, %d boxes: %+v, %v", lead, boxes, got, err)
			}
			asked := lead
			if got.Unclear {
				asked = 0
			}
			x := got.Rows[0].Row[0]
			if is, rounding := clear.Lead(got.Rows[0].Row, 1); is <= rounding || is+rounding < asked ||
				x-0.5-math.Atanh(asked)/2 > 1e-5 {
				t.Errorf("lead %v, %d boxes: %v leads by %v, rounding %v", lead, boxes, x, is, rounding)
			}
			q.Rules = []causal.Rule{{Kind: causal.Range, Feature: 0, Min: 0, Max: 0.50000008}}
			if got, err = f.Search(q, func() error { return nil }); err != nil || len(got.Rows) > 0 ||
				got.None != (boxes > 0) {
				t.Errorf("lead %v, %d boxes: what rounding alone makes is %+v, %v", lead, boxes, got, err)
			}
		}
	}
}
