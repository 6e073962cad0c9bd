package discover

import (
	"math"

	"causeway/core/causal"
)

// Significance levels of the package: None for a claim that two features are independent, There
// for a claim that they are dependent.
const (
	None  = 0.05
	There = 0.01
)

// ampleRows is the number of rows with which a two-sided test at 0.05 detects a correlation of
// 0.1 in 90 % of the cases: ((1.96 + 1.28) / 0.1)².
const ampleRows = 1050

const vanished = 1e-9 // a share of variance that is due to rounding

// Test tests whether x and y are dependent given others, using Wilks' lambda of their inputs,
//
//	Λ = det(Σ of x and y) / (det(Σ of x) det(Σ of y)),   Σ given the others
//
// which is 1 - r² for two scores and 1 - R² for a score and a category, and Rao's F (C. R. Rao,
// Linear Statistical Inference, 8c.5), which is exact if x or y has at most two inputs.
func (s *Sample) Test(x, y int, given []int) causal.Dependence {
	d, f := s.measure(x, y, given)
	if d.Tested {
		d.P = f.tail()
	}
	return d
}

// measure is Test without P, whose computation takes as long as everything else.
func (s *Sample) measure(x, y int, given []int) (causal.Dependence, ratio) {
	m, k, p := s.gather(x, y, given)
	size := len(m)
	s.effort += testEffort + size*size*size/3
	lost := eliminate(m, 0, k)
	rest := float64(len(s.rows) - 1 - (k - lost)) // degrees of freedom besides the others

	own := square(size-k-p, nil) // the part of the matrix that belongs to y
	for i := range own {
		copy(own[i], m[k+p+i][k+p:k+p+i+1])
	}
	r, signed := 0.0, causal.Scored(s.Schema.Features[x]) && causal.Scored(s.Schema.Features[y])
	if signed && p == 1 && len(own) == 1 && m[k][k] > vanished && own[0][0] > vanished {
		r = m[k+1][k] / math.Sqrt(float64(m[k][k]*own[0][0]))
	}
	px := p - eliminate(m, k, k+p)
	lambda, py := 1.0, 0
	for i := range own {
		before := own[i][i]
		eliminate(own, i, i+1)
		after := max(m[k+p+i][k+p+i], vanished/10)
		eliminate(m, k+p+i, k+p+i+1)
		if before > vanished {
			lambda *= min(after/before, 1)
			py++
		}
	}
	d := causal.Dependence{P: 1, Signed: signed}
	if px == 0 || py == 0 {
		return d, ratio{}
	}
	return judge(d, lambda, r, float64(px), float64(py), rest)
}

// testEffort is the effort of a test in addition to its elimination.
const testEffort = 300

// ratio is a value of F with its degrees of freedom.
type ratio struct{ f, above, below float64 }

func (r ratio) tail() float64 { return beyond(r.f, r.above, r.below) }

// judge computes the results that Λ implies for p and q inputs, given the degrees of freedom.
func judge(d causal.Dependence, lambda, r, p, q, rest float64) (causal.Dependence, ratio) {
	root := 1.0
	if t := float64(p*p) + float64(q*q) - 5; t > 0 {
		root = math.Sqrt((float64(float64(p*p)*float64(q*q)) - 4) / t)
	}
	above := float64(p * q)
	below := float64((rest-float64((p+q+1)/2))*root) - float64(above/2) + 1
	if below < 1 {
		return d, ratio{}
	}
	d.Tested = true
	d.Ample = rest >= ampleRows*math.Sqrt(above)
	share := 1 - power(lambda, 1/min(p, q))
	d.Strength = math.Sqrt(max(share, 0))
	if d.Signed {
		d.Strength = max(-1, min(r, 1))
		d.Low, d.High = interval(d.Strength, rest-2)
	}
	w := power(lambda, 1/root)
	return d, ratio{(1 - w) / w * below / above, above, below}
}

// thereDeviations is the two-sided quantile of the normal distribution for There, in standard
// deviations.
const thereDeviations = 2.5758293035489004

// interval returns the confidence interval of a correlation, see Dependence. Without degrees of
// freedom the interval covers everything.
func interval(r, freedom float64) (low, high float64) {
	if freedom < 1 {
		return -1, 1
	}
	wide := exponential(2 * thereDeviations / math.Sqrt(freedom))
	back := func(odds float64) float64 { return (odds - 1) / (odds + 1) } // tanh of half its logarithm
	return back((1 + r) / max((1-r)*wide, vanished)), back((1 + r) * wide / max(1-r, vanished))
}

// gather writes the correlations of all inputs into the lower triangle of a matrix: first the k
// inputs of the given features, then the p inputs of x, then those of y.
func (s *Sample) gather(x, y int, given []int) (m [][]float64, k, p int) {
	list := append(append(make([]int, 0, len(given)+2), given...), x, y)
	size := 0
	for n, j := range list {
		size += s.cols[j].inputs
		switch n {
		case len(list) - 3:
			k = size
		case len(list) - 2:
			p = size - k
		}
	}
	s.matrix = square(size, s.matrix)
	row := 0
	for a, i := range list {
		col := 0
		for _, j := range list[:a+1] {
			s.place(s.matrix, row, col, i, j)
			col += s.cols[j].inputs
		}
		row += s.cols[i].inputs
	}
	return s.matrix, k, p
}

// place writes the correlations of two features at a position of the lower triangle.
func (s *Sample) place(m [][]float64, row, col, i, j int) {
	b, flip := s.block(min(i, j), max(i, j)), i > j
	wide := s.cols[j].inputs
	for u := range s.cols[i].inputs {
		for v := range wide {
			if col+v > row+u {
				break
			}
			at := u*wide + v
			if flip {
				at = v*s.cols[i].inputs + u
			}
			m[row+u][col+v] = b[at]
		}
	}
}

// square returns a lower triangle of the given size and reuses old's memory if possible.
func square(n int, old [][]float64) [][]float64 {
	for i := len(old); i < n; i++ {
		old = append(old, make([]float64, i+1))
	}
	return old[:n:max(n, len(old))]
}

// eliminate removes the part that the inputs from a to b explain from all later inputs, in the
// lower triangle of their covariances. It returns the number of inputs that had no variance left.
func eliminate(m [][]float64, a, b int) (lost int) {
	for c := a; c < b; c++ {
		if m[c][c] <= vanished {
			lost++
			continue
		}
		for i := c + 1; i < len(m); i++ {
			f := m[i][c] / m[c][c]
			if f == 0 {
				continue
			}
			for j := c + 1; j <= i; j++ {
				m[i][j] -= float64(f * m[j][c])
			}
		}
	}
	return lost
}
