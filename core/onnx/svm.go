package onnx

import (
	"math"
	"slices"
)

// machineOfVectors is a support vector machine for several classes, with one decision for each
// pair of classes.
//
//	vectors  n×inputs    coef  (classes-1)×n    rho, a, b  pairs
type machineOfVectors struct {
	kernel  string
	k       [3]float64 // gamma, coef0, degree
	inputs  int
	per     []int // number of vectors of each class
	vectors []float64
	coef    []float64
	rho     []float64
	a, b    []float64 // parameters of the sigmoids that produce shares; empty without them
	raw     bool      // without them, it returns the decisions, as ONNX Runtime does, not votes
}

// svmClassifier returns a label, which is not needed here, and shares or, if the file has no
// sigmoids for them, decisions. If no node follows, the decisions are turned into votes.
func (c *call) svmClassifier() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if err := c.name("classlabels_strings", "classlabels_ints"); err != nil {
		return nil, err
	}
	classes := len(c.labels)
	m := &machineOfVectors{kernel: c.text("kernel_type", "LINEAR"), inputs: len(f.rows),
		vectors: c.floats("support_vectors"),
		coef:    c.floats("coefficients"), rho: c.floats("rho"), a: c.floats("prob_a"), b: c.floats("prob_b")}
	n := 0
	for _, v := range c.ints("vectors_per_class") {
		if v < 0 || v > maxColumns {
			return nil, c.refuse("has %d vectors for a class, which is not possible", v)
		}
		m.per, n = append(m.per, int(v)), n+int(v)
	}
	pairs := classes * (classes - 1) / 2
	switch {
	case classes < 2 || classes > 1<<10:
		return nil, c.refuse("has %d classes, which is not supported", classes)
	case len(m.per) != classes || n == 0:
		return nil, c.refuse("has vectors for %d classes instead of %d", len(m.per), classes)
	case len(f.dims) != 1 || len(m.vectors) != n*m.inputs || len(m.coef) != (classes-1)*n || len(m.rho) != pairs:
		return nil,
			c.refuse("has %d numbers and %d coefficients, which do not match %d vectors of %d values",
				len(m.vectors), len(m.coef), n, m.inputs)
	case len(m.a) != len(m.b) || len(m.a) != 0 && len(m.a) != pairs:
		return nil, c.refuse("has %d sigmoids for %d pairs of classes", len(m.a), pairs)
	case c.text("post_transform", "NONE") != "NONE":
		return nil, c.refuse("converts scores by %s; only NONE is supported", quote(c.text("post_transform", "NONE")))
	}
	numbers := classes
	if m.raw = len(m.a) == 0 && c.endOf(c.output) != c.node; m.raw {
		numbers = max(pairs, 2)
	} else if len(m.a) == 0 && !c.onlyLabels {
		c.remark("The vectors give no shares; the class is the one that ONNX Runtime names, whose scores for two " +
			"classes say the opposite.")
	}
	y, err := c.kernels(f, m, numbers)
	return []val{{}, {f: y}}, err
}

// svmRegressor returns one number computed from support vectors or, without any, from a weight
// for each value.
func (c *call) svmRegressor() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	m := &machineOfVectors{kernel: c.text("kernel_type", "LINEAR"), inputs: len(f.rows),
		vectors: c.floats("support_vectors"), coef: c.floats("coefficients"), rho: c.floats("rho")}
	n := clampInt(float64(c.integer("n_supports", 0)))
	switch {
	case c.integer("one_class", 0) != 0:
		return nil, c.refuse("detects outliers instead of classes")
	case len(f.dims) != 1 || len(m.rho) != 1:
		return nil, c.refuse("takes values of shape %v and adds %d numbers; it needs one list and one number", f.dims,
			len(m.rho))
	case n == 0 && len(m.coef) == m.inputs:
		m.kernel, m.vectors, m.coef, n = "LINEAR", m.coef, []float64{1}, 1 // a vector of weights
	case n < 1 || n > maxColumns || len(m.vectors) != n*m.inputs || len(m.coef) != n:
		return nil,
			c.refuse("has %d numbers and %d coefficients, which do not match %d vectors of %d values",
				len(m.vectors), len(m.coef), n, m.inputs)
	}
	m.per = []int{n, 0} // all vectors count as those of the first of two classes
	y, err := c.kernels(f, m, 2)
	if err == nil {
		y = &form{layer: y.layer, dims: []int{1}, rows: y.rows[:1]}
	}
	if err == nil {
		y, err = c.numbers(y, 1)
	}
	return forms(y, err)
}

