package causal

import (
	"math"

	"causeway/core/fault"
)

// Network is a mechanism with one hidden layer:
//
//	f(p) = b2 + sum_h w2[h] max(0, b1[h] + sum_i w1[h][i] (p[i]-Mean[i])/Scale[i])
//
//	W1  Hidden × inputs    B1, W2  Hidden
type Network struct {
	Hidden     int
	Center     []float64 // mean of each input
	Scale      []float64 // standard deviation of each input
	W1, B1, W2 []float64
	B2         float64
}

// Inputs returns the number of encoded inputs of the parents.
func (m *Network) Inputs() int { return len(m.Center) }

// Mean returns f(p).
func (m *Network) Mean(parents []float64) float64 {
	sum := m.B2
	for h := range m.Hidden {
		if a := m.unit(h, parents); a > 0 {
			sum += float64(m.W2[h] * a)
		}
	}
	return sum
}

// Grad writes df/dp and returns f(p).
func (m *Network) Grad(parents, dst []float64) float64 {
	p, sum := m.Inputs(), m.B2
	clear(dst[:p])
	for h := range m.Hidden {
		a := m.unit(h, parents)
		if a <= 0 {
			continue
		}
		sum += float64(m.W2[h] * a)
		for i, w := range m.W1[h*p : (h+1)*p] {
			dst[i] += float64(m.W2[h]*w) / m.Scale[i]
		}
	}
	return sum
}

// unit returns the pre-activation of hidden unit h.
func (m *Network) unit(h int, parents []float64) float64 {
	p, a := m.Inputs(), m.B1[h]
	for i, w := range m.W1[h*p : (h+1)*p] {
		a += float64(w * ((parents[i] - m.Center[i]) / m.Scale[i]))
	}
	return a
}

// NetworkConfig configures the fit of a network. The zero value means 8 hidden units and 400
// steps.
type NetworkConfig struct {
	Hidden, Steps int
	Seed          uint64
}

// maxFitRows limits the rows that a network is fitted to. If the table has more, every k-th row is
// used.
const maxFitRows = 5000

// FitNetwork fits a network to y with Adam (Kingma and Ba 2015) and returns it with the variance
// of its residuals. The loss is the mean squared residual of all rows, with y standardised.
//
//	y  n    x  inputs × n
//
// It starts from FitLinear: two hidden units represent its line, because max(0, a) - max(0, -a) =
// a, and the others start with an output weight of 0. The best state of all steps is kept, so on
// the fitted rows the network is never worse than the line.
func FitNetwork(y []float64, x [][]float64, c NetworkConfig) (*Network, float64, error) {
	line, variance, err := FitLinear(y, x, nil)
	if err != nil {
		return nil, 0, err
	}
	if c.Hidden == 0 {
		c.Hidden = 8
	}
	if c.Steps == 0 {
		c.Steps = 400
	}
	if c.Hidden < 2 || c.Hidden > 1024 || c.Steps < 0 {
		return nil, 0, fault.Errorf("causal: a network cannot have %d units and %d training steps", c.Hidden, c.Steps)
	}
	if !(variance > 0) || len(x) == 0 {
		c.Steps = 0 // the line is exact
	}
	t := newTraining(y, x, line, c)
	for range c.Steps {
		t.step()
	}
	m := t.network()
	return m, residualVariance(m, y, x), nil
}

// training is a fit in progress, on standardised numbers.
//
//	z  inputs × n    t  n
//	params, d, m, v, best  B2, then B1, W2, W1
type training struct {
	hidden, inputs, n     int
	center, scale         []float64
	meanY, scaleY         float64
	z                     [][]float64
	t                     []float64
	params, d, m, v, best []float64
	bestLoss              float64
	power1, power2        float64 // powers of the decay rates
	act, g                []float64
}

func newTraining(y []float64, x [][]float64, line Linear, c NetworkConfig) *training {
	stride := (len(y) + maxFitRows - 1) / maxFitRows
	q := standardise(y, x, make([]Sign, len(x)))
	t := &training{hidden: c.Hidden, inputs: len(x), center: q.mean, scale: q.scale, meanY: q.meanY,
		power1: 1, power2: 1, bestLoss: math.Inf(1)}
	for r := 0; r < len(y); r += stride {
		t.t = append(t.t, y[r]-t.meanY)
	}
	t.n = len(t.t)
	t.scaleY = math.Sqrt(dot(t.t, t.t) / float64(t.n))
	if !(t.scaleY > 0) {
		t.scaleY = 1
	}
	for r := range t.t {
		t.t[r] /= t.scaleY
	}
	for i, col := range x {
		z := make([]float64, 0, t.n)
		for r := 0; r < len(y); r += stride {
			z = append(z, (col[r]-q.mean[i])/q.scale[i])
		}
		t.z = append(t.z, z)
	}
	k := 1 + t.hidden*(2+t.inputs)
	for _, s := range []*[]float64{&t.params, &t.d, &t.m, &t.v} {
		*s = make([]float64, k)
	}
	t.act, t.g = make([]float64, t.hidden*t.n), make([]float64, t.n)
	t.start(line, c.Seed)
	t.best = append([]float64(nil), t.params...)
	return t
}

