package nn

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/fault"
	"causeway/core/kernel"
)

// Course tracks a training. It counts epochs and keeps the parameters of the epoch with the lowest
// loss on the validation rows. It also saves and restores the state of a training, so that the
// training continues with exactly the same results.
type Course struct {
	opt      *Adam
	live     []Tensor
	kept     []Tensor
	done     int
	best     int
	bestLoss float64
}

// NewCourse starts at epoch 0, with the optimizer's parameters as the best so far.
func NewCourse(opt *Adam) *Course {
	live := Tensors(opt.params)
	return &Course{opt: opt, live: live, kept: cloneTensors(live), bestLoss: math.Inf(1)}
}

func cloneTensors(ts []Tensor) []Tensor {
	c := slices.Clone(ts)
	for i := range c {
		c[i].Data = slices.Clone(c[i].Data)
	}
	return c
}

// End finishes an epoch, given its validation loss.
func (c *Course) End(loss float64) {
	c.done++
	if loss < c.bestLoss {
		c.best, c.bestLoss = c.done, loss
		for i, t := range c.live {
			copy(c.kept[i].Data, t.Data)
		}
	}
}

// Batches determines how a training iterates over its rows.
type Batches struct {
	What  string // what is trained, for errors
	Order kernel.Key
	Rows  int
	Size  int // rows per batch
	Least int // least rows per step; a smaller last batch is skipped
}

// Pass runs step once over all rows, in a new order. step trains on a batch, which starts at index
// from of that order, and returns the terms of its loss, averaged over the batch. Pass returns the
// averages over all rows. It calls tick between steps and stops if tick returns an error. A stopped
// training continues from its last State, not from the middle of the epoch.
func (c *Course) Pass(b Batches, tick func() error, step func(rows []int, from int) []float64) ([]float64, error) {
	order := make([]int, b.Rows)
	b.Order.Sub(uint64(c.done)).Perm(order)
	var sums []float64
	seen := 0.0
	for from := 0; from+b.Least <= len(order); from += b.Size {
		if err := tick(); err != nil {
			return nil, err
		}
		rows := order[from:min(from+b.Size, len(order))]
		terms, n := step(rows, from), float64(len(rows))
		if sums == nil {
			sums = make([]float64, len(terms))
		}
		for i, l := range terms {
			if !Finite(l) {
				return nil, fmt.Errorf("%s, epoch %d, batch %d: %w", b.What, c.done+1, from/b.Size+1, ErrDiverged)
			}
			sums[i] += float64(l * n)
		}
		seen += n
	}
	for i := range sums {
		sums[i] /= seen
	}
	return sums, nil
}

// Forget makes the next epoch the best so far, whatever its loss, because the loss function has
// changed.
func (c *Course) Forget() { c.bestLoss = math.Inf(1) }

// Epochs returns the number of finished epochs and the best one, whose state is kept.
func (c *Course) Epochs() (done, best int) { return c.done, c.best }

// Kept returns a copy of the tensors of the best epoch so far.
func (c *Course) Kept() []Tensor { return cloneTensors(c.kept) }

// State returns the data that Restore needs.
func (c *Course) State() State {
	opt := c.opt.State()
	s := State{Counters: append([]uint64{uint64(c.done), uint64(c.best), math.Float64bits(c.bestLoss)},
		opt.Counters...)}
	for _, t := range c.live {
		s.Tensors = append(s.Tensors, Tensor{"live." + t.Name, t.Shape, t.Data})
	}
	for _, t := range c.kept {
		s.Tensors = append(s.Tensors, Tensor{"kept." + t.Name, t.Shape, t.Data})
	}
	s.Tensors = append(s.Tensors, opt.Tensors...)
	return s.Clone()
}

// Restore continues from the State of a training with the same configuration and examples. If the
// state does not fit, it returns an error and changes nothing.
func (c *Course) Restore(s State) error {
	now, n := c.State(), len(c.live)
	if len(s.Counters) != len(now.Counters) || len(s.Tensors) != len(now.Tensors) {
		return fault.Errorf("nn: the state belongs to another training")
	}
	done, best, loss := s.Counters[0], s.Counters[1], math.Float64frombits(s.Counters[2])
	if done > math.MaxInt32 || best > done || math.IsNaN(loss) {
		return fault.Errorf("nn: the epochs of the state contradict each other")
	}
	for i := range now.Tensors { // check names and shapes before changing anything
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
