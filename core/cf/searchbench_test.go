package cf

import (
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
	"causeway/core/sim"
)

// BenchmarkSearch measures the time for one row of the search of the page with its usual
// settings, on the synthetic census, whose columns are those of Adult. It pauses as often as the
// engine does. In WebAssembly, a garbage collection continues until the next pause, and writing
// pointers is slower meanwhile.
func BenchmarkSearch(b *testing.B) {
	t := sim.Census(5000, 1)
	split := data.NewSplit(t.Outcome, 1)
	t.FitScale(split.Train)
	train, val, test := encode(t, split.Train), encode(t, split.Val), encode(t, split.Test)
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 30, Batch: 32, Hidden: 10, LearningRate: 0.005},
		train, val, 2)
	for range 30 {
		if _, err := clf.Epoch(nothing); err != nil {
			b.Fatal(err)
		}
	}
	blackBox := clf.Best()
	cfg := Config{Seed: 1, Epochs: 20, Batch: 256, Samples: 5, LearningRate: 0.01, Validity: 40, Margin: 0.3}
	fit, err := NewFit(BaseVAE(), cfg, t.Schema, blackBox, train, val)
	if err != nil {
		b.Fatal(err)
	}
	for range cfg.Epochs {
		if _, err := fit.Epoch(nothing); err != nil {
			b.Fatal(err)
		}
	}
	g, predicted := fit.Best(), Predict(blackBox, test)
	c1, err := causal.AdultC1(t.Schema)
	if err != nil {
		b.Fatal(err)
	}
	people := append(c1, causal.Rule{Kind: causal.Immutable, Feature: t.Schema.Index("race")},
		causal.Rule{Kind: causal.Immutable, Feature: t.Schema.Index("gender")})
	for _, c := range []struct {
		name  string
		count int
		boxes int
		rules []causal.Rule
	}{{"one", 1, 0, nil}, {"five", 5, 0, nil}, {"five with rules", 5, 0, people}, {"three", 3, 1000, nil},
		{"three with rules", 3, 1000, people}, {"five, longer", 5, 10_000, people}} {
		b.Run(c.name, func(b *testing.B) {
			i, found, rested := 0, 0, time.Now()
			for b.Loop() {
				if time.Since(rested) > 30*time.Millisecond {
					b.StopTimer()
					time.Sleep(1)
					rested = time.Now()
					b.StartTimer()
				}
				n := i % len(split.Test)
				i++
				q := search.Query{Row: t.Row(split.Test[n], nil), Target: 1 - predicted[n], Count: c.count, Budget: 400,
					Key: kernel.NewKey(1), Rules: c.rules,
					Lead: search.ShownLead, Boxes: c.boxes, Brief: true}
				found += len(g.Search(blackBox, q).Rows)
			}
			b.ReportMetric(float64(found)/float64(i), "rows/op")
		})
	}
}
