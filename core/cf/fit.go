package cf

import (
	"fmt"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Stats describes a generator after an epoch.
type Stats struct {
	Loss    float64   // mean of the objective over the epoch's batches
	ValLoss float64   // objective on the validation rows
	Terms   []float64 // parts of Loss, named by Fit.TermNames
}

// Fit trains a BaseVAE generator epoch by epoch by minimising the paper's
// BaseGenCFLoss (section 3.1),
//
//	E_q [ Dist(x, x') + lambda * Hinge(h(x'), y', beta) ] + KL(q || p)
//
// with Adam, and keeps the state with the lowest loss on the validation rows.
// The target y' of a row is a class other than the predicted one; of several a
// new one is drawn every epoch.
type Fit struct {
	*nn.Course
	layout
	cfg      Config
	key      kernel.Key
	classes  int
	net      *vae.CVAE
	opt      *nn.Adam
	terms    []term
	train    nn.Examples
	val      nn.Examples
	trainY   []int // predicted classes
	valY     []int
	tape     vae.Tape
	end      structure
	hard, d  []float32
	ended    []float32
	most     []float32
	x, spare []float32
	y        []int
	last     *batch // decoded
	blackBox *nn.Classifier
	oracle   *oracle                               // of a fine-tuning, else nil
	settled  struct{ train, val, labels retreats } // of a finish, else empty
}

// Streams of random numbers below a training's key.
const (
	streamGenerator = 2
	streamInit      = 1
	streamOrder     = 2
	streamTarget    = 3
	streamNoise     = 4
	streamDropout   = 5
	streamVal       = 6
	streamPull      = 7
	streamOracle    = 8
	streamJudge     = 9
	streamCross     = 10
	streamFinish    = 11
)

// maxVal bounds the validation rows that are scored after every epoch.
const maxVal = 2000

// NewFit starts a training on encoded rows of the schema.
func NewFit(m Method, c Config, s data.Schema, blackBox *nn.Classifier, train, val nn.Examples) (*Fit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if train.Rows() < 2 || val.Rows() < 1 {
		return nil, fmt.Errorf("a generator needs at least 2 training rows and 1 validation row")
	}
	if n := min(val.Rows(), maxVal); n < val.Rows() {
		val = nn.Examples{X: val.X[:n*val.Width], Y: val.Y[:n], Width: val.Width}
	}
	l := newLayout(s)
	key := kernel.NewKey(c.Seed).Sub(streamGenerator)
	net := vae.New(networkConfig(l, s.Classes()), key.Sub(streamInit))
	opt := nn.NewAdam(net.Params(), c.LearningRate, 0)
	return &Fit{
		Course: nn.NewCourse(net.Tensors(), opt), layout: l, cfg: c, key: key, classes: s.Classes(),
		net: net, opt: opt, blackBox: blackBox, train: train, val: val,
		end:    newStructure(l, m.nodes),
		terms:  m.terms(l, blackBox, c),
		trainY: Predict(blackBox, train), valY: Predict(blackBox, val)}, nil
}

// TermNames names the parts of the objective, in the order of Stats.Terms.
func (f *Fit) TermNames() []string {
	var names []string
	for _, t := range f.terms {
		names = append(names, t.name())
	}
	names = append(names, "KL")
	if f.oracle != nil {
		names = append(names, "labels")
	}
	return names
}

// Predict returns the class that the black box gives to each example.
func Predict(blackBox *nn.Classifier, ex nn.Examples) []int {
	all := make([]int, 0, ex.Rows())
	blackBox.Each(ex, func(y []int, shares []float32) {
		best := make([]int, len(y))
		nn.Best(shares, best)
		all = append(all, best...)
	})
	return all
}

// Target is the class that a counterfactual of a row predicted as y must reach
// when none is asked for: the other one of two, one drawn by number i of the
// stream of more.
func Target(y, classes int, key kernel.Key, i uint32) int {
	return (y + 1 + key.Intn(i, classes-1)) % classes
}

// Epoch trains for one epoch. It calls tick between steps and ends with tick's
// error where there is one; a training that was stopped so goes on from its
// last State.
func (f *Fit) Epoch(tick func() error) (Stats, error) {
	done, _ := f.Epochs()
	epoch := uint64(done)
	order := make([]int, f.train.Rows())
	f.key.Sub(streamOrder).Sub(epoch).Perm(order)
	sums, seen := make([]float64, len(f.TermNames())), 0.0
	for from := 0; from+1 < len(order); from += f.cfg.Batch {
		if err := tick(); err != nil {
			return Stats{}, err
		}
		rows := order[from:min(from+f.cfg.Batch, len(order))]
		parts := f.step(rows, epoch, uint64(from))
		for i, p := range parts {
			if !nn.Finite(p) {
				return Stats{}, fmt.Errorf("generator, epoch %d, batch %d: %w", done+1, from/f.cfg.Batch+1, nn.ErrDiverged)
			}
			sums[i] += float64(p * float64(len(rows)))
		}
		seen += float64(len(rows))
	}
	s := Stats{Terms: sums}
	for i := range sums {
		sums[i] /= seen
		s.Loss += sums[i]
	}
	s.ValLoss = f.valLoss()
	f.End(s.ValLoss)
	return s, nil
}

// step makes one optimizer step on a batch and returns the parts of its loss.
func (f *Fit) step(rows []int, epoch, from uint64) []float64 {
	targetKey := f.key.Sub(streamTarget).Sub(epoch)
	target := make([]int, len(rows))
	for i, r := range rows {
		target[i] = Target(f.trainY[r], f.classes, targetKey, uint32(r))
	}
	noise := f.key.Sub(streamNoise).Sub(epoch).Sub(from)
	drop := f.key.Sub(streamDropout).Sub(epoch).Sub(from)
	mode := nn.Train
	if f.oracle != nil {
		mode = nn.Eval
	}
	share := (float64(epoch) + float64(from)/float64(f.train.Rows())) / float64(f.cfg.Epochs)
	b := f.forward(f.train, rows, target, f.cfg.Samples, mode, noise, drop)
	b.settle(f.settled.train, rows, f.cfg.mostHinge(share))
	parts := f.score(b)
	f.backward()
	if f.oracle != nil {
		parts = append(parts, f.ask(noise.Sub(streamOracle)))
		f.backward()
	}
	f.opt.Rate = f.rate(share)
	f.opt.Step()
	return parts
}

// rate is the learning rate after a share of the training, falling to 0 along
// the cubic 1 - 3s^2 + 2s^3 (near a cosine, but exact on every machine): exact
// numbers need small steps at the end.
func (f *Fit) rate(s float64) float32 {
	s = min(s, 1)
	fall := float64(float64(s*s) * (3 - float64(2*s)))
	return float32(f.cfg.LearningRate * (1 - fall))
}

// forward decodes counterfactuals of rows of the examples.
func (f *Fit) forward(ex nn.Examples, rows, target []int, samples int, mode nn.Mode, noise, drop kernel.Key) *batch {
	r, n := len(rows), len(rows)*samples
	x := grow(&f.x, f.width*r)
	if len(f.y) < r {
		f.y = make([]int, r)
	}
	ex.Gather(rows, x, f.y)
	out := f.net.Forward(&f.tape, x, target, samples, mode, noise, drop)
	if len(f.end) > 0 { // the network's own outputs are needed on the way back
		out = append(f.ended[:0], out...)
		f.ended = out
		f.end.apply(x, r, out, n)
	}
	b := &batch{layout: f.layout, n: n, rows: r, x: x, out: out, target: make([]int, 0, n), most: grow(&f.most, r),
		hard: grow(&f.hard, len(out)), d: grow(&f.d, len(out)), spare: grow(&f.spare, n)}
	for range samples {
		b.target = append(b.target, target...)
	}
	b.settle(nil, rows, f.cfg.mostHinge(1))
	clear(b.d)
	f.last = b
	f.decode(out, b.hard, n)
	return b
}

// backward adds the gradients of what the last batch was scored by.
func (f *Fit) backward() {
	f.end.grad(f.last.out, f.last.d, f.last.n)
	f.net.Backward(&f.tape, f.last.d, klWeight)
}

// ask decodes the queries of a fine-tuning and returns the oracle's part of their
// loss; the gradient of the whole is left in d.
func (f *Fit) ask(noise kernel.Key) float64 {
	all := make([]int, len(f.oracle.labels))
	for i := range all {
		all[i] = i
	}
	b := f.forward(f.oracle.x, all, f.oracle.target, f.cfg.Samples, nn.Eval, noise, kernel.Key{})
	b.settle(f.settled.labels, all, f.cfg.mostHinge(1))
	f.score(b)
	return f.oracle.add(b)
}

// score returns the parts of the loss of a batch and leaves its gradient in d.
func (f *Fit) score(b *batch) []float64 {
	var parts []float64
	for _, t := range f.terms {
		parts = append(parts, t.add(b))
	}
	return append(parts, klWeight*f.net.KL(&f.tape))
}

// valLoss is the objective on the validation rows, one sample each, with the
// same noise after every epoch.
func (f *Fit) valLoss() float64 {
	key := f.key.Sub(streamVal)
	const part = 1000
	loss := 0.0
	for from := 0; from < f.val.Rows(); from += part {
		var rows, target []int
		for r := from; r < min(from+part, f.val.Rows()); r++ {
			rows = append(rows, r)
			target = append(target, Target(f.valY[r], f.classes, key, uint32(r)))
		}
		b := f.forward(f.val, rows, target, 1, nn.Eval, key.Sub(uint64(from)), kernel.Key{})
		b.settle(f.settled.val, rows, f.cfg.mostHinge(1))
		for _, p := range f.score(b) {
			loss += float64(p * float64(len(rows)))
		}
	}
	loss /= float64(f.val.Rows())
	if f.oracle != nil {
		loss += f.ask(key.Sub(streamOracle))
	}
	return loss
}

// Best returns the generator of the best epoch so far.
func (f *Fit) Best() *Generator {
	g := &Generator{layout: f.layout, net: vae.New(f.net.Config, kernel.Key{}), end: f.end}
	if err := nn.Restore(g.net.Tensors(), f.Kept()); err != nil {
		panic("cf: Fit.Best: " + err.Error())
	}
	return g
}

// grow returns a slice of n numbers, reusing what is there.
func grow(s *[]float32, n int) []float32 {
	if cap(*s) < n {
		*s = make([]float32, n)
	}
	*s = (*s)[:n]
	return *s
}
