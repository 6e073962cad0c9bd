package nn

import (
	"strconv"

	"causeway/core/kernel"
)

// Activation is the function at the end of a block.
type Activation uint8

// The activations.
const (
	Identity Activation = iota
	ReLU
	Sigmoid
)

// Mode says what a forward pass is for.
type Mode uint8

// Train uses dropout and the batch's own statistics and moves the running ones;
// Eval uses the running ones and no dropout. Both can be followed by a backward
// pass.
const (
	Eval Mode = iota
	Train
)

// Block is a Linear followed by an optional batch normalisation, dropout with
// probability Drop and an activation, in this order (paper, appendix C.1). A
// normalised block ends in a ReLU.
type Block struct {
	Linear
	Norm *BatchNorm
	Drop float32
	Act  Activation
}

// Dense is a block without normalisation.
func Dense(in, out int, act Activation, key kernel.Key) *Block {
	return &Block{Linear: NewLinear(in, out, key), Act: act}
}

// Hidden is a hidden block of the paper's encoder and decoder. Its Linear keeps
// its bias although the normalisation takes it out again, so that a saved
// network has the shape that the paper states.
func Hidden(in, out int, drop float32, key kernel.Key) *Block {
	return &Block{Linear: NewLinear(in, out, key), Norm: NewBatchNorm(out), Drop: drop, Act: ReLU}
}

// MLP is a chain of blocks.
type MLP []*Block

// In is the number of inputs.
func (m MLP) In() int { return m[0].In }

// Out is the number of outputs.
func (m MLP) Out() int { return m[len(m)-1].Out }

// Tape is what a forward pass of an MLP leaves for the backward pass. It grows
// to the largest batch and is then reused without allocating.
type Tape struct {
	n    int
	mode Mode
	x    []float32
	y    [][]float32 // output of every block
	xhat [][]float32 // normalised input of the blocks that have a Norm
	inv  [][]float32 // 1/sd of the same
	dx   [][]float32 // gradient by the input of every block
}

// Forward returns the outputs for a batch of n examples, valid until the next
// pass on the tape.
//
//	x  In×n    result  Out×n
//
// key names the dropout masks of a Train pass.
func (m MLP) Forward(t *Tape, x []float32, n int, mode Mode, key kernel.Key) []float32 {
	t.fit(m, n)
	t.n, t.mode, t.x = n, mode, x
	for i, b := range m {
		b.forward(t, i, x, n, mode, key.Sub(uint64(i)))
		x = t.y[i][:b.Out*n]
	}
	return x
}

func (t *Tape) fit(m MLP, n int) {
	if t.y == nil {
		t.y, t.xhat, t.inv, t.dx = make([][]float32, len(m)), make([][]float32, len(m)), make([][]float32, len(m)), make([][]float32, len(m))
	}
	for i, b := range m {
		if len(t.y[i]) >= b.Out*n {
			continue
		}
		t.y[i] = make([]float32, b.Out*n)
		t.dx[i] = nil
		if b.Norm != nil {
			t.xhat[i], t.inv[i] = make([]float32, b.Out*n), make([]float32, b.Out)
		}
	}
}

func (b *Block) forward(t *Tape, i int, x []float32, n int, mode Mode, key kernel.Key) {
	y := t.y[i][:b.Out*n]
	kernel.Affine(b.W, b.B, x, y, b.Out, b.In, n)
	switch {
	case b.Norm != nil:
		for o := range b.Out {
			row, xhat := y[o*n:(o+1)*n], t.xhat[i][o*n:(o+1)*n]
			mean, inv := b.Norm.stats(o, row, mode)
			t.inv[i][o] = inv
			kernel.NormalizeReLU(row, xhat, mean, inv, b.Norm.Gamma[o], b.Norm.Beta[o])
		}
	case b.Act == ReLU:
		kernel.ReLU(y, y)
	case b.Act == Sigmoid:
		kernel.Sigmoid(y, y)
	}
	// Dropout after the ReLU equals dropout before it: both only scale.
	if mode == Train && b.Drop > 0 {
		kernel.Dropout(key, 0, b.Drop, y)
	}
}

// Backward adds the gradients of the parameters, given the gradient by the
// outputs of the last forward pass, which it overwrites, and returns the
// gradient by the first inputs, valid until the next pass on the tape.
//
//	dy  Out×n    result  inputs×n
func (m MLP) Backward(t *Tape, dy []float32, inputs int) []float32 {
	return m.backward(t, dy, inputs, true)
}

