package study

import (
	"math"
	"strconv"
)

// Figure is one number of a record under a fixed key.
type Figure struct {
	Key   string
	Value float64
}

// Figures lists the numbers of a record in a fixed order. The keys of scores begin with soft.,
// decoded. or shown. The key of a constraint's share ends with the constraint's index.
func (r Record) Figures() []Figure {
	var f figures
	f.add("answers.held", r.Answers.Held)
	f.add("answers.reachable", r.Answers.Reachable)
	f.add("answers.ofReachable", r.Answers.OfReachable())
	f.add("answers.open", float64(r.Answers.Open))
	f.near("answers.", r.Answers.Own)
	f.near("answers.search.", r.Answers.Search)
	f.maybe("answers.robust", r.Robust)
	f.maybe("answers.plausibility", r.Plausibility)
	if u := r.Untrained; u != nil {
		f.add("answers.untrained.held", u.Held)
		f.near("answers.untrained.", u.Own)
	}
	f.add("rows.train", float64(r.Train))
	f.add("rows.test", float64(r.Test))
	f.add("explained", float64(r.Explained))
	f.add("accuracy", r.Accuracy)
	f.add("balanced", r.Balanced)
	f.maybe("auc", r.AUC)
	f.add("trainS", r.TrainS)
	f.add("per1000S", r.Per1000S)
	f.scores("soft.", r.Soft)
	f.scores("decoded.", r.Decoded)
	f.add("decoded.changed", r.Changed)
	f.add("decoded.profiles", float64(r.Profiles))
	f.add("decoded.correlation", r.Correlation)
	f.maybe("decoded.causalEdge", r.CausalEdge)
	f.maybe("decoded.causalEdgeMedian", r.CausalEdgeMedian)
	f.maybe("decoded.logLikelihood", r.LogLikelihood)
	f.maybe("decoded.residual", r.MeanAbsResidual)
	f.add("shown.validity", r.Shown.Validity)
	f.add("shown.rules", r.Shown.RulesPct/100)
	f.add("shown.coverage", r.Shown.Coverage)
	f.add("shown.contProximity", r.Shown.ContProximity)
	f.add("shown.catChanges", r.Shown.CatChanges)
	f.add("shown.changedMedian", r.Shown.ChangedMedian)
	f.maybe("shown.diversity", r.Diversity)
	f.maybe("decoded.estimate", r.Estimate)
	f.maybe("shown.estimate", r.ShownEstimate)
	f.maybe("decoded.held", r.Held)
	f.maybe("decoded.heldEstimate", r.HeldEstimate)
	f.maybe("decoded.reachedProximity", r.ReachedProximity)
	f.maybe("decoded.reachedCats", r.ReachedCats)
	if r.Judge != nil {
		f.add("judge.labels", float64(r.Judge.labels))
		f.add("judge.right", r.Judge.right)
	}
	return f
}

type figures []Figure

// add appends a figure unless the number is infinite or NaN.
func (f *figures) add(key string, v float64) {
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		*f = append(*f, Figure{key, v})
	}
}

func (f *figures) maybe(key string, v *float64) {
	if v != nil {
		f.add(key, *v)
	}
}

func (f *figures) near(part string, n *Near) {
	if n != nil {
		f.add(part+"changes", n.Changes)
		f.add(part+"contProximity", n.ContProximity)
		f.add(part+"profiles", float64(n.Profiles))
	}
}

func (f *figures) scores(part string, s Scores) {
	f.add(part+"validity", s.Validity)
	f.add(part+"contProximity", s.ContProximity)
	f.add(part+"catChanges", s.CatChanges)
	f.maybe(part+"feasibility", s.Feasibility)
	if m := s.Monotone; m != nil {
		f.add(part+"s1", m.S1.Share())
		f.add(part+"s2", m.S2.Share())
		f.add(part+"s1Pairs", float64(m.S1.Holds+m.S1.Broken))
		f.add(part+"s2Pairs", float64(m.S2.Holds+m.S2.Broken))
	}
	for i, v := range s.Shares {
		f.add(part+"share."+strconv.Itoa(i), v)
	}
	f.maybe(part+"im1", s.IM1)
	f.maybe(part+"im2", s.IM2)
}
