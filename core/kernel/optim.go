package kernel

import "math"

// sqrt32 returns the correctly rounded square root.
func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// AdamStep holds the numbers of an Adam step that all parameters share.
type AdamStep struct {
	Rate         float32 // learning rate
	Beta1, Beta2 float32
	Eps          float32
	Decay        float32 // L2 weight decay, added to the gradient
	Fix1, Fix2   float32 // 1/(1-Beta1^t) and 1/(1-Beta2^t) at step t
}

// Adam makes one step of Adam (Kingma and Ba 2015, algorithm 1), in place:
//
//	h = g + Decay*w    m = Beta1*m + (1-Beta1)*h    v = Beta2*v + (1-Beta2)*h^2
//	w -= Rate * (Fix1*m) / (sqrt(Fix2*v) + Eps)
func Adam(s AdamStep, w, g, m, v []float32) {
	g, m, v = g[:len(w)], m[:len(w)], v[:len(w)]
	e := adam(s, w, g, m, v)
	adamRef(s, w[e:], g[e:], m[e:], v[e:])
}

func adamRef(s AdamStep, w, g, m, v []float32) {
	for e := range w {
		h := g[e] + float32(s.Decay*w[e])
		m[e] = float32(s.Beta1*m[e]) + float32((1-s.Beta1)*h)
		v[e] = float32(s.Beta2*v[e]) + float32(float32((1-s.Beta2)*h)*h)
		step := float32(s.Fix1*m[e]) / (sqrt32(float32(s.Fix2*v[e])) + s.Eps)
		w[e] -= float32(s.Rate * step)
	}
}

// SGD computes w[e] -= rate * (g[e] + decay*w[e]).
func SGD(rate, decay float32, w, g []float32) {
	g = g[:len(w)]
	e := sgd(rate, decay, w, g)
	sgdRef(rate, decay, w[e:], g[e:])
}

func sgdRef(rate, decay float32, w, g []float32) {
	for e := range w {
		w[e] -= float32(rate * (g[e] + float32(decay*w[e])))
	}
}
