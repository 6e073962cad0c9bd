package generate

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// Config holds the settings of a training.
type Config struct {
	Seed   uint64
	Epochs int
	Batch  int
	Rate   float64
	Asks   Asks // what the black box decides about a proposal; see the package comment
}

// These constants set the size of a training.
const (
	mostItems  = 2_000   // rows to search answers for
	leastItems = 300     // the same, in wide tables or with many computed features
	itemInputs = 300_000 // encoded inputs of these rows
	mostValid  = 300     // rows used to compare epochs
	mostNeed   = 0.6     // log(1.1/0.9) is 0.2, a lead of 0.1
)

// Fit trains a Generator epoch by epoch. The first epoch starts by searching the answers to learn
// from.
type Fit struct {
	*nn.Course
	cfg      Config
	key      kernel.Key
	gen      *Generator
	opt      *nn.Adam
	blackBox blackbox.BlackBox
	rules    []causal.Rule
	base     *mask.Mask // with the rules of the training
	train    nn.Examples
	val      nn.Examples
	items    int
	pool     []*example // rows with answers; nil before the search
	valid    []*example
	seek     *seeker
	slopes   *slopes
	dec      decoder
	encoder  nn.Tape
	s        scratch
}

// scratch holds the temporary memory of a step.
type scratch struct {
	x, in, dy, dq, eps, slopes []float32
	drawn                      [][]drawn
}

// example is a row with answers.
type example struct {
	asked
	rules   []causal.Rule
	x       []float32 // the context
	answers []answer  // the best one first
	lessons []lesson
}

// NewFit starts training on encoded rows of the schema. The rules must fit it; only hard ones are
// kept.
func NewFit(c Config, s data.Schema, b blackbox.BlackBox, rules []causal.Rule, train, val nn.Examples) *Fit {
	f := &Fit{cfg: c, key: kernel.NewKey(c.Seed).Sub(streamFit), blackBox: b, rules: causal.Hard(rules),
		base: mask.New(s, rules), train: train, val: val}
	f.gen = made(layoutOf(s), f.key.Sub(streamInit))
	f.gen.asks = c.Asks
	follow := 0
	for _, r := range f.rules {
		follow += int(flag(r.Follower()))
	}
	f.items = max(leastItems, min(mostItems, itemInputs/s.Width())/(1+follow/2))
	f.opt = nn.NewAdam(f.gen.params(), c.Rate, 0)
	f.Course = nn.NewCourse(f.opt)
	return f
}

// Best returns the generator of the best epoch so far, with codes chosen for it. It rounds the
// weights to bfloat16, which halves the file and leaves the answers as good.
func (f *Fit) Best() *Generator {
	if done, _ := f.Epochs(); done > 0 && f.prepare(func() error { return nil }) != nil { // restored from a file
		panic("generate: Fit.Best: cannot search")
	}
	g := f.Glimpse()
	if len(f.pool) > 0 {
		f.choose(g)
	}
	return g
}

// Glimpse is like Best but does not choose codes; it serves previews during training.
func (f *Fit) Glimpse() *Generator {
	g := made(f.gen.layout, f.key.Sub(streamInit))
	copy(g.center, f.gen.center)
	g.judge, g.asks = f.gen.judge, f.gen.asks
	if err := nn.Restore(nn.Tensors(g.params()), f.Kept()); err != nil {
		panic("generate: Fit.Best: " + err.Error())
	}
	for _, p := range g.params() {
		for i, v := range p.Data {
			p.Data[i] = upper(v)
		}
	}
	return g
}

// upper rounds to the nearest bfloat16: a float32 whose lower 16 bits are 0. It rounds ties to
// even.
func upper(v float32) float32 {
	b := math.Float32bits(v)
	return math.Float32frombits((b + 0x7fff + b>>16&1) &^ 0xffff)
}

