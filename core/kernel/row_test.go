package kernel

import "testing"

// rowKernels lists the kernels for one example with their twins, for n units.
func rowKernels() []twins {
	return []twins{
		{"AffineRow", func(in *inputs, n int) ([]float32, []float32) {
			w, b, x := in.take(5*n), in.take(n), in.take(5)
			y, z := in.take(n), in.take(n)
			AffineRow(w, b, x, y)
			affineRowRef(w, b, x, z, 0)
			return y, z
		}},
		{"NormalizeReLURow", func(in *inputs, n int) ([]float32, []float32) {
			x, mean, inv, a, c := in.take(n), in.take(n), in.take(n), in.take(n), in.take(n)
			y := in.like(x)
			NormalizeReLURow(x, mean, inv, a, c)
			normalizeReLURowRef(y, mean, inv, a, c)
			return x, y
		}},
	}
}

func TestRowTwins(t *testing.T) { testTwins(t, rowKernels()) }

// TestOneHasTheBitsOfABatch computes the same example alone and in a batch of 37.
func TestOneHasTheBitsOfABatch(t *testing.T) {
	for out := 1; out < 40; out++ {
		in := &inputs{key: NewKey(uint64(out))}
		const ins, n, e = 11, 37, 5
		w, b, x := in.take(out*ins), in.take(out), in.take(ins*n)
		all, one := in.take(out*n), in.take(out)
		byInput, alone := in.take(out*ins), in.take(ins)
		for i := range ins {
			for o := range out {
				byInput[i*out+o] = w[o*ins+i]
			}
			alone[i] = x[i*n+e]
		}
		mean, inv, a, c, hat := in.take(out), in.take(out), in.take(out), in.take(out), in.take(n)
		Affine(w, b, x, all, out, ins, n)
		AffineRow(byInput, b, alone, one)
		for stage, name := range []string{"AffineRow", "NormalizeReLURow"} {
			if stage == 1 {
				NormalizeReLURow(one, mean, inv, a, c)
			}
			for o := range out {
				if stage == 1 {
					NormalizeReLU(all[o*n:(o+1)*n], hat, mean[o], inv[o], a[o], c[o])
				}
				if one[o] != all[o*n+e] {
					t.Errorf("%s, unit %d of %d: %v, in a batch %v", name, o, out, one[o], all[o*n+e])
				}
			}
		}
		in.check(t, out)
	}
}
