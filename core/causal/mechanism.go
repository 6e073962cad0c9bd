package causal

import "fmt"

// Mechanism is the mean of one endogenous feature given its parents,
//
//	f(p) = E[x_v | parents p]
//
// (paper, section 2.3). Everything is in the features' own units: see Inputs
// for how parents are laid out and Score for what x_v is.
type Mechanism interface {
	// Mean is f(p).
	Mean(parents []float64) float64
	// Grad writes df/dp to dst and returns f(p).
	Grad(parents, dst []float64) float64
	// Inputs is the length of p.
	Inputs() int
}

// Linear is an affine mechanism,
//
//	f(p) = Intercept + sum Coef[i] p[i]
type Linear struct {
	Intercept float64
	Coef      []float64
}

// Inputs is the number of slopes.
func (m Linear) Inputs() int { return len(m.Coef) }

// Mean is f(p), summed in the order of the parents.
func (m Linear) Mean(parents []float64) float64 {
	sum := m.Intercept
	for i, c := range m.Coef {
		sum += float64(c * parents[i])
	}
	return sum
}

// Grad writes the slopes.
func (m Linear) Grad(parents, dst []float64) float64 {
	copy(dst, m.Coef)
	return m.Mean(parents)
}

// Quadratic is the mechanism of x3 in the paper's Simple-BN,
//
//	f(p) = K (sum p[i])² + B
type Quadratic struct {
	K, B float64
	N    int // parents
}

// Inputs is N.
func (m Quadratic) Inputs() int { return m.N }

// Mean is f(p).
func (m Quadratic) Mean(parents []float64) float64 {
	s := sum(parents)
	return float64(float64(m.K*s)*s) + m.B
}

// Grad writes 2 K sum(p), the same for every parent.
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

// Saved is a mechanism as plain numbers, for files and messages.
type Saved struct {
	Kind    string // "linear", "quadratic" or "network"
	Inputs  int
	Numbers []float64
}

// maxSaved bounds the numbers of a saved mechanism.
const maxSaved = 1 << 16

// Save writes a mechanism of this package as plain numbers.
func Save(m Mechanism) Saved {
	switch m := m.(type) {
	case Linear:
		return Saved{"linear", len(m.Coef), append([]float64{m.Intercept}, m.Coef...)}
	case Quadratic:
		return Saved{"quadratic", m.N, []float64{m.K, m.B}}
	case *Network:
		return m.save()
	}
	panic(fmt.Sprintf("causal: Save: mechanism = %T, want one of this package", m))
}

// Load is the inverse of Save. It refuses numbers that do not fit.
func Load(s Saved) (Mechanism, error) {
	for _, v := range s.Numbers {
		if v-v != 0 {
			return nil, fmt.Errorf("causal: a number of a mechanism is not finite")
		}
	}
	n := len(s.Numbers)
	if s.Inputs < 0 || s.Inputs > maxSaved || n > maxSaved {
		return nil, fmt.Errorf("causal: a mechanism of %d inputs and %d numbers", s.Inputs, n)
	}
	switch {
	case s.Kind == "linear" && n == s.Inputs+1:
		return Linear{s.Numbers[0], append([]float64(nil), s.Numbers[1:]...)}, nil
	case s.Kind == "quadratic" && n == 2:
		return Quadratic{s.Numbers[0], s.Numbers[1], s.Inputs}, nil
	case s.Kind == "network":
		return loadNetwork(s)
	}
	return nil, fmt.Errorf("causal: a mechanism %q of %d inputs with %d numbers", s.Kind, s.Inputs, n)
}
