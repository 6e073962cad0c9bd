package vae

import (
	"fmt"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// AutoConfig sets the training of an auto-encoder.
type AutoConfig struct {
	Seed         uint64
	Epochs       int
	Batch        int
	LearningRate float64 // of Adam
}

// Check reports the first setting that cannot be used.
func (c AutoConfig) Check() error {
	switch {
	case c.Epochs < 1 || c.Batch < 2:
		return fmt.Errorf("an auto-encoder needs at least 1 epoch and batches of 2 rows")
	case !(c.LearningRate > 0) || !nn.Finite(c.LearningRate):
		return fmt.Errorf("the learning rate must be above 0")
	}
	return nil
}

// AutoStats describes an auto-encoder after an epoch.
type AutoStats struct {
	Loss    float64 // mean squared error of a row over the epoch's batches
	ValLoss float64 // the same of the validation rows, without dropout
}

// AutoFit trains an auto-encoder epoch by epoch by minimising the mean over the
// rows of
//
//	|x - AE(x)|^2
//
// on encoded rows, the distance that CEM and the scores IM1 and IM2 use, and
// keeps the state with the lowest one on the validation rows.
type AutoFit struct {
	*nn.Course
	cfg        AutoConfig
	key        kernel.Key
	net        *AutoEncoder
	opt        *nn.Adam
	train, val nn.Examples
	tape       AutoTape
	d          []float32
}

// Streams of random numbers below a training's key.
const (
	streamAuto  = 3
	streamInit  = 1
	streamOrder = 2
	streamDrop  = 3
)

// OfClass returns the examples of one class, on which the class's auto-encoder
// is trained (van Looveren and Klaise 2019).
func OfClass(ex nn.Examples, class int) nn.Examples {
	var rows []int
	for r, y := range ex.Y {
		if y == class {
			rows = append(rows, r)
		}
	}
	return ex.Some(rows)
}

// NewAutoFit starts a training. The classes of the examples are not used.
func NewAutoFit(cfg AutoConfig, net Config, train, val nn.Examples) (*AutoFit, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if err := net.Check(); err != nil {
		return nil, err
	}
	if train.Rows() < 2 || val.Rows() < 1 {
		return nil, fmt.Errorf("an auto-encoder needs at least 2 training rows and 1 validation row")
	}
	key := kernel.NewKey(cfg.Seed).Sub(streamAuto)
	a := NewAutoEncoder(net, key.Sub(streamInit))
	opt := nn.NewAdam(a.Params(), cfg.LearningRate, 0)
	return &AutoFit{Course: nn.NewCourse(a.Tensors(), opt), cfg: cfg, key: key, net: a, opt: opt, train: train, val: val}, nil
}

// Epoch trains for one epoch. It calls tick between steps and ends with tick's
// error where there is one; a training that was stopped so goes on from its
// last State.
func (f *AutoFit) Epoch(tick func() error) (AutoStats, error) {
	done, _ := f.Epochs()
	epoch := uint64(done)
	order := make([]int, f.train.Rows())
	f.key.Sub(streamOrder).Sub(epoch).Perm(order)
	x, y := make([]float32, f.cfg.Batch*f.train.Width), make([]int, f.cfg.Batch)
	sum, seen := 0.0, 0.0
	for from := 0; from+1 < len(order); from += f.cfg.Batch { // one row has no variance
		if err := tick(); err != nil {
			return AutoStats{}, err
		}
		rows := order[from:min(from+f.cfg.Batch, len(order))]
		f.train.Gather(rows, x, y)
		loss := f.step(x, len(rows), f.key.Sub(streamDrop).Sub(epoch).Sub(uint64(from)))
		if !nn.Finite(loss) {
			return AutoStats{}, fmt.Errorf("auto-encoder, epoch %d, batch %d: %w", done+1, from/f.cfg.Batch+1, nn.ErrDiverged)
		}
		sum += float64(loss * float64(len(rows)))
		seen += float64(len(rows))
	}
	s := AutoStats{Loss: sum / seen, ValLoss: f.net.MeanError(f.val)}
	f.End(s.ValLoss)
	return s, nil
}

// step makes one optimizer step and returns the loss before it.
func (f *AutoFit) step(x []float32, n int, drop kernel.Key) float64 {
	loss := f.loss(x, n, drop)
	f.net.Backward(&f.tape, f.d)
	f.opt.Step()
	return loss
}

// loss is the mean squared error of a training pass; its gradient by the
// outputs is left in d.
func (f *AutoFit) loss(x []float32, n int, drop kernel.Key) float64 {
	out := f.net.Forward(&f.tape, x, n, nn.Train, drop)
	d, k, sum := grow(&f.d, len(out)), 2/float32(n), 0.0
	for i, v := range out {
		e := v - x[i]
		sum += float64(float32(e * e))
		d[i] = k * e
	}
	return sum / float64(n)
}

// MeanError is the mean of |x - AE(x)|^2 over examples.
func (a *AutoEncoder) MeanError(ex nn.Examples) float64 {
	sum := 0.0
	for i, v := range a.Reconstruct(ex) {
		e := v - ex.X[i]
		sum += float64(float32(e * e))
	}
	return sum / float64(max(ex.Rows(), 1))
}

// Best returns the auto-encoder of the best epoch so far.
func (f *AutoFit) Best() *AutoEncoder {
	s := f.net.Model()
	a, err := LoadAutoEncoder(f.net.Config, nn.State{Counters: s.Counters, Tensors: f.Kept()})
	if err != nil {
		panic("vae: AutoFit.Best: " + err.Error())
	}
	return a
}
