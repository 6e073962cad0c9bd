package nn

import (
	"math"
	"slices"

	"causeway/core/fault"
)

// Tensor is a named array of numbers in row-major order.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// State is everything that a model or a training needs to continue: counters and tensors in a
// fixed order.
type State struct {
	Counters []uint64
	Tensors  []Tensor
}

// Clone returns a deep copy, which further training does not change.
func (s State) Clone() State {
	c := State{Counters: slices.Clone(s.Counters), Tensors: slices.Clone(s.Tensors)}
	for i := range c.Tensors {
		c.Tensors[i].Data = slices.Clone(c.Tensors[i].Data)
	}
	return c
}

// Restore copies the numbers of src to dst. Both must have the same tensor names and shapes, and
// all numbers of src must be finite.
func Restore(dst, src []Tensor) error {
	if len(dst) != len(src) {
		return fault.Errorf("nn: the state has %d tensors instead of %d", len(src), len(dst))
	}
	for i, d := range dst {
		s := src[i]
		if d.Name != s.Name || !slices.Equal(d.Shape, s.Shape) || len(d.Data) != len(s.Data) {
			return fault.Errorf("nn: the state has the tensor %q of shape %v instead of %q of shape "+
				"%v", s.Name, s.Shape, d.Name, d.Shape)
		}
		for _, v := range s.Data {
			if v-v != 0 {
				return fault.Errorf("nn: tensor %q contains a number that is infinite or NaN", s.Name)
			}
		}
	}
	for i, d := range dst {
		copy(d.Data, src[i].Data)
	}
	return nil
}

// Finite reports whether x is neither NaN nor infinite.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
