package vae

import (
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// AutoEncoder is a plain auto-encoder, AE(x) = Dec(Enc(x)), with the shapes of
// the paper's Base VAE but neither noise nor condition (appendix C.1):
//
//	Enc  Width -> Hidden -> Latent    Dec  Latent -> reversed Hidden -> Width
//
// Its outputs end like those of a CVAE: in a sigmoid for numbers, and in a softmax over the levels
// of a feature. CEM uses it to measure how usual a row is. With one for each class, it also gives
// the scores IM1 and IM2.
type AutoEncoder struct {
	Config
	Enc, Dec nn.Net
}

// NewAutoEncoder initialises a network at random. It ignores Classes and Carry of the
// configuration.
func NewAutoEncoder(c Config, key kernel.Key) *AutoEncoder {
	return &AutoEncoder{Config: c,
		Enc: chain(c.Width(), c.Hidden, c.Latent, c.Drop, nn.Identity, key.Sub(0)),
		Dec: chain(c.Latent, reversed(c.Hidden), c.Width(), c.Drop, nn.Identity, key.Sub(1))}
}

// Params lists the parameters in a fixed order.
func (a *AutoEncoder) Params() []nn.Param {
	return append(a.Enc.Params("encoder"), a.Dec.Params("decoder")...)
}

// Tensors lists everything that a saved network holds, in a fixed order.
func (a *AutoEncoder) Tensors() []nn.Tensor { return nn.Tensors(a.Params()) }

// Grad returns the sum of the gradients of the tape's backward passes, in the order of Params.
func (a *AutoEncoder) Grad(t *AutoTape) nn.Grad {
	return append(a.Enc.Grad(&t.tEnc), a.Dec.Grad(&t.tDec)...)
}

// AutoTape holds the results of a pass. It grows to the largest batch.
type AutoTape struct {
	Part nn.Part // the rows of a batch that the passes compute; the zero value means the whole batch

	n          int
	out, d     []float32
	tEnc, tDec nn.Tape
}

// Forward returns the reconstructions of n examples, valid until the next pass
// on the tape.
//
//	x, result  Width×n
//
// key determines the dropout masks of a Train pass.
func (a *AutoEncoder) Forward(t *AutoTape, x []float32, n int, mode nn.Mode, key kernel.Key) []float32 {
	t.n, t.tEnc.Part, t.tDec.Part = n, t.Part, t.Part
	z := a.Enc.Forward(&t.tEnc, x, n, mode, key.Sub(0))
	y := a.Dec.Forward(&t.tDec, z, n, mode, key.Sub(1))
	out := nn.Grow(&t.out, len(y))
	a.head(y, out, n)
	return out
}

// Backward accumulates the gradients of the parameters, given the gradient with respect to the
// outputs of the last pass, which it overwrites.
func (a *AutoEncoder) Backward(t *AutoTape, d []float32) {
	a.headGrad(t.out, d, t.n)
	a.Enc.Backward(&t.tEnc, a.Dec.Backward(&t.tDec, d, a.Dec.In()), 0)
}

// InputGrad takes the gradient d with respect to the outputs of the last pass, overwrites it, and
// returns the gradient with respect to the inputs. The result is valid until the next pass on the
// tape. The network does not change.
func (a *AutoEncoder) InputGrad(t *AutoTape, d []float32) []float32 {
	a.headGrad(t.out, d, t.n)
	return a.Enc.InputGrad(&t.tEnc, a.Dec.InputGrad(&t.tDec, d))
}

// Error adds the squared error of the reconstruction of each example, without dropout,
//
//	|x - AE(x)|^2
//
// to sum, and weight times its gradient with respect to x,
//
//	2 (x - AE(x)) - J' 2 (x - AE(x)),   J = dAE/dx
//
// to d.
//
//	x, d  Width×n    sum  n
func (a *AutoEncoder) Error(t *AutoTape, x []float32, weight float32, sum, d []float32) {
	n := len(sum)
	x = x[:a.Width()*n]
	out := a.Forward(t, x, n, nn.Eval, kernel.Key{})
	r := nn.Grow(&t.d, len(x))
	for i, v := range x {
		e := v - out[i]
		sum[i%n] += float32(e * e)
		e = float32(2 * weight * e)
		d[i] += e
		r[i] = -e
	}
	kernel.Add(a.InputGrad(t, r), d)
}

// Reconstruct returns the reconstructions of encoded rows, row by row.
//
//	result  rows×Width
func (a *AutoEncoder) Reconstruct(ex nn.Examples) []float32 {
	const part = 1024
	var tape AutoTape
	all, w := make([]float32, len(ex.X)), a.Width()
	x := make([]float32, part*w)
	for from := 0; from < ex.Rows(); from += part {
		rows := span(from, min(from+part, ex.Rows()))
		ex.Gather(rows, x)
		out, n := a.Forward(&tape, x, len(rows), nn.Eval, kernel.Key{}), len(rows)
		for k, r := range rows {
			for i := range w {
				all[r*w+i] = out[i*n+k]
			}
		}
	}
	return all
}

// span lists the numbers from from to to-1.
func span(from, to int) []int {
	s := make([]int, to-from)
	for i := range s {
		s[i] = from + i
	}
	return s
}

// Model returns the auto-encoder's state: its width and tensors.
func (a *AutoEncoder) Model() nn.State {
	return nn.State{Counters: []uint64{uint64(a.Width())}, Tensors: a.Tensors()}
}

// LoadAutoEncoder is the inverse of Model, for the configuration of the saved network.
func LoadAutoEncoder(c Config, s nn.State) (*AutoEncoder, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(s.Counters) != 1 || s.Counters[0] != uint64(c.Width()) {
		return nil, fault.Errorf("vae: the auto-encoder belongs to another table")
	}
	a := NewAutoEncoder(c, kernel.Key{})
	return a, nn.Restore(a.Tensors(), s.Tensors)
}
