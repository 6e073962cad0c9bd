package cf

import (
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// judge is a small network that learns from labels which changes are feasible. It sees how each
// feature changes, not its value, so that a hundred labels of a few rows teach it about all.
// Far from every labelled counterfactual it replaces the oracle of section 3.2, whose
// similarity says nothing there.
type judge struct {
	layout
	net        nn.Net // description of a change -> scores of infeasible, feasible
	scores     []*score
	soft, hard *nn.Tape
	weight     float32

	phi, dScore, moved []float32 // used again
}

const (
	judgeHidden = 16
	judgeSteps  = 400
	judgeRate   = 0.01
	judgeDecay  = 0.3 // divided by the number of labels: more labels make it surer
	judgeMargin = 3   // log-odds of feasible that the generator has to reach
	judgeBend   = 4   // see bend
	judgeLabels = 100 // from which on it has its whole weight
	judgeRarer  = 3   // labels that count for each one of the rarer kind, itself among them
)

// newJudge fits a judge to labels. Its weight grows with their number, as the sum over the
// queries in the paper's loss does, up to judgeLabels. At most two labels of the commoner kind
// count for each of the rarer, because the rarer kind bounds what it can know.
func newJudge(l layout, labels []Label, weight float64, key kernel.Key) *judge {
	weight *= min(1, float64(min(len(labels), judgeRarer*rarer(labels)))/judgeLabels)
	j := &judge{layout: l, soft: new(nn.Tape), hard: new(nn.Tape), weight: float32(weight)}
	for k, f := range l.schema.Features {
		var s *score
		if causal.Scored(f) {
			v := l.score(k)
			s = &v
		}
		j.scores = append(j.scores, s)
	}
	j.net = nn.Net{nn.Dense(j.inputs(), judgeHidden, nn.ReLU, key.Sub(0)),
		nn.Dense(judgeHidden, 2, nn.Identity, key.Sub(1))}
	if len(labels) > 0 {
		j.fit(labels)
	}
	return j
}

// fit minimises the cross entropy of all labels by Adam.
func (j *judge) fit(labels []Label) {
	n := len(labels)
	y := make([]int, n)
	for e, q := range labels {
		if q.Feasible {
			y[e] = 1
		}
	}
	phi, d := j.changes(labels), make([]float32, 2*n)
	opt := nn.NewAdam(j.net.Params(""), judgeRate, judgeDecay/float64(n))
	var tape nn.Tape
	g := j.net.Grad(&tape)
	for range judgeSteps {
		s := j.net.Forward(&tape, phi, n, nn.Train, kernel.Key{})
		kernel.Softmax(s, s, 2, n)
		nn.CrossEntropy(s, y, d)
		j.net.Backward(&tape, d, 0)
		opt.Step(g)
	}
}

// believes is how likely the judge finds each query feasible.
func (j *judge) believes(queries []Label) []float32 {
	n := len(queries)
	s := j.net.Forward(new(nn.Tape), j.changes(queries), n, nn.Eval, kernel.Key{})
	kernel.Softmax(s, s, 2, n)
	return s[n:]
}

func (j *judge) fork() term {
	return &judge{layout: j.layout, net: j.net, scores: j.scores, soft: new(nn.Tape), hard: new(nn.Tape),
		weight: j.weight}
}

func (j *judge) name() string { return "what labels teach" }

// add is the mean over the examples of
//
//	weight * bend(margin - log-odds of feasible)  bend(l) = l / (1 + l/judgeBend)
//
// where the log-odds are below the margin, and 0 elsewhere; half of it is on the decoded rows,
// as in validity. It never costs more than weight * judgeBend, so that rows that cannot be both
// valid and feasible do not all become valid, nor all feasible. Its gradient falls more slowly
// than that of a probability. A row that retreats to the factual has a margin of 0, as changing
// nothing is feasible whatever the judge says. Rows that retreat to a valid row, and rows that
// are led, do not count.
func (j *judge) add(b *batch) float64 {
	return j.hinge(j.soft, b.out, b) + j.hinge(j.hard, b.hard, b) + b.way()
}

func (j *judge) hinge(t *nn.Tape, c []float32, b *batch) float64 {
	phi := nn.Grow(&j.phi, j.inputs()*b.n)
	j.describe(b.x, c, phi, b.rows, b.n)
	s := j.net.Forward(t, phi, b.n, nn.Eval, kernel.Key{})
	d, sum, k := nn.Grow(&j.dScore, len(s)), 0.0, j.weight/2/float32(b.n)
	clear(d)
	for e := range b.n {
		margin, r := float32(judgeMargin), b.retreat(e)
		if r.valid || b.leads(e) {
			continue
		}
		if r.to != nil {
			margin = 0
		}
		if l := margin - (s[b.n+e] - s[e]); l > 0 {
			bent, slope := bend(l)
			sum += float64(bent)
			d[e], d[b.n+e] = float32(k*slope), -float32(k*slope)
		}
	}
	j.pass(b.x, c, j.net.InputGrad(t, d), b.d, b.rows, b.n)
	return float64(sum * float64(k))
}

// bend is l / (1 + l/judgeBend) and its slope.
func bend(l float32) (bent, slope float32) {
	q := 1 + float32(l/judgeBend)
	return l / q, 1 / float32(q*q)
}
