package vae

import (
	"fmt"
	"math"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestOneByOne checks that a single row has the same bits as in a batch, and that no memory is
// allocated.
func TestOneByOne(t *testing.T) {
	for _, cfg := range []Config{small(0, 2), small(3, 2), small(3, 4), byLetter(small(0, 2)), byLetter(small(3, 3)),
		Paper([]int{1, 4, 8, 5, 6, 2, 2, 1}, 2)} {
		for _, widen := range []float32{0, 2.5} {
			t.Run(fmt.Sprint(cfg.Groups, cfg.Classes, cfg.Carry, cfg.Sigmoid, widen), func(t *testing.T) {
				v := New(cfg, kernel.NewKey(4))
				w := cfg.Width()
				var trained Tape // moves the running statistics away from their initial values
				batch := make([]float32, w*8)
				for i := range batch {
					batch[i] = kernel.NewKey(2).Uniform1(uint32(i))
				}
				out := v.Forward(&trained, batch, []int{0, 1, 1, 0, 1, 0, 0, 1}, 2, nn.Train, kernel.NewKey(6),
					kernel.NewKey(7))
				v.Backward(&trained, append([]float32(nil), out...), 1)
				nn.NewAdam(v.Params(), 0.05, 0).Step(v.Grad(&trained))

				one, tape := v.Single(), Tape{Widen: widen}
				one.Widen = widen
				for r := range 20 {
					x := make([]float32, w)
					for i := range x {
						x[i] = 1.5*kernel.NewKey(uint64(r)).Uniform1(uint32(i)) - 0.2
					}
					target, key := r%cfg.Classes, kernel.NewKey(uint64(100+r))
					want := v.Forward(&tape, x, []int{target}, 1, nn.Eval, key, kernel.Key{})
					got := one.Forward(x, target, key)
					for i := range want {
						if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
							t.Fatalf("row %d, output %d: %v, in a batch %v", r, i, got[i], want[i])
						}
					}
				}
				x := make([]float32, w)
				if n := testing.AllocsPerRun(20, func() { one.Forward(x, 1, kernel.Key{}) }); n != 0 {
					t.Errorf("%v allocations for a row", n)
				}
			})
		}
	}
}
