package nn

import (
	"fmt"
	"math"

	"causeway/core/fault"
	"causeway/core/kernel"
)

// Optimizer changes parameters by their gradients.
type Optimizer interface {
	// Step makes one step and clears the gradients.
	Step()
	// State is what Step remembers, for State and Restore of a training.
	State() State
	// Restore undoes nothing: it goes on from a State of the same parameters.
	Restore(State) error
}

// Adam is the optimizer of Kingma and Ba (2015) with L2 weight decay in the
// gradient.
type Adam struct {
	Rate, Decay float32
	params      []Param
	m, v        [][]float32
	t           uint64
}

const (
	adamBeta1 = 0.9
	adamBeta2 = 0.999
	adamEps   = 1e-8
)

// NewAdam returns the optimizer of the given parameters.
func NewAdam(params []Param, rate, decay float64) *Adam {
	a := &Adam{Rate: float32(rate), Decay: float32(decay), params: params}
	for _, p := range params {
		a.m = append(a.m, make([]float32, len(p.W)))
		a.v = append(a.v, make([]float32, len(p.W)))
	}
	return a
}

// Step implements Optimizer.
func (a *Adam) Step() {
	a.t++
	s := kernel.AdamStep{Rate: a.Rate, Decay: a.Decay, Beta1: adamBeta1, Beta2: adamBeta2, Eps: adamEps,
		Fix1: float32(1 / (1 - power(adamBeta1, a.t))), Fix2: float32(1 / (1 - power(adamBeta2, a.t)))}
	for i, p := range a.params {
		kernel.Adam(s, p.W, p.D, a.m[i], a.v[i])
		clear(p.D)
	}
}

// power is b^t by repeated squaring, which is the same on every machine; the
// explicit conversions keep the products from being fused.
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

// State implements Optimizer.
func (a *Adam) State() State {
	s := State{Counters: []uint64{a.t}}
	for i := range a.params {
		s.Tensors = append(s.Tensors,
			Tensor{fmt.Sprintf("adam.%d.m", i), []int{len(a.m[i])}, a.m[i]},
			Tensor{fmt.Sprintf("adam.%d.v", i), []int{len(a.v[i])}, a.v[i]})
	}
	return s
}

// Restore implements Optimizer.
func (a *Adam) Restore(s State) error {
	if len(s.Counters) != 1 {
		return fault.Errorf("nn: Adam has 1 counter, not %d", len(s.Counters))
	}
	for _, t := range s.Tensors {
		if t.Name[len(t.Name)-1] == 'v' && len(t.Data) > 0 && minimum(t.Data) < 0 {
			return fault.Errorf("nn: tensor %q: a second moment is negative", t.Name)
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

// SGD is stochastic gradient descent with L2 weight decay, the optimizer that
// the paper names.
type SGD struct {
	Rate, Decay float32
	params      []Param
}

// NewSGD returns the optimizer of the given parameters.
func NewSGD(params []Param, rate, decay float64) *SGD {
	return &SGD{Rate: float32(rate), Decay: float32(decay), params: params}
}

// Step implements Optimizer.
func (s *SGD) Step() {
	for _, p := range s.params {
		kernel.SGD(s.Rate, s.Decay, p.W, p.D)
		clear(p.D)
	}
}

// State implements Optimizer; SGD remembers nothing.
func (s *SGD) State() State { return State{} }

// Restore implements Optimizer.
func (s *SGD) Restore(st State) error { return Restore(nil, st.Tensors) }
