package generate

import (
	"causeway/core/kernel"
)

// lesson is an answer as the loss needs it: which features change, each to a level, or up or down
// by an amount.
type lesson []deed

type deed struct {
	j, level int
	rises    bool
	far      float32 // compressed
}

// The weights of the loss, see the package comment.
const (
	farWeight   = 0.8
	farQuantile = 0.75
	klWeight    = 0.3
	freeBits    = 0.3
	hingeWeight = 2.5
	hingeMargin = 0.3
)

// lesson turns an answer into a lesson.
func (g *Generator) lesson(x, y []float64, free []int) (l lesson) {
	for _, j := range free {
		if y[j] == x[j] {
			continue
		}
		d := deed{j: j, level: int(y[j]), rises: y[j] > x[j]}
		if f := &g.schema.Features[j]; f.Kind.Numeric() {
			v := compress((y[j] - x[j]) / f.MAD)
			d.far = kernel.AtLeast(v, -v)
		}
		l = append(l, d)
	}
	return l
}

// put writes a lesson as column e of n of the encoder's input.
//
//	x  outputs×n, zeros
func (l lesson) put(g *Generator, x []float32, e, n int) {
	for _, d := range l {
		x[d.j*n+e] = 1
		at := g.out[d.j]*n + e
		if g.schema.Features[d.j].Kind.Numeric() {
			x[at] = 2*flag(d.rises) - 1
			x[at+n] = d.far / 3
		} else {
			x[at+d.level*n] = 1
		}
	}
}

// learn returns the loss of a lesson under the column's output. It adds weight times the gradient
// to d, which is laid out like the column.
func (c *column) learn(l lesson, weight float32, d []float32) (loss float32) {
	next := 0
	for _, j := range c.free {
		o, p := c.gate(j), kernel.Sigmoid1(c.gate(j))
		if next == len(l) || l[next].j != j {
			loss += softplus(o)
			d[j*c.n] += float32(weight * p)
			continue
		}
		loss += softplus(-o)
		d[j*c.n] += float32(weight * (p - 1))
		if c.schema.Features[j].Kind.Numeric() {
			loss += c.learnNumber(l[next], weight, d)
		} else {
			loss += c.learnLevel(l[next], weight, d)
		}
		next++
	}
	return loss
}

func (c *column) learnNumber(l deed, weight float32, d []float32) (loss float32) {
	at := c.out[l.j] * c.n
	if fall, rise := c.sides(l.j); fall && rise {
		o := c.y[at]
		d[at] += float32(weight * (kernel.Sigmoid1(o) - flag(l.rises)))
		if l.rises {
			o = -o
		}
		loss += softplus(o)
	}
	slope, short := float32((1-farQuantile)*farWeight), l.far-c.far(l.j)
	if short > 0 {
		slope = -farQuantile * farWeight
	}
	d[at+c.n] += float32(weight * slope * kernel.Sigmoid1(c.y[at+c.n]))
	return loss - float32(slope*short)
}

func (c *column) learnLevel(l deed, weight float32, d []float32) float32 {
	shares, lse := c.levels(l.j)
	for k, p := range shares {
		if p > 0 {
			d[(c.out[l.j]+k)*c.n] += float32(weight * (p - flag(k == l.level)))
		}
	}
	return lse - c.level(l.j, l.level)
}

// levels returns the probability of each level that feature j may change to (0 for other levels),
// and the log-sum-exp of these logits.
func (c *column) levels(j int) (shares []float32, lse float32) {
	most, total, own := c.level(j, c.best(j, nil)), float32(0), int(c.room.Row[j])
	shares = make([]float32, len(c.schema.Features[j].Levels))
	for k, in := range c.room.Domains[j].Levels {
		if in && k != own {
			shares[k] = kernel.Exp1(kernel.AtLeast(c.level(j, k)-most, -60))
			total += shares[k]
		}
	}
	for k := range shares {
		shares[k] /= total
	}
	return shares, most + kernel.Log1(total)
}

// drawn holds the random choices for one feature of a column.
type drawn struct {
	j      int
	on     bool
	value  float64 // the value if the feature changes
	ended  bool    // the rules cut the change short
	rises  bool
	either bool // the number could also have moved the other way
}

// draw draws the gates and choices of a column, and writes the resulting row to dst.
func (c *column) draw(key kernel.Key, dst []float64, list []drawn) []drawn {
	copy(dst, c.room.Row)
	list = list[:0]
	for _, j := range c.free {
		key := key.Sub(uint64(j))
		r := drawn{j: j, on: key.Uniform1(0) < kernel.Sigmoid1(c.gate(j))}
		if c.schema.Features[j].Kind.Numeric() {
			fall, rise := c.sides(j)
			r.either, r.rises = fall && rise, c.rises(j, key.Uniform1(1))
			r.value, r.ended = c.number(j, r.rises, 1)
		} else {
			r.value = float64(c.best(j, func(l int) float32 { // drawn according to the shares (Gumbel)
				return -kernel.Log1(kernel.AtLeast(-kernel.Log1(kernel.AtLeast(key.Uniform1(uint32(l+1)), 1e-9)), 1e-9))
			}))
		}
		if r.on {
			dst[j] = r.value
		}
		list = append(list, r)
	}
	return list
}

// through propagates a gradient through a draw. by is the gradient with respect to the encoded row;
// through adds the gradient with respect to the column's outputs to d. It treats each draw as its
// probability (straight-through).
//
//	by  width
func (c *column) through(list []drawn, by, d []float32) {
	for _, r := range list {
		b, p := by[c.at[r.j]:], kernel.Sigmoid1(c.gate(r.j))
		gate := &d[r.j*c.n]
		if f, x := &c.schema.Features[r.j], c.room.Row[r.j]; f.Kind.Numeric() {
			moved := f.Scale(r.value) - f.Scale(x)
			*gate += float32(p * (1 - p) * b[0] * moved)
			if r.on {
				c.throughNumber(r, b[0], moved, d)
			}
		} else {
			*gate += float32(p * (1 - p) * (b[int(r.value)] - b[int(x)]))
			if r.on {
				c.throughLevels(r.j, b, d)
			}
		}
	}
}

func (c *column) throughNumber(r drawn, by, moved float32, d []float32) {
	f, at := &c.schema.Features[r.j], c.out[r.j]*c.n
	sign := 2*flag(r.rises) - 1
	if r.either {
		other, _ := c.number(r.j, !r.rises, 1)
		apart := moved - (f.Scale(other) - f.Scale(c.room.Row[r.j]))
		s := kernel.Sigmoid1(c.side(r.j))
		d[at] += float32(s * (1 - s) * by * apart * sign)
	}
	o := c.y[at+c.n]
	far := kernel.AtMost(softplus(o), 20)
	slope := (kernel.Exp1(far) + kernel.Exp1(-far)) / 2 // derivative of sinh
	g := float32(by * sign * float32(madOf(f)) * slope * kernel.Sigmoid1(o))
	if !r.ended || g > 0 { // moving beyond the limit of the rules has no effect
		d[at+c.n] += g
	}
}

func (c *column) throughLevels(j int, by, d []float32) {
	shares, _ := c.levels(j)
	mean := float32(0)
	for k, p := range shares {
		mean += float32(p * by[k])
	}
	for k, p := range shares {
		d[(c.out[j]+k)*c.n] += float32(p * (by[k] - mean))
	}
}
