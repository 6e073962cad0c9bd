package study

import (
	"fmt"

	"causeway/core/metric"
)

// Record contains all figures of one experiment. A figure is nil if the problem or the method does
// not have it.
type Record struct {
	Train, Val, Test int     // rows
	Explained        int     // test rows for which counterfactuals were made
	Accuracy         float64 // accuracy of the black box
	Balanced         float64 // like Accuracy, but the mean recall
	AUC              *float64
	TrainS, Per1000S float64 // seconds
	Soft, Decoded    Scores
	Shown            Shown

	// These and all following figures are measured on the decoded counterfactuals.
	CausalEdge, CausalEdgeMedian, LogLikelihood, MeanAbsResidual *float64

	Profiles    int
	Correlation float64  // with the factual, averaged over numeric features, within a target
	Changed     float64  // mean number of changed features
	Diversity   *float64 // diversity of the displayed answers: metric.Diversity.Changes

	// Held is the share of all pairs that reach their target and keep the constraint used for
	// Feasibility. HeldEstimate is the judge's estimate of Held. The other two are Scores of the
	// pairs that reach their target, whether or not they keep the constraint.
	Held, HeldEstimate            *float64
	ReachedProximity, ReachedCats *float64

	// Answers evaluates one answer for each explained row. Untrained does so for the generator
	// before training. Robust and Plausibility are those of package metric, for the valid answers.
	// All but Answers are nil if they were not measured.
	Answers              Holding
	Untrained            *Holding
	Robust, Plausibility *float64

	Causal Causal // evaluation of answers with their consequences

	// Estimate and ShownEstimate are the judge's estimates of feasibility, for decoded rows and for
	// all displayed rows. Both are nil without a judge.
	Estimate, ShownEstimate *float64
	Judge                   *Judge
}

// Scores are computed over all raw counterfactuals, valid or not.
type Scores struct {
	Validity, ContProximity, CatChanges float64

	Monotone    *metric.Monotone // for a monotone problem
	Shares      []float64        // otherwise, for each constraint
	Feasibility *float64         // score of the learned constraint, or of the only constraint
	IM1, IM2    *float64
}

// Outcome is an experiment's record with the rows behind it.
type Outcome struct {
	Record
	Setting Setting
	Made    Made
	Gallery Gallery

	// Searched holds the search's answers, for comparison. Start holds the generator's answers
	// before training, and is nil without a generator.
	Searched Finding
	Start    *metric.Pairs

	// These hold the method's answers, its answers before training, and the nearest displayed
	// answers. JudgedShown uses the laws that methods receive, JudgedTrue the laws that decide
	// validity.
	Judged, JudgedStart, JudgedShown, JudgedTrue Judged
}

// Run runs a setting on the bench. The same bench and setting give the same outcome, except for the
// measured times.
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
		return fmt.Errorf("no test row needs an explanation")
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
	r.HeldEstimate = r.Judge.feasibleShare(all, p)
	if len(p.Factual) > 0 {
		s := metric.Score(p)
		cats := 0 - s.CatProximity
		r.ReachedProximity, r.ReachedCats = &s.ContProximity, &cats
	}
}

// describe computes all scores of the decoded counterfactuals except validity and feasibility.
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
