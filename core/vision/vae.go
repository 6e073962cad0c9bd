package vision

import (
	"math"
	"slices"

	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Latent is the size of the paper's latent code.
const Latent = 10

// VAE is the paper's conditional auto-encoder of images (appendix C, "BaseGenCF"). It consists of
// an encoder q(z given x, y') with two networks, a prior p(z given y') with a mean and a variance
// for every class, and a decoder p(x' given z, y').
//
//	Mean, Var convolutions to 16, 16 and 1 channels, without padding, with ReLU after
//	      the first two (M1); from these and the condition, the latent code (M2)
//	Dec    Latent+Classes -> k -> 2k -> pixels, k the outputs of M1
//
// In the text, a ReLU also follows the third convolution, but not in the authors' program. If the
// single channel is negative everywhere, such a network has no signal and never learns. The
// condition is a one-hot code of the class, while the authors' program uses the digit's value as
// one number. The hidden layers of the decoder are normalised. The code and the pixels are not,
// so that an image does not depend on those with which it was trained.
type VAE struct {
	Shape
	M1, M2                 [2]nn.Net // for the mean and for the variance
	Dec                    nn.Net
	PriorMean, PriorLogVar []float32 // Classes×Latent
}

// NewVAE returns a network with random weights.
func NewVAE(s Shape, key kernel.Key) *VAE {
	v := &VAE{Shape: s, PriorMean: make([]float32, s.Classes*Latent), PriorLogVar: make([]float32, s.Classes*Latent)}
	k := (s.H - 6) * (s.W - 6)
	channels, narrow, wide := 16, k, 2*k
	if s.Slim {
		channels, narrow, wide = 8, 32, 64
	}
	for i, end := range []nn.Activation{nn.Identity, nn.Sigmoid} {
		key := key.Sub(uint64(i))
		v.M1[i] = nn.Net{
			nn.NewConv(1, channels, s.H, s.W, 0, nn.ReLU, key.Sub(0)),
			nn.NewConv(channels, channels, s.H-2, s.W-2, 0, nn.ReLU, key.Sub(1)),
			nn.NewConv(channels, 1, s.H-4, s.W-4, 0, nn.Identity, key.Sub(2)),
		}
		v.M2[i] = nn.Net{nn.Dense(k+s.Classes, Latent, end, key.Sub(3))}
	}
	key = key.Sub(2)
	v.Dec = nn.Net{
		nn.Normed(Latent+s.Classes, narrow, 0, key.Sub(0)),
		nn.Normed(narrow, wide, 0, key.Sub(1)),
		nn.Dense(wide, s.Size(), nn.Identity, key.Sub(2)), // followed by a sigmoid, see Decode
	}
	return v
}

// Params lists the parameters in a fixed order.
func (v *VAE) Params() []nn.Param {
	return slices.Concat(v.M1[0].Params("mean.m1"), v.M2[0].Params("mean.m2"), v.M1[1].Params("variance.m1"),
		v.M2[1].Params("variance.m2"), v.Dec.Params("decoder"), v.prior())
}

func (v *VAE) prior() []nn.Param {
	shape := []int{v.Classes, Latent}
	return []nn.Param{{Tensor: nn.Tensor{Name: "prior.mean", Shape: shape, Data: v.PriorMean}},
		{Tensor: nn.Tensor{Name: "prior.logvar", Shape: shape, Data: v.PriorLogVar}}}
}

// Model returns the state of the network.
func (v *VAE) Model() nn.State {
	return nn.State{Counters: v.counters(), Tensors: nn.Tensors(v.Params())}
}

// LoadVAE is the inverse of Model.
func LoadVAE(st nn.State) (*VAE, error) {
	s, err := shapeOf(st.Counters)
	if err != nil {
		return nil, err
	}
	v := NewVAE(s, kernel.Key{})
	if err := nn.Restore(nn.Tensors(v.Params()), st.Tensors); err != nil {
		return nil, fault.Errorf("vision: the generator: %w", err)
	}
	return v, nil
}

// Tape stores the intermediate results of a pass. It must not be used concurrently.
type Tape struct {
	n                int
	target           []int
	m1, m2           [2]nn.Tape
	dec              nn.Tape
	in               [2][]float32 // inputs of M2
	out              []float32
	z, code, eps, sd []float32
	mean, variance   []float32 // slices of other fields
	dMean, dVar      []float32
	logs, inverse    []float32
	prior            nn.Grad
}

// Grad returns the sum of the gradients of the tape's backward passes, in the order of Params.
func (v *VAE) Grad(t *Tape) nn.Grad {
	return slices.Concat(v.M1[0].Grad(&t.m1[0]), v.M2[0].Grad(&t.m2[0]), v.M1[1].Grad(&t.m1[1]), v.M2[1].Grad(&t.m2[1]),
		v.Dec.Grad(&t.dec), v.priorGrad(t))
}

func (v *VAE) priorGrad(t *Tape) nn.Grad {
	if t.prior == nil {
		t.prior = nn.NewGrad(v.prior())
	}
	return t.prior
}

// Encode computes mean and variance of the codes of images, stores them on the tape and returns
// them.
//
//	x  pixels×n    target  n    mean, variance  Latent×n
func (v *VAE) Encode(t *Tape, x []float32, target []int, mode nn.Mode) (mean, variance []float32) {
	return v.EncodeEach(t, x, len(target), nil, target, mode)
}

// EncodeEach is Encode for m images, each of which may have several targets. Code e belongs to
// image of[e], or to image e if of is nil. Everything that does not depend on the target, which
// is nearly everything, is computed once per image. A backward pass is not possible if of is set.
//
//	x pixels×m  of, target n  mean, variance Latent×n
func (v *VAE) EncodeEach(t *Tape, x []float32, m int, of, target []int, mode nn.Mode) (mean, variance []float32) {
	n := len(target)
	t.n, t.target = n, target
	var out [2][]float32
	for i := range out {
		y := v.M1[i].Forward(&t.m1[i], x, m, mode, kernel.Key{})
		k := len(y) / m
		in := nn.Grow(&t.in[i], (k+v.Classes)*n)
		if of == nil {
			copy(in, y)
		} else {
			for r := range k {
				for e, img := range of {
					in[r*n+e] = y[r*m+img]
				}
			}
		}
		v.condition(in[k*n:], target)
		out[i] = v.M2[i].Forward(&t.m2[i], in, n, mode, kernel.Key{})
	}
	t.mean, t.variance = out[0], out[1]
	return t.mean, t.variance
}

// condition writes the one-hot codes of classes.
func (v *VAE) condition(dst []float32, target []int) {
	clear(dst)
	for e, c := range target {
		dst[c*len(target)+e] = 1
	}
}

// Decode decodes codes to images. These are valid until the tape's next pass.
//
//	z  Latent×n    target  n    result  pixels×n, each in (0, 1)
func (v *VAE) Decode(t *Tape, z []float32, target []int, mode nn.Mode) []float32 {
	return v.decode(t, z, len(target), mode, func(dst []float32) { v.condition(dst, target) })
}

// Between decodes codes with a condition between two classes. In example e, the class to has the
// share at[e] and the class from has the rest.
//
//	z  Latent×n    at  n, each in [0, 1]    result  pixels×n
func (v *VAE) Between(t *Tape, z []float32, from, to int, at []float32) []float32 {
	return v.decode(t, z, len(at), nn.Eval, func(dst []float32) {
		clear(dst)
		for e, share := range at {
			dst[from*len(at)+e] += 1 - share
			dst[to*len(at)+e] += share
		}
	})
}

func (v *VAE) decode(t *Tape, z []float32, n int, mode nn.Mode, condition func(dst []float32)) []float32 {
	in := nn.Grow(&t.z, (Latent+v.Classes)*n)
	copy(in, z[:Latent*n])
	condition(in[Latent*n:])
	y := v.Dec.Forward(&t.dec, in, n, mode, kernel.Key{})
	t.out = nn.Grow(&t.out, len(y))
	kernel.Sigmoid(y, t.out)
	return t.out
}

// Forward encodes images, draws a code for each with the key noise and decodes it.
//
//	x  pixels×n    target  n    result  pixels×n
func (v *VAE) Forward(t *Tape, x []float32, target []int, mode nn.Mode, noise kernel.Key) []float32 {
	mean, variance := v.Encode(t, x, target, mode)
	eps, sd, z := nn.Grow(&t.eps, len(mean)), nn.Grow(&t.sd, len(mean)), nn.Grow(&t.code, len(mean))
	kernel.Normal(noise, 0, eps)
	for i, s := range variance {
		sd[i] = sqrt(s)
		z[i] = float32(sd[i]*eps[i]) + mean[i]
	}
	return v.Decode(t, z, target, mode)
}

func sqrt(v float32) float32 { return float32(math.Sqrt(float64(v))) }

// tiny keeps logarithms and quotients finite.
const tiny = 1e-37

// KL returns the mean over the images of KL(q(z given x, y') || p(z given y')) for the last
// Encode or Forward.
func (v *VAE) KL(t *Tape) float64 {
	sum, logs, inverse := 0.0, nn.Grow(&t.logs, len(t.variance)), v.inverse(t)
	for i, s := range t.variance {
		if s != s {
			return math.NaN()
		}
		logs[i] = kernel.AtLeast(s, tiny)
	}
	kernel.Log(logs, logs)
	for k := range Latent {
		for e, c := range t.target {
			i, p := k*t.n+e, c*Latent+k
			m := t.mean[i] - v.PriorMean[p]
			q := float32((t.variance[i] + float32(m*m)) * inverse[p])
			sum += float64(v.PriorLogVar[p]-logs[i]+q) - 1
		}
	}
	return sum / 2 / float64(t.n)
}

func (v *VAE) inverse(t *Tape) []float32 {
	inv := nn.Grow(&t.inverse, len(v.PriorLogVar))
	for p, l := range v.PriorLogVar {
		inv[p] = kernel.Exp1(-l)
	}
	return inv
}

// Backward adds the gradients of weight*KL plus a loss whose gradients with respect to the images
// of the last Forward and to their log-odds are d and odds. It overwrites d. odds may be nil.
func (v *VAE) Backward(t *Tape, d, odds []float32, weight float32) {
	kernel.SigmoidGrad(t.out, d, d)
	if odds != nil {
		kernel.Add(odds, d)
	}
	dz, n := v.Dec.Backward(&t.dec, d, Latent), t.n
	dMean, dVar := nn.Grow(&t.dMean, Latent*n), nn.Grow(&t.dVar, Latent*n)
	inverse, dPrior, w := v.inverse(t), v.priorGrad(t), weight/float32(n)
	for k := range Latent {
		for e, c := range t.target {
			i, p := k*n+e, c*Latent+k
			s, m, inv := t.variance[i], t.mean[i]-v.PriorMean[p], inverse[p]
			g := float32(w * float32(m*inv))
			dMean[i] = dz[i] + g
			dPrior[0][p] -= g
			dVar[i] = float32(dz[i]*t.eps[i])*0.5/kernel.AtLeast(t.sd[i], 1e-18) + float32(
				w*float32(0.5*(inv-1/kernel.AtLeast(s, tiny))))
			dPrior[1][p] += float32(w * float32(0.5*(1-float32((s+float32(m*m))*inv))))
		}
	}
	k := v.M1[0].Out()
	for i, d := range [2][]float32{dMean, dVar} {
		dy := v.M2[i].Backward(&t.m2[i], d, k)
		v.M1[i].Backward(&t.m1[i], dy, 0)
	}
}
