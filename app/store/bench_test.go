package store

import (
	"fmt"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// busy is a page with 60 features, 10,000 rows, 90 edges, 30 rules and 500 labels, whose
// project is saved.
func busy(t *testing.T) *page {
	t.Helper()
	s := data.Schema{Outcome: testSchema.Outcome}
	row := make([]float64, 60)
	for j := range row {
		s.Features = append(s.Features, data.Feature{Name: fmt.Sprintf("f%02d", j), Kind: data.Continuous, Max: 90,
			MAD: 1, Decimals: 1})
	}
	p := newPage(t)
	p.do(LoadSample{})
	answer[wire.Sample](p, wire.Loaded{Name: "wide.csv", Schema: s, Rows: 10_000, Train: 8_000, Val: 1_000, Test: 1_000,
		Counts: []int{6_000, 4_000}, Hash: "wide"})
	answer[wire.Rows](p, wire.Page{Total: 1_000, Index: []int{3}, Values: wire.NewFloats(row, 1, 60),
		Outcomes: []int{0}})
	p.trainClassifier()
	p.trainGenerator()
	for i := range 90 {
		p.do(AddEdge{sketch.Edge{From: i % 59, To: i%59 + 1 + i/59}})
	}
	for j := range 30 {
		p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 2 * j, Soft: j%3 == 0}})
	}
	var list []label.Label
	for i := range 500 {
		other := append([]float64(nil), row...)
		other[i%60] = float64(1 + i/60)
		list = append(list, label.Label{Row: i, Factual: row, Counterfactual: other, Target: 1,
			Verdict: label.Verdict(i % 2), By: "Ann"})
	}
	w := &turn{State: p.State}
	w.setLabels(list)
	p.State = w.State
	p.do(StartKeeping{}, KeptStarted{Tab: "t"})
	return p
}

// BenchmarkApply applies one intent of each frequent kind: editing a value, saying a sentence,
// changing a setting, moving a node.
func BenchmarkApply(b *testing.B) {
	var t testing.T
	p := busy(&t)
	if t.Failed() {
		b.Fatal("the page is not as it should be")
	}
	if n := len(p.Labels.List); n != 500 || len(p.Graph.Sketch.Edges) < 80 || !p.Generator.HasResult {
		b.Fatalf("%d labels, %d edges, a generator: %v", n, len(p.Graph.Sketch.Edges), p.Generator.HasResult)
	}
	for name, in := range map[string]func(i int) Intent{
		"value":   func(i int) Intent { return EditValue{7, float64(i % 80)} },
		"say":     func(i int) Intent { return Say{"Said."} },
		"setting": func(i int) Intent { f := p.Explain.Find; f.Count = 1 + i%9; return SetFind{f} },
		"limit":   func(i int) Intent { return SetLimit{3, causal.Limit{Kind: causal.LimitKind(i % 3)}} },
	} {
		b.Run(name, func(b *testing.B) {
			s := p.State
			for i := 0; b.Loop(); i++ {
				s, _ = Apply(s, in(i))
			}
		})
	}
}
