package nn

import (
	"testing"

	"causeway/core/kernel"
)

// TestImageLayersBackward compares the gradients of chains of image layers, with respect to
// inputs and parameters, with central differences.
func TestImageLayersBackward(t *testing.T) {
	key := kernel.NewKey(3)
	normed := NewConv(2, 3, 5, 6, 1, ReLU, key.Sub(0))
	normed.Norm = NewBatchNorm(3)
	for o := range normed.B {
		normed.Norm.Beta[o], normed.Norm.Mean[o], normed.Norm.Var[o] = 4, 0.1, 0.8 // away from the kinks
	}
	nets := map[string]struct {
		net    Net
		inputs int
	}{
		"padded": {Net{NewConv(2, 5, 5, 6, 1, Sigmoid, key.Sub(0))}, 2 * 5 * 6},
		"valid": {Net{NewConv(2, 3, 5, 6, 0, Identity, key.Sub(0)), NewConv(3, 1, 3, 4, 0, Identity, key.Sub(1))},
			2 * 5 * 6},
		"normed": {Net{normed, Dense(3*5*6, 2, Sigmoid, key.Sub(1))}, 2 * 5 * 6},
		"halved": {Net{NewConv(1, 4, 5, 6, 1, Identity, key.Sub(0)), Resize{4, 5, 6, MaxOf},
			Dropout{4 * 2 * 3, 0.3}, NewConv(4, 2, 2, 3, 1, Identity, key.Sub(1)),
			Dense(2*2*3, 3, Identity, key.Sub(2))}, 5 * 6},
		"doubled": {Net{Resize{1, 5, 6, MeanOf}, NewConv(1, 2, 2, 3, 1, Sigmoid, key.Sub(0)), Resize{2, 2, 3, Doubled}},
			5 * 6},
	}
	const n = 3
	for name, c := range nets {
		x, w := numbers(4, c.inputs*n), numbers(2, c.net.Out()*n)
		for mode, title := range map[Mode]string{Train: "/train", Eval: "/eval"} {
			checkNet(t, name+title, c.net, mode, x, n, w, key)
		}
	}
}

// TestDropoutOfAPart checks that splitting a batch does not change which numbers of a row are
// dropped.
func TestDropoutOfAPart(t *testing.T) {
	m, x := Net{Dropout{5, 0.4}}, make([]float32, 5*4)
	for i := range x {
		x[i] = 1
	}
	var whole, part Tape
	all := m.Forward(&whole, x, 4, Train, kernel.NewKey(1))
	part.Part = Part{From: 2, Rows: 2, Of: 4}
	some := m.Forward(&part, x[:5*2], 2, Train, kernel.NewKey(1))
	for i := range 5 {
		for e := range 2 {
			if some[i*2+e] != all[i*4+2+e] {
				t.Fatalf("feature %d of row %d: %v in a part, %v in the batch", i, e+2, some[i*2+e], all[i*4+2+e])
			}
		}
	}
}
