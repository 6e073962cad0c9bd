package distill

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// Config sets a training.
type Config struct {
	Seed   uint64
	Epochs int
	Batch  int
	Rate   float64
}

// How much is learned from: rows that answers are searched for, fewer in wide tables and
// where a table has few, and those that epochs are compared on.
const (
	mostItems  = 2_000
	fewItems   = 1_000
	leastItems = 300
	itemInputs = 300_000
	mostValid  = 300
)

// Fit trains a Generator epoch by epoch. The first epoch begins with the search of what is
// learned from.
type Fit struct {
	*nn.Course
	cfg      Config
	key      kernel.Key
	gen      *Generator
	opt      *nn.Adam
	blackBox blackbox.BlackBox
	rules    []causal.Rule
	base     *mask.Mask
	train    nn.Examples
	val      nn.Examples
	items    int
	toEnds   bool       // looks for ends, see keep
	learned  learned    // what a training that goes on knows of the pool
	pool     []*example // nil before it was searched
	live     []int      // places of examples with answers
	tries    []int      // of every class, the searches for it
	finds    []int      // and those that found an answer
	valid    []*example
	seek     *seeker
	prober   prober
	tape     nn.Tape
	s        scratch
	x, d     []float32
}

// NewFit starts a training on encoded rows of the schema. Of the rules, which must fit it,
// the hard ones are kept.
func NewFit(c Config, s data.Schema, b blackbox.BlackBox, rules []causal.Rule, train, val nn.Examples) *Fit {
	f := &Fit{cfg: c, key: kernel.NewKey(c.Seed).Sub(streamFit), blackBox: b, rules: causal.Hard(rules), base: mask.New(s, rules), train: train, val: val}
	f.begin(layoutOf(s), max(fewItems, 2*train.Rows()))
	return f
}

// begin makes a training that has not begun one of a generator of a layout, which learns from
// so many rows at most.
func (f *Fit) begin(l layout, items int) {
	f.gen = made(l, f.key.Sub(streamInit))
	f.toEnds = l.swapping
	f.items = min(mostItems, items, max(leastItems, itemInputs/l.schema.Width()))
	f.learned = newLearned(f.items, len(l.schema.Features))
	f.opt = nn.NewAdam(f.gen.params(), f.cfg.Rate, 0)
	f.Course = nn.NewCourse(f.opt)
}

// Like makes a training that has not begun the one that a generator is made by, today or by
// an earlier version, unless that is Retired: to the same bytes where the configuration and
// the examples are the same.
func (f *Fit) Like(g *Generator) {
	if old := f.gen.eight(); g.heads == old.heads {
		f.begin(old, mostItems)
	}
	f.toEnds = len(g.ends) > 0
}

// Retired reports whether an earlier version made the generator by a training that there is
// no more.
func (g *Generator) Retired() bool { return g.asks == 0 }

// Warm makes a training that has not begun start from a generator of the same table, and go
// on as that was trained.
func (f *Fit) Warm(from *Generator) error {
	if from.Retired() {
		return fault.Errorf("no training can go on from this generator, which an earlier version made; train a new one")
	}
	f.Like(from)
	if err := nn.Restore(f.gen.weights(), from.weights()); err != nil {
		return err
	}
	f.Course = nn.NewCourse(f.opt)
	return nil
}

// Best returns the generator of the best epoch so far, its weights rounded to the upper half of
// their bits: answers stay as good, and a file of it takes half the room.
func (f *Fit) Best() *Generator {
	if done, _ := f.Epochs(); done > 0 && f.prepare(func() error { return nil }) != nil { // one that was restored
		panic("distill: Fit.Best: cannot search")
	}
	g := made(f.gen.layout, kernel.Key{})
	copy(g.center, f.gen.center)
	g.ends, g.there = f.gen.ends, f.gen.there
	if err := nn.Restore(nn.Tensors(g.params()), f.Kept()); err != nil {
		panic("distill: Fit.Best: " + err.Error())
	}
	for _, p := range g.params() {
		for i, v := range p.Data {
			p.Data[i] = upper(v)
		}
	}
	return g
}

// upper is the nearest number, of two the even one, whose lower 16 bits are 0: a bfloat16.
func upper(v float32) float32 {
	b := math.Float32bits(v)
	return math.Float32frombits((b + 0x7fff + b>>16&1) &^ 0xffff)
}

