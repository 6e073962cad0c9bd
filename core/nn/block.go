package nn

import (
	"causeway/core/fault"
	"causeway/core/kernel"
)

// Activation is the function applied at the end of a block.
type Activation uint8

// The activations.
const (
	Identity Activation = iota
	ReLU
	Sigmoid
)

// Block is a Linear layer followed by an End.
type Block struct {
	Linear
	End
}

// Dense returns a block without normalisation.
func Dense(in, out int, act Activation, key kernel.Key) *Block {
	return &Block{NewLinear(in, out, key), End{Act: act}}
}

// Normed returns a hidden block of the paper's encoder and decoder. The normalisation cancels the
// bias of its Linear. The block keeps the bias nevertheless, so that a saved network has the shape
// stated in the paper.
func Normed(in, out int, drop float32, key kernel.Key) *Block {
	return &Block{NewLinear(in, out, key), End{NewBatchNorm(out), drop, ReLU}}
}

// CheckBlocks returns an error for the first layer that is not a block. Files, ONNX and proofs
// support only blocks.
func (m Net) CheckBlocks() error {
	for i, l := range m {
		if _, ok := l.(*Block); !ok {
			return fault.Errorf("nn: layer %d of %d is not fully connected, so the network cannot be saved or "+
				"exported", i+1, len(m))
		}
	}
	return nil
}

// Blocks returns the layers of a network that consists only of blocks, see CheckBlocks. It panics
// if a layer is not a block.
func (m Net) Blocks() []*Block {
	all := make([]*Block, len(m))
	for i, l := range m {
		all[i] = l.(*Block)
	}
	return all
}

// Size implements Layer.
func (b *Block) Size() (in, out int) { return b.In, b.Out }

// Params implements Layer.
func (b *Block) Params() []Param {
	p := []Param{{Tensor: Tensor{"weight", []int{b.Out, b.In}, b.W}}, {Tensor: Tensor{"bias", []int{b.Out}, b.B}}}
	if b.Norm != nil {
		p = append(p, b.Norm.params()...)
	}
	return p
}

// Forward implements Layer.
func (b *Block) Forward(s *Slot) []float32 {
	y := Grow(&s.Y, b.Out*s.N)
	kernel.Affine(b.W, b.B, s.X, y, b.Out, b.In, s.N)
	b.End.forward(s, y, b.Out)
	return y
}

// Backward implements Layer.
func (b *Block) Backward(s *Slot, dy []float32, d Grad, first int) []float32 {
	var ends Grad
	if d != nil {
		ends = d[1:]
	}
	b.End.backward(s, dy, b.Out, ends)
	if d != nil {
		kernel.AddOuter(dy, s.X, d[0], b.Out, b.In, s.N)
	}
	dx := Grow(&s.DX, first*s.N)
	kernel.MulTrans(b.W, dy, dx, b.Out, b.In, first, s.N)
	return dx
}

// End is applied after the weighted sums of a layer: an optional batch normalisation, dropout with
// probability Drop, and an activation, in this order (paper, appendix C.1). A normalised layer ends
// in a ReLU. Every unit has a bias and, for each example, one or more values.
type End struct {
	Norm *BatchNorm
	Drop float32
	Act  Activation
}

// Indices in an End's slot: the normalised values, the statistics used for each unit, and the
// sums of the backward pass.
const (
	keptHat = iota
	keptStats
	keptSums
)

// forward applies the End to the weighted sums of its units, in place.
//
//	y  units×values
func (a *End) forward(s *Slot, y []float32, units int) {
	switch {
	case a.Norm != nil:
		a.Norm.forward(y, Grow(&s.Kept[keptHat], len(y)), Grow(&s.Kept[keptStats], 3*units), s.Mode)
	case a.Act == ReLU:
		kernel.ReLU(y, y)
	case a.Act == Sigmoid:
		kernel.Sigmoid(y, y)
	}
	// Dropout after a ReLU equals dropout before it, because both only scale.
	if s.Mode == Train && a.Drop > 0 {
		s.Part.Draw(y, func(from uint32, y []float32) { kernel.Dropout(s.Key, from, a.Drop, y) })
	}
}

// backward takes the gradient with respect to the outputs s.Y and turns it, in place, into the
// gradient with respect to the weighted sums. Unless d is nil, it adds the gradients of the bias
// and the normalisation to d.
func (a *End) backward(s *Slot, dy []float32, units int, d Grad) {
	m, scale := len(dy)/units, float32(1)
	if s.Mode == Train && a.Drop > 0 {
		scale = 1 / (1 - a.Drop)
	}
	switch {
	case a.Norm != nil:
		a.Norm.backward(s.Y, dy, s.Kept[keptHat], s.Kept[keptStats], Grow(&s.Kept[keptSums], 3*units), scale, s.Mode, d)
		return
	case a.Act == ReLU:
		kernel.ReLUGrad(s.Y, dy, dy, scale)
	case a.Act == Sigmoid:
		kernel.SigmoidGrad(s.Y, dy, dy)
	}
	for o := 0; d != nil && o < units; o++ {
		d[0][o] += kernel.Sum(dy[o*m : (o+1)*m])
	}
}
