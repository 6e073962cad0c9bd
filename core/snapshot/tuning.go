package snapshot

import (
	"causeway/core/form"
	"causeway/core/model"
)

// Tuning describes the results of fine-tunings since the generator was trained. It contains neither
// rows nor the generator before the last fine-tuning.
type Tuning struct {
	// Rows, JudgeRight and the fields after them describe the last round
	Rounds []Round `msgpack:"rounds"`
	// number of held-out rows without labels that it was measured on
	Rows int `msgpack:"rows" bound:"0.." is:"number of rows"`
	// share of unseen labels
	JudgeRight float64 `msgpack:"judgeRight" bound:"0..1" is:"share that the judge gets right"`
	// the rules, in words, under which it was measured
	Rules      []string  `msgpack:"rules"`
	KeptBefore []float64 `msgpack:"keptBefore" bound:"0..1" is:"shares that kept a rule"` // one per rule
	KeptAfter  []float64 `msgpack:"keptAfter" bound:"0..1" is:"shares that keep a rule"`
	Restored   bool      `msgpack:"restored"` // whether it was undone

	// mean of the judge's accuracy on feasible and on infeasible labels
	JudgeBalanced float64 `msgpack:"judgeBalanced" since:"2" bound:"0..1" is:"share that the judge gets right"`
	// numbers of labels that the judge learned from; both are 0 if unknown
	Feasible   int  `msgpack:"feasible" since:"2" bound:"0.." is:"number of feasible labels"`
	Infeasible int  `msgpack:"infeasible" since:"2" bound:"0.." is:"number of infeasible labels"`
	Asks       bool `msgpack:"asks" since:"2"` // the user has not yet decided whether to adopt the last round
}

// Round describes the result of one fine-tuning.
type Round struct {
	Labels int     `msgpack:"labels" bound:"0.." is:"number of labels"` // number of labels it learned from
	Judged bool    `msgpack:"judged"`                                   // whether Measure.Feasible is known
	Before Measure `msgpack:"before"`
	After  Measure `msgpack:"after"`
}

// Measure holds figures on counterfactuals of held-out rows, but none for single rules.
type Measure struct {
	Scores   model.Scores `msgpack:"scores"`
	Feasible float64      `msgpack:"feasible" bound:"0..1" is:"share feasible"`
	KeptAll  float64      `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
}

// Said returns the claims about the fine-tunings. Only the last claim is complete.
func (t Tuning) Said() (list []model.FineTuned) {
	measured := func(m Measure) model.Measured {
		return model.Measured{Scores: m.Scores, Feasible: m.Feasible, KeptAll: m.KeptAll}
	}
	for _, r := range t.Rounds {
		list = append(list, model.FineTuned{Labels: r.Labels, Judged: r.Judged, Before: measured(r.Before),
			After: measured(r.After)})
	}
	last := &list[len(list)-1]
	last.Rows, last.JudgeRight, last.JudgeBalanced, last.Feasible, last.Infeasible = t.Rows, t.JudgeRight,
		t.JudgeBalanced, t.Feasible, t.Infeasible
	last.Before.Kept, last.After.Kept = form.NewFloats(t.KeptBefore, len(t.KeptBefore)),
		form.NewFloats(t.KeptAfter, len(t.KeptAfter))
	return list
}

// RoundOf returns the figures of a fine-tuning that files keep for every round.
func RoundOf(m model.FineTuned) Round {
	measure := func(m model.Measured) Measure { return Measure{m.Scores, m.Feasible, m.KeptAll} }
	return Round{m.Labels, m.Judged, measure(m.Before), measure(m.After)}
}

// MaxRounds is the largest number of fine-tunings that a file lists.
const MaxRounds = 1000

func (p Project) checkTuning(c *checks) {
	t := p.Tuning
	c.that(p.HasGenerator, "it describes fine-tunings, but has no generator")
	c.that(len(t.Rounds) >= 1 && len(t.Rounds) <= MaxRounds, "it describes %d fine-tunings; 1 to %d are possible",
		len(t.Rounds), MaxRounds)
	c.that(len(t.KeptBefore) == len(t.Rules) &&
		len(t.KeptAfter) == len(t.Rules),
		"the fine-tuning was measured under %d rules, but has %d shares before and %d after",
		len(t.Rules), len(t.KeptBefore), len(t.KeptAfter))
	c.that(t.Restored || !t.Asks, "it asks whether to adopt a fine-tuning that is already in use")
	for _, r := range t.Rules {
		c.text("a rule for measuring a fine-tuning", r)
	}
	c.fine("a fine-tuning", form.Check(t))
}
