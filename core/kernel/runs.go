package kernel

// NoiseGrad converts the gradient with respect to z[s,e] = mean[e] + sqrt(v[e])*eps[s,e] to those
// with respect to the mean and the variance v of each example, summed over the samples s in
// order:
//
//	dm[e] = sum_s dz[s,e]    dv[e] = sum_s dz[s,e]*eps[s,e] * 0.5 / sd[e]
//
//	dz, eps  samples×n    sd, dm, dv  n, with sd[e] = sqrt(v[e])
func NoiseGrad(dz, eps, sd, dm, dv []float32) {
	eps, dm, dv = eps[:len(dz)], dm[:len(sd)], dv[:len(sd)]
	if len(sd) > 0 {
		noiseGradRef(dz, eps, sd, dm, dv, noiseGrad(dz, eps, sd, dm, dv))
	}
}

func noiseGradRef(dz, eps, sd, dm, dv []float32, from int) {
	for e := from; e < len(sd); e++ {
		var s, t float32
		for i := e; i < len(dz); i += len(sd) {
			s += dz[i]
			t += float32(dz[i] * eps[i])
		}
		dm[e], dv[e] = s, float32(t*0.5)/sd[e]
	}
}

// Hardest writes, for each example, 1 for the row with the largest number and 0 for all others. In
// a tie, the first row gets the 1.
//
//	x, y  rows×n, which must be different slices
func Hardest(x, y []float32, rows, n int) {
	x, y = x[:rows*n], y[:rows*n]
	hardestRef(x, y, rows, n, hardest(x, y, rows, n))
}

func hardestRef(x, y []float32, rows, n, from int) {
	for e := from; e < n; e++ {
		best := e
		for i := e; i < rows*n; i += n {
			if y[i] = 0; x[i] > x[best] {
				best = i
			}
		}
		y[best] = 1
	}
}
