package study

// Answered holds a method's answers, one for each explained row. Beside compares them with another
// method's answers for the same rows.
type Answered struct {
	Holding
	Untrained *Holding // scores of the generator before its training; nil if the method has no generator
	Causal    Causal   // displayed answers left out
	GaveUp    int      // rows for which the method gave up

	judged Judged
}

// Answered returns the part of an outcome that Beside compares.
func (o *Outcome) Answered() Answered {
	return Answered{Holding: o.Answers, Untrained: o.Untrained, Causal: o.Causal, GaveUp: o.Made.GaveUp,
		judged: o.Judged}
}

// Answer runs a method and evaluates its answers. It skips the other figures of Run.
func (b *Bench) Answer(s Setting) (a Answered, err error) {
	m, err := b.make(s, b.Test)
	if err != nil {
		return a, err
	}
	found, err := b.Found(s)
	if err != nil {
		return a, err
	}
	by, err := b.world(s)
	if err != nil {
		return a, err
	}
	own := m.answers(b)
	a.Holding, a.GaveUp = Hold(own, found, s.Hard), m.GaveUp
	if a.judged, a.Causal.Answers, err = b.judged(s, own, b.Test.Rows, by); err != nil {
		return a, err
	}
	if a.Causal.Answers.Survive, err = b.survive(a.judged); err != nil {
		return a, err
	}
	a.Causal.Reachable, a.Causal.Unknown = found.reachable(a.judged.Held)
	a.Causal.Actable = by.actable(b.Table.Schema, s.Hard)
	if m.Generator == nil {
		return a, nil
	}
	start, err := b.start(s)
	if err != nil {
		return a, err
	}
	u := Hold(*start, found, s.Hard)
	a.Untrained = &u
	_, w, err := b.judged(s, *start, b.Test.Rows, by)
	a.Causal.Untrained = &w
	return a, err
}

// Beside compares the answers of two methods on the rows for which both are valid. It measures what
// a person must do: how many features to act on, and how far in MADs and changed levels, as a
// negative number. Both results are nil if the methods share no such row.
func (a Answered) Beside(other Answered) (own, others *Near) {
	n := 0.0
	own, others = &Near{}, &Near{}
	for i, held := range a.judged.Held {
		if held && other.judged.Held[i] {
			n++
			own.add(a.judged, i)
			others.add(other.judged, i)
		}
	}
	if n == 0 {
		return nil, nil
	}
	for _, v := range []*Near{own, others} {
		v.Changes, v.ContProximity = v.Changes/n, v.ContProximity/n
	}
	return own, others
}

// add adds a person's actions for answer i to the sums.
func (n *Near) add(j Judged, i int) {
	n.Changes += float64(j.Actions[i])
	n.ContProximity -= j.Far[i]
}
