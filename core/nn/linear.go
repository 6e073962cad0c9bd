package nn

import (
	"math"

	"causeway/core/kernel"
)

// Linear is the affine map y = Wx + b.
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
// A training pass uses the mean and variance of its examples. If a batch is split, these are the
// examples of one part (as in Hoffer et al. 2017). Other passes use the running statistics Mean and
// Var. A step after a training pass moves these a tenth of the way towards the values of that pass
// (unbiased for Var), or towards the mean over the parts.
type BatchNorm struct {
	Gamma, Beta []float32
	Mean, Var   []float32
}

// NormEps is the constant eps in BatchNorm.
const NormEps = 1e-5

const normMomentum = 0.1

// NewBatchNorm returns a normalisation that starts as the identity on standardised inputs.
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

// forward normalises the units and applies a ReLU, in place. It stores the normalised values and,
// for every unit, the mean used, the variance for the running statistics, and 1/sd.
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

// backward takes the gradient with respect to the outputs y, after ReLU and a dropout that scales
// by scale. It converts it, in place, to the gradient with respect to the values before
// normalisation. Unless d is nil, it adds the gradients of the preceding biases and of the
// parameters to d.
//
//	sums  units×3, a buffer
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
