package engine

import (
	"causeway/core/exact"
	"causeway/core/project"
	"causeway/core/wire"
)

// explain searches for counterfactuals of a row.
func (e *Engine) explain(id int, m wire.Explain) error {
	if err := e.project.opened(); err != nil {
		return err
	}
	began := e.now()
	var at *inquiry
	asked := project.Query{Explain: m, Tell: func(share float64) {
		at.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
	}}
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
		found.TookMS = e.now() - began
		return found, nil
	})
}

// giveReasons finds the reasons for the decision on a row.
func (e *Engine) giveReasons(id int, m wire.GiveReasons) error {
	if err := e.project.opened(); err != nil {
		return err
	}
	find, err := e.project.Reasons(m.Query.Row.Values(), project.Query{Explain: m.Query})
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) { return find(q.tick) })
}

// findCases finds the content of the notices for rows.
func (e *Engine) findCases(id int, m wire.FindCases) error {
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		var out wire.Cases
		for i, asked := range m.Asked {
			q.tell(func() wire.Message { return wire.Progress{Share: float64(i) / float64(len(m.Asked))} })
			x, r, err := e.project.Case(asked.Row.Values(), project.Query{Explain: asked}, q.tick)
			if err != nil {
				return nil, err
			}
			out.Found, out.Reasons = append(out.Found, x), append(out.Reasons, r)
		}
		return out, nil
	})
}

// certify produces the certificates of an answer.
func (e *Engine) certify(id int, m wire.Certify) error {
	if err := e.project.opened(); err != nil {
		return err
	}
	answer := m.Answer.Values()
	if len(answer) == 0 {
		answer = nil
	}
	work, err := e.project.Certify(m.Query.Row.Values(), project.Query{Explain: m.Query}, answer, m.Nearest,
		exact.Range{Low: m.Low.Values(), High: m.High.Values()})
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		made, err := work(q.tick)
		return wire.Certified{Bytes: made.Bytes, Says: made.Says}, err
	})
}

// glanceBudget is the number of samples drawn if the generator's single answer is not valid.
const glanceBudget = 32

// glance answers a row without a proof: with the generator's single answer if that is valid, and
// otherwise from a few samples.
func (e *Engine) glance(m wire.Glance) (wire.Message, error) {
	p := &e.project
	if err := p.opened(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Query.Row)
	if err != nil {
		return nil, err
	}
	m.Query.Count, m.Query.Boxes, m.Query.Budget = 1, 0, min(m.Query.Budget, glanceBudget)
	search, err := p.Many(project.Query{Explain: m.Query, Quick: true})
	if err != nil {
		return nil, err
	}
	brief, err := search.Of(row, func() error { return nil })
	if err != nil {
		return nil, err
	}
	factual := wire.Counterfactual{Row: row, Class: brief.Class, Shares: brief.Shares}
	return p.Numbered(wire.Explained{Factual: factual, Rows: brief.Rows, Target: brief.Target, Cuts: brief.Cuts,
		Of: brief.Of}), nil
}
