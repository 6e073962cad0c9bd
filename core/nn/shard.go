package nn

import "slices"

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

// Parts is the number of parts that a batch of a training is cut into. Another
// number is another training: sums round differently, and a batch normalisation
// sees fewer rows at a time.
const Parts = 1

// Shards computes batches in a fixed number of parts, each of which has a tape and
// a gradient of its own, and combines them in order. So the bytes do not depend on
// who computes which part, or when.
type Shards struct {
	// Run computes parts 0 to n-1, in any order or at once; nil is one after
	// another.
	Run   func(n int, do func(part int))
	parts []Grad
	sum   Grad
}

// NewShards asks for the gradient that the backward passes of each part add to.
func NewShards(parts int, grad func(part int) Grad) *Shards {
	s := &Shards{sum: grad(0)}
	for i := range parts {
		s.parts = append(s.parts, grad(i))
	}
	if parts > 1 {
		s.sum = slices.Clone(s.sum)
		for i, d := range s.sum {
			s.sum[i] = make([]float32, len(d))
		}
	}
	return s
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
	parts := Split(rows, len(s.parts))
	losses := make([][]float64, len(parts))
	do := func(i int) { losses[i] = pass(i, parts[i]) }
	if s.Run != nil {
		s.Run(len(parts), do)
	} else {
		for i := range parts {
			do(i)
		}
	}
	mean := make([]float64, len(losses[0]))
	for i, p := range parts {
		share := float64(p.Rows) / float64(p.Of)
		for k, l := range losses[i] {
			mean[k] += float64(share * l)
		}
		s.sum.take(float32(share), s.parts[i])
	}
	return mean
}

// take adds a share of another gradient, which it clears.
func (g Grad) take(share float32, other Grad) {
	for i, d := range other {
		for e, v := range d {
			g[i][e] += float32(share * v)
		}
		clear(d)
	}
}
