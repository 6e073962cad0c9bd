package causal

import (
	"math"
	"slices"

	"causeway/core/fault"
)

// FitLinear fits y to the inputs and an intercept by least squares. Each slope must have its sign,
// if known. It also returns the variance of the residuals:
//
//	min over alpha, beta of sum (y - alpha - sum beta_i x_i)²,  s_i beta_i >= 0
//
//	y n  x inputs × n  signs inputs, or nil for all free
//
// This is the exact solution of the linear model that the paper learns for a monotone relation
// between two features (section 2.4). The paper adds -min(0, beta) to a loss without a square. Its
// authors' program minimises the squared loss with this penalty in 200 epochs of Adam; the
// intercept does not converge, and the sign is not enforced (reference, point 22).
//
// The variance is the mean squared residual. Slopes that the data do not determine are 0, such as
// the slope of a constant input or of the last of several indicators that sum to 1.
func FitLinear(y []float64, x [][]float64, signs []Sign) (Linear, float64, error) {
	n, p := len(y), len(x)
	if n < 2 {
		return Linear{}, 0, fault.Errorf("causal: a mechanism needs at least 2 rows")
	}
	if signs == nil {
		signs = make([]Sign, p)
	}
	q := standardise(y, x, signs)
	beta := q.solve()
	m := Linear{Coef: make([]float64, p)}
	m.Intercept = q.meanY
	for i, b := range beta {
		m.Coef[i] = float64(q.flip[i]*b) / q.scale[i]
		m.Intercept -= float64(m.Coef[i] * q.mean[i])
	}
	variance := residualVariance(m, y, x)
	for _, v := range append([]float64{m.Intercept, variance}, m.Coef...) {
		if v-v != 0 {
			return Linear{}, 0, fault.Errorf("causal: the numbers are too large to fit")
		}
	}
	return m, variance, nil
}

// residualVariance returns the mean of (y - f(x))².
func residualVariance(m Mechanism, y []float64, x [][]float64) float64 {
	p, sum := make([]float64, len(x)), 0.0
	for r := range y {
		for i := range x {
			p[i] = x[i][r]
		}
		d := y[r] - m.Mean(p)
		sum += float64(d * d)
	}
	return sum / float64(len(y))
}

// quadratic is half the mean squared residual as a function of the slopes of
// standardised inputs,
//
//	1/2 bᵀ gram b - hᵀ b,   b_i >= 0 where bound
//
// with the inputs of Falls signs negated.
type quadratic struct {
	gram              [][]float64
	h                 []float64
	bound             []bool
	mean, scale, flip []float64
	meanY             float64
}

func standardise(y []float64, x [][]float64, signs []Sign) *quadratic {
	n, p := float64(len(y)), len(x)
	q := &quadratic{h: make([]float64, p), bound: make([]bool, p), scale: make([]float64, p), flip: make([]float64, p)}
	q.meanY = mean(y)
	z := make([][]float64, p)
	for i, c := range x {
		m := mean(c)
		q.mean = append(q.mean, m)
		z[i] = make([]float64, len(c))
		for r, v := range c {
			z[i][r] = v - m
		}
		q.scale[i] = math.Sqrt(dot(z[i], z[i]) / n)
		if !(q.scale[i] > 1e-12*math.Abs(m)) {
			q.scale[i] = 1
			clear(z[i])
		}
		q.flip[i] = 1
		if q.bound[i] = signs[i] != Unknown; signs[i] == Falls {
			q.flip[i] = -1
		}
		for r := range z[i] {
			z[i][r] *= q.flip[i] / q.scale[i]
		}
	}
	t := make([]float64, len(y))
	for r, v := range y {
		t[r] = v - q.meanY
	}
	for i := range z {
		q.gram = append(q.gram, make([]float64, p))
		q.h[i] = dot(z[i], t) / n
		for j := range i + 1 {
			q.gram[i][j] = dot(z[i], z[j]) / n
			q.gram[j][i] = q.gram[i][j]
		}
	}
	return q
}

// solve minimises with the active-set method of Lawson and Hanson (1974, chapter 23) on the
// normal equations. A bounded slope becomes active when the gradient would raise it above 0, and
// inactive when the least-squares solution would make it negative.
func (q *quadratic) solve() []float64 {
	p := len(q.h)
	b, in := make([]float64, p), make([]bool, p)
	for i := range in {
		in[i] = !q.bound[i]
	}
	free := slices.Clone(in)
	b = q.leastSquares(in)
	size := 0.0
	for _, h := range q.h {
		size = max(size, math.Abs(h))
	}
	for range 10*p + 10 {
		best, at := 1e-12*size, -1
		for i := range p {
			if w := q.h[i] - dot(q.gram[i], b); !in[i] && w > best {
				best, at = w, i
			}
		}
		if at < 0 {
			break
		}
		in[at] = true
		b = q.descend(b, in, free)
	}
	return b
}

// descend moves from b towards the least-squares solution over the active slopes. It deactivates
// bounded slopes that reach 0 on the way.
func (q *quadratic) descend(b []float64, in, free []bool) []float64 {
	for {
		s := q.leastSquares(in)
		part, at := 1.0, -1
		for i := range s {
			if in[i] && !free[i] && s[i] <= 0 {
				if t := b[i] / (b[i] - s[i]); at < 0 || t < part {
					part, at = t, i
				}
			}
		}
		if at < 0 {
			return s
		}
		for i := range b {
			b[i] += float64(part * (s[i] - b[i]))
		}
		b[at], in[at] = 0, false
	}
}

// leastSquares solves gram b = h for the active slopes by Cholesky decomposition; all others are
// 0. A slope whose input depends linearly on earlier ones stays 0.
func (q *quadratic) leastSquares(in []bool) []float64 {
	p := len(q.h)
	l, b := make([][]float64, p), make([]float64, p)
	used := make([]bool, p)
	for i := range p {
		l[i] = make([]float64, p)
		if !in[i] {
			continue
		}
		for j := range i {
			if used[j] {
				l[i][j] = (q.gram[i][j] - dot(l[i][:j], l[j][:j])) / l[j][j]
			}
		}
		if d := q.gram[i][i] - dot(l[i][:i], l[i][:i]); d > 1e-10 { // relative to 1
			l[i][i], used[i] = math.Sqrt(d), true
		}
	}
	for i := range p { // L v = h
		if used[i] {
			b[i] = (q.h[i] - dot(l[i][:i], b[:i])) / l[i][i]
		}
	}
	for i := p - 1; i >= 0; i-- { // Lᵀ b = v
		if !used[i] {
			continue
		}
		for k := i + 1; k < p; k++ {
			if used[k] {
				b[i] -= float64(l[k][i] * b[k])
			}
		}
		b[i] /= l[i][i]
	}
	return b
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += float64(v * b[i])
	}
	return s
}

func mean(v []float64) float64 { return sum(v) / float64(len(v)) }
