package vae

import (
	"fmt"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// AutoConfig holds the settings for training an auto-encoder.
type AutoConfig struct {
	Seed         uint64
	Epochs       int
	Batch        int
	LearningRate float64 // for Adam
}

// Check returns an error for the first setting that cannot be used.
func (c AutoConfig) Check() error {
	switch {
	case c.Epochs < 1 || c.Batch < 2:
		return fmt.Errorf("an auto-encoder needs at least 1 epoch and at least 2 rows per batch")
	case !(c.LearningRate > 0) || !nn.Finite(c.LearningRate):
		return fmt.Errorf("the learning rate must be above 0")
	}
	return nil
}

// AutoStats describes an auto-encoder after an epoch.
type AutoStats struct {
	Loss    float64 // mean squared error per row over the epoch's batches
	ValLoss float64 // the same for the validation rows, without dropout
}

// AutoFit trains an auto-encoder epoch by epoch. It minimises the mean of
//
//	|x - AE(x)|^2
//
// over encoded rows, which is the distance used by CEM and by the scores IM1 and IM2. It keeps
// the state with the lowest value on the validation rows.
type AutoFit struct {
	*nn.Course
	cfg        AutoConfig
	key        kernel.Key
	net        *AutoEncoder
	opt        *nn.Adam
	train, val nn.Examples
	shards     *nn.Shards
	parts      []autoPart
}

// autoPart holds the buffers of one shard of a training.
type autoPart struct {
	tape AutoTape
	x, d []float32
}

// Streams of random numbers, derived from a training's key.
const (
	streamAuto  = 3
	streamInit  = 1
	streamOrder = 2
	streamDrop  = 3
)

// OfClass returns the examples of one class, for training the class's auto-encoder (van Looveren
// and Klaise 2019).
func OfClass(ex nn.Examples, class int) nn.Examples {
	var rows []int
	for r, y := range ex.Y {
		if y == class {
			rows = append(rows, r)
		}
	}
	return ex.Some(rows)
}

// NewAutoFit starts a training. It ignores the classes of the examples.
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
	f := &AutoFit{Course: nn.NewCourse(opt), cfg: cfg, key: key, net: a, opt: opt, train: train, val: val}
	f.split(1)
	return f, nil
}

// split sets the number of parts of later batches.
func (f *AutoFit) split(parts int) {
	f.parts = make([]autoPart, parts)
	f.shards = nn.NewShards(parts, func(i int) nn.Grad { return f.net.Grad(&f.parts[i].tape) })
}

// Epoch trains for one epoch, see nn.Course.Pass.
func (f *AutoFit) Epoch(tick func() error) (AutoStats, error) {
	done, _ := f.Epochs()
	// A batch needs at least 2 rows, because a single row has no variance.
	b := nn.Batches{What: "auto-encoder", Order: f.key.Sub(streamOrder), Rows: f.train.Rows(), Size: f.cfg.Batch,
		Least: 2}
	loss, err := f.Pass(b, tick, func(rows []int, from int) []float64 {
		return f.step(rows, f.key.Sub(streamDrop).Sub(uint64(done)).Sub(uint64(from)))
	})
	if err != nil {
		return AutoStats{}, err
	}
	s := AutoStats{Loss: loss[0], ValLoss: f.net.MeanError(f.val)}
	f.End(s.ValLoss)
	return s, nil
}

// step makes one optimizer step and returns the loss before it.
func (f *AutoFit) step(rows []int, drop kernel.Key) []float64 {
	loss := f.shards.Batch(len(rows), func(i int, p nn.Part) []float64 {
		w, n := &f.parts[i], p.Rows
		x := nn.Grow(&w.x, n*f.train.Width)
		f.train.Gather(rows[p.From:p.From+n], x)
		w.tape.Part = p
		loss := f.loss(w, x, n, drop)
		f.net.Backward(&w.tape, w.d)
		return []float64{loss}
	})
	f.opt.Step(f.shards.Grad())
	return loss
}

// loss returns the mean squared error of a training pass, and stores its gradient with respect to
// the outputs in d.
func (f *AutoFit) loss(w *autoPart, x []float32, n int, drop kernel.Key) float64 {
	out := f.net.Forward(&w.tape, x, n, nn.Train, drop)
	d, k, sum := nn.Grow(&w.d, len(out)), 2/float32(n), 0.0
	for i, v := range out {
		e := v - x[i]
		sum += float64(float32(e * e))
		d[i] = k * e
	}
	return sum / float64(n)
}

// MeanError returns the mean of |x - AE(x)|^2 over examples.
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
