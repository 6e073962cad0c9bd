package nn

import "causeway/core/kernel"

// Part is the rows of a batch that one shard computes: Rows rows from From on of
// Of. Its zero is a whole batch of any size.
type Part struct{ From, Rows, Of int }

// Draw fills y, any number of runs of the part's rows, with random numbers. draw gets the
// number of the first in the stream of the whole batch and the slice from it on. So a row draws
// the same however a batch is split.
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

// Shards computes batches in a fixed number of parts, one after another. Each has a tape
// and a gradient of its own; the gradients are added up along a tree: neighbours first, then
// pairs of them, and so on. Files that were trained in parts stay the same bytes by it.
type Shards struct {
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
	for i, p := range parts {
		losses[i] = pass(i, p)
	}
	return s.take(parts, losses)
}

// take adds up the gradients of all parts, weighed by their rows, and returns the mean loss.
func (s *Shards) take(parts []Part, losses [][]float64) []float64 {
	for i, p := range parts {
		s.parts[i].scale(float32(p.share()))
	}
	for step := 1; step < len(parts); step *= 2 {
		for i := 0; i+step < len(parts); i += 2 * step {
			s.parts[i].take(s.parts[i+step])
		}
	}
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
