package blackbox

import (
	"math"
	"slices"

	"causeway/core/kernel"
)

// Bands is a black box whose classes are bands of p, the probability of a class according to
// another black box. With s = log(p/(1-p)) and cuts c_j on that scale, the logits are
//
//	z_k = k s - sum of c_j over j <= k
//
// so that the band of p has the largest share. If the other black box is a forest whose trees
// vote, s is p itself, because only that is a sum over the trees.
type Bands struct {
	Of    BlackBox
	Class int
	Cuts  []float64 // probabilities, ascending

	band  int
	trees *Trees
	votes bool    // s is p
	wrong float64 // error of s, for trees
}

// NewBands returns the bands of a class's probability between cuts. If the trees' share of votes
// equals a cut, the row belongs to the given band.
func NewBands(of BlackBox, class int, cuts []float64, band int) *Bands {
	b := &Bands{Of: of, Class: class, Cuts: cuts, band: band}
	inner := of
	if t, is := of.(Through); is {
		inner = t.BlackBox
	}
	if t, is := inner.(Treed); is {
		if from := t.Trees(); from != nil {
			b.votes, b.wrong = from.Shares, 2*from.Wrong
			if b.votes {
				b.wrong = (b.wrong + from.Most - from.Least) / from.Least
			}
			b.trees = b.bandTrees(from)
		}
	}
	return b
}

// tie moves the cuts of voting trees off the shares that these can have.
const tie = 1.0 / (1 << 18)

// at returns the cuts on the scale of s.
func (b *Bands) at() []float64 {
	list := make([]float64, len(b.Cuts))
	for j, c := range b.Cuts {
		switch {
		case !b.votes:
			list[j] = math.Log(c / (1 - c))
		case j < b.band:
			list[j] = c - max(tie, 2*b.wrong)
		default:
			list[j] = c + max(tie, 2*b.wrong)
		}
	}
	return list
}

// Classes implements BlackBox.
func (b *Bands) Classes() int { return len(b.Cuts) + 1 }

// Trees implements Treed for two classes, and for votes with a constant total.
func (b *Bands) Trees() *Trees { return b.trees }

func (b *Bands) bandTrees(from *Trees) *Trees {
	if from.Classes != 2 && !from.Shares || from.Shares && !(b.wrong <= 1e-4) {
		return nil
	}
	t, at, m := *from, b.at(), len(b.Cuts)
	unit := func(class int) float64 { // what 1 for a class adds to s
		switch {
		case class == b.Class && t.Shares:
			return 2 / (t.Least + t.Most)
		case class == b.Class:
			return 1
		case t.Shares:
			return 0
		}
		return -1
	}
	t.Classes, t.Base, t.Gives, t.Nodes = m+1, make([]float64, m+1), nil, append([]Node(nil), from.Nodes...)
	size, most := 0.0, make([]float64, len(from.Nodes))
	for class, v := range from.Base {
		t.Base[0] += float64(v * unit(class)) // s without a leaf, see below
		size += math.Abs(v * unit(class))
	}
	for i, n := range from.Nodes {
		if n.Feature >= 0 {
			continue
		}
		for _, g := range from.Gives[n.Yes:n.No] {
			most[i] += math.Abs(g.Add * unit(int(g.Class)))
		}
		t.Nodes[i].Yes, t.Nodes[i].No = n.Yes*int32(m), n.No*int32(m)
	}
	for _, g := range from.Gives {
		for k := 1; k <= m; k++ {
			t.Gives = append(t.Gives, Gift{int32(k), float64(k) * g.Add * unit(int(g.Class))})
		}
	}
	s, below := t.Base[0], 0.0
	for k := 1; k <= m; k++ {
		below += at[k-1]
		t.Base[k] = float64(float64(k)*s) - below
		size += math.Abs(at[k-1])
	}
	t.Base[0] = 0
	for _, root := range t.Roots {
		size += largest(t.Nodes, most, root)
	}
	t.Wrong = float64(m) * (b.wrong + 16*size/(1<<24))
	t.Shares, t.Least, t.Most = false, 0, 0
	return &t
}

// largest returns the largest value of the leaves below a node.
func largest(nodes []Node, of []float64, i int32) float64 {
	n := &nodes[i]
	if n.Feature < 0 {
		return of[i]
	}
	return max(largest(nodes, of, n.Yes), largest(nodes, of, n.No))
}

// Pass implements BlackBox.
func (b *Bands) Pass() Pass { return &bandsPass{b: b, of: b.Of.Pass(), at: b.at()} }

