package main

import (
	"fmt"

	"causeway/core/metric"
)

// outcome is an experiment's record with the rows that prove it.
type outcome struct {
	record
	setting
	bench *bench
	made  made
	shown gallery
}

// experiment runs a setting on a bench. It is a pure function of both but for
// the times in the record; clock is the time in seconds.
func (b *bench) experiment(s setting, clock func() float64) (*outcome, error) {
	o := &outcome{setting: s, bench: b}
	err := o.run(clock)
	if err != nil {
		return nil, fmt.Errorf("%s, %s, seed %d: %w", s.data.name, s.method, b.seed, err)
	}
	return o, nil
}

func (o *outcome) run(clock func() float64) error {
	b, s, r := o.bench, o.setting, &o.record
	r.Dataset, r.Method, r.Seed = s.data.name, s.method, b.seed
	if s.constraint != "" {
		r.Constraint = &s.constraint
	}
	if s.method == "example" {
		r.Labels = &s.labels
	}
	r.Rows.Train, r.Rows.Val, r.Rows.Test = len(b.split.Train), len(b.split.Val), len(b.split.Test)
	r.Explained, r.Classifier.Accuracy = len(b.test.rows), b.accuracy
	if len(b.test.rows) == 0 {
		return fmt.Errorf("no test row is to be explained")
	}
	var err error
	if o.made, err = b.make(s, b.test, clock); err != nil {
		return err
	}
	r.TrainS, r.Per1000S = o.made.time.Train, o.made.time.PerThousand()
	if r.Soft, err = s.score(o.made.soft); err != nil {
		return err
	}
	if r.Decoded, err = s.score(o.made.decoded); err != nil {
		return err
	}
	if err := o.describe(); err != nil {
		return err
	}
	if o.shown, err = b.show(s, o.made); err != nil {
		return err
	}
	r.Shown, r.Diversity = o.shown.score(b), o.shown.diversity(b)
	r.Bound, err = b.bound(s)
	return err
}

// describe scores the counterfactuals beyond validity and feasibility.
func (o *outcome) describe() error {
	p, r := o.made.decoded, &o.record
	r.Profiles = metric.Score(p).Profiles
	r.Correlation = metric.ScoreFollowing(p).Within
	if truth := o.setting.data.truth; truth != nil {
		scm, err := truth()
		if err != nil {
			return err
		}
		rules, err := o.setting.data.rules(p.Schema, "")
		if err != nil {
			return err
		}
		e := metric.ScoreEdges(p, scm, []int{rules[0].Other})
		r.CausalEdge, r.CausalEdgeMedian = ref(e.Ratio), ref(e.RatioMedian)
		r.LogLikelihood, r.MeanAbsResidual = ref(e.LogLikelihood), ref(e.Residual)
	}
	return o.interpret()
}