// prepare searches what is learned from.
func (f *Fit) prepare(tick func() error) error {
	if f.pool != nil {
		return nil
	}
	s := f.gen.schema
	rows := make([][]float64, f.train.Rows())
	for i := range rows {
		rows[i] = decode(s, f.train.X[i*f.train.Width:(i+1)*f.train.Width])
	}
	classes := f.blackBox.Classes()
	f.tries, f.finds = make([]int, classes), make([]int, classes)
	f.prober = prober{layout: f.gen.layout, pass: f.blackBox.Pass()}
	f.seek = &seeker{schema: s, pass: f.blackBox.Pass(), grid: gridOf(s, rows)}
	for j := range s.Features {
		if g := f.seek.grid[j]; len(g) > 0 {
			f.gen.center[j] = float32(g[len(g)/2])
		}
	}
	order := make([]int, len(rows))
	f.key.Sub(streamRows).Perm(order)
	search := func(known []*example, items int) (pool []*example, err error) {
		for i := range items {
			if err := tick(); err != nil {
				return nil, err
			}
			key, m := f.key.Sub(streamItem).Sub(uint64(i)), f.base
			row := rows[order[i%len(rows)]]
			if i >= len(rows) {
				row = between(row, rows, key)
			}
			if i%2 == 1 {
				m = mask.New(s, others(s, f.rules, key))
			}
			var before *example
			if i < len(known) {
				before = known[i]
			}
			pool = append(pool, f.searched(row, m, key, before))
		}
		return pool, nil
	}
	var first []*example
	if f.toEnds {
		var err error
		if first, err = search(nil, min(leastItems, f.items)); err != nil {
			return err
		}
		if err := f.seldom(first, rows, tick); err != nil {
			return err
		}
		clear(f.tries)
		clear(f.finds)
	}
	pool, err := search(first, f.items)
	if err != nil {
		return err
	}
	f.valid = nil
	for i := range min(f.val.Rows(), mostValid) {
		if err := tick(); err != nil {
			return err
		}
		row := decode(s, f.val.X[i*f.val.Width:(i+1)*f.val.Width])
		if ex := f.searched(row, f.base, f.key.Sub(streamVal).Sub(uint64(i)), nil); len(ex.answers) > 0 {
			f.valid = append(f.valid, ex)
		}
	}
	f.pool = pool
	f.learned.teach(f)
	f.enlist()
	return nil
}

// enlist notes which examples have answers.
func (f *Fit) enlist() {
	f.live = f.live[:0]
	for i, ex := range f.pool {
		if len(ex.answers) > 0 {
			f.live = append(f.live, i)
		}
	}
}

// searched is a row under rules with the answers that a search finds. Where it was searched
// before for the same target, what was found stays, and nothing but ends is new.
func (f *Fit) searched(row []float64, m *mask.Mask, key kernel.Key, before *example) *example {
	s := f.seek
	shares := s.pass.Shares(encode(s.schema, &s.ballot.x, [][]float64{row}, whole(1)), whole(1))
	best := make([]int, whole(1))
	nn.Best(shares, best)
	q := asked{room: m.Room(), follows: m.Computed(), target: f.aim(best[0], key)}
	f.tries[q.target]++
	same := before != nil && before.target == q.target
	if same && len(before.answers) > 0 {
		f.finds[q.target]++
		return before
	}
	q.room.Enter(row)
	s.enter(q)
	list := []asked{q}
	f.prober.probe(list, nil, nil)
	ex := f.gen.example(list[0])
	if list := s.search(same); len(list) > 0 {
		f.gen.learn(ex, list)
		f.finds[q.target]++
	}
	return ex
}

// aim draws another class than that of a row. One that few searches reach is drawn less
// often, as most of what is searched for it teaches nothing.
func (f *Fit) aim(class int, key kernel.Key) int {
	odds := func(c int) float32 {
		if c == class {
			return 0
		}
		return min(1, seldom*float32(f.finds[c]+1)/float32(f.tries[c]+1))
	}
	sum, last := float32(0), 0
	for c := range f.tries {
		if o := odds(c); o > 0 {
			sum, last = sum+o, c
		}
	}
	u := key.Uniform1(0) * sum
	for c := range f.tries {
		if o := odds(c); o > 0 {
			if u -= o; u < 0 {
				return c
			}
		}
	}
	return last
}

