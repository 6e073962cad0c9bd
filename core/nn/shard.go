package nn

import (
	"runtime"
	"sync"

	"causeway/core/kernel"
)

// Part is the rows of a batch that one shard computes: Rows rows from From on of
// Of. Its zero is a whole batch of any size.
type Part struct{ From, Rows, Of int }

// Draw fills y, any number of runs of the part's rows, with random numbers. draw
// is given the number of the first in the stream of the whole batch and the
// slice from it on, so that a row draws the same however a batch is split.
func (p Part) Draw(y []float32, draw func(from uint32, y []float32)) {
	if p.Rows == p.Of {
		draw(0, y)
		return
	}
	for run := 0; run*p.Rows < len(y); run++ {
		draw(uint32(run*p.Of+p.From), y[run*p.Rows:(run+1)*p.Rows])
	}
}

// shardRows is the least number of rows of a part: one has no variance.
const shardRows = 2

// Split cuts a batch of rows into equal parts, to within a row, or into fewer
// where some would have less than two rows. It depends on nothing else.
func Split(rows, parts int) []Part {
	all := make([]Part, max(min(parts, rows/shardRows), 1))
	for i := range all {
		from, to := i*rows/len(all), (i+1)*rows/len(all)
		all[i] = Part{from, to - from, rows}
	}
	return all
}

// share is the weight of a part in its batch.
func (p Part) share() float64 { return float64(p.Rows) / float64(p.Of) }

// MaxParts bounds the parts of a batch, which are a power of two.
const MaxParts = 8

// PartsOf is the number of parts that a setting stands for: files from before there was one
// have 0, and their batches are one part. Another number is another training: sums round
// differently, and a batch normalisation sees fewer rows at a time.
func PartsOf(setting int) int {
	n := 1
	for n < min(setting, MaxParts) {
		n *= 2
	}
	return n
}

// Order is all that a part of a batch is computed from, beside the parameters, so that
// somebody else can compute it.
type Order struct {
	Part Part
	X    []float32  // inputs of its rows, Inputs×rows
	Y    []int      // their classes
	Key  kernel.Key // of what is drawn at random
	Drop kernel.Key // of what is dropped
	Most float32    // what else a training says of a step
}

// Shards computes batches in a fixed number of parts, each of which has a tape and a
// gradient of its own, and adds them up along a tree: neighbours first, then pairs of them,
// and so on. So the bytes do not depend on who computes which part, or when, and whoever
// computes neighbours hands over one gradient.
type Shards struct {
	// Run computes parts 0 to n-1, in any order or at once; nil is at once where the machine
	// has processors for it, and otherwise one after another.
	Run    func(n int, do func(part int))
	parts  []Grad
	sum    Grad
	orders []Order
	crew   crew
}

// NewShards asks for the gradient that the backward passes of each part add to.
func NewShards(parts int, grad func(part int) Grad) *Shards {
	s := &Shards{sum: grad(0), orders: make([]Order, parts)}
	for i := range parts {
		s.parts = append(s.parts, grad(i))
	}
	if parts > 1 {
		s.sum = s.sum.blank()
	}
	return s
}

// blank is a gradient of zeros for the same parameters.
func (g Grad) blank() Grad {
	b := make(Grad, len(g))
	for i, d := range g {
		b[i] = make([]float32, len(d))
	}
	return b
}

// Grad is the sum of the gradients of all batches since it was cleared, which a
// step does.
func (s *Shards) Grad() Grad { return s.sum }

// Batch computes a batch of rows. pass treats its part like a batch of its own: it
// adds the gradient of a loss, a mean over the part's rows, to the part's gradient
// and returns the loss, in one or more terms. Batch returns the mean over all rows.
func (s *Shards) Batch(rows int, pass func(shard int, p Part) []float64) []float64 {
	if len(s.parts) == 1 {
		return pass(0, Part{0, rows, rows})
	}
	parts, losses := Split(rows, len(s.parts)), make([][]float64, len(s.parts))
	s.run(len(parts), func(i int) { losses[i] = pass(i, parts[i]) })
	s.fold(parts, 0)
	return s.take(parts, losses)
}

// Deal is Batch of what others may compute as well, see Join: order says what a part is
// computed from and compute does so.
func (s *Shards) Deal(rows int, order func(p Part, o *Order), compute func(shard int, o *Order) []float64) []float64 {
	if len(s.parts) == 1 {
		o := &s.orders[0]
		o.Part = Part{0, rows, rows}
		order(o.Part, o)
		return compute(0, o)
	}
	parts, losses := Split(rows, len(s.parts)), make([][]float64, len(s.parts))
	for i, p := range parts {
		s.orders[i].Part = p
		order(p, &s.orders[i])
	}
	own := s.crew.ask(s.orders[:len(parts)], len(s.parts))
	do := func(i int) { losses[i] = compute(i, &s.orders[i]) }
	s.run(own, do)
	s.fold(parts[:own], 0)
	for from := own; from < len(parts); from += own {
		if !s.crew.answer(from/own-1, s.parts[from], losses[from:from+own]) {
			s.run(own, func(i int) { do(from + i) })
			s.fold(parts[from:from+own], from)
		}
	}
	s.tree(own, 0, len(parts))
	return s.take(parts, losses)
}

// run computes parts.
func (s *Shards) run(n int, do func(part int)) {
	switch {
	case s.Run != nil:
		s.Run(n, do)
	case n > 1 && runtime.GOMAXPROCS(0) > 1:
		atOnce(n, do)
	default:
		for i := range n {
			do(i)
		}
	}
}

// atOnce computes parts on goroutines. What one panics with, the caller does.
func atOnce(n int, do func(part int)) {
	var all sync.WaitGroup
	faults := make([]any, n)
	for i := range n {
		all.Go(func() {
			defer func() { faults[i] = recover() }()
			do(i)
		})
	}
	all.Wait()
	for _, f := range faults {
		if f != nil {
			panic(f)
		}
	}
}

// fold weighs the gradients of neighbouring parts, of which the first has a number, and adds
// them up in it.
func (s *Shards) fold(parts []Part, first int) {
	for i, p := range parts {
		s.parts[first+i].scale(float32(p.share()))
	}
	s.tree(1, first, first+len(parts))
}

// tree adds up gradients from one number to another, of which those of groups are added up.
func (s *Shards) tree(group, from, to int) {
	for ; group < to-from; group *= 2 {
		for i := from; i+group < to; i += 2 * group {
			s.parts[i].take(s.parts[i+group])
		}
	}
}

// take adds the gradient of a batch to the sum and returns its loss.
func (s *Shards) take(parts []Part, losses [][]float64) []float64 {
	s.sum.take(s.parts[0])
	mean := make([]float64, len(losses[0]))
	for i, p := range parts {
		for k, l := range losses[i] {
			mean[k] += float64(p.share() * l)
		}
	}
	return mean
}

// scale multiplies a gradient.
func (g Grad) scale(by float32) {
	for _, d := range g {
		kernel.ScaleShift(d, d, by, 0)
	}
}

// take adds another gradient, which it clears.
func (g Grad) take(other Grad) {
	for i, d := range other {
		kernel.Add(d, g[i])
		clear(d)
	}
}
