package exact

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/nn"
)

// Clear computes in float64 how clearly the black box prefers a class, and bounds the rounding
// error of the float32 computation. Goroutines must not share a Clear.
type Clear struct {
	schema data.Schema
	of     blackbox.BlackBox
	blocks []*nn.Block // layers of a network whose rounding can be bounded; otherwise nil
	pass   blackbox.Pass
	code   []float32
	most   float64     // bound on how much rounding lowers the lead of any row inside the schema's ranges
	x, off [][]float64 // values and errors of every layer's inputs, then of the last layer's outputs
}

// NewClear returns a Clear for rows of the schema.
func NewClear(s data.Schema, of blackbox.BlackBox) *Clear {
	c := &Clear{schema: s, of: of, most: coarse}
	n := NetworkOf(of)
	if n == nil || n.Net.CheckBlocks() != nil {
		return c
	}
	blocks := n.Net.Blocks()
	c.x, c.off = [][]float64{make([]float64, s.Width())}, [][]float64{make([]float64, s.Width())}
	for _, b := range blocks {
		if b.Norm != nil {
			return c
		}
		c.x, c.off = append(c.x, make([]float64, b.Out)), append(c.off, make([]float64, b.Out))
	}
	c.blocks = blocks
	c.most = c.bound()
	return c
}

// Blocks returns the layers of a network whose rounding can be bounded, or nil.
func (c *Clear) Blocks() []*nn.Block { return c.blocks }

// unit is half the distance from 1 to the next float32. coarse is the additional error of a black
// box that computes only in float32, or that rounds its shares after a softmax.
const (
	unit   = 1.0 / (1 << 24)
	coarse = 1.0 / (1 << 20)
)

// Lead returns how far the share of a class exceeds the largest other share, and how much of this
// may be due to rounding. The rounding error of a sum is at most
//
//	|fl(wx + b) - (wx + b)| <= g (sum |w| |x| + |b|), g = n u / (1 - n u)
//
// for n terms (Higham 2002, section 3.1). The errors of one layer's outputs are those of the next
// layer's inputs, and no activation has a slope above 1. The error of the lead is at most that of
// the logits, because the absolute values of its gradient add up to at most 1.
func (c *Clear) Lead(row []float64, target int) (lead, rounding float64) {
	if c.blocks == nil {
		if c.pass == nil {
			c.pass, c.code = c.of.Pass(), make([]float32, c.schema.Width())
		}
		c.schema.Encode(row, c.code)
		shares := make([]float64, c.of.Classes())
		for k, v := range c.pass.Shares(c.code, 1) {
			shares[k] = float64(v)
		}
		return leastLead(shares, target), coarse
	}
	c.encode(row)
	for m, b := range c.blocks {
		x, off, y, e := c.x[m], c.off[m], c.x[m+1], c.off[m+1]
		g := growth(b)
		for o := range y {
			sum, size, in := float64(b.B[o]), math.Abs(float64(b.B[o])), 0.0
			w := b.W[o*b.In : (o+1)*b.In]
			for i, v := range x {
				if v == 0 && off[i] == 0 {
					continue
				}
				w, far := float64(w[i]), math.Abs(float64(w[i]))
				sum += float64(w * v)
				in += float64(far * off[i])
				size += float64(far * (math.Abs(v) + off[i]))
			}
			y[o], e[o] = activate(b.Act, sum), in+float64(g*size)
			if b.Act == nn.Sigmoid {
				e[o] = e[o]/4 + 8*unit
			}
		}
	}
	x, worst := c.x[len(c.blocks)], 0.0
	for _, e := range c.off[len(c.blocks)] {
		worst = max(worst, e)
	}
	blackbox.Softmax(x)
	return leastLead(x, target), worst + coarse
}

// growth returns g for a layer.
func growth(b *nn.Block) float64 {
	n := float64(b.In + 2)
	return n * unit / (1 - float64(n*unit))
}

// bound returns how much rounding can lower the lead of any row whose numbers are inside their
// ranges. For such rows no input is above 1, and exactly one level of each feature is 1.
func (c *Clear) bound() float64 {
	var size, off []float64
	for m, b := range c.blocks {
		next, e, g := make([]float64, b.Out), make([]float64, b.Out), growth(b)
		for o := range next {
			sum, in := math.Abs(float64(b.B[o])), 0.0
			w := b.W[o*b.In : (o+1)*b.In]
			if m == 0 {
				at := 0
				for _, f := range c.schema.Features {
					top := 0.0
					for range f.Width() {
						top = max(top, math.Abs(float64(w[at])))
						at++
					}
					sum += top
					in += float64(2 * unit * top)
				}
			}
			for i, v := range size {
				sum += float64(math.Abs(float64(w[i])) * v)
				in += float64(math.Abs(float64(w[i])) * off[i])
			}
			next[o], e[o] = sum+in, in+float64(g*(sum+in))
			if b.Act == nn.Sigmoid {
				next[o], e[o] = 1, e[o]/4+8*unit
			}
		}
		size, off = next, e
	}
	worst := 0.0
	for _, e := range off {
		worst = max(worst, e)
	}
	return worst + coarse
}

// encode encodes a row for the network and computes the float32 error of each input.
func (c *Clear) encode(row []float64) {
	x, off, at := c.x[0], c.off[0], 0
	clear(x)
	clear(off)
	for j := range c.schema.Features {
		f := &c.schema.Features[j]
		switch {
		case !f.Kind.Numeric():
			x[at+int(row[j])] = 1
		case f.Max > f.Min:
			if v := (row[j] - f.Min) / (f.Max - f.Min); v != 0 {
				x[at] = v
				if v != 1 {
					off[at] = float64(2 * unit * math.Abs(v))
				}
			}
		}
		at += f.Width()
	}
}

// leastLead returns how far the target's share exceeds the largest other share.
func leastLead(shares []float64, target int) float64 {
	lead := math.Inf(1)
	for k, v := range shares {
		if k != target {
			lead = min(lead, shares[target]-v)
		}
	}
	return lead
}

// Sure reports whether a row belongs to the class in spite of any rounding. shown is the lead as
// computed in float32; if it is far above 0, Sure does not compute the lead again.
func (c *Clear) Sure(row []float64, target int, shown float64) bool {
	if c.blocks == nil {
		return shown > coarse
	}
	if shown > 2*c.most && c.inRange(row) {
		return true
	}
	lead, rounding := c.Lead(row, target)
	return lead > rounding
}

// inRange reports whether every number of a row is inside its range.
func (c *Clear) inRange(row []float64) bool {
	for j := range c.schema.Features {
		if f := &c.schema.Features[j]; f.Kind.Numeric() && (row[j] < f.Min || row[j] > f.Max) {
			return false
		}
	}
	return true
}
