package kernel

// NormReLU computes a batch normalisation (Ioffe and Szegedy 2015) followed by a ReLU, in place.
// It also returns the statistics of every unit:
//
//	mean = sum_e y / n    q = sum_e (y - mean)^2
//	xhat = (y - mean) * inv    inv = 1/sqrt(q/n + eps)    y = max(0, gamma*xhat + beta)
//
//	y, xhat  units×n    gamma, beta  units    stats  units×3: mean, q/(n-1), inv
//
// The sums are kept in Lanes partial sums. All passes over one unit follow each other, while its
// values are in the nearest cache.
func NormReLU(y, xhat, gamma, beta, stats []float32, eps float32, n int) {
	units := len(gamma)
	y, xhat, beta, stats = y[:units*n], xhat[:units*n], beta[:units], stats[:3*units]
	normReLURef(y, xhat, gamma, beta, stats, eps, n, normReLU(y, xhat, gamma, beta, stats, eps, n))
}

func normReLURef(y, xhat, gamma, beta, stats []float32, eps float32, n, from int) {
	for o := from; o < len(gamma); o++ {
		x, s := y[o*n:(o+1)*n], stats[3*o:3*o+3]
		s[0] = Sum(x) / float32(n)
		var p [Lanes]float32
		for e, v := range x {
			d := v - s[0]
			p[e%Lanes] += float32(d * d)
		}
		spread(s, fold(&p), eps, n)
		normalizeReLURef(x, xhat[o*n:(o+1)*n], s[0], s[2], gamma[o], beta[o])
	}
}

// spread computes the last two entries of a unit's stats.
func spread(s []float32, q, eps float32, n int) {
	s[1] = q / max(float32(n)-1, 1)
	s[2] = 1 / sqrt32(q/float32(n)+eps)
}

// NormReLUGrad is the backward pass of NormReLU and of a dropout after it that scales by k. It
// turns the gradient d with respect to the output, in place, into the gradient with respect to the
// input:
//
//	g = k * d where y > 0 and else 0    db = sum_e g    dg = sum_e g*xhat
//	d = gamma*inv * (g - db/n - xhat*dg/n)
//
// If fixed is true, the units were normalised with statistics that do not depend on the batch, so
// the two means are 0. It also returns the sums of every unit, all computed in Lanes partial
// sums.
//
//	y, d, xhat  units×n    gamma  units    stats  units×3    sums  units×3: sum of the new d, dg, db
func NormReLUGrad(y, d, xhat, gamma, stats, sums []float32, k float32, fixed bool, n int) {
	units := len(gamma)
	y, d, xhat, stats, sums = y[:units*n], d[:units*n], xhat[:units*n], stats[:3*units], sums[:3*units]
	normReLUGradRef(y, d, xhat, gamma, stats, sums, k, fixed, n,
		normReLUGrad(y, d, xhat, gamma, stats, sums, k, fixed, n))
}

func normReLUGradRef(y, d, xhat, gamma, stats, sums []float32, k float32, fixed bool, n, from int) {
	for o := from; o < len(gamma); o++ {
		y, d, x := y[o*n:(o+1)*n], d[o*n:(o+1)*n], xhat[o*n:(o+1)*n]
		reluGradRef(y, d, d, k)
		db, dg := Sum(d), Dot(d, x)
		m0, m1 := means(db, dg, fixed, n)
		a := gamma[o] * stats[3*o+2]
		for e := range d {
			d[e] = float32(a * (d[e] - m0 - float32(x[e]*m1)))
		}
		sums[3*o], sums[3*o+1], sums[3*o+2] = Sum(d), dg, db
	}
}

// means returns the two means that NormReLUGrad subtracts.
func means(db, dg float32, fixed bool, n int) (m0, m1 float32) {
	if fixed {
		return 0, 0
	}
	return db / float32(n), dg / float32(n)
}
