package generate

import (
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// BenchmarkThousand measures one pass that answers 1,000 rows with ten proposals each. The tables
// use the paper's black box and rules that a person would state.
func BenchmarkThousand(b *testing.B) {
	for _, c := range []struct {
		name  string
		table *data.Table
		rules func(data.Schema) ([]causal.Rule, error)
		stays []string
		from  int // the class of the rows to explain; -1: any
	}{
		{"census", sim.Census(6000, 1), causal.AdultC1, []string{"race", "gender"}, 0},
		{"Sangiovese", sim.Sangiovese(6000, 1), causal.SangioveseMonotone, nil, -1},
	} {
		b.Run(c.name, func(b *testing.B) {
			t := c.table
			split := data.NewSplit(t.Outcome, 1)
			t.FitScale(split.Train)
			s := t.Schema
			rules, err := c.rules(s)
			if err != nil {
				b.Fatal(err)
			}
			for _, name := range c.stays {
				rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: s.Index(name)})
			}
			examples := func(places []int) nn.Examples {
				var rows [][]float64
				for _, i := range places {
					rows = append(rows, t.Row(i, nil))
				}
				ex := testExamples(s, rows)
				for i, r := range places {
					ex.Y[i] = t.Outcome[r]
				}
				return ex
			}
			train, val := examples(split.Train), examples(split.Val)
			fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 10, Batch: 32, Hidden: 10,
				LearningRate: 0.003}, train, val, 2)
			for range 10 {
				if _, err := fit.Epoch(nothing); err != nil {
					b.Fatal(err)
				}
			}
			box := fit.Best()
			f := NewFit(Config{Seed: 1, Epochs: 6, Batch: 32, Rate: 0.006, Asks: Size}, s, box, rules, train, val)
			f.items = 600
			run(b, f, 6)
			rows, target := [][]float64(nil), []int(nil)
			for i, class := range nn.Classes(box, train) {
				if len(rows) < 1000 && (c.from < 0 || class == c.from) {
					rows, target = append(rows, t.Row(split.Train[i], nil)), append(target, 1-class)
				}
			}
			bound := f.Best().Under(box, nil, rules)
			held := 0
			var buf ballot
			list := bound.Answers(rows, target, kernel.NewKey(3))
			for _, l := range leads(s, box.Pass(), &buf, list, nil, func(i int) int { return target[i] }) {
				held += int(flag(l > 0))
			}
			b.ReportAllocs()
			best := time.Hour
			for b.Loop() {
				start := time.Now()
				bound.Answers(rows, target, kernel.NewKey(3))
				best = min(best, time.Since(start))
			}
			b.ReportMetric(best.Seconds(), "s") // the fastest run, because other programs may run at the same time
			b.ReportMetric(float64(held)/float64(len(rows)), "held")
		})
	}
}
