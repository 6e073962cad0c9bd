package kernel

// Add computes y[e] += x[e].
func Add(x, y []float32) {
	y = y[:len(x)]
	e := add(x, y)
	addRef(x[e:], y[e:])
}

func addRef(x, y []float32) {
	for e := range x {
		y[e] += x[e]
	}
}

// Axpy computes y[e] += k * x[e].
func Axpy(k float32, x, y []float32) {
	y = y[:len(x)]
	e := axpy(k, x, y)
	axpyRef(k, x[e:], y[e:])
}

func axpyRef(k float32, x, y []float32) {
	for e := range x {
		y[e] += float32(k * x[e])
	}
}

// MulAdd computes y[e] += a[e] * x[e].
func MulAdd(a, x, y []float32) {
	x, y = x[:len(a)], y[:len(a)]
	e := mulAdd(a, x, y)
	mulAddRef(a[e:], x[e:], y[e:])
}

func mulAddRef(a, x, y []float32) {
	for e := range a {
		y[e] += float32(a[e] * x[e])
	}
}

// ScaleAdd computes y[e] = a[e]*x[e] + c[e].
func ScaleAdd(a, x, c, y []float32) {
	x, c, y = x[:len(a)], c[:len(a)], y[:len(a)]
	e := scaleAdd(a, x, c, y)
	scaleAddRef(a[e:], x[e:], c[e:], y[e:])
}

func scaleAddRef(a, x, c, y []float32) {
	for e := range a {
		y[e] = float32(a[e]*x[e]) + c[e]
	}
}

// NormalizeReLU computes a batch normalisation followed by a ReLU, in place:
//
//	xhat[e] = (x[e] - mean) * inv    x[e] = max(0, a*xhat[e] + c)
func NormalizeReLU(x, xhat []float32, mean, inv, a, c float32) {
	xhat = xhat[:len(x)]
	e := normalizeReLU(x, xhat, mean, inv, a, c)
	normalizeReLURef(x[e:], xhat[e:], mean, inv, a, c)
}

func normalizeReLURef(x, xhat []float32, mean, inv, a, c float32) {
	for e := range x {
		xhat[e] = (x[e] - mean) * inv
		x[e] = AtLeast(float32(a*xhat[e])+c, 0)
	}
}

// ScaleShift computes y[e] = a*x[e] + c. x and y may be the same.
func ScaleShift(x, y []float32, a, c float32) {
	y = y[:len(x)]
	e := scaleShift(x, y, a, c)
	scaleShiftRef(x[e:], y[e:], a, c)
}

func scaleShiftRef(x, y []float32, a, c float32) {
	for e := range x {
		y[e] = float32(a*x[e]) + c
	}
}

// ScaleShiftReLU computes y[e] = max(0, a*x[e] + c). x and y may be the same.
func ScaleShiftReLU(x, y []float32, a, c float32) {
	y = y[:len(x)]
	e := scaleShiftReLU(x, y, a, c)
	scaleShiftReLURef(x[e:], y[e:], a, c)
}

func scaleShiftReLURef(x, y []float32, a, c float32) {
	for e := range x {
		y[e] = AtLeast(float32(a*x[e])+c, 0)
	}
}

// ReLU computes y[e] = max(0, x[e]). x and y may be the same.
func ReLU(x, y []float32) { ScaleShiftReLU(x, y, 1, 0) }

// ReLUGrad computes dx[e] = k * dy[e] if y[e] > 0, and 0 otherwise. This is the gradient of a ReLU,
// even with a dropout after it that scales by k, because a dropped output is 0 too. dy and dx may
// be the same.
func ReLUGrad(y, dy, dx []float32, k float32) {
	y, dy = y[:len(dx)], dy[:len(dx)]
	e := reluGrad(y, dy, dx, k)
	reluGradRef(y[e:], dy[e:], dx[e:], k)
}

func reluGradRef(y, dy, dx []float32, k float32) {
	for e := range dx {
		if y[e] > 0 {
			dx[e] = k * dy[e]
		} else {
			dx[e] = 0
		}
	}
}

// Distance returns the L1 distance of x and y, sum_e |x[e] - y[e]|, in Lanes partial sums. It
// adds k times its gradient with respect to x, k * sign(x[e] - y[e]), to d.
func Distance(x, y, d []float32, k float32) float32 {
	var p [Lanes]float32
	y, d = y[:len(x)], d[:len(x)]
	e := distance(x, y, d, k, &p)
	distanceRef(x[e:], y[e:], d[e:], k, &p)
	return fold(&p)
}

func distanceRef(x, y, d []float32, k float32, p *[Lanes]float32) {
	for e := range x {
		diff, s := x[e]-y[e], float32(0)
		if diff > 0 {
			s = k
		} else if diff < 0 {
			diff, s = -diff, -k
		}
		d[e] += s
		p[e%Lanes] += diff
	}
}

// Sum returns sum_e x[e], in Lanes partial sums.
func Sum(x []float32) float32 {
	var p [Lanes]float32
	e := sum(x, &p)
	for i, v := range x[e:] {
		p[i%Lanes] += v
	}
	return fold(&p)
}
