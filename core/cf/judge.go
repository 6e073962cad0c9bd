package cf

import (
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// judge is a small network that learns from labels which changes are feasible.
// It sees how each feature changes, not its value, so that what a hundred labels
// say of a few rows holds for all. Where no labelled counterfactual is near, it
// stands in for the oracle of section 3.2, whose similarity says nothing there.
type judge struct {
	layout
	net        nn.MLP // description of a change -> scores of infeasible, feasible
	scores     []*score
	soft, hard *nn.Tape
	weight     float32
}

const (
	judgeHidden = 16
	judgeSteps  = 400
	judgeRate   = 0.01
	judgeDecay  = 0.003
	judgeMargin = 2   // log-odds of feasible that the generator is asked for
	halfStep    = 0.1 // change, in units of the score, that counts half as one
	farChange   = 3   // change beyond which more counts no more
)

// newJudge fits a judge to labels of both kinds.
func newJudge(l layout, labels []Label, weight float64, key kernel.Key) *judge {
	j := &judge{layout: l, soft: new(nn.Tape), hard: new(nn.Tape), weight: float32(weight)}
	for k, f := range l.schema.Features {
		var s *score
		if causal.Scored(f) {
			v := l.score(k)
			s = &v
		}
		j.scores = append(j.scores, s)
	}
	j.net = nn.MLP{nn.Dense(j.inputs(), judgeHidden, nn.ReLU, key.Sub(0)), nn.Dense(judgeHidden, 2, nn.Identity, key.Sub(1))}
	j.fit(labels)
	return j
}

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

// fit minimises the cross entropy of all labels by Adam.
func (j *judge) fit(labels []Label) {
	n := len(labels)
	factuals, counterfactuals, y := make([][]float64, n), make([][]float64, n), make([]int, n)
	for e, q := range labels {
		factuals[e], counterfactuals[e] = q.Factual, q.Counterfactual
		if q.Feasible {
			y[e] = 1
		}
	}
	phi, d := make([]float32, j.inputs()*n), make([]float32, 2*n)
	j.describe(j.encode(factuals), j.encode(counterfactuals), phi, n, n)
	opt := nn.NewAdam(j.net.Params(), judgeRate, judgeDecay)
	var tape nn.Tape
	for range judgeSteps {
		s := j.net.Forward(&tape, phi, n, nn.Train, kernel.Key{})
		kernel.Softmax(s, s, 2, n)
		nn.CrossEntropy(s, y, d)
		j.net.Backward(&tape, d)
		opt.Step()
	}
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
		for e := range n {
			if s == nil {
				phi[at*n+e] = 1 - j.stays(k, x, c, e%rows, rows, e, n)
				continue
			}
			a := s.change(x, c, e%rows, rows, e, n)
			r, f := max(a, 0), max(-a, 0)
			phi[at*n+e], phi[(at+1)*n+e] = min(r, farChange), min(f, farChange)
			phi[(at+2)*n+e], phi[(at+3)*n+e] = r/(r+halfStep), f/(f+halfStep)
		}
		at += describes(s)
	}
}

// stays is the share of example e that is still on the level of row r.
func (j *judge) stays(k int, x, c []float32, r, rows, e, n int) float32 {
	o, stay := j.schema.Offset(k), float32(0)
	for l := range j.groups[k] {
		stay += float32(x[(o+l)*rows+r] * c[(o+l)*n+e])
	}
	return stay
}

// change is how far the score of example e is from that of row r, in its unit.
func (s *score) change(x, c []float32, r, rows, e, n int) float32 {
	return float32((s.at(c, e, n) - s.at(x, r, rows)) / s.unit)
}

// pass adds the gradient by c to d, given the one by the description.
func (j *judge) pass(x, c, dphi, d []float32, rows, n int) {
	at := 0
	for k, s := range j.scores {
		for e := range n {
			if s == nil {
				o := j.schema.Offset(k)
				for l := range j.groups[k] {
					d[(o+l)*n+e] -= float32(dphi[at*n+e] * x[(o+l)*rows+e%rows])
				}
				continue
			}
			g := s.slope(s.change(x, c, e%rows, rows, e, n), dphi[at*n:], e, n)
			s.push(d, e, n, float64(g)/s.unit)
		}
		at += describes(s)
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

func (j *judge) name() string { return "what labels teach" }

// add is the mean hinge on the judge's log-odds of feasible, half of it on the
// decoded rows, as in validity.
func (j *judge) add(b *batch) float64 {
	return (j.hinge(j.soft, b.out, b) + j.hinge(j.hard, b.hard, b)) / 2
}

func (j *judge) hinge(t *nn.Tape, c []float32, b *batch) float64 {
	phi, feasible := make([]float32, j.inputs()*b.n), make([]int, b.n)
	for e := range feasible {
		feasible[e] = 1
	}
	j.describe(b.x, c, phi, b.rows, b.n)
	s := j.net.Forward(t, phi, b.n, nn.Eval, kernel.Key{})
	d := make([]float32, len(s))
	loss := nn.Hinge(s, feasible, judgeMargin, j.weight/2, d)
	j.pass(b.x, c, j.net.InputGrad(t, d), b.d, b.rows, b.n)
	return loss * float64(j.weight)
}