// prepare searches the answers to learn from.
func (f *Fit) prepare(tick func() error) error {
	if f.pool != nil {
		return nil
	}
	s := f.gen.schema
	rows := make([][]float64, f.train.Rows())
	for i := range rows {
		rows[i] = decode(s, f.train.X[i*f.train.Width:(i+1)*f.train.Width])
	}
	f.slopes = newSlopes(f.gen.layout, f.blackBox, nil)
	f.dec.Generator = f.gen
	f.seek = &seeker{schema: s, pass: f.blackBox.Pass(), grid: gridOf(s, rows), judge: f.gen.judge}
	for j := range s.Features {
		if g := f.seek.grid[j]; len(g) > 0 {
			f.gen.center[j] = float32(g[len(g)/2])
		}
	}
	order := make([]int, len(rows))
	f.key.Sub(streamRows).Perm(order)
	pool := []*example{}
	for i := range f.items {
		if err := tick(); err != nil {
			return err
		}
		key, m, rules := f.key.Sub(streamItem).Sub(uint64(i)), f.base, f.rules
		row := rows[order[i%len(rows)]]
		if i >= len(rows) {
			row = between(row, rows, key)
		}
		if i%2 == 1 {
			rules = drawRules(s, f.rules, key)
			m = mask.New(s, rules)
		}
		if ex := f.searched(row, m, needed(i/2, key), key); ex != nil {
			pool = append(pool, ex)
		}
	}
	f.valid = nil
	for i := range min(f.val.Rows(), mostValid) {
		if err := tick(); err != nil {
			return err
		}
		row := decode(s, f.val.X[i*f.val.Width:(i+1)*f.val.Width])
		key := f.key.Sub(streamVal).Sub(uint64(i))
		if ex := f.searched(row, f.base, needed(i, key), key); ex != nil {
			f.valid = append(f.valid, ex)
		}
	}
	f.pool = pool
	return nil
}

// Teach makes a training that has not begun continue from a generator, with labels of answers. A
// judge learns from the labels, and the search then prefers answers that the judge allows. The
// judge becomes part of the trained generator. A row without any allowed answer keeps its other
// answers, so that the row is not lost.
func (f *Fit) Teach(from *Generator, labels []Label) error {
	if err := f.Warm(from); err != nil {
		return err
	}
	f.gen.judge = newJudge(f.gen.layout, labels)
	return nil
}

// needed returns the lead that answers of item i need. It is 0 for every second item. For the
// others it is drawn from the leads that people may require.
func needed(i int, key kernel.Key) float32 {
	return float32(i%2) * mostNeed * key.Sub(3).Uniform1(0)
}

// searched returns a row with the answers that a search finds under the rules and with more than
// the needed lead. It returns nil if the search finds none.
func (f *Fit) searched(row []float64, m *mask.Mask, need float32, key kernel.Key) *example {
	s, room := f.seek, m.Room()
	room.Enter(row)
	q := asked{room: room, follows: m.Computed(), target: f.aim(row, key), need: need}
	s.enter(q)
	found := s.search()
	if len(found) == 0 && s.judge != nil {
		free := *s
		free.judge = nil
		free.enter(q)
		found = free.search()
	}
	if len(found) == 0 {
		return nil
	}
	q.free = f.gen.frees(room, q.follows, nil)
	q.slope = make([]float32, f.gen.width)
	q.lead = f.slopes.ask([][]float64{row}, func(int) int { return q.target },
		func(int) []causal.Rule { return m.Rules() }, q.slope)[0] - need
	ex := &example{asked: q, rules: m.Rules(), x: make([]float32, f.gen.inputs), answers: found}
	f.gen.put(ex.x, 0, 1, &q)
	for _, a := range found {
		ex.lessons = append(ex.lessons, f.gen.lesson(row, a.row, q.free))
	}
	return ex
}

// Pairs returns the training rows with the answers to learn, and the class of each answer.
func (f *Fit) Pairs() (rows, answers [][]float64, target []int) {
	for _, ex := range f.pool {
		for _, a := range ex.answers {
			rows, answers, target = append(rows, ex.room.Row), append(answers, a.row), append(target, ex.target)
		}
	}
	return rows, answers, target
}

// aim draws a class other than the row's.
func (f *Fit) aim(row []float64, key kernel.Key) int {
	s := f.seek
	shares, best := s.pass.Shares(encode(s.schema, &s.ballot.x, [][]float64{row}, whole(1)), whole(1)),
		make([]int, whole(1))
	nn.Best(shares, best)
	classes := f.blackBox.Classes()
	return (best[0] + 1 + key.Intn(0, classes-1)) % classes
}

// between returns a copy of row in which some values come from other rows.
func between(row []float64, rows [][]float64, key kernel.Key) []float64 {
	row, key = slices.Clone(row), key.Sub(1)
	share := key.Uniform1(0) / 2
	for j := range row {
		if key.Uniform1(uint32(2*j+1)) < share {
			row[j] = rows[key.Intn(uint32(2*j+2), len(rows))][j]
		}
	}
	return row
}