// parts returns the sections of params that hold B1, W2 and W1.
func (t *training) parts(p []float64) (b1, w2, w1 []float64) {
	h := t.hidden
	return p[1 : 1+h], p[1+h : 1+2*h], p[1+2*h:]
}

// start initialises the parameters: with the line, and with directions drawn uniformly.
func (t *training) start(line Linear, seed uint64) {
	b1, w2, w1 := t.parts(t.params)
	for i, c := range line.Coef {
		s := c * t.scale[i] / t.scaleY
		w1[i], w1[t.inputs+i] = s, -s
	}
	w2[0], w2[1] = 1, -1
	u := uniform(seed)
	for h := 2; h < t.hidden; h++ {
		b1[h] = float64(2*u()) - 1
		for i := range t.inputs {
			w1[h*t.inputs+i] = (float64(2*u()) - 1) / math.Sqrt(float64(t.inputs))
		}
	}
}

// step makes one step of Adam.
func (t *training) step() {
	if loss := t.gradient(); loss < t.bestLoss {
		t.bestLoss = loss
		copy(t.best, t.params)
	}
	const rate, decay1, decay2 = 0.02, 0.9, 0.999
	t.power1 *= decay1
	t.power2 *= decay2
	for i, d := range t.d {
		t.m[i] = float64(decay1*t.m[i]) + float64((1-decay1)*d)
		t.v[i] = float64(decay2*t.v[i]) + float64((1-decay2)*float64(d*d))
		m, v := t.m[i]/(1-t.power1), t.v[i]/(1-t.power2)
		t.params[i] -= float64(rate*m) / (math.Sqrt(v) + 1e-8)
	}
}

// gradient returns the mean squared residual and writes its gradient to d.
func (t *training) gradient() float64 {
	b1, w2, w1 := t.parts(t.params)
	d1, d2, dw := t.parts(t.d)
	for r := range t.g {
		t.g[r] = t.params[0] - t.t[r]
	}
	for h := range t.hidden {
		act := t.act[h*t.n : (h+1)*t.n]
		for r := range act {
			act[r] = b1[h]
		}
		for i, z := range t.z {
			addScaled(act, z, w1[h*t.inputs+i])
		}
		for r, a := range act {
			act[r] = max(a, 0)
		}
		addScaled(t.g, act, w2[h])
	}
	n := float64(t.n)
	loss := dot(t.g, t.g) / n
	for r := range t.g {
		t.g[r] *= 2 / n
	}
	t.d[0] = sum(t.g)
	for h := range t.hidden {
		act := t.act[h*t.n : (h+1)*t.n]
		d2[h] = dot(act, t.g)
		for r, a := range act { // the gradient at the unit's input
			if a > 0 {
				act[r] = float64(w2[h] * t.g[r])
			} else {
				act[r] = 0
			}
		}
		d1[h] = sum(act)
		for i, z := range t.z {
			dw[h*t.inputs+i] = dot(act, z)
		}
	}
	return loss
}

func addScaled(dst, x []float64, k float64) {
	for i, v := range x {
		dst[i] += float64(k * v)
	}
}

// network returns the best state, in the units of y.
func (t *training) network() *Network {
	if t.gradient() < t.bestLoss {
		copy(t.best, t.params)
	}
	b1, w2, w1 := t.parts(t.best)
	m := &Network{Hidden: t.hidden, Center: t.center, Scale: t.scale, W1: w1, B1: b1, W2: make([]float64, t.hidden)}
	for h, w := range w2 {
		m.W2[h] = w * t.scaleY
	}
	m.B2 = t.meanY + float64(t.best[0]*t.scaleY)
	return m
}

// uniform draws numbers in [0, 1) with splitmix64 (Steele, Lea, Flood 2014), which produces the
// same numbers on every target.
func uniform(seed uint64) func() float64 {
	return func() float64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return float64(float64((z^z>>31)>>11) / (1 << 53))
	}
}
