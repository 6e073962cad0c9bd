package nn

import (
	"fmt"
	"math"

	"causeway/core/fault"
	"causeway/core/kernel"
)

// Adam is the optimizer of Kingma and Ba (2015) with L2 weight decay in the
// gradient.
type Adam struct {
	Rate, Decay float32

	// Plain uses gradient descent instead, w -= Rate (g + Decay w), without moments.
	Plain bool

	params []Param
	m, v   Grad // empty for parameters that are not learned
	t      uint64
}

const (
	adamBeta1 = 0.9
	adamBeta2 = 0.999
	adamEps   = 1e-8
)

// NewAdam returns an optimizer for the given parameters.
func NewAdam(params []Param, rate, decay float64) *Adam {
	a := &Adam{Rate: float32(rate), Decay: float32(decay), params: params}
	for _, p := range params {
		n := len(p.Data)
		if p.Running {
			n = 0
		}
		a.m, a.v = append(a.m, make([]float32, n)), append(a.v, make([]float32, n))
	}
	return a
}

// Step makes one step. g is the gradient in the order of the parameters; Step clears it. It also
// updates the running statistics.
func (a *Adam) Step(g Grad) {
	a.t++
	s := kernel.AdamStep{Rate: a.Rate, Decay: a.Decay, Beta1: adamBeta1, Beta2: adamBeta2, Eps: adamEps,
		Fix1: float32(1 / (1 - power(adamBeta1, a.t))), Fix2: float32(1 / (1 - power(adamBeta2, a.t)))}
	for i, p := range a.params {
		switch {
		case p.Running:
			kernel.SGD(normMomentum, 0, p.Data, g[i])
		case a.Plain:
			kernel.SGD(a.Rate, a.Decay, p.Data, g[i])
		default:
			kernel.Adam(s, p.Data, g[i], a.m[i], a.v[i])
		}
		clear(g[i])
	}
}

// power computes b^t by repeated squaring, which gives the same result on every machine. The
// conversions prevent fused operations.
func power(b float64, t uint64) float64 {
	r := 1.0
	for ; t > 0; t /= 2 {
		if t%2 == 1 {
			r = float64(r * b)
		}
		b = float64(b * b)
	}
	return r
}

// State returns the optimizer's state, to be stored with a training.
func (a *Adam) State() State {
	s, n := State{Counters: []uint64{a.t}}, 0
	for i, p := range a.params {
		if p.Running {
			continue
		}
		s.Tensors = append(s.Tensors,
			Tensor{fmt.Sprintf("adam.%d.m", n), []int{len(a.m[i])}, a.m[i]},
			Tensor{fmt.Sprintf("adam.%d.v", n), []int{len(a.v[i])}, a.v[i]})
		n++
	}
	return s
}

// Restore continues from a State for the same parameters.
func (a *Adam) Restore(s State) error {
	if len(s.Counters) != 1 {
		return fault.Errorf("nn: the state of Adam has %d counters instead of 1", len(s.Counters))
	}
	for _, t := range s.Tensors {
		if t.Name[len(t.Name)-1] == 'v' && len(t.Data) > 0 && minimum(t.Data) < 0 {
			return fault.Errorf("nn: tensor %q contains a negative second moment", t.Name)
		}
	}
	if err := Restore(a.State().Tensors, s.Tensors); err != nil {
		return err
	}
	a.t = s.Counters[0]
	return nil
}

func minimum(x []float32) float32 {
	m := float32(math.Inf(1))
	for _, v := range x {
		m = min(m, v)
	}
	return m
}
