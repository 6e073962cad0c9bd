package metric

import (
	"math"

	"causeway/core/causal"
)

// EdgeScores measure how well counterfactuals agree with the known mechanisms of some effects v,
// x_v = f(parents) + noise.
type EdgeScores struct {
	// Ratio is the causal-edge score as the paper's text defines it (appendix
	// C.1), the mean over the pairs of
	//
	//	sum over v of  log p(x'_v given x'_parents) / log p(x_v given x_parents)
	//
	// where log p is the full Gaussian log-density. If the noise is small, a log-density can be
	// near 0 and have either sign. A few pairs then dominate this mean, and RatioMedian, the
	// median, says more. The authors' program computes the ratio of two means, without log 2 pi and
	// with twice the variance (reference, point 37). Ratio cannot be compared between samples, but
	// the scores below can.
	Ratio, RatioMedian float64

	// LogLikelihood is the mean over the pairs of the sum over v of log p(x'_v given x'_parents),
	// and Factual is the same mean for the factuals.
	LogLikelihood, Factual float64

	// Residual is the mean over pairs and effects of |x'_v - f(x'_parents)|, and FactualResidual
	// is the same mean for the factuals.
	Residual, FactualResidual float64
}

// ScoreEdges scores the given effects over the pairs with a counterfactual. If effects is nil, it
// scores all endogenous features.
func ScoreEdges(p Pairs, scm *causal.SCM, effects []int) EdgeScores {
	if effects == nil {
		effects = scm.Endogenous()
	}
	var s EdgeScores
	var ratios []float64
	for i := range p.check("ScoreEdges") {
		if !p.found(i) {
			continue
		}
		ratio := 0.0
		for _, v := range effects {
			own, ownResidual := edge(scm, v, p.Factual[i])
			other, residual := edge(scm, v, p.Counterfactual[i])
			ratio += other / own
			s.LogLikelihood += other
			s.Factual += own
			s.Residual += residual / float64(len(effects))
			s.FactualResidual += ownResidual / float64(len(effects))
		}
		s.Ratio += ratio
		ratios = append(ratios, ratio)
	}
	for _, v := range []*float64{&s.Ratio, &s.LogLikelihood, &s.Factual, &s.Residual, &s.FactualResidual} {
		*v /= float64(max(len(ratios), 1))
	}
	s.RatioMedian = median(ratios)
	return s
}

// edge returns the log-density of effect v in a row and the size of its residual.
func edge(scm *causal.SCM, v int, row []float64) (logp, residual float64) {
	n, ok := scm.Node(v)
	if !ok {
		panic("metric: ScoreEdges: an effect has no mechanism")
	}
	return scm.LogLikelihood(row, []int{v}), math.Abs(scm.Residual(n, row))
}
