package kernel

// SumRuns sums runs of examples, in their order: with n = len(sum),
//
//	sum[e] = sum_s x[s*n+e]    dot[e] = sum_s x[s*n+e] * y[s*n+e]
//
//	x, y  a number of runs×n    sum, dot  n
func SumRuns(x, y, sum, dot []float32) {
	y, dot = y[:len(x)], dot[:len(sum)]
	if len(sum) > 0 {
		sumRunsRef(x, y, sum, dot, sumRuns(x, y, sum, dot))
	}
}

func sumRunsRef(x, y, sum, dot []float32, from int) {
	for e := from; e < len(sum); e++ {
		var s, t float32
		for i := e; i < len(x); i += len(sum) {
			s += x[i]
			t += float32(x[i] * y[i])
		}
		sum[e], dot[e] = s, t
	}
}

// Hardest writes 1 for the largest of the rows' numbers of each example, the first of
// equals, and 0 for the others.
//
//	x, y  rows×n, not the same
func Hardest(x, y []float32, rows, n int) {
	x, y = x[:rows*n], y[:rows*n]
	hardestRef(x, y, rows, n, hardest(x, y, rows, n))
}

func hardestRef(x, y []float32, rows, n, from int) {
	for e := from; e < n; e++ {
		best := e
		for i := e; i < rows*n; i += n {
			if y[i] = 0; x[i] > x[best] {
				best = i
			}
		}
		y[best] = 1
	}
}
