// Package nn provides the layers, losses and optimizers of which the black box and the generator
// consist, on flat float32 slices. A batch is stored feature by feature, features×n (see package
// kernel). Layers hold only parameters. A Tape stores the results of a pass and adds up gradients.
// So several callers can use one network at the same time, and a batch can be split among them (see
// Shards). The package does not depend on tables or counterfactuals. Begin at Net and Course.
package nn

import (
	"slices"
	"strconv"

	"causeway/core/kernel"
)

// Layer is one step of a network. Passes do not change it; they store their results in a Slot.
type Layer interface {
	// Size returns the numbers of inputs and outputs per example.
	Size() (in, out int)
	// Params lists the layer's parameters and statistics, always in the same order.
	Params() []Param
	// Forward returns the outputs for the inputs s.X, valid until the slot's next
	// pass.
	//
	//	s.X  in×n    result  out×n
	Forward(s *Slot) []float32
	// Backward takes the gradient dy with respect to the outputs of the slot's last pass and
	// returns the gradient with respect to the first inputs. It may overwrite dy. The result is
	// valid until the next pass. Unless d is nil, it adds the gradient of the parameters to d, in
	// the order of Params.
	//
	//	dy  out×n    result  first×n
	Backward(s *Slot, dy []float32, d Grad, first int) []float32
}

// Mode says whether a forward pass trains or evaluates.
type Mode uint8

// Train uses dropout and the batch's own statistics. Eval uses the running statistics and no
// dropout. A backward pass can follow both. After Train, it also updates the running statistics.
const (
	Eval Mode = iota
	Train
)

// Param is a group of parameters. If Running is set, they are statistics, which are not learned.
// Their entry in a gradient is the difference from the values of a training pass, and a step moves
// them a tenth of the way (see BatchNorm).
type Param struct {
	Tensor
	Running bool
}

// Tensors returns the parameters as stored in a saved network.
func Tensors(params []Param) []Tensor {
	ts := make([]Tensor, len(params))
	for i, p := range params {
		ts[i] = p.Tensor
	}
	return ts
}

// Grad is the gradient with respect to a list of parameters, group by group.
type Grad [][]float32

// NewGrad returns a gradient of zeros.
func NewGrad(params []Param) Grad {
	g := make(Grad, len(params))
	for i, p := range params {
		g[i] = make([]float32, len(p.Data))
	}
	return g
}

// Slot holds one layer's results on a tape, and the parameters of the pass. Its buffers belong to
// the layer, which allocates them with Grow.
type Slot struct {
	N    int // number of examples
	Mode Mode
	Part Part       // the part of the batch that the examples form
	Key  kernel.Key // determines all random numbers
	X    []float32  // inputs

	Y, DX []float32    // outputs, and gradient with respect to the inputs
	Kept  [5][]float32 // other data for the backward pass
}

// Tape holds what a network's forward pass stores for the backward pass, and the sum of the
// gradients of its backward passes. It belongs to the caller. It grows to the largest batch and
// is then reused without allocating.
type Tape struct {
	Part  Part // part of a batch, see Shards; the zero value means the whole batch
	n     int
	slots []Slot
	grads []Grad // for every layer
}

// Net is a chain of layers.
type Net []Layer

// In returns the number of inputs.
func (m Net) In() int { in, _ := m[0].Size(); return in }

// Out returns the number of outputs.
func (m Net) Out() int { _, out := m[len(m)-1].Size(); return out }

// Forward returns the outputs for a batch of n examples, valid until the next
// pass on the tape.
//
//	x  In×n    result  Out×n
//
// key determines the dropout masks of a Train pass.
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

// Backward adds the gradients of the parameters to the tape, given the gradient with respect to
// the outputs of the last forward pass, which it overwrites. It returns the gradient with respect
// to the first inputs, valid until the next pass on the tape.
//
//	dy  Out×n    result  inputs×n
func (m Net) Backward(t *Tape, dy []float32, inputs int) []float32 {
	m.takeGrads(t)
	return m.backward(t, dy, inputs, true)
}

// InputGrad returns the gradient with respect to all inputs. It does not compute the gradients of
// the parameters.
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

// Grad returns the sum of the gradients of the tape's backward passes, in the order of Params. An
// optimizer's step clears it.
func (m Net) Grad(t *Tape) Grad {
	m.takeGrads(t)
	return slices.Concat(t.grads...)
}

// Params lists everything that the network stores, in a fixed order: NAME.0.weight and so on,
// layer by layer.
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

// Grow returns a slice of n numbers, reusing existing memory. It does not clear them.
func Grow(s *[]float32, n int) []float32 {
	if cap(*s) < n {
		*s = make([]float32, n)
	}
	*s = (*s)[:n]
	return *s
}