type bandsPass struct {
	b   *Bands
	of  Pass
	at  []float64
	out []float32
}

// Shares implements Pass.
func (p *bandsPass) Shares(x []float32, n int) []float32 {
	z := p.Logits(x, n)
	for e := range n {
		top, sum := z[e], float32(0)
		for i := e; i < len(z); i += n {
			top = max(top, z[i])
		}
		for i := e; i < len(z); i += n {
			z[i] = kernel.Exp1(z[i] - top)
			sum += z[i]
		}
		for i := e; i < len(z); i += n {
			z[i] /= sum
		}
	}
	return z
}

// Logits implements Scorer.
func (p *bandsPass) Logits(x []float32, n int) []float32 {
	scorer, scored := p.of.(Scorer)
	scored = scored && !p.b.votes
	var from []float32
	if scored {
		from = scorer.Logits(x, n)
	} else {
		from = p.of.Shares(x, n)
	}
	classes := p.b.Of.Classes()
	p.out = p.out[:0]
	s := make([]float64, n)
	for e := range s {
		switch own := float64(from[p.b.Class*n+e]); {
		case scored:
			s[e] = -logSum(from[e:], n, classes, p.b.Class, own)
		case p.b.votes:
			s[e] = own
		default:
			s[e] = odds(own)
		}
		p.out = append(p.out, 0)
	}
	below := 0.0
	for k, c := range p.at {
		below += c
		for _, v := range s {
			p.out = append(p.out, float32(float64(float64(k+1)*v)-below))
		}
	}
	return p.out
}

// logSum returns the logarithm of the sum of exp(z_c - own) over the other classes.
func logSum(z []float32, step, classes, class int, own float64) float64 {
	top, sum := math.Inf(-1), 0.0
	for c := range classes {
		if c != class {
			top = max(top, float64(z[c*step])-own)
		}
	}
	if classes == 2 {
		return top
	}
	for c := range classes {
		if c != class {
			sum += float64(kernel.Exp1(float32(float64(z[c*step]) - own - top)))
		}
	}
	return top + float64(kernel.Log1(float32(sum)))
}

// odds returns the logarithm of p/(1-p), with limits.
func odds(p float64) float64 {
	p = min(max(p, tiny), 1-1e-7)
	return float64(kernel.Log1(float32(p))) - float64(kernel.Log1(float32(1-p)))
}

// Bounds implements Bounded if the other black box does.
func (b *Bands) Bounds() Bounds {
	inner := b.Of
	if t, is := inner.(Through); is {
		inner = t.BlackBox
	}
	if of, is := inner.(Bounded); is {
		if bounds := of.Bounds(); bounds != nil {
			return &bandBounds{b: b, of: bounds}
		}
	}
	return nil
}

type bandBounds struct {
	b           *Bands
	of          Bounds
	least, most []float64
}

// Within implements Bounds. The share of a band falls on either side of the middle of its cuts.
func (w *bandBounds) Within(low, high []float64, levels [][]bool) (least, most []float64) {
	from, to := w.of.Within(low, high, levels)
	at := w.b.at()
	a, b := odds(from[w.b.Class])-slackOdds, odds(to[w.b.Class])+slackOdds
	left, right := bandShares(at, a), bandShares(at, b)
	w.least, w.most = w.least[:0], w.most[:0]
	for k := range left {
		most := max(left[k], right[k])
		if k > 0 && k < len(at) {
			if mid := (at[k-1] + at[k]) / 2; a < mid && mid < b {
				most = max(most, bandShares(at, mid)[k])
			}
		}
		w.least, w.most = append(w.least, min(left[k], right[k])-slackOdds), append(w.most, most+slackOdds)
	}
	return w.least, w.most
}

// Work implements Bounds.
func (w *bandBounds) Work() int { return w.of.Work() }

// slackOdds allows for the rounding of odds and of shares.
const slackOdds = 1e-5

// bandShares returns the shares of the bands.
func bandShares(at []float64, s float64) []float64 {
	z := []float64{0}
	for _, c := range at {
		z = append(z, z[len(z)-1]+s-c)
	}
	Softmax(z)
	return z
}

// Softmax turns scores into shares, in place.
func Softmax(z []float64) {
	top, sum := slices.Max(z), 0.0
	for k, v := range z {
		z[k] = math.Exp(v - top)
		sum += z[k]
	}
	for k := range z {
		z[k] /= sum
	}
}
