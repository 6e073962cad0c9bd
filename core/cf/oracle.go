package cf

import (
	"fmt"
	"math"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Label is a counterfactual that an oracle (a rule or a person) judged as feasible or not
// (section 3.2).
type Label struct {
	Factual, Counterfactual []float64
	Target                  int
	Feasible                bool
}

// oracle is the part of the loss for labels (section 3.2, algorithm 1). It is the mean over the
// queries i with label o_i of
//
//	weight * (o_i - sim_i)^2  sim_i = exp(-|x'_i - c_i|^2)
//
// where c_i is the generator's output for the query's factual and x'_i is the labelled
// counterfactual. The distance has the units of proximity: MADs for numbers, and 1 for another
// level. If Config.Pull is above 0, the mean distance to the feasible counterfactuals times Pull is
// added. The similarity alone has almost no gradient beyond two MADs, but some feasible rows are
// farther away.
type oracle struct {
	layout
	labels  []Label
	x       nn.Examples // factuals
	cf      nn.Examples // labelled counterfactuals
	target  []int
	unit    []float32 // one per encoded input
	weight  float64
	pull    float64
	samples int
}

func newOracle(l layout, labels []Label, c Config) *oracle {
	o := &oracle{layout: l, labels: labels, weight: c.Feasibility, pull: c.Pull, samples: c.Samples,
		x:  nn.Examples{Width: l.width, X: make([]float32, l.width*len(labels)), Y: make([]int, len(labels))},
		cf: nn.Examples{Width: l.width, X: make([]float32, l.width*len(labels)), Y: make([]int, len(labels))}}
	for i, q := range labels {
		l.schema.Encode(q.Factual, o.x.X[i*l.width:(i+1)*l.width])
		l.schema.Encode(q.Counterfactual, o.cf.X[i*l.width:(i+1)*l.width])
		o.target = append(o.target, q.Target)
	}
	for j, g := range l.groups {
		u := float32(math.Sqrt2 / 2)
		if f := l.schema.Features[j]; f.Kind.Numeric() {
			u = float32((f.Max - f.Min) / f.MAD)
		}
		for range g {
			o.unit = append(o.unit, u)
		}
	}
	return o
}

// add returns the loss for a batch of the queries' own rows and adds its gradient.
func (o *oracle) add(b *batch) float64 {
	k, pull, sum, ways := float32(o.weight/float64(b.n)), float32(o.pull/float64(b.n)), 0.0, 0.0
	for e := range b.n {
		i := b.from + e%b.rows
		if b.queries != nil {
			i = b.queries[e%b.rows]
		}
		want := float32(0)
		if o.labels[i].Feasible {
			want = 1
			if pull > 0 {
				ways += o.way(b, e, o.cf.X[i*o.cf.Width:(i+1)*o.cf.Width], pull)
			}
		}
		var d2 float32
		for p, u := range o.unit {
			d := u * (b.out[p*b.n+e] - o.cf.X[i*o.cf.Width+p])
			d2 += float32(d * d)
		}
		sim := kernel.Exp1(-d2)
		miss := want - sim
		sum += float64(miss * miss)
		g := float32(k * 4 * miss * sim) // gradient of -d2/2 with respect to each scaled difference
		for p, u := range o.unit {
			d := u * (b.out[p*b.n+e] - o.cf.X[i*o.cf.Width+p])
			b.d[p*b.n+e] += float32(g * float32(u*d))
		}
	}
	return float64(float64(k)*sum) + ways
}

// NewFineTune continues a trained generator with labels (algorithm 1, second phase). Every step
// adds the loss of the queries to that of a batch of training rows. The loss of the queries is
// their BaseGenCFLoss plus the oracle's loss with lambda_o = Config.Feasibility, plus that of a
// judge of the same labels with the same weight. The similarity alone affects only rows near a
// query, and does not raise the share of rows that keep Adult's C1.
//
// Labels should be collected in rounds: draw Queries from the generator, Choose some of them,
// fine-tune with all labels so far, and continue with the result. As in the authors' program, the
// statistics of the normalisation do not change. The epoch with the lowest loss on validation
// rows and queries together is kept.
func NewFineTune(base *Generator, c Config, s data.Schema, blackBox blackbox.Differentiable, train, val nn.Examples,
	labels []Label) (*Fit, error) {
	return NewFineTuneBy(BaseVAE(), base, c, s, blackBox, train, val, labels)
}

// NewLiteral follows the second phase of algorithm 1 to the letter, for a base that was trained
// in the same way. The loss is that of the queries only, their BaseGenCFLoss and that of the
// oracle, without training rows, a judge or a pull. It is minimised batch by batch as in the
// first phase. As in the paper, the similarity uses the units of encoded rows.
func NewLiteral(t Letter, base *Generator, c Config, s data.Schema, blackBox blackbox.Differentiable, train,
	val nn.Examples, labels []Label) (*Fit, error) {
	c.Pull, c.Rules = 0, 0
	f, err := newFineTune(BaseVAE().By(t), base, c, s, blackBox, train, val, labels)
	if err != nil {
		return nil, err
	}
	for i := range f.oracle.unit {
		f.oracle.unit[i] = 1
	}
	return f, nil
}

// NewFineTuneBy is NewFineTune for a generator trained with a method. The method's knowledge
// remains in the objective for training rows and queries, weighted by Config.Rules. Without it, a
// generator that kept rules would unlearn them while it learns the labels.
func NewFineTuneBy(m Method, base *Generator, c Config, s data.Schema, blackBox blackbox.Differentiable, train,
	val nn.Examples, labels []Label) (*Fit, error) {
	f, err := newFineTune(m, base, c, s, blackBox, train, val, labels)
	if err != nil {
		return nil, err
	}
	if mixed(labels) && f.actions == nil {
		f.terms = append(f.terms, newJudge(f.layout, labels, c.Feasibility, f.key.Sub(streamJudge)))
		f.ways = newWays(f.layout, blackBox, labels, f.key)
	}
	return f, nil
}

// newFineTune continues a generator with the oracle only.
func newFineTune(m Method, base *Generator, c Config, s data.Schema, blackBox blackbox.Differentiable, train,
	val nn.Examples, labels []Label) (*Fit, error) {
	if len(labels) == 0 {
		return nil, fmt.Errorf("fine-tuning needs at least one label")
	}
	if base.Retired() {
		return nil, fault.Errorf("the generator's method was removed; train another generator first")
	}
	if base.Acts() {
		return base.continueWithLabels(c, s, blackBox, train, val, labels)
	}
	of := c
	if of.Feasibility = c.Rules; c.Rules == 0 {
		m = BaseVAE().By(m.letter)
	}
	f, err := NewFit(m, of, s, blackBox, train, val)
	if err != nil {
		return nil, err
	}
	f.cfg = c
	if err := nn.Restore(f.net.Tensors(), base.net.Tensors()); err != nil {
		return nil, err
	}
	f.Course, f.end, f.fixed = nn.NewCourse(f.opt), base.end, base.fixed
	f.oracle = newOracle(f.layout, labels, c)
	return f, nil
}

// mixed reports whether labels has both kinds. Labels of one kind teach nothing.
func mixed(labels []Label) bool { return rarer(labels) > 0 }

// rarer returns the number of labels of the rarer kind.
func rarer(labels []Label) int {
	feasible := 0
	for _, q := range labels {
		if q.Feasible {
			feasible++
		}
	}
	return min(feasible, len(labels)-feasible)
}

// RuleOracle labels queries by whether they keep the rules.
func RuleOracle(s data.Schema, rules []causal.Rule, queries []Label) []Label {
	for i := range queries {
		q := &queries[i]
		q.Feasible = causal.AllHold(s, rules, q.Factual, q.Counterfactual)
	}
	return queries
}
