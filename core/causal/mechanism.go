package causal

// Mechanism computes the mean of one endogenous feature given its parents:
//
//	f(p) = E[x_v | parents p]
//
// (paper, section 2.3). All values are in the features' own units: Inputs encodes the parents,
// and Score gives x_v.
type Mechanism interface {
	// Mean returns f(p).
	Mean(parents []float64) float64
	// Grad writes df/dp to dst and returns f(p).
	Grad(parents, dst []float64) float64
	// Bounds returns a lower and an upper bound of f over all p with low[i] <= p[i] <= high[i].
	Bounds(low, high []float64) (least, most float64)
	// Inputs returns the length of p.
	Inputs() int
}

// Linear is an affine mechanism:
//
//	f(p) = Intercept + sum Coef[i] p[i]
type Linear struct {
	Intercept float64
	Coef      []float64
}

// Inputs returns the number of slopes.
func (m Linear) Inputs() int { return len(m.Coef) }

// Mean returns f(p), summed in the order of the parents.
func (m Linear) Mean(parents []float64) float64 {
	sum := m.Intercept
	for i, c := range m.Coef {
		sum += float64(c * parents[i])
	}
	return sum
}

// Grad writes the slopes to dst and returns f(p).
func (m Linear) Grad(parents, dst []float64) float64 {
	copy(dst, m.Coef)
	return m.Mean(parents)
}

// Quadratic is the mechanism of x3 in the paper's Simple-BN:
//
//	f(p) = K (sum p[i])² + B
type Quadratic struct {
	K, B float64
	N    int // number of parents
}

// Inputs returns N.
func (m Quadratic) Inputs() int { return m.N }

// Mean returns f(p).
func (m Quadratic) Mean(parents []float64) float64 {
	s := sum(parents)
	return float64(float64(m.K*s)*s) + m.B
}

// Grad writes 2 K sum(p) for every parent and returns f(p).
func (m Quadratic) Grad(parents, dst []float64) float64 {
	g := float64(2*m.K) * sum(parents)
	for i := range dst[:m.N] {
		dst[i] = g
	}
	return m.Mean(parents)
}

func sum(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}
