package nn

import (
	"math"

	"causeway/core/kernel"
)

// tiny is the smallest share whose logarithm is taken; it replaces smaller ones.
const tiny = 1e-37

// CrossEntropy returns the mean of -log(share of the true class) and writes its gradient with
// respect to the scores, (share - [class = y]) / n. The shares are the softmax of the scores. The
// result is NaN if any share is NaN.
//
//	shares, d  classes×n    y  n
func CrossEntropy(shares []float32, y []int, d []float32) float64 {
	n := len(y)
	inv, loss := 1/float32(n), 0.0
	for c := range len(shares) / n {
		for e := range n {
			s := shares[c*n+e]
			if s != s {
				return math.NaN()
			}
			if y[e] == c {
				loss -= float64(kernel.Log1(max(s, tiny)))
				s--
			}
			d[c*n+e] = s * inv
		}
	}
	return loss / float64(n)
}

// Hinge returns the paper's validity loss (section 3.1), the mean over examples
// of
//
//	max(max_{y != t} s_y - s_t, -margin)
//
// over the softmax shares s with target t. It adds weight times its gradient with respect to the
// shares to d. If several other classes are equally good, the first one gets the gradient.
//
//	shares, d  classes×n    target  n
func Hinge(shares []float32, target []int, margin, weight float32, d []float32) float64 {
	return CappedHinge(shares, target, margin, []float32{1}, weight, d)
}

// CappedHinge is Hinge with an upper limit for each example. Example e uses most[e mod len(most)]:
//
//	min(max(max_{y != t} s_y - s_t, -margin), most)
//
// An example beyond its limit has no gradient. No example's loss exceeds 1.
func CappedHinge(shares []float32, target []int, margin float32, most []float32, weight float32, d []float32) float64 {
	n := len(target)
	classes := len(shares) / max(n, 1)
	k, loss, at := weight/float32(n), 0.0, 0
	for e, t := range target {
		best := -1
		if classes == 2 {
			best = 1 - t
		}
		for c := 0; classes > 2 && c < classes; c++ {
			if c != t && (best < 0 || shares[c*n+e] > shares[best*n+e]) {
				best = c
			}
		}
		gap, limit := shares[best*n+e]-shares[t*n+e], most[at]
		if gap > -margin && gap <= limit {
			d[best*n+e] += k
			d[t*n+e] -= k
		}
		loss += float64(kernel.AtMost(kernel.AtLeast(gap, -margin), limit))
		if at++; at == len(most) {
			at = 0
		}
	}
	return loss / float64(n)
}
