package cf

import (
	"causeway/core/kernel"
	"causeway/core/nn"
)

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

// describes is the number of inputs that describe the change of one feature:
// four for a scored one, one for another.
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

// changes are how far the score of each example is from that of its row, in its
// unit, in a buffer that is used again.
func (s *score) changes(x, c []float32, rows, n int, buf *[]float32) []float32 {
	moved := nn.Grow(buf, n)
	for e := range moved {
		moved[e] = float32((s.at(c, e, n) - s.at(x, e%rows, rows)) / s.unit)
	}
	return moved
}

// positive is max(v, 0); of both zeros it gives the one without a sign.
func positive(v float32) float32 {
	if v <= 0 {
		return 0
	}
	return v
}

// pass adds the gradient by c to d, given the gradient by the description.
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

// leavesGrad adds the gradient of leaves by c, given the gradient by left, which it overwrites.
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
