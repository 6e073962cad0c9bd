package cf

import (
	"causeway/core/fault"
	"causeway/core/nn"
)

// Warm makes a training that has not begun start from the weights of a generator for the same
// table instead of random weights.
func (f *Fit) Warm(from *Generator) error {
	if (f.actions != nil) != (from.actions != nil) {
		return fault.Errorf("the earlier generator was trained by another method; start from random weights")
	}
	if f.actions != nil {
		err := f.actions.Warm(from.actions)
		f.Course = f.actions.Course
		return err
	}
	if err := nn.Restore(f.net.Tensors(), from.net.Tensors()); err != nil {
		return err
	}
	f.Course = nn.NewCourse(f.opt)
	return nil
}
