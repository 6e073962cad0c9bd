package nn

import (
	"errors"
	"fmt"

	"causeway/core/kernel"
)

// ErrDiverged is returned by a training whose loss is no longer finite.
var ErrDiverged = errors.New("the loss is not finite; a smaller learning rate may help")

// Examples are encoded rows, row by row, with their classes.
//
//	X  rows×Width    Y  rows
type Examples struct {
	X     []float32
	Y     []int
	Width int
}

// Rows is the number of examples.
func (e Examples) Rows() int { return len(e.Y) }

// Some are the examples of the given rows.
func (e Examples) Some(rows []int) Examples {
	some := Examples{Width: e.Width}
	for _, r := range rows {
		some.X, some.Y = append(some.X, e.X[r*e.Width:(r+1)*e.Width]...), append(some.Y, e.Y[r])
	}
	return some
}

// Gather writes the examples of the given rows feature by feature.
//
//	x  Width×len(rows)    y  len(rows)
func (e Examples) Gather(rows []int, x []float32, y []int) {
	n := len(rows)
	for k, r := range rows {
		for i, v := range e.X[r*e.Width : (r+1)*e.Width] {
			x[i*n+k] = v
		}
		y[k] = e.Y[r]
	}
}

// ClassifierConfig sets a training of the black box. The paper's (appendix
// C.1): 100 epochs, batch 32, 10 hidden units, Adam with learning rate 0.001.
type ClassifierConfig struct {
	Seed         uint64
	Epochs       int
	Batch        int
	Hidden       int
	LearningRate float64
}

// ClassifierStats describes the classifier after an epoch.
type ClassifierStats struct {
	Loss        float64 // mean cross entropy over the epoch's batches
	ValLoss     float64 // cross entropy of the validation rows
	ValAccuracy float64
}

// ClassifierFit trains a classifier epoch by epoch by minimising the cross
// entropy, and keeps the state with the lowest cross entropy on the validation
// rows.
type ClassifierFit struct {
	*Course
	cfg        ClassifierConfig
	key        kernel.Key
	net        *Classifier
	train, val Examples
	tape       Tape
	d          []float32
}

// Streams of random numbers below a training's key.
const (
	streamClassifier = 1
	streamInit       = 1
	streamOrder      = 2
)

// NewClassifierFit starts a training.
func NewClassifierFit(cfg ClassifierConfig, train, val Examples, classes int) *ClassifierFit {
	key := kernel.NewKey(cfg.Seed).Sub(streamClassifier)
	net := NewClassifier(train.Width, cfg.Hidden, classes, key.Sub(streamInit))
	opt := NewAdam(net.Net.Params(), cfg.LearningRate, 0)
	return &ClassifierFit{Course: NewCourse(net.Model().Tensors, opt),
		cfg: cfg, key: key, net: net, train: train, val: val}
}

// Epoch trains for one epoch. It calls tick between steps and ends with tick's
// error where there is one; a training that was stopped so goes on from its
// last State, not from the middle of the epoch.
func (f *ClassifierFit) Epoch(tick func() error) (ClassifierStats, error) {
	done, _ := f.Epochs()
	order := make([]int, f.train.Rows())
	f.key.Sub(streamOrder).Sub(uint64(done)).Perm(order)
	x, y := make([]float32, f.cfg.Batch*f.train.Width), make([]int, f.cfg.Batch)
	sum := 0.0
	for from := 0; from < len(order); from += f.cfg.Batch {
		if err := tick(); err != nil {
			return ClassifierStats{}, err
		}
		rows := order[from:min(from+f.cfg.Batch, len(order))]
		f.train.Gather(rows, x, y)
		loss := f.step(x, y[:len(rows)])
		if !Finite(loss) {
			return ClassifierStats{}, fmt.Errorf("classifier, epoch %d, batch %d: %w", done+1, from/f.cfg.Batch+1, ErrDiverged)
		}
		sum += float64(loss * float64(len(rows)))
	}
	s := ClassifierStats{Loss: sum / float64(len(order))}
	s.ValLoss, s.ValAccuracy = f.net.Score(f.val)
	f.End(s.ValLoss)
	return s, nil
}

func (f *ClassifierFit) step(x []float32, y []int) float64 {
	n, k := len(y), f.net.Classes()
	if len(f.d) < k*n {
		f.d = make([]float32, k*n)
	}
	shares := f.net.Shares(&f.tape, x, n, Train)
	loss := CrossEntropy(shares, y, f.d[:k*n])
	f.net.Net.Backward(&f.tape, f.d[:k*n], 0)
	f.opt.Step()
	return loss
}

// Score returns the mean cross entropy and the accuracy on examples.
func (c *Classifier) Score(ex Examples) (loss, accuracy float64) {
	hits := 0
	c.Each(ex, func(y []int, shares []float32) {
		n, best, d := len(y), make([]int, len(y)), make([]float32, len(shares))
		loss += float64(CrossEntropy(shares, y, d) * float64(n))
		Best(shares, best)
		for e := range y {
			if best[e] == y[e] {
				hits++
			}
		}
	})
	n := float64(max(ex.Rows(), 1))
	return loss / n, float64(hits) / n
}

// Each calls use with the classes and shares of the examples, a part at a time
// and in order.
//
//	shares  classes×len(y)
func (c *Classifier) Each(ex Examples, use func(y []int, shares []float32)) {
	const part = 1024
	var tape Tape
	x, y, rows := make([]float32, part*ex.Width), make([]int, part), make([]int, 0, part)
	for from := 0; from < ex.Rows(); from += part {
		rows = rows[:0]
		for r := from; r < min(from+part, ex.Rows()); r++ {
			rows = append(rows, r)
		}
		ex.Gather(rows, x, y)
		use(y[:len(rows)], c.Shares(&tape, x, len(rows), Eval))
	}
}

// Best returns the classifier of the best epoch so far.
func (f *ClassifierFit) Best() *Classifier {
	s := f.net.Model()
	c, err := LoadClassifier(State{s.Counters, f.Kept()})
	if err != nil {
		panic("nn: ClassifierFit.Best: " + err.Error())
	}
	return c
}
