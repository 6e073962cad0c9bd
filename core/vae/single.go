package vae

import (
	"math"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// Single decodes one sample of one row at a time, with a finished network. Forward allocates
// nothing. Goroutines must not share a Single.
type Single struct {
	// Widen is as in Tape.
	Widen float32

	v                   *CVAE
	mean, variance, dec *nn.Single
	in, z, eps, sd      []float32
	out, exps           []float32
}

// Single returns a decoder for single rows.
func (v *CVAE) Single() *Single {
	return &Single{v: v, mean: nn.NewSingle(v.Mean), variance: nn.NewSingle(v.Var), dec: nn.NewSingle(v.Dec),
		in: make([]float32, v.Width()+v.condition()), z: make([]float32, v.decoderIn()),
		eps: make([]float32, v.Latent), sd: make([]float32, v.Latent),
		out: make([]float32, v.Width()), exps: make([]float32, v.Width())}
}

// Forward returns exactly the same result as CVAE.Forward in Eval for one row and one sample.
//
//	x, result  Width, the result valid until the next call
func (s *Single) Forward(x []float32, target int, noise kernel.Key) []float32 {
	v, width := s.v, len(s.out)
	copy(s.in, x[:width])
	s.condition(s.in[width:], target)
	mean, variance := s.mean.Forward(s.in), s.variance.Forward(s.in)
	for i, a := range variance {
		s.sd[i] = float32(math.Sqrt(float64(a)))
		if s.Widen != 0 {
			s.sd[i] *= s.Widen
		}
	}
	kernel.Normal(noise, 0, s.eps)
	kernel.ScaleAdd(s.sd, s.eps, mean, s.z[:v.Latent])
	rest := s.z[v.Latent:]
	s.condition(rest, target)
	if v.Carry > 0 {
		copy(rest[v.condition():], x[:width])
	}
	s.head(s.dec.Forward(s.z), x)
	return s.out
}

func (s *Single) condition(dst []float32, target int) {
	if s.v.Classes == 2 {
		dst[0] = float32(target)
		return
	}
	dst = dst[:s.v.Classes]
	clear(dst)
	dst[target] = 1
}

// head adds the factual to the decoder's outputs y and applies the final functions. It computes
// all exponentials in one call.
func (s *Single) head(y, x []float32) {
	o, v := 0, s.v
	for _, g := range v.Groups {
		y, x, e := y[o:o+g], x[o:o+g], s.exps[o:o+g]
		o += g
		if g == 1 {
			h := y[0]
			if v.Carry > 0 {
				h += carried(x[0])
			}
			e[0] = -h
			continue
		}
		for i := range y {
			if e[i] = y[i]; v.Carry > 0 {
				e[i] += float32(v.Carry * x[i])
			}
		}
		if v.Sigmoid {
			for i := range e {
				e[i] = -e[i]
			}
			continue
		}
		top := e[0]
		for _, h := range e[1:] {
			top = max(top, h)
		}
		for i := range e {
			e[i] -= top
		}
	}
	kernel.Exp(s.exps, s.exps)
	o = 0
	for _, g := range v.Groups {
		e, out := s.exps[o:o+g], s.out[o:o+g]
		o += g
		if g == 1 || v.Sigmoid {
			for i, h := range e {
				out[i] = 1 / (1 + h)
			}
			continue
		}
		var sum float32
		for _, h := range e {
			sum += h
		}
		for i, h := range e {
			out[i] = h / sum
		}
	}
}
