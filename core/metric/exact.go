package metric

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"causeway/core/sorting"
)

// Fisher returns the p-value of the two-sided exact test that compares the shares a of n and b of
// m (Fisher 1934). It is the total probability of all tables with the same margins that are at
// most as likely as the observed one.
func Fisher(a, n, b, m int) float64 {
	hits := a + b
	if n == 0 || m == 0 || hits == 0 || hits == n+m {
		return 1
	}
	weight := func(k int) float64 { return lnBinomial(n, k) + lnBinomial(m, hits-k) }
	own, all, most := 0.0, 0.0, weight(a)+1e-7
	for k := max(0, hits-m); k <= min(n, hits); k++ {
		w := weight(k)
		p := math.Exp(w - lnBinomial(n+m, hits))
		if all += p; w <= most {
			own += p
		}
	}
	return min(own/all, 1)
}

func lnBinomial(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }

// Wilson returns the 95 % confidence interval of the share k of n (Wilson 1927), or 0 to 1 if n
// is 0.
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	all, p := float64(n), float64(k)/float64(n)
	middle := (p + z*z/(2*all)) / (1 + z*z/all)
	half := z * math.Sqrt(p*(1-p)/all+z*z/(4*all*all)) / (1 + z*z/all)
	return max(middle-half, 0), min(middle+half, 1)
}

// Holm corrects the p-values of several tests in place (Holm 1979). If no true difference exists,
// the probability that any corrected value is below 5 % is at most 5 %. Tests that were not made
// count too, with a p-value of 1.
func Holm(p []*float64) {
	p = slices.Clone(p)
	sorting.Stable(p, func(a, b *float64) int {
		switch {
		case *a < *b:
			return -1
		case *a > *b:
			return 1
		}
		return 0
	})
	last := 0.0
	for i, q := range p {
		last = max(last, min(*q*float64(len(p)-i), 1))
		*q = last
	}
}
