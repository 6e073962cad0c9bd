// Package nn holds the layers, losses and optimizers that the black box and the generator are
// made of, on flat float32 slices. A batch is stored feature by feature, features×n (see
// package kernel). Layers own parameters alone. A Tape holds what a pass remembers and the
// gradients that it adds up. So several callers can use one network at once, and a batch can be
// split among them (see Shards). The package knows nothing of tables or of counterfactuals.
// Begin at Net and Course.
package nn

import (
	"slices"
	"strconv"

	"causeway/core/kernel"
)

// Layer is a step of a network. No pass changes it; what one leaves behind goes
// into a Slot.
type Layer interface {
	// Size is how many inputs and outputs an example has.
	Size() (in, out int)
	// Params lists what the layer holds, in a fixed order and the same at every
	// call.
	Params() []Param
	// Forward returns the outputs for the inputs s.X, valid until the slot's next
	// pass.
	//
	//	s.X  in×n    result  out×n
	Forward(s *Slot) []float32
	// Backward turns the gradient by the outputs of the slot's last pass, which it
	// may overwrite, into the one by the first inputs, valid until the next pass.
	// It adds that by the parameters to d, in the order of Params; where d is nil
	// they are left alone.
	//
	//	dy  out×n    result  first×n
	Backward(s *Slot, dy []float32, d Grad, first int) []float32
}

// Mode says what a forward pass is for.
type Mode uint8

// Train uses dropout and the batch's own statistics; Eval uses the running ones
// and no dropout. Both can be followed by a backward pass, and after Train it
// moves the running statistics.
const (
	Eval Mode = iota
	Train
)

// Param is a group of parameters. Running ones are statistics, which are not
// learned: what stands for their gradient is how far they are from what a
// training pass saw, and a step goes a tenth of that way (see BatchNorm).
type Param struct {
	Tensor
	Running bool
}

// Tensors are the parameters as a saved network holds them.
func Tensors(params []Param) []Tensor {
	ts := make([]Tensor, len(params))
	for i, p := range params {
		ts[i] = p.Tensor
	}
	return ts
}

// Grad is a gradient by a list of parameters, group by group.
type Grad [][]float32

// NewGrad is a gradient of zeros.
func NewGrad(params []Param) Grad {
	g := make(Grad, len(params))
	for i, p := range params {
		g[i] = make([]float32, len(p.Data))
	}
	return g
}

// Slot is what one layer leaves on a tape, and what it is told about a pass. The
// buffers are the layer's own, to be taken by Grow.
type Slot struct {
	N    int // examples
	Mode Mode
	Part Part       // of the batch that the examples are
	Key  kernel.Key // names what is drawn at random
	X    []float32  // inputs

	Y, DX []float32    // outputs, gradient by the inputs
	Kept  [5][]float32 // whatever else the way back needs
}

// Tape is what a forward pass of a network leaves for the backward pass, and the sum of the
// gradients of its backward passes. It belongs to the caller of the passes. It grows to the
// largest batch and is then reused without allocating.
type Tape struct {
	Part  Part // of a batch, see Shards; its zero is a whole one
	n     int
	slots []Slot
	grads []Grad // of every layer
}

// Net is a chain of layers.
type Net []Layer

// In is the number of inputs.
func (m Net) In() int { in, _ := m[0].Size(); return in }

// Out is the number of outputs.
func (m Net) Out() int { _, out := m[len(m)-1].Size(); return out }

// Forward returns the outputs for a batch of n examples, valid until the next
// pass on the tape.
//
//	x  In×n    result  Out×n
//
// key names the dropout masks of a Train pass.
func (m Net) Forward(t *Tape, x []float32, n int, mode Mode, key kernel.Key) []float32 {
	if t.slots == nil {
		t.slots = make([]Slot, len(m))
	}
	t.n = n
	for i, l := range m {
		s := &t.slots[i]
		s.N, s.Mode, s.Part, s.Key, s.X = n, mode, t.Part, key.Sub(uint64(i)), x
		x = l.Forward(s)
	}
	return x
}

// Backward adds the gradients of the parameters to the tape's, given the
// gradient by the outputs of the last forward pass, which it overwrites. It
// returns the gradient by the first inputs, valid until the next pass on the
// tape.
//
//	dy  Out×n    result  inputs×n
func (m Net) Backward(t *Tape, dy []float32, inputs int) []float32 {
	m.takeGrads(t)
	return m.backward(t, dy, inputs, true)
}

// InputGrad is the gradient by all inputs of a network that stays as it is.
func (m Net) InputGrad(t *Tape, dy []float32) []float32 {
	return m.backward(t, dy, m.In(), false)
}

func (m Net) backward(t *Tape, dy []float32, inputs int, learns bool) []float32 {
	for i := len(m) - 1; i >= 0; i-- {
		first, out := m[i].Size()
		if i == 0 {
			first = inputs
		}
		var d Grad
		if learns {
			d = t.grads[i]
		}
		dy = m[i].Backward(&t.slots[i], dy[:out*t.n], d, first)
	}
	return dy
}

func (m Net) takeGrads(t *Tape) {
	for i := len(t.grads); i < len(m); i++ {
		t.grads = append(t.grads, NewGrad(m[i].Params()))
	}
}

// Grad is the sum of the gradients of the tape's backward passes, in the order
// of Params. An optimizer's step clears it.
func (m Net) Grad(t *Tape) Grad {
	m.takeGrads(t)
	return slices.Concat(t.grads...)
}

// Params lists everything that the network holds, in a fixed order: NAME.0.weight
// and so on, layer by layer.
func (m Net) Params(name string) []Param {
	var all []Param
	for i, l := range m {
		for _, p := range l.Params() {
			p.Name = name + "." + strconv.Itoa(i) + "." + p.Name
			all = append(all, p)
		}
	}
	return all
}

// Grow returns a slice of n numbers, reusing what is there. They are not cleared.
func Grow(s *[]float32, n int) []float32 {
	if cap(*s) < n {
		*s = make([]float32, n)
	}
	*s = (*s)[:n]
	return *s
}
