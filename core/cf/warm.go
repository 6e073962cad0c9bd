package cf

import "causeway/core/nn"

// Warm makes a training that has not begun start from a generator of the same
// table instead of from random weights.
func (f *Fit) Warm(from *Generator) error {
	if err := nn.Restore(f.net.Tensors(), from.net.Tensors()); err != nil {
		return err
	}
	f.Course = nn.NewCourse(f.opt)
	return nil
}