// kernels returns a layer with the scores of a machine.
func (c *call) kernels(f *form, m *machineOfVectors, numbers int) (*form, error) {
	copy(m.k[:], c.floats("kernel_params"))
	switch {
	case !slices.Contains([]string{"LINEAR", "POLY", "RBF", "SIGMOID"}, m.kernel):
		return nil, c.refuse("has the kernel %s, which is not supported", quote(m.kernel))
	case m.kernel == "POLY" && (m.k[2] < 0 || m.k[2] > 16 || m.k[2] != math.Trunc(m.k[2])):
		return nil, c.refuse("raises to the power %v; whole numbers up to 16 are supported", m.k[2])
	}
	for _, v := range [][]float64{m.vectors, m.coef, m.rho, m.a, m.b, m.k[:]} {
		if !allFinite(v) {
			return nil, c.refuse("has a number that is not finite")
		}
	}
	if err := c.take(8 * (len(m.coef) + 4*len(m.per)*len(m.per))); err != nil {
		return nil, err
	}
	return c.made(f, vectors, group{svm: m}, []int{numbers})
}

// scores returns the shares of the classes, the decisions, or scores in the order of their votes.
func (m *machineOfVectors) scores(x []float64) []float64 {
	n, classes := len(m.vectors)/max(m.inputs, 1), len(m.per)
	k := make([]float64, n)
	for i := range k {
		k[i] = m.kernelOf(x, m.vectors[i*m.inputs:(i+1)*m.inputs])
	}
	sums := slices.Clone(m.rho)
	m.pairs(func(pair, row, v int) { sums[pair] += float64(m.coef[row*n+v] * k[v]) })
	switch {
	case m.raw && classes == 2:
		return []float64{-sums[0], sums[0]}
	case m.raw:
		return sums
	case len(m.a) == 0 && classes == 2:
		return []float64{sums[0], 0}
	}
	r := make([]float64, classes*classes) // probability that the first is more likely than the second
	votes, sure := make([]float64, classes), make([]float64, classes)
	pair := 0
	for i := range classes {
		for j := i + 1; j < classes; j++ {
			sum := sums[pair]
			if sure[i], sure[j] = sure[i]+sum, sure[j]-sum; sum > 0 {
				votes[i]++
			} else {
				votes[j]++
			}
			if len(m.a) > 0 {
				p := min(max(logistic(-(float64(m.a[pair]*sum)+m.b[pair])), 1e-7), 1-1e-7)
				r[i*classes+j], r[j*classes+i] = p, 1-p
			}
			pair++
		}
	}
	if len(m.a) > 0 {
		return coupled(r, classes)
	}
	for c, s := range sure { // votes first, then confidence
		votes[c] += s / (3 * (max(s, -s) + 1))
	}
	return votes
}

// named returns the class with the most votes, on a tie the first.
func (m *machineOfVectors) named(x []float64) (best int) {
	votes := m.scores(x)
	if len(votes) == 2 {
		return int(one(votes[0] <= 0))
	}
	for c, v := range votes { // rounding removes the confidence, which is below 0.5
		if math.Round(v) > math.Round(votes[best]) {
			best = c
		}
	}
	return best
}

// pairs calls each for every vector of the classes of every pair, with the row of its coefficient.
func (m *machineOfVectors) pairs(each func(pair, row, v int)) {
	from := make([]int, len(m.per)+1)
	for c, p := range m.per {
		from[c+1] = from[c] + p
	}
	pair := 0
	for i := range m.per {
		for j := i + 1; j < len(m.per); j++ {
			for v := from[i]; v < from[i+1]; v++ {
				each(pair, j-1, v)
			}
			for v := from[j]; v < from[j+1]; v++ {
				each(pair, i, v)
			}
			pair++
		}
	}
}

func (m *machineOfVectors) kernelOf(x, v []float64) float64 {
	sum := 0.0
	for i, a := range x {
		if d := a - v[i]; m.kernel == "RBF" {
			sum += float64(d * d)
		} else {
			sum += float64(a * v[i])
		}
	}
	switch m.kernel {
	case "RBF":
		return exp(-m.k[0] * sum)
	case "POLY":
		return raised(float64(m.k[0]*sum)+m.k[1], m.k[2])
	case "SIGMOID":
		return tanh(float64(m.k[0]*sum) + m.k[1])
	}
	return sum
}

// coupled returns the shares that agree best with those of all pairs (Wu, Lin and Weng 2004,
// second method). The limits are those of LIBSVM, also for two classes.
//
//	r  n×n, share of i against j
func coupled(r []float64, n int) []float64 {
	q, p, qp := make([]float64, n*n), make([]float64, n), make([]float64, n)
	for t := range n {
		p[t] = 1 / float64(n)
		for j := range n {
			if j != t {
				q[t*n+t] += float64(r[j*n+t] * r[j*n+t])
				q[t*n+j] = -float64(r[j*n+t] * r[t*n+j])
			}
		}
	}
	for range max(100, n) {
		pqp := 0.0
		for t := range n {
			qp[t] = 0
			for j := range n {
				qp[t] += float64(q[t*n+j] * p[j])
			}
			pqp += float64(p[t] * qp[t])
		}
		worst := 0.0
		for t := range n {
			worst = max(worst, max(qp[t]-pqp, pqp-qp[t]))
		}
		if worst < 0.005/float64(n) {
			break
		}
		for t := range n {
			d := (pqp - qp[t]) / q[t*n+t]
			p[t] += d
			pqp = (pqp + float64(d*(float64(d*q[t*n+t])+2*qp[t]))) / (1 + d) / (1 + d)
			for j := range n {
				qp[j] = (qp[j] + float64(d*q[t*n+j])) / (1 + d)
				p[j] /= 1 + d
			}
		}
	}
	return p
}

