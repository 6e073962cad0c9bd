package blackbox

import (
	"math"

	"causeway/core/kernel"
)

// Steady is a black box seen together with others that might have been trained instead, for rows that must
// stay of a class when it is trained again. A row must lead by Lead under the black box itself and in the
// mean of all shares. It must also be of the class under one more black box like these as surely as Doubt
// says. Over all of them, the logarithm of the target's share by the largest other one has a mean of at least
// Doubt deviations,
//
//	l_b = log(p_b(target) / max_c p_b(c)) mean_b l_b >= Doubt * sd_b l_b
//
// which for logarithms drawn from a normal distribution bounds the next one by Student's t. With Doubt = t
// sqrt(1 + 1/n) it is above 0, and so of the class, with the probability of t at n-1 degrees of freedom. A
// search that looks for rows at the bound finds those of which the black boxes at hand say too much, so that
// somewhat fewer hold.
//
// The reported lead is the least of these, each by its distance from what is asked for, so that asking for
// Lead asks for all.
//
// Networks trained on bootstrap samples of the rows say how a black box trained anew would answer (bagging;
// Breiman 1996), where a single one that is sure may be sure by chance.
// docs/decisions/17-answers-that-last.md has the figures of this, of a lead in the mean alone, and of asking
// all of them to agree, as worst cases of models do (ROAR; Upadhyay, Joshi and Lakkaraju 2021).
type Steady struct {
	Of     BlackBox
	With   []BlackBox // of the same classes
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
	all    []float32 // black boxes×classes×n, that of the black box itself first
	sum    []float32
	shares []float32
	logs   []float32 // of one example, of every black box
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

// sure is how far what the black boxes say of example e is above what is asked for: their
// mean logarithm less Doubt deviations, as the lead of two shares with that logarithm.
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

// tiny is the least share that a logarithm is taken of.
const tiny = 1e-12

// lead is by how much a class leads the largest of the others, which it names.
//
//	shares  those of one example, every n-th
func lead(shares []float32, class, n int) (by float32, other int) {
	other = -1
	for c, i := 0, 0; i < len(shares); c, i = c+1, i+n {
		if c != class && (other < 0 || shares[i] > shares[other*n]) {
			other = c
		}
	}
	return shares[class*n] - shares[other*n], other
}
