// Package vae implements the paper's conditional variational auto-encoder (section 3.1, appendix
// C.1): an encoder q(z given x, y') of two networks, a prior p(z given y') with a mean and a
// variance per target class, and a decoder p(x' given z, y'). It computes the KL part of the loss
// and propagates gradients; the caller defines the loss on the decoded rows. Two other networks
// have the same shapes: a plain auto-encoder for scores and CEM, and a plain variational one in
// whose latent space other methods search. Begin at CVAE.
package vae

import (
	"math"
	"slices"

	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Config holds the sizes of a CVAE.
type Config struct {
	Groups  []int // encoded width of every feature; 1 for a number
	Classes int
	Latent  int
	Hidden  []int // units of the encoder's hidden blocks; the decoder's are reversed
	Drop    float32
	Carry   float32 // if positive, the decoder starts at the factual, with these log-odds; 0 as in the appendix
	// every output ends in its own sigmoid, as in the appendix; otherwise the levels of a feature
	// share a softmax
	Sigmoid bool
}

// Paper returns the configuration in the paper's appendix C.1.
func Paper(groups []int, classes int) Config {
	return Config{Groups: groups, Classes: classes, Latent: 10, Hidden: []int{20, 16, 14, 12}, Drop: 0.1}
}

// Width returns the number of inputs of an encoded row.
func (c Config) Width() int {
	w := 0
	for _, g := range c.Groups {
		w += g
	}
	return w
}

// condition returns the number of inputs that encode the target class: one 0/1 number for two
// classes, as in the paper, and a one-hot code for more.
func (c Config) condition() int {
	if c.Classes == 2 {
		return 1
	}
	return c.Classes
}

// decoderIn returns the number of inputs of the decoder: latent code, condition and, with Carry,
// the factual.
func (c Config) decoderIn() int {
	if c.Carry > 0 {
		return c.Latent + c.condition() + c.Width()
	}
	return c.Latent + c.condition()
}

// CVAE is the network.
//
//	Mean, Var  encoder: Width+condition -> Hidden -> Latent; the variance ends
//	           in a sigmoid, so it is in (0, 1)
//	Dec        decoder: Latent+condition (and Width, see Config.Carry) ->
//	           reversed Hidden -> Width
//	PriorMean, PriorLogVar  Classes×Latent
type CVAE struct {
	Config
	Mean, Var, Dec         nn.Net
	PriorMean, PriorLogVar []float32
}

// New initialises a network at random.
func New(c Config, key kernel.Key) *CVAE {
	k := c.Classes * c.Latent
	in, cond := c.Width(), c.condition()
	up := reversed(c.Hidden)
	return &CVAE{
		Config:    c,
		Mean:      chain(in+cond, c.Hidden, c.Latent, c.Drop, nn.Identity, key.Sub(0)),
		Var:       chain(in+cond, c.Hidden, c.Latent, c.Drop, nn.Sigmoid, key.Sub(1)),
		Dec:       chain(c.decoderIn(), up, in, c.Drop, nn.Identity, key.Sub(2)),
		PriorMean: make([]float32, k), PriorLogVar: make([]float32, k)}
}

func chain(in int, hidden []int, out int, drop float32, end nn.Activation, key kernel.Key) nn.Net {
	var m nn.Net
	for i, h := range hidden {
		m = append(m, nn.Normed(in, h, drop, key.Sub(uint64(i))))
		in = h
	}
	return append(m, nn.Dense(in, out, end, key.Sub(uint64(len(hidden)))))
}

func reversed(hidden []int) []int {
	up := slices.Clone(hidden)
	slices.Reverse(up)
	return up
}

// Params lists the parameters in a fixed order.
func (v *CVAE) Params() []nn.Param {
	return slices.Concat(v.Mean.Params("mean"), v.Var.Params("variance"), v.Dec.Params("decoder"), v.prior())
}

func (v *CVAE) prior() []nn.Param {
	shape := []int{v.Classes, v.Latent}
	return []nn.Param{{Tensor: nn.Tensor{Name: "prior.mean", Shape: shape, Data: v.PriorMean}},
		{Tensor: nn.Tensor{Name: "prior.logvar", Shape: shape, Data: v.PriorLogVar}}}
}

// Tensors lists everything that a saved network holds, in a fixed order.
func (v *CVAE) Tensors() []nn.Tensor { return nn.Tensors(v.Params()) }

// Grad returns the sum of the gradients of the tape's backward passes, in the order of Params.
func (v *CVAE) Grad(t *Tape) nn.Grad {
	return slices.Concat(v.Mean.Grad(&t.tMean), v.Var.Grad(&t.tVar), v.Dec.Grad(&t.tDec), v.priorGrad(t))
}

func (v *CVAE) priorGrad(t *Tape) nn.Grad {
	if t.prior == nil {
		t.prior = nn.NewGrad(v.prior())
	}
	return t.prior
}

// Tape holds the results of a pass. It grows to the largest batch.
type Tape struct {
	// Widen, if not 0, multiplies the encoder's standard deviation, so that samples spread further.
	// Such a pass has no backward pass.
	Widen float32
	Part  nn.Part // the rows of a batch that the passes compute; the zero value means the whole batch

	batch, samples    int
	target            []int
	in, z, eps, carry []float32
	mean, sd, variant []float32 // views of the encoder's outputs; sd Latent×batch
	out, dMean, dVar  []float32
	log, inverse      []float32 // logarithms of the variances, and 1/variance of every class's prior
	prior             nn.Grad   // gradient with respect to the prior's mean and log-variance
	tMean, tVar, tDec nn.Tape
}

// Forward encodes a batch and decodes the given number of samples for every row.
//
//	x       Width×batch    target  batch
//	result  Width×(samples*batch), example s*batch+e for row e; numbers in
//	        (0, 1), the shares of a level group sum to one; valid until the
//	        next pass
//
// noise determines the latent noise, and drop the dropout masks of a Train pass.
func (v *CVAE) Forward(t *Tape, x []float32, target []int, samples int, mode nn.Mode, noise,
	drop kernel.Key) []float32 {
	b := len(target)
	n := samples * b
	t.batch, t.samples, t.target = b, samples, target
	t.tMean.Part, t.tVar.Part, t.tDec.Part = t.Part, t.Part, t.Part
	in := nn.Grow(&t.in, (v.Width()+v.condition())*b)
	copy(in, x[:v.Width()*b])
	v.putCondition(in[v.Width()*b:], target, 1)
	t.mean = v.Mean.Forward(&t.tMean, in, b, mode, drop.Sub(0))
	t.variant = v.Var.Forward(&t.tVar, in, b, mode, drop.Sub(1))
	v.sample(t, n, noise)
	y := v.Dec.Forward(&t.tDec, t.z, n, mode, drop.Sub(2))
	out := nn.Grow(&t.out, len(y))
	if v.Carry > 0 {
		v.carry(t, x, y)
	}
	v.head(y, out, n)
	return out
}

// Codes returns the encoder's means for a batch.
//
//	x  Width×batch    target  batch    result  Latent×batch
func (v *CVAE) Codes(x []float32, target []int) []float32 {
	b := len(target)
	in := make([]float32, (v.Width()+v.condition())*b)
	copy(in, x)
	v.putCondition(in[v.Width()*b:], target, 1)
	return v.Mean.Forward(new(nn.Tape), in, b, nn.Eval, kernel.Key{})
}

// carry adds the factual to the decoder's outputs before the head: Carry to the factual's levels,
// and to a number its log-odds, kept away from 0 and 1. Such a decoder also has the factual among
// its inputs; it is p(x' given z, y', x), as in theorem 1 of the paper. It starts at the factual
// and learns what to change. The paper's decoder has to rebuild the factual from ten noisy numbers,
// and returns nearly the same row for everyone.
func (v *CVAE) carry(t *Tape, x, y []float32) {
	b := t.batch
	odds, o := nn.Grow(&t.carry, b), 0
	for _, g := range v.Groups {
		if g == 1 {
			for e, h := range x[o*b : (o+1)*b] {
				p := kernel.AtMost(kernel.AtLeast(h, Edge), 1-Edge)
				odds[e] = p / (1 - p)
			}
			kernel.Log(odds, odds)
			v.addRuns(1, odds, y[o*t.samples*b:(o+1)*t.samples*b])
		}
		for i := o; i < o+g && g > 1; i++ {
			v.addRuns(v.Carry, x[i*b:(i+1)*b], y[i*t.samples*b:(i+1)*t.samples*b])
		}
		o += g
	}
}

// addRuns adds k times x to every section of y that has the length of x.
func (v *CVAE) addRuns(k float32, x, y []float32) {
	if len(x) == 1 {
		kernel.ScaleShift(y, y, 1, float32(k*x[0]))
		return
	}
	for ; len(y) > 0; y = y[len(x):] {
		kernel.Axpy(k, x, y)
	}
}

// repeat fills y with copies of x.
func repeat(x, y []float32) {
	if len(x) == 1 {
		for e := range y {
			y[e] = x[0]
		}
		return
	}
	for ; len(y) > 0; y = y[len(x):] {
		copy(y, x)
	}
}

// carried returns the log-odds of a number of the factual.
func carried(x float32) float32 {
	p := kernel.AtMost(kernel.AtLeast(x, Edge), 1-Edge)
	return kernel.Log1(p / (1 - p))
}

// Edge is the least distance of a carried number from 0 and 1, which keeps its log-odds finite.
const Edge = 0.01

// sample draws z = mean + sqrt(variance) * eps and appends the condition.
func (v *CVAE) sample(t *Tape, n int, noise kernel.Key) {
	b := t.batch
	sd := nn.Grow(&t.sd, v.Latent*b)
	for i, s := range t.variant {
		sd[i] = float32(math.Sqrt(float64(s)))
	}
	for i := range sd {
		if t.Widen == 0 {
			break
		}
		sd[i] *= t.Widen
	}
	z, eps := nn.Grow(&t.z, v.decoderIn()*n), nn.Grow(&t.eps, v.Latent*n)
	t.Part.Draw(eps, func(from uint32, eps []float32) { kernel.Normal(noise, from, eps) })
	for k := range v.Latent {
		sd, mean := sd[k*b:(k+1)*b], t.mean[k*b:(k+1)*b]
		if b == 1 {
			kernel.ScaleShift(eps[k*n:(k+1)*n], z[k*n:(k+1)*n], sd[0], mean[0])
			continue
		}
		for o := k * n; o < (k+1)*n; o += b {
			kernel.ScaleAdd(sd, eps[o:o+b], mean, z[o:o+b])
		}
	}
	v.putCondition(z[v.Latent*n:], t.target, t.samples)
	for i := 0; v.Carry > 0 && i < v.Width(); i++ {
		o := (v.Latent + v.condition() + i) * n
		repeat(t.in[i*b:(i+1)*b], z[o:o+n])
	}
}

// putCondition writes the encoded target classes, repeated once for each sample.
func (v *CVAE) putCondition(dst []float32, target []int, samples int) {
	b, n := len(target), len(target)*samples
	clear(dst[:v.condition()*n])
	for e, c := range target {
		if v.Classes == 2 {
			dst[e] = float32(c)
		} else {
			dst[c*n+e] = 1
		}
	}
	for k := range v.condition() {
		repeat(dst[k*n:k*n+b], dst[k*n+b:(k+1)*n])
	}
}

// head applies the final functions of the decoder: a sigmoid for numbers, and a softmax over the
// levels of every other feature. The paper uses sigmoids throughout (Config.Sigmoid). With them,
// the shares of a feature need not add up to one. In the authors' results they add up to between
// 1.1 and 1.9, which no real row can have.
func (c Config) head(y, out []float32, n int) {
	o := 0
	for _, g := range c.Groups {
		part, dst := y[o*n:(o+g)*n], out[o*n:(o+g)*n]
		if g == 1 || c.Sigmoid {
			kernel.Sigmoid(part, dst)
		} else {
			kernel.Softmax(part, dst, g, n)
		}
		o += g
	}
}

func (c Config) headGrad(out, d []float32, n int) {
	o := 0
	for _, g := range c.Groups {
		part, dst := out[o*n:(o+g)*n], d[o*n:(o+g)*n]
		if g == 1 || c.Sigmoid {
			kernel.SigmoidGrad(part, dst, dst)
		} else {
			kernel.SoftmaxGrad(part, dst, dst, g, n)
		}
		o += g
	}
}

// KL returns the mean over the batch of KL(q(z given x, y') || p(z given y')),
//
//	1/2 sum_k log(p_k/v_k) + (v_k + (m_k - a_k)^2)/p_k - 1
//
// with q = N(m, v) and the prior N(a, p), for the last Forward. It is NaN if a variance is NaN.
func (v *CVAE) KL(t *Tape) float64 {
	sum, logs, inverse := 0.0, nn.Grow(&t.log, len(t.variant)), v.inverse(t)
	for i, s := range t.variant {
		if s != s {
			return math.NaN()
		}
		logs[i] = kernel.AtLeast(s, tiny)
	}
	kernel.Log(logs, logs)
	for k := range v.Latent {
		at := k * t.batch
		mean, variant, logs := t.mean[at:][:t.batch], t.variant[at:][:t.batch], logs[at:][:t.batch]
		for e, c := range t.target {
			p := c*v.Latent + k
			m := mean[e] - v.PriorMean[p]
			q := float32((variant[e] + float32(m*m)) * inverse[p])
			sum += float64(v.PriorLogVar[p]-logs[e]+q) - 1
		}
	}
	return sum / 2 / float64(t.batch)
}

// inverse returns 1/variance of the priors, Classes×Latent.
func (v *CVAE) inverse(t *Tape) []float32 {
	inv := nn.Grow(&t.inverse, len(v.PriorLogVar))
	for p, lp := range v.PriorLogVar {
		inv[p] = kernel.Exp1(-lp)
	}
	return inv
}

const tiny = 1e-37

// Backward accumulates the gradients of klWeight*KL plus another loss. d is that loss's gradient
// with respect to the outputs of the last Forward; it is overwritten.
func (v *CVAE) Backward(t *Tape, d []float32, klWeight float32) {
	b, n := t.batch, t.batch*t.samples
	v.headGrad(t.out, d, n)
	dz := v.Dec.Backward(&t.tDec, d, v.Latent)
	dMean, dVar := nn.Grow(&t.dMean, v.Latent*b), nn.Grow(&t.dVar, v.Latent*b)
	for k := range v.Latent {
		kernel.NoiseGrad(dz[k*n:(k+1)*n], t.eps[k*n:(k+1)*n], t.sd[k*b:(k+1)*b], dMean[k*b:(k+1)*b], dVar[k*b:(k+1)*b])
	}
	v.klGrad(t, dMean, dVar, klWeight/float32(b))
	v.Mean.Backward(&t.tMean, dMean, 0)
	v.Var.Backward(&t.tVar, dVar, 0)
}

func (v *CVAE) klGrad(t *Tape, dMean, dVar []float32, w float32) {
	b, inverse, dPrior := t.batch, v.inverse(t), v.priorGrad(t)
	for k := range v.Latent {
		mean, variant := t.mean[k*b:(k+1)*b], t.variant[k*b:(k+1)*b]
		dMean, dVar := dMean[k*b:(k+1)*b], dVar[k*b:(k+1)*b]
		for e, c := range t.target {
			p := c*v.Latent + k
			s, m, inv := variant[e], mean[e]-v.PriorMean[p], inverse[p]
			g := float32(w * float32(m*inv))
			dMean[e] += g
			dPrior[0][p] -= g
			dVar[e] += float32(w * float32(0.5*(inv-1/kernel.AtLeast(s, tiny))))
			dPrior[1][p] += float32(w * float32(0.5*(1-float32((s+float32(m*m))*inv))))
		}
	}
}

// Check returns an error for sizes that no network of this package can have.
func (c Config) Check() error {
	if c.Classes < 2 || c.Latent < 1 || c.Latent > 256 || len(c.Groups) == 0 || len(c.Hidden) > 16 || c.Drop < 0 ||
		c.Drop >= 1 {
		return fault.Errorf("vae: a network cannot have %d classes, %d latent dimensions and %d "+
			"features", c.Classes, c.Latent,
			len(c.Groups))
	}
	for _, h := range append(append([]int(nil), c.Groups...), c.Hidden...) {
		if h < 1 || h > nn.MaxWidth {
			return fault.Errorf("vae: a layer cannot have %d units", h)
		}
	}
	return nil
}
