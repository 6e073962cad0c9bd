package snapshot

import "causeway/core/wire"

// Tuning says what fine-tunings have made of the generator since it was trained.
// Its figures hold no row. The generator before the last one is not in it.
type Tuning struct {
	Rounds     []Round   // the last one is that of Rows, JudgeRight and what follows
	Rows       int       // held out and never labelled, that it was measured on
	JudgeRight float64   // share of labels that an estimate gets right which has not seen them
	Rules      []string  // in words, that it was measured by
	KeptBefore []float64 // share that keeps each of them
	KeptAfter  []float64
	Restored   bool // the generator before it is in force

	JudgeBalanced float64 // mean of such shares of feasible and infeasible labels
	Feasible      int     // labels that the estimate learned from; none of both: not known
	Infeasible    int
	Asks          bool // the person is yet to say whether the last one is adopted
}

// Round is what a fine-tuning made of the generator.
type Round struct {
	Labels int     `msgpack:"labels"` // that it learned from
	Judged bool    `msgpack:"judged"` // whether Measure.Feasible is known
	Before Measure `msgpack:"before"`
	After  Measure `msgpack:"after"`
}

// Measure is wire.Measured without the rules one by one.
type Measure struct {
	Scores   wire.Scores `msgpack:"scores"`
	Feasible float64     `msgpack:"feasible"`
	KeptAll  float64     `msgpack:"keptAll"`
}

// MaxRounds bounds the fine-tunings that are told of.
const MaxRounds = 1000

func (p Project) checkTuning(c *checks) {
	t := p.Tuning
	c.that(p.HasGenerator, "it says how a generator was fine-tuned and has none")
	c.that(len(t.Rounds) >= 1 && len(t.Rounds) <= MaxRounds, "it tells of %d fine-tunings; 1 to %d are possible", len(t.Rounds), MaxRounds)
	c.that(len(t.KeptBefore) == len(t.Rules) && len(t.KeptAfter) == len(t.Rules), "its fine-tuning was measured by %d rules and has shares of %d and %d",
		len(t.Rules), len(t.KeptBefore), len(t.KeptAfter))
	c.that(t.Restored || !t.Asks, "it asks about a fine-tuned generator that is in force")
	for _, r := range t.Rules {
		c.text("a rule that a fine-tuning was measured by", r)
	}
	for i, r := range t.Rounds {
		m := wire.FineTuned{Model: []byte{0}, Labels: r.Labels, Before: r.Before.measured(), After: r.After.measured()}
		if i == len(t.Rounds)-1 {
			m.Rows, m.JudgeRight = t.Rows, t.JudgeRight
			m.JudgeBalanced, m.Feasible, m.Infeasible = t.JudgeBalanced, t.Feasible, t.Infeasible
			m.Before.Kept, m.After.Kept = wire.NewFloats(t.KeptBefore, len(t.KeptBefore)), wire.NewFloats(t.KeptAfter, len(t.KeptAfter))
		}
		c.fine("a fine-tuning", wire.Validate(m))
	}
}

func (m Measure) measured() wire.Measured {
	return wire.Measured{Scores: m.Scores, Feasible: m.Feasible, KeptAll: m.KeptAll, Kept: wire.NewFloats(nil, 0)}
}
