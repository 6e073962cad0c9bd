package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
)

// TestARowAloneIsTheRowInABatch checks that counterfactuals do not depend, bit for bit, on how
// many are made together, including mechanisms at the end of the decoder, and that making one
// allocates no memory.
func TestARowAloneIsTheRowInABatch(t *testing.T) {
	w := newWorld(t)
	known, err := Know(model.ModelBased, causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2}}}, w.table, w.split.Train)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]Method{"base": BaseVAE(), "with mechanisms": known} {
		t.Run(name, func(t *testing.T) {
			f, err := NewFit(m, config, w.table.Schema, w.blackBox, w.train, w.val)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
			g := f.Best()
			maker, n := g.Maker(w.blackBox), 50
			target := make([]int, n)
			for i := range target {
				target[i] = i % 2
			}
			x := make([]float32, g.width)
			for r := range n {
				one := nn.Examples{X: w.test.X[r*g.width : (r+1)*g.width], Y: []int{0}, Width: g.width}
				key := kernel.NewKey(uint64(r))
				made := maker.Make(one, target[r:r+1], 0, 1, 1, key)
				one.Gather([]int{0}, x)
				want := g.net.Forward(&maker.tape, x, target[r:r+1], 1, nn.Eval, key, kernel.Key{})
				g.end.applyIn(new([]float64), x, 1, want, 1)
				for i := range want {
					if math.Float32bits(made.Soft[i]) != math.Float32bits(want[i]) {
						t.Fatalf("row %d, output %d: %v, by the passes of a batch %v", r, i, made.Soft[i], want[i])
					}
				}
				shares := slices.Clone(maker.pass.Shares(made.Hard, 1))
				for c, s := range w.blackBox.Shares(new(nn.Tape), made.Hard, 1, nn.Eval) {
					if s != shares[c] {
						t.Fatalf("row %d: the black box says %v alone and %v in a batch", r, shares[c], s)
					}
				}
			}
			one := nn.Examples{X: w.test.X[:g.width], Y: []int{0}, Width: g.width}
			if a := testing.AllocsPerRun(50, func() { maker.Make(one, target, 0, 1, 1, kernel.Key{}) }); a != 0 {
				t.Errorf("%v allocations for a row", a)
			}
			if a := testing.AllocsPerRun(5, func() { maker.Make(w.test, target, 0, n, 3, kernel.Key{}) }); a != 0 {
				t.Errorf("%v allocations for a batch", a)
			}
		})
	}
}
