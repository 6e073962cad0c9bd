package cf

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/generate"
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

// Fit trains a BaseVAE generator epoch by epoch. It minimises the paper's BaseGenCFLoss (section
// 3.1),
//
//	E_q [ Dist(x, x') + lambda * Hinge(h(x'), y', beta) ] + KL(q || p)
//
// with Adam and keeps the state with the lowest loss on the validation rows. The target y' of a row
// is a class other than the predicted one. With several such classes, each epoch draws one.
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
	end      structure
	fixed    fixed
	nodes    []causal.Node // nodes of the method
	letter   Letter
	blackBox blackbox.Differentiable
	shards   *nn.Shards
	parts    []*part
	now      step
	pass     func(shard int, p nn.Part) []float64  // passPart, bound once
	oracle   *oracle                               // only in a fine-tuning, otherwise nil
	ways     *ways                                 // only in a fine-tuning, or nil
	settled  struct{ train, val, labels retreats } // only in a finish, otherwise empty

	// A method that decodes actions uses only actions and the settings.
	actions *generate.Fit
	asked   blackbox.BlackBox
	rules   []causal.Rule
}

// part is the working memory for one shard of a training.
type part struct {
	*Fit
	tape    vae.Tape
	forks   []term // copies of Fit.terms
	hard, d []float32
	ended   []float32
	most    []float32
	spare   []float32
	x       []float32
	causes  []float64
	slopes  []float64
	last    batch // last decoded batch
	target  []int
	losses  []float64
}

// Streams of random numbers derived from a training's key.
const (
	streamGenerator = 2
	streamInit      = 1
	streamOrder     = 2
	streamTarget    = 3
	streamNoise     = 4
	streamDropout   = 5
	streamVal       = 6
	streamOracle    = 8
	streamJudge     = 9
	streamCross     = 10
	streamFinish    = 11
	streamWays      = 12
)

// maxVal limits the number of validation rows that are scored after every epoch.
const maxVal = 2000

// NewFit starts a training on encoded rows of the schema.
func NewFit(m Method, c Config, s data.Schema, blackBox blackbox.Differentiable, train, val nn.Examples) (*Fit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if train.Rows() < 2 || val.Rows() < 1 {
		return nil, errFewRows
	}
	if m.acts {
		return newActions(m, c, s, blackBox, train, val), nil
	}
	if n := min(val.Rows(), maxVal); n < val.Rows() {
		val = nn.Examples{X: val.X[:n*val.Width], Y: val.Y[:n], Width: val.Width}
	}
	f := newFit(m, c, s, blackBox)
	f.train, f.val = train, val
	f.trainY, f.valY = Predict(blackBox, train), Predict(blackBox, val)
	return f, nil
}

// newFit returns a training without rows.
func newFit(m Method, c Config, s data.Schema, blackBox blackbox.Differentiable) *Fit {
	l := newLayout(s)
	key := kernel.NewKey(c.Seed).Sub(streamGenerator)
	net := vae.New(m.letter.network(l, s.Classes()), key.Sub(streamInit))
	opt := nn.NewAdam(net.Params(), c.LearningRate, 0)
	opt.Plain = m.letter.Descent
	f := &Fit{
		Course: nn.NewCourse(opt), layout: l, cfg: c, key: key, classes: s.Classes(),
		net: net, opt: opt, blackBox: blackBox, nodes: m.nodes,
		letter: m.letter,
		terms:  m.terms(l, blackBox, c)}
	if !m.letter.Effects {
		f.end = newStructure(l, m.nodes)
	}
	if c.Masked {
		f.end = f.end.owned()
		f.fixed = fixedBy(nil, len(s.Features))
		if m.fixed != nil {
			f.fixed = m.fixed
		}
	}
	f.pass = f.passPart
	f.split(nn.PartsOf(c.Parts))
	return f
}

