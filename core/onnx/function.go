package onnx

import (
	"math"

	"causeway/core/kernel"
)

// exp computes the exponential function from sums and products that every machine rounds in the
// same way.
func exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709:
		return math.Inf(1)
	case x < -745:
		return 0
	}
	k := math.Floor(x/math.Ln2 + 0.5)
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // the two parts of ln 2
	r := (x - float64(k*high)) - float64(k*low)
	y := 1.0
	for n := 14.0; n >= 1; n-- { // |r| < 0.35, so 14 terms leave an error of 1e-19
		y = 1 + float64(r*y)/n
	}
	return math.Ldexp(y, int(k))
}

func tanh(x float64) float64 {
	if x < 0 {
		return -tanh(-x)
	}
	return 1 - 2/(exp(2*x)+1)
}

// erfOf computes the error function by the series of positive terms
//
//	2/sqrt(pi) exp(-x^2) sum of 2^n x^(2n+1) / (1 3 5 ... (2n+1))
func erfOf(x float64) float64 {
	switch {
	case x != x:
		return x
	case x < 0:
		return -erfOf(-x)
	case x > 6:
		return 1
	}
	sum, term := x, x
	for n := 3.0; term > 1e-17*sum; n += 2 {
		term = float64(term * (2 * x * x / n))
		sum += term
	}
	return 2 / math.SqrtPi * exp(-x*x) * sum
}

// sineOf computes the sine of x plus a number of quarter turns. It uses the series for the
// remainder after whole quarters. A quarter is stored as the sum of two numbers, the first with 33
// bits.
func sineOf(x float64, quarters int) float64 {
	if !finite(x) {
		return math.NaN()
	}
	if math.Abs(x) > 1e5 {
		x = math.Mod(x, 2*math.Pi)
	}
	k := math.Floor(x/(math.Pi/2) + 0.5)
	r := x - float64(k*1.57079632673412561417) - float64(k*6.07710050650619224932e-11)
	quarters += int(k)
	sum, from := r, 2.0
	if quarters&1 != 0 {
		sum, from = 1, 1
	}
	for n, term := from, sum; n < 20; n += 2 {
		term = -float64(term * r * r / (n * (n + 1)))
		sum += term
	}
	if quarters&2 != 0 {
		return -sum
	}
	return sum
}

// raised returns x to a power that is an integer or ±1/2.
func raised(x, k float64) float64 {
	if k < 0 {
		return 1 / raised(x, -k)
	}
	if k == 0.5 {
		return math.Sqrt(x)
	}
	y := 1.0
	for ; k > 0; k-- {
		y *= x
	}
	return y
}

func logOf(v float64) float64 { return float64(kernel.Log1(float32(v))) }
