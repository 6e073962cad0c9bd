package cf

import "causeway/core/kernel"

// The description of a change that a judge sees.
const (
	halfStep  = 0.1 // change, in units of the score, that counts half as one
	farChange = 3   // change beyond which more counts no more
)

// inputs is the length of the description of a change.
func (j *judge) inputs() int {
	n := 0
	for _, s := range j.scores {
		n += describes(s)
	}
	return n
}

// describes is the number of inputs that tell the change of one feature: four
// of a scored one, else one.
func describes(s *score) int {
	if s == nil {
		return 1
	}
	return 4
}

// changes describes those of labels.
func (j *judge) changes(labels []Label) []float32 {
	n := len(labels)
	factuals, counterfactuals := make([][]float64, n), make([][]float64, n)
	for e, q := range labels {
		factuals[e], counterfactuals[e] = q.Factual, q.Counterfactual
	}
	phi := make([]float32, j.inputs()*n)
	j.describe(j.encode(factuals), j.encode(counterfactuals), phi, n, n)
	return phi
}

// describe writes how each feature changes from x to c. With a the change of a
// score in its unit, r = max(a, 0) and f = max(-a, 0) these are
//
//	min(r, farChange)  min(f, farChange)  r/(r+halfStep)  f/(f+halfStep)
//
// and of a category the share that has left the factual's level.
//
//	x  width×rows    c  width×n    phi  inputs×n
func (j *judge) describe(x, c, phi []float32, rows, n int) {
	at := 0
	for k, s := range j.scores {
		if s == nil {
			j.leaves(k, x, c, phi[at*n:(at+1)*n], rows, n)
			at++
			continue
		}
		for e := range n {
			a := s.change(x, c, e%rows, rows, e, n)
			r, f := max(a, 0), max(-a, 0)
			phi[at*n+e], phi[(at+1)*n+e] = min(r, farChange), min(f, farChange)
			phi[(at+2)*n+e], phi[(at+3)*n+e] = r/(r+halfStep), f/(f+halfStep)
		}
		at += describes(s)
	}
}

// leaves writes the shares of the examples that have left their factual's level.
func (j *judge) leaves(k int, x, c, left []float32, rows, n int) {
	clear(left)
	o := j.schema.Offset(k)
	for l := range j.groups[k] {
		for at := 0; at < n; at += rows {
			from := (o+l)*n + at
			kernel.MulAdd(x[(o+l)*rows:(o+l+1)*rows], c[from:from+rows], left[at:at+rows])
		}
	}
	for e, stay := range left {
		left[e] = 1 - stay
	}
}

// change is how far the score of example e is from that of row r, in its unit.
func (s *score) change(x, c []float32, r, rows, e, n int) float32 {
	return float32((s.at(c, e, n) - s.at(x, r, rows)) / s.unit)
}

// pass adds the gradient by c to d, given the one by the description.
func (j *judge) pass(x, c, dphi, d []float32, rows, n int) {
	at := 0
	for k, s := range j.scores {
		if s == nil {
			j.leavesGrad(k, x, dphi[at*n:(at+1)*n], d, rows, n)
			at++
			continue
		}
		for e := range n {
			g := s.slope(s.change(x, c, e%rows, rows, e, n), dphi[at*n:], e, n)
			s.push(d, e, n, float64(g)/s.unit)
		}
		at += describes(s)
	}
}

// leavesGrad adds the gradient of leaves by c, given the one by left, which it
// overwrites.
func (j *judge) leavesGrad(k int, x, dleft, d []float32, rows, n int) {
	for e := range dleft {
		dleft[e] = -dleft[e]
	}
	o := j.schema.Offset(k)
	for l := range j.groups[k] {
		for at := 0; at < n; at += rows {
			from := (o+l)*n + at
			kernel.MulAdd(x[(o+l)*rows:(o+l+1)*rows], dleft[at:at+rows], d[from:from+rows])
		}
	}
}

// slope is the gradient by the change a, given those by its four descriptions.
func (s *score) slope(a float32, dphi []float32, e, n int) float32 {
	line, step, sign := dphi[e], dphi[2*n+e], float32(1)
	if a < 0 {
		a, line, step, sign = -a, dphi[n+e], dphi[3*n+e], -1
	}
	g := float32(step * halfStep / float32((a+halfStep)*(a+halfStep)))
	if a < farChange {
		g += line
	}
	return sign * g
}
