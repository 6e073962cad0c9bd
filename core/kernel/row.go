package kernel

// The kernels in this file process one example; the lanes of a vector run across the units of a
// layer. They add the terms of each unit's sum in the same order as for a batch, so an example
// gives the same bits alone and in a batch.

// Fill rounds a number of units up to full vectors. Without vectors it returns n.
func Fill(n int) int { return (n + lanes() - 1) / lanes() * lanes() }

// AffineRow computes Affine for one example, with the weights stored input by input,
//
//	y[o] = b[o] + sum_i w[i,o] * x[i]
//
//	w  in×out    b, y  out    x  in
func AffineRow(w, b, x, y []float32) {
	out, in := len(y), len(x)
	w, b = w[:in*out], b[:out]
	affineRowRef(w, b, x, y, affineRow(w, b, x, y))
}

func affineRowRef(w, b, x, y []float32, from int) {
	for o := from; o < len(y); o++ {
		s := b[o]
		for i, v := range x {
			s += float32(w[i*len(y)+o] * v)
		}
		y[o] = s
	}
}

// NormalizeReLURow computes NormalizeReLU for one example, in place, with separate parameters for
// each unit:
//
//	x[o] = max(0, a[o]*((x[o] - mean[o]) * inv[o]) + c[o])
func NormalizeReLURow(x, mean, inv, a, c []float32) {
	n := len(x)
	mean, inv, a, c = mean[:n], inv[:n], a[:n], c[:n]
	e := normalizeReLURow(x, mean, inv, a, c)
	normalizeReLURowRef(x[e:], mean[e:], inv[e:], a[e:], c[e:])
}

func normalizeReLURowRef(x, mean, inv, a, c []float32) {
	for o := range x {
		h := float32((x[o] - mean[o]) * inv[o])
		x[o] = AtLeast(float32(a[o]*h)+c[o], 0)
	}
}
