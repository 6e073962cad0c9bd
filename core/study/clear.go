package study

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/nn"
)

// scale says in float64 how clearly a black box takes rows for a class, and by how much the
// float32 of its program can be off.
type scale struct {
	schema data.Schema
	of     blackbox.BlackBox
	blocks []*nn.Block // of a network whose rounding can be bounded; nil of another
	pass   blackbox.Pass
	x      []float32
}

func newScale(s data.Schema, of blackbox.BlackBox) *scale {
	c := &scale{schema: s, of: of, pass: of.Pass(), x: make([]float32, s.Width())}
	n, ok := of.(interface{ Network() *nn.Classifier })
	if !ok || n.Network() == nil || n.Network().Net.CheckBlocks() != nil {
		return c
	}
	c.blocks = n.Network().Net.Blocks()
	for _, b := range c.blocks {
		if b.Norm != nil {
			c.blocks = nil
			break
		}
	}
	return c
}

// unit is half of the distance from 1 to the next float32, and coarse what one that is
// asked in float32 alone, or whose shares are rounded behind a softmax, may be off besides.
const (
	unit   = 1.0 / (1 << 24)
	coarse = 1.0 / (1 << 20)
)

// lead is by how much the share of a class leads every other one's, and what rounding may
// take from it:
//
//	|fl(wx + b) - (wx + b)| <= g (sum |w| |x| + |b|),   g = n u / (1 - n u)
//
// for n terms (Higham 2002, section 3.1), layer by layer, with what comes in off by as much
// as went out; activations have no slope above 1. What logits are off a lead is off at most,
// as its gradient by them adds up to at most 1.
func (c *scale) lead(row []float64, target int) (lead, rounding float64) {
	if c.blocks == nil {
		c.schema.Encode(row, c.x)
		shares := make([]float64, c.of.Classes())
		for k, v := range c.pass.Shares(c.x, 1) {
			shares[k] = float64(v)
		}
		return least(shares, target), coarse
	}
	x, off := c.code(row)
	for _, b := range c.blocks {
		n := float64(b.In + 2)
		g := n * unit / (1 - float64(n*unit))
		y, e := make([]float64, b.Out), make([]float64, b.Out)
		for o := range y {
			sum, size, in := float64(b.B[o]), math.Abs(float64(b.B[o])), 0.0
			for i, v := range x {
				w := float64(b.W[o*b.In+i])
				sum += float64(w * v)
				in += float64(math.Abs(w) * off[i])
				size += float64(math.Abs(w) * (math.Abs(v) + off[i]))
			}
			y[o], e[o] = sum, in+float64(g*size)
			switch b.Act {
			case nn.ReLU:
				y[o] = max(sum, 0)
			case nn.Sigmoid:
				y[o], e[o] = 1/(1+math.Exp(-sum)), e[o]/4+8*unit
			}
		}
		x, off = y, e
	}
	most, worst := x[0], 0.0
	for k, v := range x {
		most, worst = max(most, v), max(worst, off[k])
	}
	sum := 0.0
	for k, v := range x {
		x[k] = math.Exp(v - most)
		sum += x[k]
	}
	for k := range x {
		x[k] /= sum
	}
	return least(x, target), worst + coarse
}

// code is a row as networks read it, and how far float32 may be off.
func (c *scale) code(row []float64) (x, off []float64) {
	x = make([]float64, 0, len(c.x))
	for j, f := range c.schema.Features {
		switch {
		case !f.Kind.Numeric():
			for l := range f.Levels {
				v := 0.0
				if l == int(row[j]) {
					v = 1
				}
				x = append(x, v)
			}
		case f.Max > f.Min:
			x = append(x, (row[j]-f.Min)/(f.Max-f.Min))
		default:
			x = append(x, 0)
		}
	}
	off = make([]float64, len(x))
	for i, v := range x {
		if v != 0 && v != 1 {
			off[i] = float64(2 * unit * math.Abs(v))
		}
	}
	return x, off
}

// least is by how much a share leads the largest other one.
func least(shares []float64, target int) float64 {
	lead := math.Inf(1)
	for k, v := range shares {
		if k != target {
			lead = min(lead, shares[target]-v)
		}
	}
	return lead
}