// bound bounds the scores, or the shares of two classes. Shares of more classes that come from
// sigmoids have no bounds.
func (m *machineOfVectors) bound(x span) (y span, ok bool) {
	if slices.Equal(x.low, x.high) {
		v := m.scores(x.low)
		return span{v, slices.Clone(v)}, true
	}
	classes, n := len(m.per), len(m.vectors)/max(m.inputs, 1)
	if len(m.a) > 0 && classes > 2 {
		return x, false
	}
	k := span{make([]float64, n), make([]float64, n)}
	for i := range n {
		if k.low[i], k.high[i], ok = m.boundKernel(x, m.vectors[i*m.inputs:(i+1)*m.inputs]); !ok {
			return x, false
		}
	}
	sums, size := span{slices.Clone(m.rho), slices.Clone(m.rho)}, make([]float64, len(m.rho))
	m.pairs(func(pair, row, v int) {
		a, b := float64(m.coef[row*n+v]*k.low[v]), float64(m.coef[row*n+v]*k.high[v])
		sums.low[pair] += min(a, b)
		sums.high[pair] += max(a, b)
		size[pair] += max(math.Abs(a), math.Abs(b))
	})
	for pair, r := range m.rho {
		by := float64(slack * (size[pair] + math.Abs(r)))
		sums.low[pair], sums.high[pair] = sums.low[pair]-by, sums.high[pair]+by
	}
	switch low, high := sums.low[0], sums.high[0]; {
	case len(m.a) > 0:
		return m.boundPair(low, high)
	case m.raw && classes == 2:
		return span{[]float64{-high, low}, []float64{-low, high}}, true
	case m.raw:
		return sums, true
	case classes == 2:
		return span{[]float64{low, 0}, []float64{high, 0}}, true
	}
	y = span{make([]float64, classes), make([]float64, classes)} // the votes first
	sure := span{make([]float64, classes), make([]float64, classes)}
	pair := 0
	for i := range classes {
		for j := i + 1; j < classes; j++ {
			low, high := sums.low[pair], sums.high[pair]
			sure.low[i], sure.high[i] = sure.low[i]+low, sure.high[i]+high
			sure.low[j], sure.high[j] = sure.low[j]-high, sure.high[j]-low
			y.low[i], y.high[i] = y.low[i]+one(low > 0), y.high[i]+one(high > 0)
			y.low[j], y.high[j] = y.low[j]+one(high <= 0), y.high[j]+one(low <= 0)
			pair++
		}
	}
	for c := range classes {
		l, h := sure.low[c], sure.high[c]
		y.low[c] += l/(3*(math.Abs(l)+1)) - slack
		y.high[c] += h/(3*(math.Abs(h)+1)) + slack
	}
	return y, true
}

// boundPair bounds the shares of two classes for a decision. coupled stops once it is within 0.005
// of the first share, and begins at a half.
func (m *machineOfVectors) boundPair(low, high float64) (span, bool) {
	const near = 0.005
	share := func(sum float64) float64 {
		return min(max(logistic(-(float64(m.a[0]*sum)+m.b[0])), 1e-7), 1-1e-7)
	}
	p, q := share(low), share(high)
	if p, q = min(p, q)-1e-9, max(p, q)+1e-9; p > 0.5-near {
		p = 0.5
	} else {
		p -= near
	}
	if q < 0.5+near {
		q = 0.5
	} else {
		q += near
	}
	return span{[]float64{p - slack, 1 - q - slack}, []float64{q + slack, 1 - p + slack}}, true
}

// boundKernel bounds the kernel of values and a vector.
func (m *machineOfVectors) boundKernel(x span, v []float64) (low, high float64, ok bool) {
	size := 0.0
	for i, a := range x.low {
		b := x.high[i]
		if !finite(a) || !finite(b) {
			return 0, 0, false
		}
		if m.kernel == "RBF" {
			a, b = magnitudes(a-v[i], b-v[i])
			a, b = float64(a*a), float64(b*b)
		} else if a, b = float64(a*v[i]), float64(b*v[i]); a > b {
			a, b = b, a
		}
		low, high, size = low+a, high+b, size+max(math.Abs(a), math.Abs(b))
	}
	low, high = low-float64(slack*size), high+float64(slack*size)
	k := m.k[0]
	if m.kernel == "RBF" {
		k = -k
	}
	if m.kernel != "LINEAR" {
		if low, high = float64(k*low), float64(k*high); k < 0 {
			low, high = high, low
		}
	}
	switch m.kernel {
	case "RBF":
		low, high = widened(exp(low), exp(high), true)
	case "POLY":
		if low, high = powers(low+m.k[1], high+m.k[1], m.k[2]); low > high {
			return 0, 0, false
		}
	case "SIGMOID":
		low, high = widened(tanh(low+m.k[1]), tanh(high+m.k[1]), true)
	}
	return low, high, true
}
