package snapshot

import (
	"causeway/core/form"
	"causeway/core/model"
)

// Tuning says what fine-tunings have made of the generator since it was trained.
// Its figures hold no row. The generator before the last one is not in it.
type Tuning struct {
	// the last one is that of Rows, JudgeRight and what follows
	Rounds []Round `msgpack:"rounds"`
	// held out and never labelled, that it was measured on
	Rows int `msgpack:"rows" bound:"0.." is:"number of rows"`
	// of labels that it has not seen
	JudgeRight float64 `msgpack:"judgeRight" bound:"0..1" is:"share that the judge gets right"`
	// in words, that it was measured by
	Rules      []string  `msgpack:"rules"`
	KeptBefore []float64 `msgpack:"keptBefore" bound:"0..1" is:"shares that kept a rule"` // of each of them
	KeptAfter  []float64 `msgpack:"keptAfter" bound:"0..1" is:"shares that keep a rule"`
	Restored   bool      `msgpack:"restored"` // the generator before it is in force

	// mean of those of feasible and of infeasible labels
	JudgeBalanced float64 `msgpack:"judgeBalanced" since:"2" bound:"0..1" is:"share that the judge gets right"`
	// that the judge learned from; none of both: not known
	Feasible   int  `msgpack:"feasible" since:"2" bound:"0.." is:"number of feasible labels"`
	Infeasible int  `msgpack:"infeasible" since:"2" bound:"0.." is:"number of infeasible labels"`
	Asks       bool `msgpack:"asks" since:"2"` // the person is yet to say whether the last one is adopted
}

// Round is what a fine-tuning made of the generator.
type Round struct {
	Labels int     `msgpack:"labels" bound:"0.." is:"number of labels"` // that it learned from
	Judged bool    `msgpack:"judged"`                                   // whether Measure.Feasible is known
	Before Measure `msgpack:"before"`
	After  Measure `msgpack:"after"`
}

// Measure is what counterfactuals of held-out rows are like, without the rules one by
// one.
type Measure struct {
	Scores   model.Scores `msgpack:"scores"`
	Feasible float64      `msgpack:"feasible" bound:"0..1" is:"share feasible"`
	KeptAll  float64      `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
}

// Said is the claim about the fine-tunings, in full for the last one.
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

// RoundOf is what is kept of a fine-tuning as one of several.
func RoundOf(m model.FineTuned) Round {
	measure := func(m model.Measured) Measure { return Measure{m.Scores, m.Feasible, m.KeptAll} }
	return Round{m.Labels, m.Judged, measure(m.Before), measure(m.After)}
}

// MaxRounds bounds the fine-tunings that a file lists.
const MaxRounds = 1000

func (p Project) checkTuning(c *checks) {
	t := p.Tuning
	c.that(p.HasGenerator, "it says how a generator was fine-tuned and has none")
	c.that(len(t.Rounds) >= 1 && len(t.Rounds) <= MaxRounds, "it tells of %d fine-tunings; 1 to %d are possible",
		len(t.Rounds), MaxRounds)
	c.that(len(t.KeptBefore) == len(t.Rules) &&
		len(t.KeptAfter) == len(t.Rules), "its fine-tuning was measured by %d rules and has shares of %d and %d",
		len(t.Rules), len(t.KeptBefore), len(t.KeptAfter))
	c.that(t.Restored || !t.Asks, "it asks about a fine-tuned generator that is in force")
	for _, r := range t.Rules {
		c.text("a rule that a fine-tuning was measured by", r)
	}
	c.fine("a fine-tuning", form.Check(t))
}
