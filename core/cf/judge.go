package cf

import (
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// judge is a small network that learns from labels which changes are feasible. Its inputs describe
// how each feature changes, without the feature's value, so that a hundred labels on a few rows are
// enough for all rows. Far from every labelled counterfactual it takes over from the oracle of
// section 3.2, whose similarity has no effect there.
type judge struct {
	layout
	net        nn.Net // maps the description of a change to scores of infeasible and feasible
	scores     []*score
	soft, hard *nn.Tape
	weight     float32

	phi, dScore, moved []float32 // reused
}

const (
	judgeHidden = 16
	judgeSteps  = 400
	judgeRate   = 0.01
	judgeDecay  = 0.3 // divided by the number of labels: more labels make the judge more certain
	judgeMargin = 3   // log-odds of feasible that the generator must reach
	judgeBend   = 4   // see bend
	judgeLabels = 100 // from this number of labels on, the judge has its full weight
	judgeRarer  = 3   // labels of both kinds that count for each label of the rarer kind
)

// newJudge fits a judge to labels. Its weight grows with their number up to judgeLabels, as does
// the sum over the queries in the paper's loss. For each label of the rarer kind, at most two of
// the commoner kind count, because the rarer kind limits what can be learned.
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

// fit minimises the cross entropy of all labels with Adam.
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

// believes returns, for each query, the probability of being feasible according to the judge.
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

// add returns the mean over the examples of
//
//	weight * bend(margin - log-odds of feasible)  bend(l) = l / (1 + l/judgeBend)
//
// if the log-odds are below the margin, and 0 otherwise. As in validity, half of it applies to the
// decoded rows. The cost never exceeds weight * judgeBend. Without this limit, the rows that cannot
// be both valid and feasible would all become valid, or all feasible. The gradient falls more
// slowly than that of a probability. A row that retreats to the factual has a margin of 0, because
// changing nothing is feasible, even if the judge thinks otherwise. Rows that retreat to a valid
// row and rows that are led do not count.
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

// bend returns l / (1 + l/judgeBend) and its slope.
func bend(l float32) (bent, slope float32) {
	q := 1 + float32(l/judgeBend)
	return l / q, 1 / float32(q*q)
}