// InputGrad is the gradient by all inputs of a network that stays as it is: it
// leaves the gradients of the parameters alone.
func (m MLP) InputGrad(t *Tape, dy []float32) []float32 {
	return m.backward(t, dy, m.In(), false)
}

func (m MLP) backward(t *Tape, dy []float32, inputs int, params bool) []float32 {
	n := t.n
	for i := len(m) - 1; i >= 0; i-- {
		b := m[i]
		dy = dy[:b.Out*n]
		b.backwardAct(t, i, dy, params)
		x := t.x
		if i > 0 {
			x = t.y[i-1][:b.In*n]
		}
		if params {
			kernel.AddOuter(dy, x, b.DW, b.Out, b.In, n)
		}
		first := b.In
		if i == 0 {
			first = inputs
		}
		if len(t.dx[i]) < first*n {
			t.dx[i] = make([]float32, first*n)
		}
		dx := t.dx[i][:first*n]
		kernel.MulTrans(b.W, dy, dx, b.Out, b.In, first, n)
		dy = dx
	}
	return dy
}

// backwardAct turns the gradient by the block's output into the one by the
// output of its Linear, in place, and adds that of its bias.
func (b *Block) backwardAct(t *Tape, i int, dy []float32, params bool) {
	n := t.n
	y := t.y[i][:b.Out*n]
	scale := float32(1)
	if t.mode == Train && b.Drop > 0 {
		scale = 1 / (1 - b.Drop)
	}
	if b.Norm != nil {
		for o := range b.Out {
			row, xhat := y[o*n:(o+1)*n], t.xhat[i][o*n:(o+1)*n]
			db := b.Norm.backward(o, row, dy[o*n:(o+1)*n], xhat, scale, t.inv[i][o], t.mode == Train, params)
			if params {
				b.DB[o] += db
			}
		}
		return
	}
	switch b.Act {
	case ReLU:
		kernel.ReLUGrad(y, dy, dy, scale)
	case Sigmoid:
		kernel.SigmoidGrad(y, dy, dy)
	}
	for o := 0; params && o < b.Out; o++ {
		b.DB[o] += kernel.Sum(dy[o*n : (o+1)*n])
	}
}

// backward turns the gradient by y, the output of feature o after its ReLU and
// a dropout that keeps with scale, into the one by its input, in place, and
// returns its sum.
func (b *BatchNorm) backward(o int, y, d, xhat []float32, scale, inv float32, batchStats, params bool) float32 {
	db, dg := kernel.ReLUGradSums(y, d, xhat, scale)
	if params {
		b.DBeta[o] += db
		b.DGamma[o] += dg
	}
	m0, m1 := db/float32(len(d)), dg/float32(len(d))
	if !batchStats {
		m0, m1 = 0, 0
	}
	return kernel.BatchNormGrad(xhat, d, b.Gamma[o]*inv, m0, m1)
}

// Param is a group of parameters and its gradient.
type Param struct{ W, D []float32 }

// Params lists the parameters in a fixed order.
func (m MLP) Params() []Param {
	var p []Param
	for _, b := range m {
		p = append(p, Param{b.W, b.DW}, Param{b.B, b.DB})
		if b.Norm != nil {
			p = append(p, Param{b.Norm.Gamma, b.Norm.DGamma}, Param{b.Norm.Beta, b.Norm.DBeta})
		}
	}
	return p
}

// Tensors lists everything that a saved network holds, in a fixed order: the
// parameters and the running statistics.
func (m MLP) Tensors(prefix string) []Tensor {
	var ts []Tensor
	for i, b := range m {
		name := prefix + "." + strconv.Itoa(i)
		ts = append(ts,
			Tensor{name + ".weight", []int{b.Out, b.In}, b.W},
			Tensor{name + ".bias", []int{b.Out}, b.B})
		if b.Norm != nil {
			ts = append(ts,
				Tensor{name + ".gamma", []int{b.Out}, b.Norm.Gamma},
				Tensor{name + ".beta", []int{b.Out}, b.Norm.Beta},
				Tensor{name + ".mean", []int{b.Out}, b.Norm.Mean},
				Tensor{name + ".var", []int{b.Out}, b.Norm.Var})
		}
	}
	return ts
}
