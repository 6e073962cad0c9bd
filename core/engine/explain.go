package engine

import (
	"causeway/core/project"
	"causeway/core/search"
	"causeway/core/wire"
)

// explain searches counterfactuals of a row. It may take long where much is asked
// of the complete search, so it is an inquiry.
func (e *Engine) explain(id int, m wire.Explain) error {
	if err := e.project.opened(); err != nil {
		return err
	}
	began := e.now()
	asked := query(m)
	var at *inquiry
	if m.Steady {
		asked.Again = &project.Again{By: m.Again, Tell: func(share float64) {
			at.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
		}}
	}
	search, err := e.project.Search(m.Row.Values(), asked)
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		at = q
		found, err := search(q.tick)
		if err != nil {
			return nil, err
		}
		out := explained(found)
		out.TookMS = e.now() - began
		return out, nil
	})
}

// glanceBudget is how many samples are drawn where the generator's one answer does not hold.
const glanceBudget = 32

// glance answers a row without a proof: by the generator's one answer where that holds, else
// by a few samples.
func (e *Engine) glance(m wire.Glance) (wire.Message, error) {
	p := &e.project
	if err := p.opened(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Query.Row)
	if err != nil {
		return nil, err
	}
	asked := query(m.Query)
	asked.Count, asked.Boxes, asked.Budget, asked.Quick = 1, 0, min(asked.Budget, glanceBudget), true
	search, err := p.Many(asked)
	if err != nil {
		return nil, err
	}
	brief, err := search.Of(row, func() error { return nil })
	if err != nil {
		return nil, err
	}
	out := wire.Explained{Factual: wire.Counterfactual{Values: m.Query.Row, Class: brief.Class,
		Shares: list(brief.Shares)}, Target: brief.Target}
	for _, c := range brief.Rows {
		out.Found = append(out.Found, counterfactual(c))
	}
	return out, nil
}

// query is what a message asks.
func query(m wire.Explain) project.Query {
	q := project.Query{Search: m.Search, Knowledge: m.Knowledge, Rules: m.Rules, Without: m.Without, Effort: m.Effort,
		Boxes: m.Boxes}
	q.Pinned = m.Pinned.Rows()
	return q
}

// explained is what was found as a fact.
func explained(x project.Explained) wire.Explained {
	out := wire.Explained{Factual: counterfactual(x.Factual), Target: x.Target, Tried: x.Tried, Valid: x.Valid,
		Laws:      x.Laws,
		Conflicts: x.Conflicts, HasDegree: x.HasDegree, NoDegree: x.NoDegree,
		Nearest: x.Nearest, None: x.None, Unclear: x.Unclear, NoClear: x.NoClear, NoMore: x.NoMore, Boxes: x.Boxes,
		Decided: x.Decided, Judges: x.Judges, Refits: x.Refits, Frail: x.Frail, Carry: x.Carry, Flat: x.Flat,
		Brought: x.Brought, Lapsed: x.Lapsed, HasUsual: x.HasUsual, Passed: x.Passed}
	out.Factual.Degree = x.Degree
	for _, c := range x.Rows {
		out.Found = append(out.Found, proved(x.Factual.Row, c))
	}
	for _, r := range x.Relaxed {
		out.Relaxed = append(out.Relaxed, wire.Relaxation{Without: r.Without, Wider: r.Wider,
			Row: proved(x.Factual.Row, r.Row)})
	}
	return out
}

func counterfactual(c search.Counterfactual) wire.Counterfactual {
	return wire.Counterfactual{Values: wire.NewFloats(c.Row, len(c.Row)), Class: c.Class,
		Shares: wire.NewFloats(c.Shares, len(c.Shares)), Changed: c.Changed, Cost: c.Cost, Bare: list(c.Bare)}
}