// drawRules varies the rules for one training item. In half of the cases it drops some rules about
// single features, and adds rules that a feature may not change or may change only one way. It
// never drops rules that relate features.
func drawRules(s data.Schema, rules []causal.Rule, key kernel.Key) (list []causal.Rule) {
	drop, key := key.Uniform1(1) < 0.5, key.Sub(2)
	for i, r := range rules {
		if !drop || r.Kind.Relates() || key.Uniform1(uint32(2*i)) < 0.5 {
			list = append(list, r)
		}
	}
	share := 0.4 * key.Uniform1(1)
	for j, f := range s.Features {
		key := key.Sub(uint64(j))
		if key.Uniform1(0) >= share {
			continue
		}
		r := causal.Rule{Kind: causal.Immutable, Feature: j}
		if causal.Scored(f) {
			r.Kind = [...]causal.RuleKind{causal.Immutable, causal.OnlyIncrease, causal.OnlyDecrease}[key.Intn(1, 3)]
		}
		list = append(list, r)
	}
	return list
}

// leastTaught is the minimum number of rows with answers for a training.
const leastTaught = 2

// Untaught reports whether the search finished but found too few answers to learn from.
func (f *Fit) Untaught() bool { return f.pool != nil && len(f.pool) < leastTaught }

// Steps returns about how often the next Epoch calls tick if it starts with the search for answers.
// Otherwise it returns 0.
func (f *Fit) Steps() int {
	if f.pool != nil {
		return 0
	}
	return f.items + min(f.val.Rows(), mostValid) + f.items/f.cfg.Batch
}

// Epoch trains for one epoch, see nn.Course.Pass. It returns the mean loss and the score used to
// compare epochs. If the search finds answers for fewer than two rows, the generator remains
// untrained.
func (f *Fit) Epoch(tick func() error) (loss, val float64, err error) {
	if err := f.prepare(tick); err != nil {
		return 0, 0, err
	}
	if f.Untaught() {
		f.End(0)
		return 0, 0, nil
	}
	done, _ := f.Epochs()
	b := nn.Batches{What: "generator", Order: f.key.Sub(streamOrder), Rows: len(f.pool), Size: f.cfg.Batch, Least: 2}
	terms, err := f.Pass(b, tick, func(rows []int, from int) []float64 {
		share := (float64(done) + float64(from)/float64(len(f.pool))) / float64(f.cfg.Epochs)
		return []float64{f.step(rows, f.key.Sub(streamDraw).Sub(uint64(done)).Sub(uint64(from)), min(share, 1))}
	})
	if err != nil {
		return 0, 0, err
	}
	val = terms[0]
	if len(f.valid) > 0 {
		val = f.score()
	}
	f.End(val)
	return terms[0], val, nil
}

// step makes one optimizer step on examples and returns the mean loss of their answers. Over the
// course of the training, the learning rate falls to 0 along the cubic 1 - 3s^2 + 2s^3, where s
// is the finished share.
func (f *Fit) step(rows []int, key kernel.Key, share float64) float64 {
	loss := f.lose(rows, key)
	fall := float64(float64(share*share) * (3 - float64(2*share)))
	f.opt.Rate = float32(f.cfg.Rate * (1 - fall))
	f.opt.Step(f.grad())
	return loss
}

// grad returns the gradients in the order of the parameters.
func (f *Fit) grad() nn.Grad {
	return slices.Concat(f.gen.enc.Grad(&f.encoder), f.gen.dec.Grad(&f.dec.deep), f.gen.skip.Grad(&f.dec.line))
}

// lose returns the loss of the examples' answers. It records its gradient and that of the hinge
// term.
func (f *Fit) lose(rows []int, key kernel.Key) float64 {
	g, s, B := f.gen, &f.s, len(rows)
	n := 2 * B // codes of lessons first, then draws from the prior
	nn.Grow(&s.x, (g.inputs+g.outputs)*B)
	clear(s.x)
	nn.Grow(&s.in, (latent+g.inputs)*n)
	lessons := make([]lesson, B)
	for e, i := range rows {
		ex := f.pool[i]
		lessons[e] = ex.lessons[key.Intn(uint32(e), len(ex.lessons))]
		for k, v := range ex.x {
			s.x[k*B+e] = v
			s.in[(latent+k)*n+e], s.in[(latent+k)*n+B+e] = v, v
		}
		lessons[e].put(g, s.x[g.inputs*B:], e, B)
	}
	q := g.enc.Forward(&f.encoder, s.x, B, nn.Train, kernel.Key{})
	nn.Grow(&s.eps, latent*n)
	nn.Grow(&s.dq, len(q))
	kernel.Normal(key.Sub(1), 0, s.eps)
	kl := 0.0
	for d := range latent {
		for e := range B {
			mean, spread := q[d*B+e], q[(latent+d)*B+e] // spread is log(var)/2, bounded
			sd := kernel.Exp1(bounded(spread))
			s.in[d*n+e] = mean + float32(sd*s.eps[d*n+e])
			s.in[d*n+B+e] = s.eps[d*n+B+e]
			own := float32(mean*mean)/2 + float32(sd*sd)/2 - bounded(spread) - 0.5
			s.dq[d*B+e], s.dq[(latent+d)*B+e] = 0, 0
			if own > freeBits {
				s.dq[d*B+e] = klWeight / float32(B) * mean
				s.dq[(latent+d)*B+e] = klWeight / float32(B) * (float32(sd*sd) - 1)
			}
			kl += float64(max(own, freeBits))
		}
	}
	y := f.dec.forward(s.in, n)
	nn.Grow(&s.dy, len(y))
	clear(s.dy)
	loss := klWeight * kl
	for e, i := range rows {
		ex := f.pool[i]
		c := column{g, ex.room, ex.free, y[e:], n}
		loss += float64(c.learn(lessons[e], 1/float32(B), s.dy[e:]))
	}
	if f.slopes.trace != nil {
		f.reach(rows, y, key.Sub(2))
	}
	dz := f.dec.backward(s.dy)
	for d := range latent {
		for e := range B {
			v, spread := dz[d*n+e], q[(latent+d)*B+e]
			s.dq[d*B+e] += v
			s.dq[(latent+d)*B+e] += float32(v * kernel.Exp1(bounded(spread)) * s.eps[d*n+e])
			if spread != bounded(spread) {
				s.dq[(latent+d)*B+e] = 0
			}
		}
	}
	g.enc.Backward(&f.encoder, s.dq, 0)
	return loss / float64(B)
}

