package blackbox

import (
	"math"

	"causeway/core/kernel"
)

// Steady combines a black box with alternative versions from other trainings, for rows that must
// keep their class after a retraining. A row must lead by Lead under the black box itself and in
// the mean of all shares. It must also belong to the class under a further retrained black box
// with the certainty that Doubt determines. For this, the mean over all black boxes of the
// logarithm of the target's share divided by the largest other share must be at least Doubt
// standard deviations,
//
//	l_b = log(p_b(target) / max_c p_b(c)) mean_b l_b >= Doubt * sd_b l_b
//
// which for normally distributed logarithms bounds the next one by Student's t. With Doubt = t
// sqrt(1 + 1/n), the next logarithm is above 0, and the row therefore in the class, with the
// probability of t at n-1 degrees of freedom. A search for rows at this limit prefers rows that
// the present black boxes overestimate, so that slightly fewer keep their class.
//
// The reported lead is the smallest of these, each measured by its distance from the required
// value, so that requiring Lead requires all of them.
//
// Networks trained on bootstrap samples of the rows show how a retrained black box would predict
// (bagging; Breiman 1996), while a single network may be certain only by chance.
// docs/decisions/17-answers-that-last.md contains figures for this method, for a lead only in the
// mean, and for requiring all black boxes to agree, as methods based on the worst case do (ROAR;
// Upadhyay, Joshi and Lakkaraju 2021).
type Steady struct {
	Of     BlackBox
	With   []BlackBox // with the same classes
	Target int
	Lead   float32
	Doubt  float32
}

// Classes implements BlackBox.
func (s Steady) Classes() int { return s.Of.Classes() }

// Pass implements BlackBox.
func (s Steady) Pass() Pass {
	p := &steadyPass{Steady: s, of: s.Of.Pass()}
	for _, b := range s.With {
		p.with = append(p.with, b.Pass())
	}
	return p
}

type steadyPass struct {
	Steady
	of     Pass
	with   []Pass
	all    []float32 // black boxes×classes×n, with the black box itself first
	sum    []float32
	shares []float32
	logs   []float32 // for one example, one per black box
}

// Shares implements Pass.
func (p *steadyPass) Shares(x []float32, n int) []float32 {
	p.all = append(p.all[:0], p.of.Shares(x, n)...)
	sum := append(p.sum[:0], p.all...)
	for _, with := range p.with {
		own := with.Shares(x, n)
		p.all = append(p.all, own...)
		for i, v := range own {
			sum[i] += v
		}
	}
	for i := range sum {
		sum[i] /= float32(len(p.with) + 1)
	}
	own := append(p.shares[:0], p.all[:len(sum)]...)
	p.shares, p.sum = own, sum
	for e := range n {
		mean, to := lead(sum[e:], p.Target, n)
		asked := min(mean, p.Lead+p.sure(e, n))
		if alone, _ := lead(own[e:], p.Target, n); alone <= asked {
			continue
		}
		off := (mean - asked) / 2
		for i := e; i < len(own); i += n {
			own[i] = sum[i]
		}
		own[p.Target*n+e] -= off
		own[to*n+e] += off
	}
	return own
}

// sure returns how far the black boxes exceed the requirement for example e: their mean logarithm
// minus Doubt standard deviations, converted to the lead of two shares with this logarithm.
func (p *steadyPass) sure(e, n int) float32 {
	count, step := len(p.with)+1, len(p.sum)
	p.logs = p.logs[:0]
	mean, square := float32(0), float32(0)
	for at := 0; at < len(p.all); at += step {
		shares := p.all[at+e : at+step]
		_, next := lead(shares, p.Target, n)
		l := kernel.Log1(kernel.AtLeast(shares[p.Target*n], tiny)) - kernel.Log1(kernel.AtLeast(shares[next*n], tiny))
		p.logs, mean = append(p.logs, l), mean+l
	}
	mean /= float32(count)
	for _, l := range p.logs {
		square += float32((l - mean) * (l - mean))
	}
	deviation := float32(math.Sqrt(float64(square / float32(max(count-1, 1)))))
	return 1 - 2/(1+kernel.Exp1(mean-float32(p.Doubt*deviation)))
}

// tiny is the smallest share whose logarithm is taken; it replaces smaller ones.
const tiny = 1e-12

// lead returns the lead of a class over the largest of the others, and that class.
//
//	shares  every n-th belongs to the same example
func lead(shares []float32, class, n int) (by float32, other int) {
	other = -1
	for c, i := 0, 0; i < len(shares); c, i = c+1, i+n {
		if c != class && (other < 0 || shares[i] > shares[other*n]) {
			other = c
		}
	}
	return shares[class*n] - shares[other*n], other
}
