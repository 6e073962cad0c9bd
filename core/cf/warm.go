package cf

import (
	"causeway/core/fault"
	"causeway/core/nn"
)

// Retired reports whether an earlier version made the generator by a training that there is
// no more.
func (g *Generator) Retired() bool { return g.answers != nil && g.answers.Retired() }

// Like makes a training that has not begun the one that a generator of the same method is
// made by, today or by an earlier version, so that it is made again.
func (f *Fit) Like(g *Generator) {
	if f.distilled != nil && g.answers != nil {
		f.distilled.Like(g.answers)
		f.Course = f.distilled.Course
	}
}

// Warm makes a training that has not begun start from a generator of the same
// table instead of from random weights.
func (f *Fit) Warm(from *Generator) error {
	if (f.distilled != nil) != from.Distils() {
		return fault.Errorf("the generator before was made by another method; train from scratch")
	}
	if f.distilled != nil {
		err := f.distilled.Warm(from.answers)
		f.Course = f.distilled.Course
		return err
	}
	if err := nn.Restore(f.net.Tensors(), from.net.Tensors()); err != nil {
		return err
	}
	f.Course = nn.NewCourse(f.opt)
	return nil
}
