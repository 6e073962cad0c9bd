package nn

import (
	"math"

	"causeway/core/kernel"
)

// Linear is an affine map, y = Wx + b.
//
//	x  In×n    W  Out×In    B  Out    y  Out×n
type Linear struct {
	In, Out int
	W, B    []float32
}

// NewLinear draws W and B uniformly from ±1/sqrt(In) (LeCun et al. 1998).
func NewLinear(in, out int, key kernel.Key) Linear {
	l := Linear{In: in, Out: out, W: make([]float32, out*in), B: make([]float32, out)}
	bound := float32(1 / math.Sqrt(float64(in)))
	for i := range l.W {
		l.W[i] = bound * (2*key.Uniform1(uint32(i)) - 1)
	}
	for i := range l.B {
		l.B[i] = bound * (2*key.Uniform1(uint32(len(l.W)+i)) - 1)
	}
	return l
}

// BatchNorm normalises each feature over the batch and scales it (Ioffe and
// Szegedy 2015):
//
//	xhat = (x - mean) / sqrt(var + eps)    y = Gamma*xhat + Beta
//
// A training pass uses the mean and variance of what it is given, which of a
// batch that is split is its part (as in Hoffer et al. 2017); other passes use
// the running ones, Mean and Var. A step after a training pass moves these a
// tenth of the way towards what the pass saw (Var: unbiased), or towards the mean
// of what the parts saw.
type BatchNorm struct {
	Gamma, Beta []float32
	Mean, Var   []float32
}

// NormEps is what a normalisation adds to a variance.
const NormEps = 1e-5

const normMomentum = 0.1

// NewBatchNorm starts as the identity on standard inputs.
func NewBatchNorm(features int) *BatchNorm {
	b := &BatchNorm{
		Gamma: make([]float32, features), Beta: make([]float32, features),
		Mean: make([]float32, features), Var: make([]float32, features)}
	for o := range b.Gamma {
		b.Gamma[o], b.Var[o] = 1, 1
	}
	return b
}

func (b *BatchNorm) params() []Param {
	shape := []int{len(b.Gamma)}
	return []Param{
		{Tensor{"gamma", shape, b.Gamma}, false}, {Tensor{"beta", shape, b.Beta}, false},
		{Tensor{"mean", shape, b.Mean}, true}, {Tensor{"var", shape, b.Var}, true}}
}

func invSqrt(v float32) float32 {
	return 1 / float32(math.Sqrt(float64(v+NormEps)))
}

// forward normalises the units and ends them with a ReLU, in place. It leaves the normalised
// values and, for every unit, the mean that it was normalised with, the variance to be
// remembered and 1/sd.
//
//	y, hat  units×values    stats  units×3
func (b *BatchNorm) forward(y, hat, stats []float32, mode Mode) {
	n := len(y) / len(b.Gamma)
	if mode == Train {
		kernel.NormReLU(y, hat, b.Gamma, b.Beta, stats, NormEps, n)
		return
	}
	for o, mean := range b.Mean {
		s := stats[3*o : 3*o+3]
		s[0], s[1], s[2] = mean, b.Var[o], invSqrt(b.Var[o])
		kernel.NormalizeReLU(y[o*n:(o+1)*n], hat[o*n:(o+1)*n], mean, s[2], b.Gamma[o], b.Beta[o])
	}
}

// backward takes the gradient by the units y after their ReLU and a dropout that keeps with
// scale. It turns it in place into the gradient by the values before normalization. It adds the
// gradients of the preceding biases and of the parameters to d, unless d is nil.
//
//	sums  units×3, room
func (b *BatchNorm) backward(y, dy, hat, stats, sums []float32, scale float32, mode Mode, d Grad) {
	kernel.NormReLUGrad(y, dy, hat, b.Gamma, stats, sums, scale, mode != Train, len(dy)/len(b.Gamma))
	if d == nil {
		return
	}
	for o := range b.Gamma {
		d[0][o] += sums[3*o]
		d[1][o] += sums[3*o+1]
		d[2][o] += sums[3*o+2]
		d[3][o] += b.Mean[o] - stats[3*o]
		d[4][o] += b.Var[o] - stats[3*o+1]
	}
}
