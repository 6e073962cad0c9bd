package nn

import (
	"math"
	"slices"

	"causeway/core/fault"
)

// Course follows a training: it counts epochs, keeps the parameters of the
// epoch with the lowest loss on the validation rows, and saves and restores all
// that the training needs to go on to the same bytes.
type Course struct {
	opt      Optimizer
	live     []Tensor
	kept     []Tensor
	done     int
	best     int
	bestLoss float64
}

// NewCourse starts at epoch 0 with the live tensors as the best so far.
func NewCourse(live []Tensor, opt Optimizer) *Course {
	return &Course{opt: opt, live: live, kept: cloneTensors(live), bestLoss: math.Inf(1)}
}

func cloneTensors(ts []Tensor) []Tensor {
	c := slices.Clone(ts)
	for i := range c {
		c[i].Data = slices.Clone(c[i].Data)
	}
	return c
}

// End closes an epoch with its validation loss.
func (c *Course) End(loss float64) {
	c.done++
	if loss < c.bestLoss {
		c.best, c.bestLoss = c.done, loss
		for i, t := range c.live {
			copy(c.kept[i].Data, t.Data)
		}
	}
}

// Epochs returns how many epochs are done, and the one whose state is kept.
func (c *Course) Epochs() (done, best int) { return c.done, c.best }

// Kept returns a copy of the tensors of the best epoch so far.
func (c *Course) Kept() []Tensor { return cloneTensors(c.kept) }

// State is what Restore needs.
func (c *Course) State() State {
	opt := c.opt.State()
	s := State{Counters: append([]uint64{uint64(c.done), uint64(c.best), math.Float64bits(c.bestLoss)}, opt.Counters...)}
	for _, t := range c.live {
		s.Tensors = append(s.Tensors, Tensor{"live." + t.Name, t.Shape, t.Data})
	}
	for _, t := range c.kept {
		s.Tensors = append(s.Tensors, Tensor{"kept." + t.Name, t.Shape, t.Data})
	}
	s.Tensors = append(s.Tensors, opt.Tensors...)
	return s.Clone()
}

// Restore goes on from a State of a training with the same configuration and
// examples. A state that does not fit changes nothing that Epoch depends on.
func (c *Course) Restore(s State) error {
	now, n := c.State(), len(c.live)
	if len(s.Counters) != len(now.Counters) || len(s.Tensors) != len(now.Tensors) {
		return fault.Errorf("nn: not the state of this training")
	}
	done, best, loss := s.Counters[0], s.Counters[1], math.Float64frombits(s.Counters[2])
	if done > math.MaxInt32 || best > done || math.IsNaN(loss) {
		return fault.Errorf("nn: the state's epochs do not agree")
	}
	for i := range now.Tensors { // names and shapes first, so that nothing is half restored
		if err := Restore(now.Tensors[i:i+1], s.Tensors[i:i+1]); err != nil {
			return err
		}
	}
	if err := c.opt.Restore(State{s.Counters[3:], s.Tensors[2*n:]}); err != nil {
		return err
	}
	for i := range n {
		copy(c.live[i].Data, s.Tensors[i].Data)
		copy(c.kept[i].Data, s.Tensors[n+i].Data)
	}
	c.done, c.best, c.bestLoss = int(done), int(best), loss
	return nil
}
