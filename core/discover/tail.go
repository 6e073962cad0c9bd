package discover

import (
	"math"

	"causeway/core/causal"
)

// The functions of package math that are written in assembly on some targets may differ in the
// last bit, so functions that decide about edges are implemented here.

// beyond returns the probability that F(a, b) exceeds f,
//
//	P = I_x(b/2, a/2),   x = b / (b + a f)
func beyond(f, a, b float64) float64 {
	if !(f > 0) {
		return 1
	}
	x := b / (b + float64(a*f))
	return incompleteBeta(b/2, a/2, x, 1-x)
}

// incompleteBeta returns the regularised incomplete beta function I_x(a, b), where y = 1-x. It
// uses the continued fraction (Abramowitz and Stegun 26.5.8) if that converges quickly, and 1 -
// I_y(b, a) otherwise.
func incompleteBeta(a, b, x, y float64) float64 {
	switch {
	case !(x > 0):
		return 0
	case !(y > 0):
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - incompleteBeta(b, a, y, x)
	}
	front := float64(a*causal.Log(x)) + float64(b*causal.Log(y)) + logGamma(a+b) - logGamma(a) - logGamma(b)
	return max(0, min(exponential(front)/a*fraction(a, b, x), 1))
}

// fraction returns the continued fraction for incompleteBeta, using Lentz's method.
func fraction(a, b, x float64) float64 {
	const tiny = 1e-300
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/away(1-(a+b)*x/(a+1))
	h := d
	for i := 1; i <= 1000; i++ {
		m := float64(i)
		am := a + float64(2*i)
		even := m * (b - m) * x / ((am - 1) * am)
		odd := -(a + m) * (a + b + m) * x / (am * (am + 1))
		was := h
		for _, t := range [2]float64{even, odd} {
			d = 1 / away(1+float64(t*d))
			c = away(1 + t/c)
			h *= float64(c * d)
		}
		if math.Abs(h-was) <= 1e-15*math.Abs(h) {
			break
		}
	}
	return h
}

// logGamma returns the logarithm of the gamma function of a positive x. It uses Stirling's series
// above 10 and the recurrence below.
func logGamma(x float64) float64 {
	product := 1.0
	for ; x < 10; x++ {
		product *= x
	}
	z := 1 / float64(x*x)
	series := 1.0 / 1188
	for _, c := range [...]float64{-1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12} {
		series = float64(series*z) + c
	}
	const halfLog2Pi = 0.91893853320467274178
	return float64((x-0.5)*causal.Log(x)) - x + halfLog2Pi + series/x - causal.Log(product)
}

// power returns x^e for x >= 0.
func power(x, e float64) float64 {
	if e == 1 || !(x > 0) {
		return max(x, 0)
	}
	return exponential(float64(e * causal.Log(x)))
}

// exponential returns e^x. With x = k log(2) + r, |r| <= log(2)/2,
//
//	e^x = 2^k (1 + r + r²/2! + ...)
func exponential(x float64) float64 {
	if x < -700 {
		return 0
	}
	k := math.Round(min(x, 700) / math.Ln2)
	r := min(x, 700) - float64(k*6.93147180369123816490e-01) - float64(k*1.90821492927058770002e-10)
	sum := 1.0
	for n := 14.0; n >= 1; n-- {
		sum = 1 + float64(sum*r)/n
	}
	return math.Ldexp(sum, int(k))
}
