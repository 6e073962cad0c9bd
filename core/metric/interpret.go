package metric

import "math"

// Reconstructions are encoded counterfactuals and their reconstructions by auto-encoders, row by
// row.
//
//	X, All     rows×Width: counterfactuals, by the auto-encoder of all rows
//	OfClass     classes × rows×Width: by the auto-encoder of every class
//	Origin, Target rows: class of the factual, class to reach
//
// IM2 needs All.
type Reconstructions struct {
	Width          int
	X, All         []float32
	OfClass        [][]float32
	Origin, Target []int
}

// Interpretability holds the scores of van Looveren and Klaise (2019). Lower is better. Let t be
// the target, o the class of the factual and AE_k the auto-encoder of class k. The paper
// (appendices C.1 and E) uses the means over the counterfactuals x of
//
//	IM1 = |x - AE_t(x)| / |x - AE_o(x)|  IM2 = |AE(x) - AE_t(x)| / |x|
//
// with Euclidean norms. Van Looveren and Klaise use
//
//	IM1 = |x - AE_t(x)|^2 / |x - AE_o(x)|^2  IM2 = |AE(x) - AE_t(x)|^2 / |x|_1
//
// which are the Squared fields here. The authors' program squares too (reference, point 38).
type Interpretability struct {
	IM1, IM2               float64
	IM1Squared, IM2Squared float64

	// ToTarget, ToOrigin, Apart and Norm are the means of the parts of IM1 and IM2: |x -
	// AE_t(x)|, |x - AE_o(x)|, |AE(x) - AE_t(x)| and |x|. IM2 falls as the norm of the
	// counterfactual grows, even if nothing else changes.
	ToTarget, ToOrigin, Apart, Norm float64
}

// leastNorm keeps quotients finite, as in the program of van Looveren and Klaise.
const leastNorm = 1e-12

// ScoreInterpretability computes IM1 and IM2.
func ScoreInterpretability(r Reconstructions) Interpretability {
	n := len(r.Origin)
	if len(r.X) != n*r.Width || len(r.Target) != n || r.All != nil && len(r.All) != len(r.X) {
		panic("metric: ScoreInterpretability: the parts of Reconstructions differ in length")
	}
	var s Interpretability
	for i := range n {
		at := func(x []float32) []float32 { return x[i*r.Width : (i+1)*r.Width] }
		x, toTarget := at(r.X), at(r.OfClass[r.Target[i]])
		t2, o2 := squared(x, toTarget), squared(x, at(r.OfClass[r.Origin[i]]))
		s.IM1 += math.Sqrt(t2) / (math.Sqrt(o2) + leastNorm)
		s.IM1Squared += t2 / (o2 + leastNorm)
		s.ToTarget += math.Sqrt(t2)
		s.ToOrigin += math.Sqrt(o2)
		if r.All == nil {
			continue
		}
		a2 := squared(at(r.All), toTarget)
		l1, l2 := norms(x)
		s.IM2 += math.Sqrt(a2) / (l2 + leastNorm)
		s.IM2Squared += a2 / (l1 + leastNorm)
		s.Apart += math.Sqrt(a2)
		s.Norm += l2
	}
	for _, v := range []*float64{&s.IM1, &s.IM2, &s.IM1Squared, &s.IM2Squared, &s.ToTarget, &s.ToOrigin, &s.Apart,
		&s.Norm} {
		*v /= float64(max(n, 1))
	}
	return s
}

// squared returns the squared Euclidean distance.
func squared(a, b []float32) (s float64) {
	for i, v := range a {
		d := float64(v) - float64(b[i])
		s += d * d
	}
	return s
}

// norms returns the L1 norm and the Euclidean norm.
func norms(x []float32) (l1, l2 float64) {
	for _, v := range x {
		l1 += math.Abs(float64(v))
		l2 += float64(v) * float64(v)
	}
	return l1, math.Sqrt(l2)
}
