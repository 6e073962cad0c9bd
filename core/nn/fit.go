package nn

import (
	"errors"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

// ErrDiverged is returned by a training if its loss is not finite.
var ErrDiverged = errors.New("the loss is not finite; a smaller learning rate may help")

// Data provides rows with their classes, for training and scoring a classifier.
type Data interface {
	Rows() int
	Inputs() int       // number of inputs per row
	Class(row int) int // the true class

	// Gather writes the given rows feature by feature.
	//
	//	x  Inputs×len(rows)
	Gather(rows []int, x []float32)

	// AtOnce returns how many rows to process in one pass. It depends on the memory that a row
	// needs.
	AtOnce() int
}

// Examples holds encoded rows, row by row, with their classes. If the outcome is numeric, Numbers
// holds its values and each class is a range between two Cuts.
//
//	X  rows×Width    Y  rows    Numbers  rows
type Examples struct {
	X       []float32
	Y       []int
	Width   int
	Numbers []float64
	Cuts    []float64
}

// Rows returns the number of examples.
func (e Examples) Rows() int { return len(e.Y) }

// Inputs implements Data.
func (e Examples) Inputs() int { return e.Width }

// Class implements Data.
func (e Examples) Class(row int) int { return e.Y[row] }

// AtOnce implements Data.
func (e Examples) AtOnce() int { return 1024 }

// Some returns the examples of the given rows.
func (e Examples) Some(rows []int) Examples {
	some := Examples{Width: e.Width}
	for _, r := range rows {
		some.X, some.Y = append(some.X, e.X[r*e.Width:(r+1)*e.Width]...), append(some.Y, e.Y[r])
		if e.Numbers != nil {
			some.Numbers, some.Cuts = append(some.Numbers, e.Numbers[r]), e.Cuts
		}
	}
	return some
}

// Gather writes the examples of the given rows feature by feature.
//
//	x  Width×len(rows)
func (e Examples) Gather(rows []int, x []float32) {
	n, w := len(rows), e.Width
	for len(rows) > 0 { // in groups that fit into a cache line
		some := rows[:min(len(rows), kernel.Lanes)]
		for i := range w {
			part := x[i*n:][:len(some)]
			for k, r := range some {
				part[k] = e.X[r*w+i]
			}
		}
		rows, x = rows[len(some):], x[len(some):]
	}
}

// ClassifierConfig holds the settings for training the black box. The paper's are 100 epochs,
// batches of 32, 10 hidden units, and Adam with learning rate 0.001 (appendix C.1).
type ClassifierConfig struct {
	Seed         uint64
	Epochs       int
	Batch        int
	LearningRate float64
	Hidden       int
	Threshold    float64 // see Classifier.Decide; training does not use it
	Slim         bool    // for an image network, see vision.Shape
	ByClass      bool    // learn classes even if the outcome is numeric, see number
}

// ClassifierStats describes the classifier after an epoch.
type ClassifierStats struct {
	Loss        float64 // mean cross entropy over the epoch's batches; for a number, half the squared error
	ValLoss     float64 // the same on the validation rows
	ValAccuracy float64
}

// ClassifierFit trains a classifier epoch by epoch. It minimises the cross entropy, and keeps the
// state with the lowest cross entropy on the validation rows.
type ClassifierFit struct {
	*Course
	cfg        ClassifierConfig
	key        kernel.Key
	net        *Classifier
	blank      func() *Classifier // returns a classifier of the same shape
	train, val Data
	shards     *Shards
	parts      []classifierPart
	number     *number // nil if it learns classes
}

// classifierPart holds the buffers of one shard of a training.
type classifierPart struct {
	tape Tape
	x, d []float32
	y    []int
}

// Streams of random numbers, derived from a training's key.
const (
	streamClassifier = 1
	streamInit       = 1
	streamOrder      = 2
	streamDrop       = 3
)

// NewClassifierFit starts training the paper's classifier for tables.
func NewClassifierFit(cfg ClassifierConfig, train, val Examples, classes int) *ClassifierFit {
	of, outputs := newNumber(cfg, train, val), classes
	if of != nil {
		outputs = 1
	}
	f := NewFit(cfg, train, val, func(key kernel.Key) *Classifier {
		return NewClassifier(train.Width, cfg.Hidden, outputs, key)
	})
	f.number = of
	return f
}

// NewFit starts training the classifier that draw returns, with any layers.
func NewFit(cfg ClassifierConfig, train, val Data, draw func(kernel.Key) *Classifier) *ClassifierFit {
	key := kernel.NewKey(cfg.Seed).Sub(streamClassifier)
	net := draw(key.Sub(streamInit))
	f := &ClassifierFit{Course: NewCourse(NewAdam(net.Params(), cfg.LearningRate, 0)),
		cfg: cfg, key: key, net: net, train: train, val: val,
		blank: func() *Classifier { return draw(kernel.Key{}) }}
	f.split(1)
	return f
}

// split sets how many parts later batches have.
func (f *ClassifierFit) split(parts int) {
	f.parts = make([]classifierPart, parts)
	f.shards = NewShards(parts, func(i int) Grad { return f.net.Net.Grad(&f.parts[i].tape) })
}

// Epoch trains for one epoch, see Course.Pass.
func (f *ClassifierFit) Epoch(tick func() error) (ClassifierStats, error) {
	b := Batches{What: "classifier", Order: f.key.Sub(streamOrder), Rows: f.train.Rows(), Size: f.cfg.Batch, Least: 1}
	loss, err := f.Pass(b, tick, f.step)
	if err != nil {
		return ClassifierStats{}, err
	}
	s := ClassifierStats{Loss: loss[0]}
	s.ValLoss, s.ValAccuracy = f.score()
	f.End(s.ValLoss)
	return s, nil
}

func (f *ClassifierFit) step(rows []int, from int) []float64 {
	drop := f.key.Sub(streamDrop).Sub(uint64(f.done)).Sub(uint64(from))
	loss := f.shards.Batch(len(rows), func(i int, p Part) []float64 {
		return f.pass(&f.parts[i], p, rows[p.From:p.From+p.Rows], drop)
	})
	f.opt.Step(f.shards.Grad())
	return loss
}

// pass computes the loss and gradient for a part's rows.
func (f *ClassifierFit) pass(w *classifierPart, p Part, rows []int, drop kernel.Key) []float64 {
	n := len(rows)
	x, d := Grow(&w.x, n*f.train.Inputs()), Grow(&w.d, n*f.net.Classes())
	f.train.Gather(rows, x)
	w.y = w.y[:0]
	for _, r := range rows {
		w.y = append(w.y, f.train.Class(r))
	}
	w.tape.Part = p
	loss := 0.0
	if f.number != nil {
		loss = f.number.lose(f.net.Net.Forward(&w.tape, x, n, Train, drop), rows, d)
	} else {
		loss = CrossEntropy(f.net.shares(&w.tape, x, n, Train, drop), w.y, d)
	}
	f.net.Net.Backward(&w.tape, d, 0)
	return []float64{loss}
}

// score evaluates the classifier on the validation rows. It returns the loss by which epochs are
// compared, and the accuracy.
func (f *ClassifierFit) score() (loss, accuracy float64) {
	if f.number == nil {
		return f.net.Score(f.val)
	}
	loss = f.number.error(f.net)
	_, accuracy = f.number.head(f.net, loss).Score(f.val)
	return loss, accuracy
}

// Score returns the mean cross entropy and the accuracy on examples.
func (c *Classifier) Score(ex Data) (loss, accuracy float64) { return Score(c, ex) }

// Score returns the mean cross entropy and the accuracy of a black box on examples.
func Score(b blackbox.BlackBox, ex Data) (loss, accuracy float64) {
	hits := 0
	Each(b, ex, func(y []int, shares []float32) {
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

// Each passes the shares of all examples to use; see the function Each.
func (c *Classifier) Each(ex Data, use func(y []int, shares []float32)) { Each(c, ex, use) }

// Best returns the classifier of the best epoch so far.
func (f *ClassifierFit) Best() *Classifier {
	c := f.blank()
	if err := Restore(Tensors(c.Params()), f.Kept()); err != nil {
		panic("nn: ClassifierFit.Best: " + err.Error())
	}
	if f.number != nil {
		return f.number.head(c, f.number.error(c))
	}
	return c.Decide(f.cfg.Threshold)
}
