package engine

import (
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/project"
	"causeway/core/wire"
)

// choose handles a Select command.
func (e *Engine) choose(m wire.Select) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	hits, err := p.hits(m.Part, m.Search, m.Filter)
	if err != nil {
		return nil, err
	}
	out := wire.Selected{Index: hits[:min(m.Limit, len(hits))], Hits: len(hits)}
	values := make([][]float64, len(out.Index))
	for n, i := range out.Index {
		values[n] = p.Table.Row(i, nil)
		out.Outcomes = append(out.Outcomes, p.Table.Outcome[i])
	}
	out.Values = wire.NewRows(values)
	return p.fits(out)
}

// fits rejects rows that do not fit into a frame.
func (p *holding) fits(m wire.Selected) (wire.Message, error) {
	if n := len(m.Values.Data); n > wire.MaxFrame/2 {
		return nil,
			refuse(wire.CodeBadInput,
				"These rows take %d MB, but at most %d MB can be explained at once. Choose fewer rows.",
				n>>20, wire.MaxFrame/2>>20)
	}
	return m, nil
}

// readRows handles a ReadRows command.
func (e *Engine) readRows(m wire.ReadRows) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	p.From = m.From
	m.Plan.Choices, m.Plan.Passes = m.Choices, p.Passes(m.Knowledge)
	r, err := data.ReadRows(m.Bytes, p.Schema, m.Plan, p.Table.Usual)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	if len(r.Values) > wire.MaxSelect {
		return nil, refuse(wire.CodeBadInput, "The file has %d rows; at most %d can be explained at once.",
			len(r.Values), wire.MaxSelect)
	}
	return p.fits(wire.Selected{Index: r.Lines, Values: wire.NewRows(r.Values), Outcomes: r.Outcome, Hits: r.Rows,
		Notes: r.Notes, Problems: r.Problems, Differences: r.Differences, Unused: r.Unused,
		Unseen: r.Unseen})
}

// explainMany searches for counterfactuals of one row after another.
func (e *Engine) explainMany(id int, m wire.ExplainMany) error {
	p := &e.project
	if err := p.opened(); err != nil {
		return err
	}
	rows := m.Rows.Rows()
	for _, r := range rows {
		if err := p.CheckRow(r, m.Unseen...); err != nil {
			return err
		}
	}
	search, err := p.Many(project.Query{Explain: m.Query, Within: m.Within, Quick: m.Quick})
	if err != nil {
		return err
	}
	search.Unseen, p.From = m.Unseen, m.From
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		var out many
		step := 1
		if m.Quick {
			step = project.AtOnce
		}
		for i := 0; i < len(rows); i += step {
			q.tell(func() wire.Message { return wire.Progress{Share: float64(i) / float64(len(rows))} })
			found, err := search.All(rows[i:min(i+step, len(rows))], q.tick)
			if err != nil {
				return nil, err
			}
			for _, b := range found {
				out.add(b, search.HasDegrees())
			}
		}
		return out.message(), nil
	})
}

// many collects the results for rows.
type many struct {
	wire.ExplainedMany
	given, values, shares [][]float64
	costs, degrees        []float64
	now, then             []float64 // numbers of the rows and of the counterfactuals
}

func (o *many) add(b project.Brief, graded bool) {
	if b.Bound {
		o.Bound = append(o.Bound, len(o.Found))
	}
	if b.Quick {
		o.Quick = append(o.Quick, len(o.Found))
	}
	o.Predicted, o.given = append(o.Predicted, b.Class), append(o.given, b.Shares)
	o.Target, o.Found = append(o.Target, b.Target), append(o.Found, len(b.Rows))
	o.Nearest, o.None, o.Unclear = append(o.Nearest, b.Nearest), append(o.None, b.None), append(o.Unclear, b.Unclear)
	if b.Cuts != nil {
		o.Cuts, o.Of = append(o.Cuts, b.Cuts...), append(o.Of, b.Of)
	}
	o.Banded = o.Banded || b.Banded
	if b.Banded || b.Numbered {
		o.now = append(o.now, b.Number)
	}
	for _, c := range b.Rows {
		if b.Banded || b.Numbered {
			o.then = append(o.then, c.Number)
		}
		o.values, o.shares = append(o.values, c.Row), append(o.shares, c.Shares)
		o.Classes, o.costs = append(o.Classes, c.Class), append(o.costs, c.Cost)
		if graded {
			o.degrees = append(o.degrees, c.Degree)
		}
	}
}

func (o *many) message() wire.Message {
	o.Given, o.Values, o.Shares = wire.NewRows(o.given), wire.NewRows(o.values), wire.NewRows(o.shares)
	o.Numbers = append(o.now, o.then...)
	o.Costs, o.Degrees = list(o.costs), list(o.degrees)
	return o.ExplainedMany
}
