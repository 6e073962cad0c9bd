package cf

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// descent holds the state of CEM for a batch of rows, feature by feature.
//
//	x, z, y, g, best  width×n    start, c, low, high, bestDist  n
type descent struct {
	n          int
	x          []float32 // factuals
	start      []int     // their classes t0
	z          []float32 // x + delta
	y          []float32 // z with momentum, where the gradient is taken
	g          []float32 // gradient at y, without the L1 term
	best       []float32 // nearest z so far outside the class
	bestDist   []float32 // its beta |delta|_1 + |delta|_2^2
	c          []float32
	low, high  []float32 // interval for c; high is noC before a counterfactual is found
	clf        blackbox.Trace
	usual      Usual // nil if it has no weight
	d, row     []float32
	dist, left []float32
}

const (
	noDist = math.MaxFloat32
	noC    = math.MaxFloat32
)

func (m *CEM) newDescent(x []float32, n int) *descent {
	d := &descent{clf: m.blackBox.Trace(), n: n, x: x, start: make([]int, n)}
	for _, s := range []*[]float32{&d.z, &d.y, &d.g} {
		*s = make([]float32, len(x))
	}
	for _, s := range []*[]float32{&d.bestDist, &d.c, &d.low, &d.high, &d.dist, &d.left, &d.row} {
		*s = make([]float32, n)
	}
	d.best = append([]float32(nil), x...)
	for e := range n {
		d.bestDist[e], d.c[e], d.high[e] = noDist, float32(m.cfg.C), noC
	}
	nn.Best(d.clf.Shares(x, n), d.start)
	if m.usual != nil {
		d.usual = m.usual()
	}
	return d
}

// descend runs FISTA (Beck and Teboulle 2009) from every factual for each value of c, which it
// adjusts by bisection. c falls if the row left its class, and rises otherwise: tenfold until the
// row first leaves its class.
//
//	x  width×n
func (m *CEM) descend(x []float32, n int, tick func() error) (*descent, error) {
	d := m.newDescent(x, n)
	found := make([]bool, n)
	for range m.cfg.CSteps {
		copy(d.z, x)
		copy(d.y, x)
		clear(found)
		for k := range m.cfg.Iterations {
			if k%cemInterval == 0 {
				if err := tick(); err != nil {
					return nil, err
				}
			}
			m.gradient(d)
			m.step(d, m.cfg.rate(k), float32(k+1)/float32(k+4)) // k/(k+3) from 1 on
			m.note(d, found)
		}
		for e := range found {
			d.bisect(e, found[e])
		}
	}
	return d, nil
}

func (d *descent) bisect(e int, found bool) {
	if found {
		d.high[e] = min(d.high[e], d.c[e])
	} else {
		d.low[e] = max(d.low[e], d.c[e])
	}
	if d.high[e] < noC {
		d.c[e] = (d.low[e] + d.high[e]) / 2
	} else {
		d.c[e] *= raiseC
	}
}

// gradient writes to g the gradient at y of all terms except the L1 distance: 2 delta plus the
// gradients of the first term and of the auto-encoder term.
func (m *CEM) gradient(d *descent) {
	for i, x := range d.x {
		d.g[i] = 2 * (d.y[i] - x)
	}
	m.attack(d, d.y, d.left, d.g)
	if d.usual != nil {
		d.usual.Error(d.y, float32(m.cfg.Gamma), d.row, d.g)
	}
}

// says returns the values s of the first term at some inputs.
func (m *CEM) says(d *descent, x []float32) []float32 {
	if m.cfg.Logits {
		return d.clf.(blackbox.ScoredTrace).Logits(x, d.n)
	}
	return d.clf.Shares(x, d.n)
}

// back returns the gradient with respect to the inputs, given the gradient with respect to the
// outputs of the last pass.
func (m *CEM) back(d *descent, said, by []float32) []float32 {
	if m.cfg.Logits {
		return d.clf.(blackbox.ScoredTrace).LogitsGrad(by, d.n)
	}
	return d.clf.SharesGrad(said, by, d.n)
}

// attack writes the first term of each example, without c,
//
//	max(s_t0 - max_{i != t0} s_i, -kappa)
//
// to loss, and adds c times its gradient with respect to p to g.
//
//	p, g  width×n    loss  n
func (m *CEM) attack(d *descent, p, loss, g []float32) {
	n, kappa := d.n, float32(m.cfg.Kappa)
	shares := m.says(d, p)
	by := nn.Grow(&d.d, len(shares))
	clear(by)
	for e, t0 := range d.start {
		other, gap := lead(shares, t0, e, n)
		if gap > -kappa {
			by[t0*n+e], by[other*n+e] = d.c[e], -d.c[e]
		}
		loss[e] = max(gap, -kappa)
	}
	kernel.Add(m.back(d, shares, by), g)
}

// lead returns the best of the other classes in example e, and the lead of class t over it.
func lead(shares []float32, t, e, n int) (other int, gap float32) {
	other = -1
	for k := range len(shares) / n {
		if k != t && (other < 0 || shares[k*n+e] > shares[other*n+e]) {
			other = k
		}
	}
	return other, shares[t*n+e] - shares[other*n+e]
}

// step makes one FISTA iteration from the gradient at y,
//
//	z' = P(x + S(y - rate g - x))    y' = P(z' + momentum (z' - z))
//
// where S is the shrinkage by rate*beta and P the projection.
func (m *CEM) step(d *descent, rate, momentum float32) {
	t := float32(m.cfg.Beta)
	if !m.cfg.Whole {
		t *= rate
	}
	for i := range m.width {
		if m.stays != nil && m.stays[i] { // z and y equal the factual from the start
			continue
		}
		no := m.noInfo[i]
		for j := i * d.n; j < (i+1)*d.n; j++ {
			g := min(max(d.g[j], -clipGrad), clipGrad)
			x, old := d.x[j], d.z[j]
			delta := shrink(d.y[j]-float32(rate*g)-x, t)
			if delta == 0 && old == x { // usually true
				d.y[j] = x
				continue
			}
			z := m.project(x+delta, x, no)
			d.z[j] = z
			d.y[j] = m.project(z+float32(momentum*(z-old)), x, no)
		}
	}
}

// shrink moves v towards 0 by t, but not beyond 0. This is the proximal step of t|v|.
func shrink(v, t float32) float32 {
	switch {
	case v > t:
		return v - t
	case v < -t:
		return v + t
	}
	return 0
}

// project restricts p to [0, 1], extended to x if x is outside the training range. Unless Free is
// set, it returns x if p is not farther than x from the value without information.
func (m *CEM) project(p, x, no float32) float32 {
	p = min(max(p, min(0, x)), max(1, x))
	if !m.cfg.Free && abs(p-no) <= abs(x-no) {
		return x
	}
	return p
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

// note stores the rows of z that left their class by more than kappa and are nearer than all
// earlier ones.
func (m *CEM) note(d *descent, found []bool) {
	n, beta := d.n, float32(m.cfg.Beta)
	shares := m.says(d, d.z)
	clear(d.dist)
	for i, x := range d.x {
		v := d.z[i] - x
		d.dist[i%n] += float32(beta*abs(v)) + float32(v*v)
	}
	for e, t0 := range d.start {
		if _, gap := lead(shares, t0, e, n); !(gap < -float32(m.cfg.Kappa)) {
			continue
		}
		found[e] = true
		if d.dist[e] < d.bestDist[e] {
			d.bestDist[e] = d.dist[e]
			for i := range m.width {
				d.best[i*n+e] = d.z[i*n+e]
			}
		}
	}
}
