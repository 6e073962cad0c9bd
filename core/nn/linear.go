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

// stats returns the mean to normalise feature o with, the variance that is to be
// remembered and 1/sd to normalise with.
func (b *BatchNorm) stats(o int, x []float32, mode Mode) (mean, variance, inv float32) {
	if mode != Train {
		return b.Mean[o], b.Var[o], invSqrt(b.Var[o])
	}
	n := float32(len(x))
	mean = kernel.Sum(x) / n
	v := kernel.SumSquares(x, mean)
	return mean, v / max(n-1, 1), invSqrt(v / n)
}

func invSqrt(v float32) float32 {
	return 1 / float32(math.Sqrt(float64(v+NormEps)))
}

// backward turns the gradient by y, the output of feature o after its ReLU and
// a dropout that keeps with scale, into the one by its input, in place, and
// returns its sum. It adds to d, that of a bias and of the parameters, unless
// it is nil.
func (b *BatchNorm) backward(o int, y, dy, hat []float32, scale float32, stats []float32, mode Mode, d Grad) float32 {
	db, dg := kernel.ReLUGradSums(y, dy, hat, scale)
	m0, m1 := float32(0), float32(0)
	if mode == Train {
		m0, m1 = db/float32(len(dy)), dg/float32(len(dy))
	}
	if d != nil {
		d[1][o] += dg
		d[2][o] += db
		d[3][o] += b.Mean[o] - stats[0]
		d[4][o] += b.Var[o] - stats[1]
	}
	return kernel.BatchNormGrad(hat, dy, b.Gamma[o]*stats[2], m0, m1)
}
