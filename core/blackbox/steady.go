package blackbox

// Steady is a black box seen together with others that might have been trained in its
// place, for rows that are to stay of a class when it is trained again. Of every row it
// gives the shares of the black box itself, or the mean of all shares, whichever is
// further from leading as it must: the former by Lead, the latter by Mean. The mean is
// told with less of the target, so that whoever asks for Lead asks for both.
//
// The mean over networks trained on bootstrap samples of the rows estimates how a black
// box trained anew would answer (bagging; Breiman 1996), where a single one that is sure
// may be sure by chance. Asking all of them to agree instead, as worst cases of models
// do (ROAR; Upadhyay, Joshi and Lakkaraju 2021), goes further for as much; RATIONALE.md
// has the figures.
type Steady struct {
	Of         BlackBox
	With       []BlackBox // of the same classes
	Target     int
	Lead, Mean float32
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
	shares []float32
	sum    []float32
}

// Shares implements Pass.
func (p *steadyPass) Shares(x []float32, n int) []float32 {
	own := append(p.shares[:0], p.of.Shares(x, n)...)
	sum := append(p.sum[:0], own...)
	p.shares, p.sum = own, sum
	for _, with := range p.with {
		for i, v := range with.Shares(x, n) {
			sum[i] += v
		}
	}
	for i := range sum {
		sum[i] /= float32(len(p.with) + 1)
	}
	off := (p.Mean - p.Lead) / 2
	for e := range n {
		mean, to := lead(sum[e:], p.Target, n)
		if alone, _ := lead(own[e:], p.Target, n); alone-p.Lead <= mean-p.Mean {
			continue
		}
		for i := e; i < len(own); i += n {
			own[i] = sum[i]
		}
		own[p.Target*n+e] -= off
		own[to*n+e] += off
	}
	return own
}

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
