package kernel

// The kernels of this file are for one example: the lanes of a vector run across
// the units of a layer. Each unit's sum goes in the order in which those of a batch
// go, so an example has the same bits alone as in a batch.

// Fill is the next number of units that fills vectors, or n without vectors.
func Fill(n int) int { return (n + lanes() - 1) / lanes() * lanes() }

// AffineRow is Affine of one example with the weights input by input,
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

// NormalizeReLURow is NormalizeReLU of one example, in place, each unit with its own
// numbers:
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
