package cf

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// batch holds the decoded examples of one step, with several samples of every row. Sample s of
// row r is example s*rows+r. Terms add their gradient with respect to out to d.
//
//	x  width×rows    out, hard, d  width×n    target  n
type batch struct {
	layout
	n, rows int
	from    int       // index of the first row in the whole batch
	queries []int     // indices of the rows, if they are not consecutive
	x       []float32 // factuals
	out     []float32 // soft outputs of the decoder
	hard    []float32 // the same, decoded
	target  []int
	d       []float32
	spare   []float32
	levels  []int // index in out at which each row's levels of a feature begin

	most     []float32   // limit of the hinge, per row or for all; see Config.GiveUp
	retreats []retreat   // one per row, or empty, see NewFinish
	led      [][]float32 // for each row, the row that it is led to, or nil; may be empty; see ways
	leading  int         // target class of the rows that are led
}

// term is one part of the objective, a mean over the batch's examples.
type term interface {
	name() string
	add(b *batch) float64
}

// fork returns a copy of a term for another shard, with its own memory.
func fork(t term) term {
	if t, ok := t.(interface{ fork() term }); ok {
		return t.fork()
	}
	return t
}

// proximity is the distance to the factual (paper, section 3.1) in the units of its metric. For
// numbers it is
//
//	sum |x' - x| / MAD
//
// and for every other feature with factual level l it is
//
//	levelCost * 1/2 |x' - x|_1 - levelNLL * log x'_l
//
// times Config.Levels. Half of the L1 distance of shares is the probability that the level changes.
// The second part is the likelihood of the factual's level, which theorem 1 of the paper uses for
// levels. Its gradient does not vanish when a change is certain, so needless changes are undone.
// With the L1 distance alone, the generator would end up with a few combinations of levels for
// everyone.
type proximity struct {
	cost []float32 // for the L1 distance, per encoded input
	nll  float64   // weight of the likelihood of a level
}

func newProximity(l layout, nodes []causal.Node, levels float64) proximity {
	p := proximity{nll: levelNLL * levels}
	for j, g := range l.groups {
		f := l.schema.Features[j]
		c := float32(levelCost / 2 * levels)
		if f.Kind.Numeric() {
			c = float32((f.Max - f.Min) / f.MAD)
		}
		if slices.ContainsFunc(nodes, func(n causal.Node) bool { return n.Feature == j }) {
			c = 0
		}
		for range g {
			p.cost = append(p.cost, c)
		}
	}
	return p
}

// newScaled returns the paper's distance: L1 of the encoded inputs, with numbers scaled to 0 to
// 1.
func newScaled(l layout, nodes []causal.Node) proximity {
	p := newProximity(l, nodes, 1)
	p.nll = 0
	for i, c := range p.cost {
		if c > 0 {
			p.cost[i] = 1
		}
	}
	return p
}

func (p proximity) name() string { return "proximity" }

func (p proximity) add(b *batch) float64 {
	sum, inv := 0.0, 1/float32(b.n)
	for i, c := range p.cost {
		if c == 0 {
			continue
		}
		x := b.x[i*b.rows : (i+1)*b.rows]
		part := float32(0)
		for at := i * b.n; at < (i+1)*b.n; at += b.rows {
			part += kernel.Distance(b.out[at:at+b.rows], x, b.d[at:at+b.rows], c*inv)
		}
		sum += float64(part * (c * inv))
	}
	o := 0
	for j, g := range b.groups {
		if !b.schema.Features[j].Kind.Numeric() && p.cost[o] > 0 && p.nll > 0 {
			sum += float64(p.nll * b.levelNLL(o, g, float32(p.nll)*inv) / float64(b.n))
		}
		o += g
	}
	return sum
}

// leastShare is the smallest share whose logarithm is taken; it replaces smaller ones.
const leastShare = 1e-20

// levelNLL returns the sum over the examples of -log x'_l for the feature with g levels at offset
// o. It also adds k times its gradient.
func (b *batch) levelNLL(o, g int, k float32) float64 {
	logs := nn.Grow(&b.spare, b.n)
	b.levels = b.levels[:0]
	for r := range b.rows {
		l := o
		for b.x[l*b.rows+r] != 1 && l < o+g-1 {
			l++
		}
		b.levels = append(b.levels, l*b.n)
	}
	for at := 0; at < b.n; at += b.rows {
		logs := logs[at : at+b.rows]
		for r, l := range b.levels {
			p := kernel.AtLeast(b.out[l+at+r], leastShare)
			logs[r] = p
			b.d[l+at+r] -= k / p
		}
	}
	kernel.Log(logs, logs)
	sum := 0.0
	for r := range b.rows {
		for e := r; e < b.n; e += b.rows {
			sum -= float64(logs[e])
		}
	}
	return sum
}

// validity is the hinge on the black box's softmax shares. Half of it uses the soft outputs, as in
// the paper, and half the decoded ones. The gradient of the decoded half passes straight through
// the decoding (Bengio et al. 2013). Without this half, the authors' counterfactuals lose up to
// four fifths of their validity when their categories are decoded. An example that was given up
// (Config.GiveUp) has a constant hinge.
type validity struct {
	blackBox       blackbox.Differentiable
	weight, margin float32
	soft, hard     blackbox.Trace
	d              *[]float32 // gradient with respect to the shares
	alone          bool       // only the soft outputs, as in the paper
}

func newValidity(blackBox blackbox.Differentiable, c Config) validity {
	v := validity{blackBox: blackBox, weight: float32(c.Validity), margin: float32(c.Margin)}
	return v.fork().(validity)
}

func (v validity) fork() term {
	v.soft, v.hard, v.d = v.blackBox.Trace(), v.blackBox.Trace(), new([]float32)
	return v
}

// by returns the hinge in the form that the letter specifies.
func (v validity) by(t Letter) validity {
	v.alone = t.Soft
	return v
}

func (v validity) name() string { return "validity" }

func (v validity) add(b *batch) float64 {
	if v.alone {
		v.weight *= 2
		return v.hinge(v.soft, b.out, b) / 2
	}
	return (v.hinge(v.soft, b.out, b) + v.hinge(v.hard, b.hard, b)) / 2
}

func (v validity) hinge(t blackbox.Trace, x []float32, b *batch) float64 {
	shares := t.Shares(x, b.n)
	d := nn.Grow(v.d, len(shares))
	clear(d)
	loss := nn.CappedHinge(shares, b.target, v.margin, b.most, v.weight/2, d)
	kernel.Add(t.SharesGrad(shares, d, b.n), b.d)
	return loss * float64(v.weight)
}