// bounded keeps the logarithm of a standard deviation in a range where its exponential is finite.
func bounded(v float32) float32 { return kernel.AtMost(kernel.AtLeast(v, -4), 2) }

// reach adds the gradient of the hinge term, which trains rows decoded from the prior to reach the
// target.
//
//	y  outputs×2len(rows), whose second half are draws from the prior
func (f *Fit) reach(rows []int, y []float32, key kernel.Key) {
	g, s, B := f.gen, &f.s, len(rows)
	n, w := 2*B, g.width
	wished, decoded, of := make([]float64, len(g.schema.Features)), make([][]float64, 0, B), make([]int, 0, B)
	at := func(e int) column { return column{g, f.pool[rows[e]].room, f.pool[rows[e]].free, y[B+e:], n} }
	if len(s.drawn) < B {
		s.drawn = make([][]drawn, B)
	}
	for e := range rows {
		c, row := at(e), make([]float64, len(wished))
		if s.drawn[e] = c.draw(key.Sub(uint64(e)), wished, s.drawn[e]); c.room.Decode(mask.Wish{Values: wished}, row) {
			decoded, of = append(decoded, row), append(of, e)
		}
	}
	if len(of) == 0 {
		return
	}
	nn.Grow(&s.slopes, w*B)
	leads := f.slopes.ask(decoded, func(k int) int { return f.pool[rows[of[k]]].target },
		func(k int) []causal.Rule { return f.pool[rows[of[k]]].rules }, s.slopes)
	for k, e := range of {
		lead := leads[k] - f.pool[rows[e]].need
		if lead >= hingeMargin {
			continue
		}
		by, slope := -hingeWeight/float32(B)/(1+hingeMargin-lead), s.slopes[k*w:(k+1)*w]
		for i := range slope {
			slope[i] *= by
		}
		c := at(e)
		c.through(s.drawn[e], slope, s.dy[B+e:])
	}
}

// Warm makes a training that has not begun start from a generator for the same table.
func (f *Fit) Warm(from *Generator) error {
	if err := nn.Restore(nn.Tensors(f.gen.params()), nn.Tensors(from.params())); err != nil {
		return err
	}
	f.Course = nn.NewCourse(f.opt)
	return nil
}

// score compares epochs; lower is better. Rows for which all ten draws from the prior fail count
// most, then the number of changes, then the distance.
func (f *Fit) score() float64 {
	key := f.key.Sub(streamCode)
	codes := make([]float32, latent*Codes)
	kernel.Normal(key, 0, codes)
	b := newProposer(f.gen, f.blackBox.Pass())
	held, changed, changes, cost, costs := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, ex := range f.valid {
		rows := b.rowsOf([]asked{ex.asked}, codes)
		a := b.best([]asked{ex.asked}, rows)[0]
		if !a.holds() {
			continue
		}
		held++
		changed, changes = changed+float64(a.changed), changes+float64(ex.answers[0].changed)
		cost, costs = cost+a.cost, costs+ex.answers[0].cost
	}
	if held == 0 {
		return 20
	}
	return float64(10*(1-held/float64(len(f.valid)))) + float64(2*(changed/changes-1)) + float64(
		0.25*(cost/max(costs, 1e-9)-1))
}
