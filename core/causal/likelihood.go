package causal

import (
	"math"
	"slices"

	"causeway/core/data"
)

// LogLikelihood returns the log density of a row's endogenous values given their parents, with
// Gaussian residuals:
//
//	sum over v of  -1/2 ( (x_v - f(parents))² / variance + log(2 pi variance) )
//
// The sum covers the endogenous features in effects, or all of them if effects is nil. It is the
// numerator of the paper's causal-edge score (appendix C.1). The authors' program omits log 2 pi
// and uses twice the variance for Simple-BN (reference, point 37).
func (m *SCM) LogLikelihood(row []float64, effects []int) float64 {
	sum := 0.0
	for _, n := range m.nodes {
		if effects != nil && !slices.Contains(effects, n.Feature) {
			continue
		}
		r := m.Residual(n, row)
		sum -= float64((float64(r*r)/n.Variance + Log(2*math.Pi*n.Variance)) / 2)
	}
	return sum
}

// Degrees converts likelihoods to degrees of feasibility (paper, section 2.1): the share of the
// table's rows that are at most as likely.
type Degrees struct {
	m       *SCM
	effects []int
	sorted  []float64
}

// NewDegrees uses rows of a table as the reference. effects works as in LogLikelihood.
func NewDegrees(m *SCM, t *data.Table, rows []int, effects []int) *Degrees {
	d := &Degrees{m: m, effects: slices.Clone(effects)}
	var row []float64
	for _, i := range rows {
		row = t.Row(i, row)
		d.sorted = append(d.sorted, m.LogLikelihood(row, effects))
	}
	slices.Sort(d.sorted)
	return d
}

// Of returns the degree of feasibility of a row, from 0 to 1: the share of reference rows that are
// at most as likely. Without reference rows, it is 1.
func (d *Degrees) Of(row []float64) float64 {
	n := len(d.sorted)
	if n == 0 {
		return 1
	}
	ll := d.m.LogLikelihood(row, d.effects)
	at, _ := slices.BinarySearchFunc(d.sorted, ll, func(a, b float64) int {
		if a <= b {
			return -1
		}
		return 1
	})
	return float64(at) / float64(n)
}

// Log returns the natural logarithm of a positive, normal x. Package math uses assembly on some
// targets, whose result may differ in the last bit. With x = 2^k (1+f) and 1+f in [sqrt(1/2),
// sqrt(2)),
//
//	log(x) = k log(2) + 2 (s + s³/3 + s⁵/5 + ...),  s = f/(2+f)
func Log(x float64) float64 {
	frac, k := math.Frexp(x)
	if frac < math.Sqrt2/2 {
		frac, k = 2*frac, k-1
	}
	s := (frac - 1) / (frac + 1)
	z, sum := float64(s*s), 0.0
	for n := 23; n >= 1; n -= 2 {
		sum = float64(sum*z) + 1/float64(n)
	}
	return float64(float64(k)*math.Ln2) + float64(2*float64(s*sum))
}
