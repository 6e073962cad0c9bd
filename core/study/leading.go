package study

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// leading is a classifier that predicts the target only if the target's share exceeds the next
// share by more than the required lead. Let b be the best other class, and r = sum_o exp(z_o - z_b)
// over all others. The share of the target leads that of b by
//
//	(exp(z_t - z_b) - 1) / (exp(z_t - z_b) + r)
//
// so the target's logit is shifted by -log((1 + lead r) / (1 - lead)). For two classes r is 1,
// and this shifts the threshold in nn.Classifier.Decide.
type leading struct {
	of     *nn.Classifier
	target int
	lead   float64
}

// Classes implements blackbox.BlackBox.
func (l leading) Classes() int { return l.of.Classes() }

// Pass implements blackbox.BlackBox.
func (l leading) Pass() blackbox.Pass { return l.Trace() }

// Trace implements blackbox.Differentiable.
func (l leading) Trace() blackbox.Trace {
	return &leadingTrace{leading: l, trace: l.of.Trace().(blackbox.ScoredTrace)}
}

type leadingTrace struct {
	leading
	trace blackbox.ScoredTrace
	back  []float32 // classes×n: derivative of the shift with respect to each other logit
}

// Logits implements blackbox.Scorer.
func (p *leadingTrace) Logits(x []float32, n int) []float32 {
	z, classes := p.trace.Logits(x, n), p.Classes()
	if len(p.back) < classes*n {
		p.back = make([]float32, classes*n)
	}
	for e := range n {
		best := -1
		for k := range classes {
			if k != p.target && (best < 0 || z[k*n+e] > z[best*n+e]) {
				best = k
			}
		}
		r := 0.0
		for k := range classes {
			if k != p.target {
				r += math.Exp(float64(z[k*n+e]) - float64(z[best*n+e]))
			}
		}
		by := p.lead / (1 + float64(p.lead*r))
		for k := range classes {
			switch k {
			case p.target:
				p.back[k*n+e] = 0
			case best:
				p.back[k*n+e] = float32(by * (1 - r))
			default:
				p.back[k*n+e] = float32(by * math.Exp(float64(z[k*n+e])-float64(z[best*n+e])))
			}
		}
		z[p.target*n+e] = float32(float64(z[p.target*n+e]) - math.Log((1+float64(p.lead*r))/(1-p.lead)))
	}
	return z
}

// Shares implements blackbox.Pass.
func (p *leadingTrace) Shares(x []float32, n int) []float32 {
	y := p.Logits(x, n)
	kernel.Softmax(y, y, p.Classes(), n)
	return y
}

// LogitsGrad implements blackbox.ScoredTrace.
func (p *leadingTrace) LogitsGrad(d []float32, n int) []float32 {
	for k := range p.Classes() {
		for e := range n {
			d[k*n+e] -= float32(p.back[k*n+e] * d[p.target*n+e])
		}
	}
	return p.trace.LogitsGrad(d, n)
}

// SharesGrad implements blackbox.Trace.
func (p *leadingTrace) SharesGrad(shares, d []float32, n int) []float32 {
	kernel.SoftmaxGrad(shares, d, d, p.Classes(), n)
	return p.LogitsGrad(d, n)
}
