package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// nobody proposes nothing, so that all answers come from the search itself.
type nobody struct{}

func (nobody) Sample([]float64, int, int, float32, kernel.Key) [][]float64 { return nil }

// On small random tables, rows and models, with a numeric or categorical effect that follows from
// two causes and can also be changed, the search finds the nearest of all answers. An enumeration
// of all actions confirms this and that every answer is described correctly by its base.
func TestActionsAddToWhatFollows(t *testing.T) {
	found, none, followed, acted, proved := 0, 0, 0, 0, 0
	for seed := range uint64(300) {
		key := kernel.NewKey(seed)
		number := func(name string, most float64) data.Feature {
			return data.Feature{Name: name, Kind: data.Integer, Max: most,
				MAD: 0.5 + float64(key.Uniform1(uint32(most)))}
		}
		effect := number("effect", 9)
		if key.Intn(1, 3) == 0 {
			effect = data.Feature{Name: "effect", Kind: data.Ordered, Levels: []string{"low", "middle", "high", "top"},
				Ranks: []float64{0, 1, 2, 3}, MAD: 1}
		}
		s := data.Schema{Features: []data.Feature{number("a", 4), number("b", 5), effect}}
		line := causal.Linear{Coef: []float64{float64(key.Intn(2, 5)) - 2, float64(key.Intn(3, 3)) - 1}}
		m, err := causal.NewSCM(s, causal.Node{Feature: 2, Parents: []int{0, 1}, Mechanism: line, Variance: 1})
		if err != nil {
			t.Fatal(err)
		}
		rules, err := m.Followers([]int{2}, []int{2})
		if err != nil {
			t.Fatal(err)
		}
		if key.Intn(4, 3) == 0 {
			rules = append(rules, causal.Rule{Kind: causal.RuleKind(key.Intn(5, 2)) + causal.OnlyIncrease,
				Feature: key.Intn(6, 3)})
		}
		clf := nn.NewClassifier(s.Width(), 4, 2, key.Sub(1))
		for _, b := range clf.Net.Blocks() {
			for i := range b.W {
				b.W[i] = 3 * key.Sub(2).Sub(uint64(len(b.W))).Normal1(uint32(i))
			}
		}
		row := []float64{float64(key.Intn(7, 5)), float64(key.Intn(8, 6)), float64(key.Intn(9, 4))}
		f := search.NewFinder(s, clf, nobody{})
		target := 1 - classOf(s, clf, row)
		q := search.Query{Row: row, Target: target, Count: 2, Boxes: 20_000, Rules: rules}
		got, err := f.Search(q, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		fine := causal.Fine(s, rules)
		base, best := causal.NewBase(fine, rules, row), math.Inf(1)
		width := effect.Max
		if effect.Levels != nil {
			width = 3
		}
		for a := range 5 {
			for b := range 6 {
				for by := -width; by <= width; by++ {
					c := []float64{float64(a), float64(b), 0}
					c[2] = base.Of(c, make([]float64, 3))[2]
					if effect.Levels == nil {
						c[2] = fine.Features[2].Round(c[2] + by)
					} else {
						c[2] += by
					}
					if c[2] < 0 || c[2] > width || slices.Equal(c, row) || classOf(s, clf, c) != target ||
						!causal.AllHold(fine, rules, row, c) {
						continue
					}
					x := search.Counterfactual{Row: c}
					search.Measure(&x, s, nil, base.Of(c, make([]float64, 3)))
					if x.Changed > 0 {
						best = min(best, 1000*x.Effort+x.Cost)
					}
				}
			}
		}
		if len(got.Rows) == 0 {
			if none++; !math.IsInf(best, 1) {
				t.Fatalf("seed %d: none is found, one costs %v", seed, best)
			}
			continue
		}
		for _, c := range got.Rows {
			of := base.Of(c.Row, make([]float64, 3))
			if x := (&search.Counterfactual{Row: c.Row}); len(c.Row) != 3 || classOf(s, clf, c.Row) != target {
				t.Fatalf("seed %d: %v is told", seed, c.Row)
			} else if search.Measure(x, s, nil, of); x.Changed != c.Changed || math.Abs(x.Cost-c.Cost) > 1e-6 {
				t.Fatalf("seed %d: %v costs %v by its base %v, said is %v", seed, c.Row, x.Cost, of, c.Cost)
			}
			followed, acted = followed+b2i(of[2] != row[2]), acted+b2i(of[2] != c.Row[2])
		}
		found++
		proved += b2i(got.Nearest)
		if c := got.Rows[0]; math.Abs(1000*c.Effort+c.Cost-best) > 1e-6 {
			t.Fatalf("seed %d: %v of %v is found for %v, the nearest costs %v", seed, c.Row, row, 1000*c.Effort+c.Cost,
				best)
		}
	}
	t.Logf("%d found, %d none, %d proved; %d follow, %d are acted on", found, none, proved, followed, acted)
	if found < 100 || none < 10 || followed < 30 || acted < 30 || proved < found*9/10 {
		t.Errorf("%d found, %d none, %d proved; %d follow, %d are acted on", found, none, proved, followed, acted)
	}
}

// classOf returns the class that a black box predicts for a row.
func classOf(s data.Schema, b blackbox.BlackBox, row []float64) int {
	return referee{schema: s, blackBox: b}.judge([][]float64{row})[0].Class
}