// seldom is one over the share of searches below which a class is drawn less often.
const seldom = 4

// between is a row with some of the values of others.
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

// others are rules that a training draws beside those that are known, or without some of
// them: features that may not change, or one way only. Rules that tie features together
// stay.
func others(s data.Schema, rules []causal.Rule, key kernel.Key) (list []causal.Rule) {
	drop, key := key.Uniform1(1) < 0.5, key.Sub(2)
	for i, r := range rules {
		if !drop || !alone(r.Kind) || key.Uniform1(uint32(2*i)) < 0.5 {
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

// alone reports whether rules of a kind are about one feature.
func alone(k causal.RuleKind) bool {
	switch k {
	case causal.IfRisesThenRises, causal.LessOrEqual, causal.MoveTogether, causal.Computed, causal.StaysMissing, causal.NeverSeen, causal.NotAlone:
		return false
	}
	return true
}

// leastTaught is how many rows with answers it takes to learn anything.
const leastTaught = 2

// Untaught reports whether the search was done and found too few answers to learn from.
func (f *Fit) Untaught() bool { return f.pool != nil && len(f.live) < leastTaught }

// Steps is how often the next Epoch calls its tick, about, where it begins with the search of what
// is learned from; else 0.
func (f *Fit) Steps() int {
	if f.pool != nil {
		return 0
	}
	n := f.items + min(f.val.Rows(), mostValid) + f.items/f.cfg.Batch
	if f.toEnds {
		n += min(leastItems, f.items)
	}
	return n
}

// Epoch trains for one epoch, see nn.Course.Pass. It returns the mean loss of the answers
// and what the epoch is compared by, see score. Where the search finds answers for fewer than
// two rows there is nothing to learn: the generator stays as it began, and answers by what
// the black box says of single changes.
func (f *Fit) Epoch(tick func() error) (loss, val float64, err error) {
	if err := f.prepare(tick); err != nil {
		return 0, 0, err
	}
	if f.Untaught() {
		f.End(0)
		return 0, 0, nil
	}
	done, _ := f.Epochs()
	b := nn.Batches{What: "generator", Order: f.key.Sub(streamOrder), Rows: len(f.live), Size: f.cfg.Batch, Least: 2}
	terms, err := f.Pass(b, tick, func(rows []int, from int) []float64 {
		share := (float64(done) + float64(from)/float64(len(f.live))) / float64(f.cfg.Epochs)
		return []float64{f.step(rows, min(share, 1))}
	})
	if err != nil {
		return 0, 0, err
	}
	if done%2 == 1 {
		if err := f.review(tick); err != nil {
			return 0, 0, err
		}
	}
	val = terms[0]
	if len(f.valid) > 0 {
		val = f.score()
	}
	f.End(val)
	return terms[0], val, nil
}

// step makes one optimizer step on examples, places of f.live. The rate falls to 0 along
// the cubic 1 - 3s^2 + 2s^3 of the share of the training that is done.
func (f *Fit) step(rows []int, share float64) float64 {
	g, n := f.gen, len(rows)
	f.x = grow(f.x, g.inputs*n)
	for e, i := range rows {
		for k, v := range f.pool[f.live[i]].x {
			f.x[k*n+e] = v
		}
	}
	y := g.net.Forward(&f.tape, f.x, n, nn.Train, kernel.Key{})
	f.d = grow(f.d, len(y))
	f.s.o, f.s.d = grow(f.s.o, len(y)/n), grow(f.s.d, len(y)/n)
	loss, least := 0.0, float32(leastShare*(1-share))
	for e, i := range rows {
		ex := f.pool[f.live[i]]
		for k := range f.s.o {
			f.s.o[k] = y[k*n+e]
		}
		loss += g.bentLoss(&f.s, ex, ex.weight/float32(n), least)
		for k, v := range f.s.d {
			f.d[k*n+e] = v
		}
	}
	g.net.Backward(&f.tape, f.d, 0)
	fall := float64(float64(share*share) * (3 - float64(2*share)))
	f.opt.Rate = float32(f.cfg.Rate * (1 - fall))
	f.opt.Step(g.net.Grad(&f.tape))
	return loss / float64(n)
}

// leastShare is how much of every answer all heads learn in the beginning.
const leastShare = 0.05
