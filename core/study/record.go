package study

import (
	"fmt"

	"causeway/core/metric"
)

// Record is all figures of one experiment. A figure that the problem or the
// method does not have is nil.
type Record struct {
	Train, Val, Test int     // rows
	Explained        int     // test rows that counterfactuals were made of
	Accuracy         float64 // of the black box
	Balanced         float64 // as Accuracy, the mean of the recalls
	AUC              *float64
	TrainS, Per1000S float64 // seconds
	Soft, Decoded    Scores
	Shown            Shown

	// Of the decoded counterfactuals, like all below.
	CausalEdge, CausalEdgeMedian, LogLikelihood, MeanAbsResidual *float64

	Profiles    int
	Correlation float64  // with the factual, mean over the numbers, within a target
	Changed     float64  // features, mean
	Diversity   *float64 // of what is shown: metric.Diversity.Changes

	// Held is the share of all pairs that reach their target by a change that keeps
	// the constraint Feasibility is of; HeldEstimate has the judge's word for it.
	// The other two are Scores of those that reach it, kept or not.
	Held, HeldEstimate            *float64
	ReachedProximity, ReachedCats *float64

	// Answers says what one answer for each explained row is worth, and Untrained the
	// same of the generator before its training; nil where there is none. Robust and
	// Plausibility are of the answers that hold, see the metrics of these names; nil where
	// there is none.
	Answers              Holding
	Untrained            *Holding
	Robust, Plausibility *float64

	Causal Causal // what answers are worth once their consequences follow

	// Feasibility as the problem's judge estimates it, of what is decoded and of all
	// that is shown; Judge is nil where there is none.
	Estimate, ShownEstimate *float64
	Judge                   *Judge
}

// Scores are those of raw counterfactuals, over all of them, valid or not.
type Scores struct {
	Validity, ContProximity, CatChanges float64

	Monotone    *metric.Monotone // of a monotone problem
	Shares      []float64        // of every constraint otherwise
	Feasibility *float64         // of the constraint that is learned, or of the only one
	IM1, IM2    *float64
}

// Outcome is an experiment's record with the rows that prove it.
type Outcome struct {
	Record
	Setting Setting
	Made    Made
	Gallery Gallery

	// Searched is what the answers are held against, and Start what the generator gives for
	// each case before its training; nil where there is none.
	Searched Finding
	Start    *metric.Pairs

	// What becomes of the answers, of those before the training, and of the nearest ones shown,
	// by what methods are told and by what answers are judged under.
	Judged, JudgedStart, JudgedShown, JudgedTrue Judged
}

// Run runs a setting on the bench. It is a pure function of both but for the
// times in the record.
func (b *Bench) Run(s Setting) (*Outcome, error) {
	o := &Outcome{Setting: s}
	if err := b.fillIn(o); err != nil {
		return nil, fmt.Errorf("%s, %s, seed %d: %w", b.Problem.Name, s.Method, b.Seed, err)
	}
	return o, nil
}

func (b *Bench) fillIn(o *Outcome) error {
	r, s := &o.Record, o.Setting
	r.Train, r.Val, r.Test = len(b.Split.Train), len(b.Split.Val), len(b.Split.Test)
	r.Explained, r.Accuracy, r.Balanced = len(b.Test.Rows), b.Accuracy, b.Balanced
	if b.HasAUC {
		r.AUC = &b.AUC
	}
	if len(b.Test.Rows) == 0 {
		return fmt.Errorf("no test row is to be explained")
	}
	var err error
	b.host.stage(0.15, 0.5)
	if o.Made, err = b.make(s, b.Test); err != nil {
		return err
	}
	r.TrainS, r.Per1000S = o.Made.Time.Train, o.Made.Time.PerThousand()
	r.Soft, r.Decoded = b.Score(s, o.Made.Soft), b.Score(s, o.Made.Decoded)
	b.host.stage(0.5, 0.6)
	if err := b.describe(o); err != nil {
		return err
	}
	worth, follows := b.worthOf(s)
	b.host.stage(0.6, 0.8)
	if o.Searched, err = b.Found(worth); err != nil {
		return err
	}
	b.host.stage(0.8, 0.9)
	if o.Gallery, err = b.show(worth, o.Made, o.Searched); err != nil {
		return err
	}
	r.Shown, r.Diversity = o.Gallery.score(b), o.Gallery.diversity(b)
	r.Judge = b.Problem.Judge
	r.Estimate, r.ShownEstimate = r.Judge.estimate(o.Made.Decoded), r.Judge.estimate(o.Gallery.pairs(b.Table.Schema))
	b.reach(o)
	if o.Made.Generator != nil {
		if o.Start, err = b.start(s); err != nil {
			return err
		}
	}
	b.host.stage(0.9, 1)
	if err := b.causal(o, worth); err != nil {
		return err
	}
	held := o.Judged.become()
	if follows {
		err = b.holdAfter(o, worth)
	} else {
		b.holdAsWritten(o)
		held = o.Made.answers(b).Keeping(s.Hard)
	}
	if err != nil {
		return err
	}
	if err := b.sturdy(o, held); err != nil {
		return err
	}
	b.host.step(1, 1)
	return nil
}

// reach scores the decoded counterfactuals that reach their targets.
func (b *Bench) reach(o *Outcome) {
	r, all := &o.Record, o.Made.Decoded
	p := all.Reached()
	of := func(k int) *float64 { share := float64(k) / float64(len(all.Factual)); return &share }
	if r.Decoded.Feasibility != nil {
		t, _ := metric.ScoreRules(p, b.Problem.Constraints[max(o.Setting.Learned, 0)].Rules)
		r.Held = of(t.Holds)
	}
	r.HeldEstimate = r.Judge.held(all, p)
	if len(p.Factual) > 0 {
		s := metric.Score(p)
		cats := 0 - s.CatProximity
		r.ReachedProximity, r.ReachedCats = &s.ContProximity, &cats
	}
}

// describe scores the decoded counterfactuals beyond validity and feasibility.
func (b *Bench) describe(o *Outcome) error {
	p, r := o.Made.Decoded, &o.Record
	all := metric.Score(p)
	r.Profiles, r.Changed = all.Profiles, all.Changed
	r.Correlation = metric.ScoreFollowing(p).Within
	if rule, ok := b.Problem.monotone(); ok && b.Problem.Truth != nil {
		e := metric.ScoreEdges(p, b.Problem.Truth, []int{rule.Other})
		r.CausalEdge, r.CausalEdgeMedian = &e.Ratio, &e.RatioMedian
		r.LogLikelihood, r.MeanAbsResidual = &e.LogLikelihood, &e.Residual
	}
	return b.interpret(o)
}

// Score scores pairs by the constraints of the problem.
func (b *Bench) Score(s Setting, p metric.Pairs) Scores {
	all := metric.Score(p)
	r := Scores{Validity: all.Validity, ContProximity: all.ContProximity, CatChanges: 0 - all.CatProximity}
	if rule, ok := b.Problem.monotone(); ok {
		m, _ := metric.ScoreMonotone(p, rule)
		f := m.Feasibility()
		r.Monotone, r.Feasibility = &m, &f
		return r
	}
	for i, c := range b.Problem.Constraints {
		t, _ := metric.ScoreRules(p, c.Rules)
		share := t.Share()
		r.Shares = append(r.Shares, share)
		if i == s.Learned {
			r.Feasibility = &share
		}
	}
	return r
}
