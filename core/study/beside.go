package study

import (
	"causeway/core/causal"
	"causeway/core/metric"
)

// Answered is one answer of a method for each explained row, to be held against those of
// another for the same rows.
type Answered struct {
	Holding
	Untrained *Holding // of the generator before its training; nil where there is none

	pairs metric.Pairs
	rules []causal.Rule
}

// Answer runs a method for what its answers are worth, without the other figures of Run.
func (b *Bench) Answer(s Setting) (a Answered, err error) {
	m, err := b.make(s, b.Test)
	if err != nil {
		return a, err
	}
	found, err := b.found(s.Hard)
	if err != nil {
		return a, err
	}
	a = Answered{pairs: m.answers(b), rules: s.Hard}
	a.Holding = Hold(a.pairs, found, s.Hard)
	if m.Generator == nil {
		return a, nil
	}
	start, err := b.start(s)
	if err != nil {
		return a, err
	}
	u := Hold(*start, found, s.Hard)
	a.Untrained = &u
	return a, nil
}

// Beside says how near the answers of two methods for the same rows are where both hold;
// nil where there is no such row.
func (a Answered) Beside(other Answered) (own, others *Near) {
	p, q := metric.Pairs{Schema: a.pairs.Schema}, metric.Pairs{Schema: a.pairs.Schema}
	for i := range a.pairs.Factual {
		if a.pairs.Held(i, a.rules) && other.pairs.Held(i, other.rules) {
			p.Add(a.pairs, i)
			q.Add(other.pairs, i)
		}
	}
	if len(p.Factual) == 0 {
		return nil, nil
	}
	return near(p), near(q)
}
