// Package nn holds the layers, losses and optimizers that the black box and the
// generator are made of, on flat float32 slices. A batch is stored feature by
// feature, features×n (see package kernel). Layers own parameters and their
// gradients; what a pass remembers lives in a Tape, so that one network can be
// used by several callers at once. The package knows nothing of tables or of
// counterfactuals.
package nn

import (
	"math"

	"causeway/core/kernel"
)

// Linear is an affine map, y = Wx + b.
//
//	x  In×n    W  Out×In    B  Out    y  Out×n
//
// Backward passes add to DW and DB, so a caller may accumulate over batches.
type Linear struct {
	In, Out      int
	W, B, DW, DB []float32
}

// NewLinear draws W and B uniformly from ±1/sqrt(In) (LeCun et al. 1998).
func NewLinear(in, out int, key kernel.Key) Linear {
	l := Linear{In: in, Out: out,
		W: make([]float32, out*in), B: make([]float32, out),
		DW: make([]float32, out*in), DB: make([]float32, out)}
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
// A training pass uses the batch's mean and variance and moves the running
// ones, Mean and Var, a tenth of the way towards them (Var: unbiased); other
// passes use the running ones.
type BatchNorm struct {
	Gamma, Beta, DGamma, DBeta []float32
	Mean, Var                  []float32
}

// NormEps is what a normalisation adds to a variance.
const NormEps = 1e-5

const normMomentum = 0.1

// NewBatchNorm starts as the identity on standard inputs.
func NewBatchNorm(features int) *BatchNorm {
	b := &BatchNorm{
		Gamma: make([]float32, features), Beta: make([]float32, features),
		DGamma: make([]float32, features), DBeta: make([]float32, features),
		Mean: make([]float32, features), Var: make([]float32, features)}
	for o := range b.Gamma {
		b.Gamma[o], b.Var[o] = 1, 1
	}
	return b
}

// stats returns the mean and 1/sd to normalise feature o with.
func (b *BatchNorm) stats(o int, x []float32, mode Mode) (mean, inv float32) {
	if mode != Train {
		return b.Mean[o], invSqrt(b.Var[o])
	}
	n := float32(len(x))
	mean = kernel.Sum(x) / n
	v := kernel.SumSquares(x, mean)
	inv = invSqrt(v / n)
	b.Mean[o] += float32(normMomentum * (mean - b.Mean[o]))
	b.Var[o] += float32(normMomentum * (v/max(n-1, 1) - b.Var[o]))
	return mean, inv
}

func invSqrt(v float32) float32 {
	return 1 / float32(math.Sqrt(float64(v+NormEps)))
}
