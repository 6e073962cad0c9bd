package study

import (
	"math"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sim"
)

// of3 returns a classifier of three numbers with the given number of classes.
func of3(classes int, key kernel.Key) *nn.Classifier {
	return &nn.Classifier{Net: nn.Net{nn.Dense(3, 8, nn.ReLU, key.Sub(1)),
		nn.Dense(8, classes, nn.Identity, key.Sub(2))}}
}

// examples3 returns n examples for of3.
func examples3(n int, key kernel.Key) []float32 {
	x := make([]float32, 3*n)
	for i := range x {
		x[i] = 4*float32(key.Uniform1(uint32(i))) - 2
	}
	return x
}

// TestLeadingOfTwoIsAThreshold checks that for two classes requiring a lead is the same as
// shifting the threshold.
func TestLeadingOfTwoIsAThreshold(t *testing.T) {
	for seed := range uint64(50) {
		key := kernel.NewKey(seed)
		c, x := of3(2, key), examples3(20, key.Sub(9))
		for _, lead := range []float64{0.05, 0.4, 0.9} {
			for target, threshold := range []float64{(1 - lead) / 2, (1 + lead) / 2} {
				got := leading{c, target, lead}.Pass().Shares(x, 20)
				want := c.Decide(threshold).Pass().Shares(x, 20)
				for i, v := range want {
					if d := got[i] - v; max(d, -d) > 1e-5 { // each rounds its logits once more
						t.Fatalf("seed %d, lead %v, class %d: %v, by the threshold %v", seed, lead, target, got[i], v)
					}
				}
			}
		}
	}
}

// TestLeadingAsksForTheLead checks for several numbers of classes that the target is predicted
// exactly if its share leads the next one by more than required.
func TestLeadingAsksForTheLead(t *testing.T) {
	taken, refused := 0, 0
	for seed := range uint64(200) {
		key := kernel.NewKey(seed)
		classes := 3 + int(seed%4)
		c, x := of3(classes, key), examples3(40, key.Sub(9))
		shares := append([]float32(nil), c.Pass().Shares(x, 40)...)
		for _, lead := range []float64{0.02, 0.2, 0.6} {
			for target := range classes {
				class := make([]int, 40)
				nn.Best(leading{c, target, lead}.Pass().Shares(x, 40), class)
				for e := range 40 {
					next := 0.0
					for k := range classes {
						if k != target {
							next = max(next, float64(shares[k*40+e]))
						}
					}
					got := float64(shares[target*40+e]) - next
					if math.Abs(got-lead) < 1e-5 {
						continue
					}
					if (class[e] == target) != (got > lead) {
						t.Fatalf("seed %d: of %d classes the target leads by %v, %v is asked for, taken %v", seed,
							classes, got, lead, class[e] == target)
					}
					if got > lead {
						taken++
					} else if got > 0 {
						refused++
					}
				}
			}
		}
	}
	if taken < 1000 || refused < 1000 {
		t.Errorf("%d lead by as much, %d by less", taken, refused)
	}
}

// TestLeadingGoesBack checks that the gradients are those of the classifier's own shares and
// logits.
func TestLeadingGoesBack(t *testing.T) {
	checked := 0
	for seed := range uint64(60) {
		key := kernel.NewKey(seed)
		classes := 2 + int(seed%4)
		trace := leading{of3(classes, key), int(seed) % classes, 0.3}.Trace().(blackbox.ScoredTrace)
		x, by := examples3(1, key.Sub(9)), make([]float32, classes)
		for k := range by {
			by[k] = float32(key.Sub(10).Uniform1(uint32(k))) - 0.5
		}
		for name, both := range map[string][2]func() []float32{
			"shares": {func() []float32 { return trace.Shares(x, 1) }, func() []float32 {
				s := append([]float32(nil), trace.Shares(x, 1)...)
				return trace.SharesGrad(s, append([]float32(nil), by...), 1)
			}},
			"logits": {func() []float32 { return trace.Logits(x, 1) }, func() []float32 {
				trace.Logits(x, 1)
				return trace.LogitsGrad(append([]float32(nil), by...), 1)
			}},
		} {
			value := func() (sum float64) {
				for k, v := range both[0]() {
					sum += float64(by[k]) * float64(v)
				}
				return sum
			}
			grad := append([]float32(nil), both[1]()...)
			for i := range x {
				const h = 2e-3
				was := x[i]
				x[i] = was + h
				up := value()
				x[i] = was - h
				down := value()
				x[i] = was
				middle := value()
				if math.Abs(up-2*middle+down) > 3e-6 { // at the kink of a ReLU or a change of the best other class
					continue
				}
				checked++
				if want := (up - down) / (2 * h); math.Abs(float64(grad[i])-want) > 2e-3+0.02*math.Abs(want) {
					t.Errorf("seed %d, %s, input %d: %v, by differences %v", seed, name, i, grad[i], want)
				}
			}
		}
	}
	if checked < 250 {
		t.Errorf("%d gradients were checked", checked)
	}
}

// TestEveryMethodIsAskedForTheLeadOfThree checks that with three classes, as with two, answers of
// methods that use only the classifier reach a required lead. Without this requirement, some do
// not.
func TestEveryMethodIsAskedForTheLeadOfThree(t *testing.T) {
	table := sim.SimpleBN(600, 2)
	table.Schema.Outcome.Levels = []string{"low", "middle", "high"}
	for i, v := range table.Cols[0] {
		sum := v + table.Cols[1][i]
		table.Outcome[i] = 1
		if sum < 95 {
			table.Outcome[i] = 0
		} else if sum > 105 {
			table.Outcome[i] = 2
		}
	}
	b := newTestBench(t, table, Problem{Name: "three", From: -1}, Quiet(still))
	b.Test = b.Test.first(60)
	c := exact.NewClear(b.Table.Schema, b.BlackBox)
	const lead = 0.3
	for _, m := range []model.Method{"nun-sparse", "dice-random", "wachter"} {
		reach := map[float64]int{}
		for _, asked := range []float64{0, lead} {
			made, err := b.make(Setting{Method: m, Learned: -1, Lead: asked}, b.Test)
			if err != nil {
				t.Fatal(err)
			}
			of, found := 0, 0
			for i, row := range made.Decoded.Counterfactual {
				if !made.Decoded.Found[i] || made.Decoded.Class[i] != made.Decoded.Target[i] {
					continue
				}
				found++
				if got, rounding := c.Lead(row, made.Decoded.Target[i]); got-rounding > lead {
					of++
				}
			}
			if found < 10 {
				t.Fatalf("%s: %d answers", m, found)
			}
			reach[asked] = 100 * of / found
		}
		if reach[lead] != 100 || reach[0] == 100 {
			t.Errorf("%s: of its answers %d %% have the lead, %d %% without asking", m, reach[lead], reach[0])
		}
	}
}
