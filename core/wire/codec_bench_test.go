package wire

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
)

// bigMessages returns messages as large as those for big tables.
func bigMessages() map[string]Message {
	const rows, features = 10_000, 20
	values := NewFloats(make([]float64, rows*features), rows, features)
	selected := Selected{Index: make([]int, rows), Values: values, Outcomes: make([]int, rows), Hits: rows}
	told := model.Labels{Factual: values, Counterfactual: values, Target: make([]int, rows),
		Feasible: make([]bool, rows)}
	searched := GraphChecked{}
	for i := range 5_000 {
		searched.Edges = append(searched.Edges, causal.CheckedEdge{From: i % 100, To: 200,
			Dependence: causal.Dependence{Strength: 0.5, P: 0.01}})
	}
	return map[string]Message{
		"rows":   selected,
		"labels": FineTune{Labels: told, Train: model.Recipe{Epochs: 1, Batch: 2, Samples: 1, LearningRate: 1}},
		"edges":  searched,
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, m := range bigMessages() {
		frame := mustEncode(b, 1, m)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(frame)))
			for b.Loop() {
				if _, _, err := Decode(frame); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	for name, m := range bigMessages() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustEncode(b, 1, m)
			}
		})
	}
}
