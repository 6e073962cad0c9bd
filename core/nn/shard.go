package nn

import "causeway/core/kernel"

// Part is the section of a batch that one shard computes: Rows rows, from index From, of a batch of
// Of rows. The zero value means a whole batch of any size.
type Part struct{ From, Rows, Of int }

// Draw fills y with random numbers. y consists of sections with one number for each of the part's
// rows. Draw calls draw with each section and its start in the stream of the whole batch, so a row
// gets the same numbers however the batch is split.
func (p Part) Draw(y []float32, draw func(from uint32, y []float32)) {
	if p.Rows == p.Of {
		draw(0, y)
		return
	}
	for run := 0; run*p.Rows < len(y); run++ {
		draw(uint32(run*p.Of+p.From), y[run*p.Rows:(run+1)*p.Rows])
	}
}

// shardRows is the least number of rows in a part: a single row has no variance.
const shardRows = 2

// Split divides a batch of rows into parts whose sizes differ by at most one row. It makes fewer
// parts if a part would have less than two rows. The result depends only on its arguments.
func Split(rows, parts int) []Part {
	all := make([]Part, max(min(parts, rows/shardRows), 1))
	for i := range all {
		from, to := i*rows/len(all), (i+1)*rows/len(all)
		all[i] = Part{from, to - from, rows}
	}
	return all
}

// share returns the weight of a part in its batch.
func (p Part) share() float64 { return float64(p.Rows) / float64(p.Of) }

// MaxParts is the largest number of parts of a batch, which is a power of two.
const MaxParts = 8

// PartsOf returns the number of parts for a setting. 0 means one part, as in files written before
// this setting existed. Changing the number changes the training: sums are rounded differently, and
// a batch normalisation uses fewer rows at a time.
func PartsOf(setting int) int {
	n := 1
	for n < min(setting, MaxParts) {
		n *= 2
	}
	return n
}

// Shards computes batches in a fixed number of parts, one after another. Each part has its own tape
// and gradient. Gradients are added along a tree: neighbours first, then pairs of them, and so on.
// Another order would change the bits of existing trainings.
type Shards struct {
	parts []Grad
	sum   Grad
}

// NewShards returns Shards. grad returns the gradient to which the backward passes of a part add.
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

// blank returns a gradient of zeros with the same shape.
func (g Grad) blank() Grad {
	b := make(Grad, len(g))
	for i, d := range g {
		b[i] = make([]float32, len(d))
	}
	return b
}

// Grad returns the sum of the gradients of all batches since the last step cleared it.
func (s *Shards) Grad() Grad { return s.sum }

// Batch computes a batch of rows. pass treats its part as a batch of its own: it returns the terms
// of the loss, averaged over the part's rows, and adds their gradient to the part's. Batch returns
// the means over all rows.
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

// take adds up the gradients of all parts, weighted by their rows, and returns the mean loss.
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

// scale multiplies a gradient by a number.
func (g Grad) scale(by float32) {
	for _, d := range g {
		kernel.ScaleShift(d, d, by, 0)
	}
}

// take adds another gradient and then clears it.
func (g Grad) take(other Grad) {
	for i, d := range other {
		kernel.Add(d, g[i])
		clear(d)
	}
}
