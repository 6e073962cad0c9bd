package cf

import (
	"causeway/core/kernel"
	"causeway/core/nn"
)

// These constants say how a change is described to a judge.
const (
	halfStep  = 0.1 // change, in units of the score, that counts half as much as a large one
	farChange = 3   // larger changes count the same as this one
)

// inputs returns the length of the description of a change.
func (j *judge) inputs() int {
	n := 0
	for _, s := range j.scores {
		n += describes(s)
	}
	return n
}

// describes returns the number of inputs that describe the change of one feature: four for a
// scored feature, and one for any other.
func describes(s *score) int {
	if s == nil {
		return 1
	}
	return 4
}

// changes returns the descriptions of the labels' changes.
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

// describe writes how each feature changes from x to c. Let a be the change of a score in its
// unit, r = max(a, 0) and f = max(-a, 0). The inputs are
//
//	min(r, farChange)  min(f, farChange)  r/(r+halfStep)  f/(f+halfStep)
//
// and, for a category, the share that has left the factual's level.
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
		rise, fall := phi[at*n:(at+1)*n], phi[(at+1)*n:(at+2)*n]
		risen, fallen := phi[(at+2)*n:(at+3)*n], phi[(at+3)*n:(at+4)*n]
		for e, a := range s.changes(x, c, rows, n, &j.moved) {
			r, f := positive(a), positive(-a)
			risen[e], fallen[e] = r/(r+halfStep), f/(f+halfStep)
			rise[e], fall[e] = kernel.AtMost(r, farChange), kernel.AtMost(f, farChange)
		}
		at += describes(s)
	}
}

// leaves writes for each example how much of the share has left the factual's level.
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

// changes returns the difference between the score of each example and that of its row, in the
// score's unit. It reuses the given buffer.
func (s *score) changes(x, c []float32, rows, n int, buf *[]float32) []float32 {
	moved := nn.Grow(buf, n)
	for e := range moved {
		moved[e] = float32((s.at(c, e, n) - s.at(x, e%rows, rows)) / s.unit)
	}
	return moved
}

// positive returns max(v, 0), and +0 for -0.
func positive(v float32) float32 {
	if v <= 0 {
		return 0
	}
	return v
}

// pass adds the gradient with respect to c to d, given the gradient with respect to the
// description.
func (j *judge) pass(x, c, dphi, d []float32, rows, n int) {
	at := 0
	for k, s := range j.scores {
		if s == nil {
			j.leavesGrad(k, x, dphi[at*n:(at+1)*n], d, rows, n)
			at++
			continue
		}
		for e, a := range s.changes(x, c, rows, n, &j.moved) {
			s.push(d, e, n, float64(s.slope(a, dphi[at*n:], e, n))/s.unit)
		}
		at += describes(s)
	}
}

// leavesGrad adds the gradient of leaves with respect to c, given the gradient with respect to
// left, which it overwrites.
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

// slope returns the gradient with respect to the change a, given the gradients with respect to
// its four descriptions.
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
