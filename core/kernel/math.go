package kernel

import "math"

// The functions in this file are float32 polynomials in the style of Cephes (Moshier 1989). They
// return the same bits on every machine. The standard library's do not, because some machines use
// assembly.

const (
	expMax = 88
	expMin = -87
	log2e  = 1.44269504088896341
	ln2Hi  = 0.693359375
	ln2Lo  = -2.12194440e-4

	// Adding rounder to a small float rounds it to an integer, which is then in the low bits of
	// the sum.
	rounder     = 12582912 // 1.5 * 2^23
	rounderBits = 0x4b400000
)

// The polynomials are written out, highest power first, because loops over coefficients take
// longer than the arithmetic. The coefficients belong to three series with an accuracy of 6e-8
// for |a| <= pi/2: (exp(r) - 1 - r) / r^2 in r, (log(1+r) - r + r^2/2) / r^3 in r, and (sin(a) -
// a) / a^3 in a^2.
const (
	exp5, exp4, exp3 = 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3
	exp2, exp1, exp0 = 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1

	log8, log7, log6 = 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1
	log5, log4, log3 = -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1
	log2, log1, log0 = 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1

	sin4, sin3, sin2 = -2.5052108e-8, 2.7557319e-6, -1.9841270e-4
	sin1, sin0       = 8.3333333e-3, -1.6666667e-1
)

// AtLeast returns max(x, least); AtMost returns min(x, most). The built-in functions would be calls
// in WebAssembly. NaN stays NaN, so that numerical failures are noticed.
func AtLeast(x, least float32) float32 {
	if x < least {
		return least
	}
	return x
}

func AtMost(x, most float32) float32 {
	if x > most {
		return most
	}
	return x
}

// Exp1 returns exp(x) within 2 units in the last place, with x limited to [-87, 88].
func Exp1(x float32) float32 {
	x = AtMost(AtLeast(x, expMin), expMax)
	t := float32(x*log2e) + rounder
	k := math.Float32bits(t) - rounderBits
	f := t - rounder
	r := x - float32(f*ln2Hi) - float32(f*ln2Lo)
	y := float32(exp5*r) + exp4
	y = float32(float32(float32(y*r)+exp3)*r) + exp2
	y = float32(float32(float32(y*r)+exp1)*r) + exp0
	y = float32(float32(y*r)*r) + r + 1
	return y * math.Float32frombits((k+127)<<23)
}

// Log1 returns log(x) for normal x > 0, within 2 units in the last place.
func Log1(x float32) float32 {
	b := int32(math.Float32bits(x)) - 0x3f3504f3 // sqrt(1/2)
	k := b >> 23
	r := math.Float32frombits(uint32(b-k<<23+0x3f3504f3)) - 1
	f, z := float32(k), float32(r*r)
	y := float32(log8*r) + log7
	y = float32(float32(float32(y*r)+log6)*r) + log5
	y = float32(float32(float32(y*r)+log4)*r) + log3
	y = float32(float32(float32(y*r)+log2)*r) + log1
	y = float32(y*r) + log0
	y = float32(float32(y*r) * z)
	y += float32(f * ln2Lo)
	y -= float32(z * 0.5)
	return r + y + float32(f*ln2Hi)
}

// Sigmoid1 returns 1 / (1 + exp(-x)).
func Sigmoid1(x float32) float32 { return 1 / (1 + Exp1(-x)) }

// Exp computes y[e] = exp(x[e]). x and y may be the same.
func Exp(x, y []float32) {
	y = y[:len(x)]
	for e := exp(x, y); e < len(x); e++ {
		y[e] = Exp1(x[e])
	}
}

// Log computes y[e] = log(x[e]) for normal x[e] > 0. x and y may be the same.
func Log(x, y []float32) {
	y = y[:len(x)]
	for e := log(x, y); e < len(x); e++ {
		y[e] = Log1(x[e])
	}
}

// Sigmoid computes y[e] = 1 / (1 + exp(-x[e])). x and y may be the same.
func Sigmoid(x, y []float32) {
	y = y[:len(x)]
	for e := sigmoid(x, y); e < len(x); e++ {
		y[e] = Sigmoid1(x[e])
	}
}

// SigmoidGrad computes dx[e] = dy[e] * y[e] * (1 - y[e]). dy and dx may be the same.
func SigmoidGrad(y, dy, dx []float32) {
	y, dy = y[:len(dx)], dy[:len(dx)]
	for e := sigmoidGrad(y, dy, dx); e < len(dx); e++ {
		dx[e] = dy[e] * float32(y[e]*(1-y[e]))
	}
}

// Softmax computes y[r,e] = exp(x[r,e] - max) / sum, with the maximum and the sum over the rows r
// of each example.
//
//	x, y  rows×n
//
// x and y may be the same.
func Softmax(x, y []float32, rows, n int) {
	x, y = x[:rows*n], y[:rows*n]
	softmaxRef(x, y, rows, n, softmax(x, y, rows, n))
}

func softmaxRef(x, y []float32, rows, n, from int) {
	for e := from; e < n; e++ {
		top := x[e]
		for r := 1; r < rows; r++ {
			top = max(top, x[r*n+e])
		}
		var s float32
		for r := range rows {
			h := Exp1(x[r*n+e] - top)
			y[r*n+e] = h
			s += h
		}
		for r := range rows {
			y[r*n+e] /= s
		}
	}
}

// SoftmaxGrad computes dx[r,e] = y[r,e] * (dy[r,e] - sum_q dy[q,e]*y[q,e]).
//
//	y, dy, dx  rows×n
//
// dy and dx may be the same.
func SoftmaxGrad(y, dy, dx []float32, rows, n int) {
	y, dy, dx = y[:rows*n], dy[:rows*n], dx[:rows*n]
	softmaxGradRef(y, dy, dx, rows, n, softmaxGrad(y, dy, dx, rows, n))
}

func softmaxGradRef(y, dy, dx []float32, rows, n, from int) {
	for e := from; e < n; e++ {
		var s float32
		for r := range rows {
			s += float32(dy[r*n+e] * y[r*n+e])
		}
		for r := range rows {
			dx[r*n+e] = y[r*n+e] * (dy[r*n+e] - s)
		}
	}
}