// teacher returns the black box for trainings that need very many predictions. For another
// program's model, this is the stand-in network, if it has one. The model itself still judges the
// answers.
func teacher(b blackbox.Differentiable) blackbox.BlackBox {
	if t, is := b.(blackbox.Through); is && t.By != nil {
		return t.By
	}
	return b
}

// split divides later batches into the given number of parts.
func (f *Fit) split(parts int) {
	f.parts = make([]*part, parts)
	for i := range f.parts {
		f.parts[i] = &part{Fit: f}
	}
	f.shards = nn.NewShards(parts, func(i int) nn.Grad { return f.net.Grad(&f.parts[i].tape) })
}

// TermNames returns the names of the parts of the objective, in the order of Stats.Terms.
func (f *Fit) TermNames() []string {
	if f.actions != nil {
		return []string{"answers"}
	}
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

// Predict returns the class that the black box predicts for each example.
func Predict(blackBox blackbox.BlackBox, ex nn.Examples) []int { return nn.Classes(blackBox, ex) }

// Target returns a target class for a row predicted as y: the other one of two classes, or one of
// several, drawn with number i of the stream.
func Target(y, classes int, key kernel.Key, i uint32) int {
	return (y + 1 + key.Intn(i, classes-1)) % classes
}

// Epoch trains for one epoch, see nn.Course.Pass.
func (f *Fit) Epoch(tick func() error) (Stats, error) {
	if f.actions != nil {
		loss, val, err := f.actions.Epoch(tick)
		return Stats{Loss: loss, ValLoss: val, Terms: []float64{loss}}, err
	}
	f.turn()
	done, _ := f.Epochs()
	b := nn.Batches{What: "generator", Order: f.key.Sub(streamOrder), Rows: f.train.Rows(), Size: f.cfg.Batch, Least: 2}
	if f.alone() {
		b.Rows = len(f.oracle.labels)
	}
	terms, err := f.Pass(b, tick, func(rows []int, from int) []float64 {
		return f.step(rows, uint64(done), uint64(from))
	})
	if err != nil {
		return Stats{}, err
	}
	s := Stats{Terms: terms}
	for _, t := range terms {
		s.Loss += t
	}
	if f.letter.Last {
		f.Forget()
	} else {
		s.ValLoss = f.valLoss()
	}
	f.End(s.ValLoss)
	return s, nil
}

// step makes one optimizer step on a batch and returns the parts of its loss.
func (f *Fit) step(rows []int, epoch, from uint64) []float64 {
	s := &f.now
	targetKey := f.key.Sub(streamTarget).Sub(epoch)
	s.rows, s.target = rows, s.target[:0]
	for i := 0; i < len(rows) && !f.alone(); i++ {
		s.target = append(s.target, Target(f.trainY[rows[i]], f.classes, targetKey, uint32(rows[i])))
	}
	s.noise = f.key.Sub(streamNoise).Sub(epoch).Sub(from)
	s.drop = f.key.Sub(streamDropout).Sub(epoch).Sub(from)
	share := (float64(epoch) + float64(from)/float64(f.train.Rows())) / float64(f.cfg.Epochs)
	if f.alone() {
		return f.stepOfLabels(share)
	}
	s.most = mostHinge(f.cfg, share)
	terms := f.shards.Batch(len(rows), f.pass)
	if f.oracle != nil {
		terms = slices.Clone(terms) // because the queries use the same memory
		terms = append(terms, f.shards.Batch(len(f.oracle.labels), func(i int, p nn.Part) []float64 {
			loss := f.parts[i].ask(p, s.noise.Sub(streamOracle))
			f.parts[i].backward()
			return []float64{loss}
		})...)
	}
	f.opt.Rate = f.rate(share)
	f.opt.Step(f.shards.Grad())
	return terms
}

// alone reports whether a fine-tuning trains only on the queries, see NewLiteral.
func (f *Fit) alone() bool { return f.oracle != nil && f.letter.Queries }

// stepOfLabels makes a step on labels only.
func (f *Fit) stepOfLabels(share float64) []float64 {
	s := &f.now
	terms := f.shards.Batch(len(s.rows), func(i int, p nn.Part) []float64 {
		terms := f.parts[i].query(p, s.rows[p.From:][:p.Rows], nn.Train, s.noise.Sub(streamOracle), s.drop)
		f.parts[i].backward()
		return terms
	})
	f.opt.Rate = f.rate(share)
	f.opt.Step(f.shards.Grad())
	return terms
}

// step holds the batch being computed.
type step struct {
	rows, target []int
	noise, drop  kernel.Key
	most         float32 // see mostHinge
}

// passPart adds the gradient for a part of a step's batch and returns the parts of its loss.
func (f *Fit) passPart(i int, p nn.Part) []float64 {
	s, w, mode := &f.now, f.parts[i], nn.Train
	if f.oracle != nil {
		mode = nn.Eval
	}
	rows, target := s.rows[p.From:][:p.Rows], s.target[p.From:][:p.Rows]
	b := w.forward(p, w.gather(f.train, rows), target, f.cfg.Samples, mode, s.noise, s.drop)
	b.settle(f.settled.train, rows, s.most)
	f.ways.lead(b, ofTrain, rows)
	terms := w.score(b)
	w.backward()
	return terms
}

// rate returns the learning rate after a share of the training. It falls to 0 along the cubic 1 -
// 3s^2 + 2s^3, which is close to a cosine but has the same bits on every machine. Numbers become
// exact only if the last steps are small.
func (f *Fit) rate(s float64) float32 {
	if f.letter.Steady {
		return float32(f.cfg.LearningRate)
	}
	s = min(s, 1)
	fall := float64(float64(s*s) * (3 - float64(2*s)))
	return float32(f.cfg.LearningRate * (1 - fall))
}

// gather returns rows of the examples feature by feature, width×len(rows). The result is valid
// until the next call.
func (f *part) gather(ex nn.Examples, rows []int) []float32 {
	x := nn.Grow(&f.x, f.width*len(rows))
	ex.Gather(rows, x)
	return x
}

// forward decodes counterfactuals for a part of a batch.
//
//	x  width×len(target)
func (f *part) forward(p nn.Part, x []float32, target []int, samples int, mode nn.Mode, noise, drop kernel.Key) *batch {
	r, n := len(target), len(target)*samples
	f.tape.Part = p
	out := f.net.Forward(&f.tape, x, target, samples, mode, noise, drop)
	if len(f.end) > 0 || f.fixed.any() { // backward needs the network's own outputs
		out = append(f.ended[:0], out...)
		f.ended = out
		f.fixed.finish(&f.layout, f.Fit.end, &f.causes, x, r, out, n)
	}
	f.target = f.target[:0]
	for range samples {
		f.target = append(f.target, target...)
	}
	b := &f.last
	*b = batch{layout: f.layout, n: n, rows: r, from: p.From, x: x, out: out, target: f.target,
		most: nn.Grow(&f.most, r),
		hard: nn.Grow(&f.hard, len(out)), d: nn.Grow(&f.d, len(out)), spare: nn.Grow(&f.spare, n), levels: b.levels}
	b.settle(nil, nil, mostHinge(f.cfg, 1))
	clear(b.d)
	f.decode(out, b.hard, n)
	f.fixed.keep(&f.layout, x, r, b.hard, n)
	return b
}

// backward adds the gradients of the terms that scored the last batch.
func (f *part) backward() {
	b := &f.last
	f.fixed.stop(&f.layout, b.d, b.n)
	f.end.grad(&f.causes, &f.slopes, b.out, b.d, b.n)
	f.fixed.stop(&f.layout, b.d, b.n)
	f.net.Backward(&f.tape, b.d, f.letter.kl())
}

// ask returns the oracle's part of the loss for all queries.
func (f *Fit) ask(noise kernel.Key) float64 {
	return f.parts[0].ask(nn.Split(len(f.oracle.labels), 1)[0], noise)
}

// ask decodes a part of the queries of a fine-tuning, returns the oracle's part of their loss and
// stores the gradient in d.
func (f *part) ask(p nn.Part, noise kernel.Key) float64 {
	terms := f.queryLosses(p, noise)
	return terms[len(terms)-1]
}

// queryLosses is like ask but returns all parts of the loss, the oracle's part last.
func (f *part) queryLosses(p nn.Part, noise kernel.Key) []float64 {
	all := make([]int, p.Rows)
	for i := range all {
		all[i] = p.From + i
	}
	return f.query(p, all, nn.Eval, noise, kernel.Key{})
}

// query decodes some of the queries, which are a part of a batch, returns all parts of their loss
// and stores the gradient in d.
func (f *part) query(p nn.Part, which []int, mode nn.Mode, noise, drop kernel.Key) []float64 {
	target := make([]int, len(which))
	for i, q := range which {
		target[i] = f.oracle.target[q]
	}
	b := f.forward(p, f.gather(f.oracle.x, which), target, f.cfg.Samples, mode, noise, drop)
	b.settle(f.settled.labels, which, mostHinge(f.cfg, 1))
	f.ways.lead(b, ofLabels, which)
	b.queries = which
	return append(f.score(b), f.oracle.add(b))
}

// score returns the parts of the loss of a batch, valid until the next call, and stores the
// gradient in d.
func (f *part) score(b *batch) []float64 {
	f.losses = f.losses[:0]
	for i, t := range f.terms {
		if i == len(f.forks) {
			f.forks = append(f.forks, fork(t))
		}
		f.losses = append(f.losses, f.forks[i].add(b))
	}
	f.losses = append(f.losses, float64(f.letter.kl())*f.net.KL(&f.tape))
	return f.losses
}

// valLoss returns the objective on the validation rows, with one sample each and the same noise
// after every epoch.
func (f *Fit) valLoss() float64 {
	key, w := f.key.Sub(streamVal), f.parts[0]
	const most = 1000
	loss := 0.0
	for from := 0; from < f.val.Rows(); from += most {
		var rows, target []int
		for r := from; r < min(from+most, f.val.Rows()); r++ {
			rows = append(rows, r)
			target = append(target, Target(f.valY[r], f.classes, key, uint32(r)))
		}
		b := w.forward(nn.Part{}, w.gather(f.val, rows), target, 1, nn.Eval, key.Sub(uint64(from)), kernel.Key{})
		b.settle(f.settled.val, rows, mostHinge(f.cfg, 1))
		for _, p := range w.score(b) {
			loss += float64(p * float64(len(rows)))
		}
	}
	loss /= float64(f.val.Rows())
	if f.oracle != nil {
		loss += f.ask(key.Sub(streamOracle))
	}
	return loss
}

// Glimpse returns a generator like that of Best, but faster if possible, for showing progress
// during training.
func (f *Fit) Glimpse() *Generator {
	if f.actions != nil {
		return &Generator{layout: f.layout, actions: f.actions.Glimpse(), asked: f.asked, rules: f.rules}
	}
	return f.Best()
}

// Best returns the generator of the best epoch so far. Before the first epoch, it returns the
// generator with the initial weights.
func (f *Fit) Best() *Generator {
	if f.actions != nil {
		return &Generator{layout: f.layout, actions: f.actions.Best(), asked: f.asked, rules: f.rules}
	}
	g := newGenerator(f.layout, vae.New(f.net.Config, kernel.Key{}), f.end)
	g.asked, g.fixed = f.blackBox, f.fixed
	if err := nn.Restore(g.net.Tensors(), f.Kept()); err != nil {
		panic("cf: Fit.Best: " + err.Error())
	}
	return g
}
