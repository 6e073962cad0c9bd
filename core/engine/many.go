package engine

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/wire"
)

// choose answers a Select.
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
		values[n] = p.table.Row(i, nil)
		out.Outcomes = append(out.Outcomes, p.table.Outcome[i])
	}
	out.Values = wire.NewRows(values)
	return p.fits(out)
}

// fits refuses rows that no frame can hold.
func (p *project) fits(m wire.Selected) (wire.Message, error) {
	if n := len(m.Values.Data); n > wire.MaxFrame/2 {
		return nil, refuse(wire.CodeBadInput, "These rows take %d MB, and at most %d can be explained at once; choose fewer rows.",
			n>>20, wire.MaxFrame/2>>20)
	}
	return m, nil
}

// readRows answers a ReadRows.
func (e *Engine) readRows(m wire.ReadRows) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	r, err := data.ReadRows(m.Bytes, p.schema, m.Plan, p.table.Usual)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	if len(r.Values) > wire.MaxSelect {
		return nil, refuse(wire.CodeBadInput, "The file has %d rows; at most %d can be explained at once.", len(r.Values), wire.MaxSelect)
	}
	return p.fits(wire.Selected{Index: r.Lines, Values: wire.NewRows(r.Values), Outcomes: r.Outcome, Hits: r.Rows,
		Notes: r.Notes, Problems: r.Problems})
}

// explainMany searches counterfactuals of rows one after the other. What is
// found for a row depends on the row and the query alone.
func (e *Engine) explainMany(id int, m wire.ExplainMany) error {
	p := &e.project
	if err := p.explains(); err != nil {
		return err
	}
	rows := m.Rows.Rows()
	for _, r := range rows {
		if _, err := p.row(wire.NewFloats(r, len(r))); err != nil {
			return err
		}
	}
	if m.Query.Target >= p.table.Schema.Classes() {
		return refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", p.table.Schema.Classes())
	}
	l, err := p.laws(m.Query)
	if err != nil {
		return err
	}
	for _, w := range m.Within {
		if f := p.table.Schema.Features[w.Feature]; !f.Kind.Numeric() {
			return refuse(wire.CodeBadInput, "%s is no number, so it has no distance to stay within.", f.Name)
		}
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		out := many{laws: l, query: m.Query, within: m.Within, tick: q.tick}
		out.measure, _ = p.degrees(m.Query.Knowledge)
		for i, row := range rows {
			if err := q.tick(); err != nil {
				return nil, err
			}
			q.tell(func() wire.Message { return wire.Progress{Share: float64(i) / float64(len(rows))} })
			if err := out.add(p, row); err != nil {
				return nil, err
			}
		}
		return out.message(), nil
	})
}

// explains reports what is missing before counterfactuals can be searched.
func (p *project) explains() error {
	if err := p.trained(); err != nil {
		return err
	}
	if p.gen == nil {
		return refuse(wire.CodeNotReady, "There is no generator yet; train it first.")
	}
	return nil
}

// many collects what is found for rows.
type many struct {
	wire.ExplainedMany
	laws                  laws
	query                 wire.Explain
	within                []wire.Within
	measure               *causal.Degrees // nil where no mechanism is known
	given, values, shares [][]float64
	costs, degrees        []float64
	tick                  func() error
}

func (o *many) add(p *project, row []float64) error {
	a := p.blackBox.ask(p.table.Schema, [][]float64{row})[0]
	o.Predicted = append(o.Predicted, a.class)
	o.given = append(o.given, a.shares)
	if a.class == o.query.Target {
		o.Target, o.Found = append(o.Target, -1), append(o.Found, 0)
		o.prove(cf.Found{})
		return nil
	}
	target := o.query.Target
	if target < 0 {
		target = a.other()
	}
	q := o.laws.query(o.query, row, target)
	q.Brief = true
	everyone := len(q.Rules) - o.own()
	for _, w := range o.within {
		q.Rules = append(q.Rules, w.Rule(p.table.Schema.Features[w.Feature], row))
	}
	found, err := p.gen.SearchFor(p.blackBox.Classifier, q, o.tick)
	if err != nil {
		return err
	}
	o.prove(found)
	if n := len(o.Found); len(found.Rows) == 0 && len(q.Rules) > everyone {
		free := q
		free.Rules, free.Count = q.Rules[:everyone:everyone], 1
		freed, err := p.gen.SearchFor(p.blackBox.Classifier, free, o.tick)
		if err != nil {
			return err
		}
		if len(freed.Rows) > 0 {
			o.Bound = append(o.Bound, n)
		}
	}
	o.Target, o.Found = append(o.Target, target), append(o.Found, len(found.Rows))
	for _, c := range found.Rows {
		o.values, o.shares = append(o.values, c.Row), append(o.shares, c.Shares)
		o.Classes, o.costs = append(o.Classes, c.Class), append(o.costs, c.Cost)
		if o.measure != nil {
			o.degrees = append(o.degrees, o.measure.Of(c.Row))
		}
	}
	return nil
}

// prove notes what is proved about a row.
func (o *many) prove(f cf.Found) {
	o.Nearest, o.None, o.Unclear = append(o.Nearest, f.Nearest), append(o.None, f.None), append(o.Unclear, f.Unclear)
}

// own is how many of the hard rules are the person's own; they come last.
func (o *many) own() int {
	n := 0
	for _, i := range o.laws.hard {
		if i >= len(o.laws.laws)-len(o.query.Rules) {
			n++
		}
	}
	return n
}

func (o *many) message() wire.Message {
	o.Given, o.Values, o.Shares = wire.NewRows(o.given), wire.NewRows(o.values), wire.NewRows(o.shares)
	o.Costs, o.Degrees = list(o.costs), list(o.degrees)
	return o.ExplainedMany
}

// other is the likeliest class other than the predicted one.
func (a answer) other() int {
	shares := slices.Clone(a.shares)
	shares[a.class] = -1
	return slices.Index(shares, slices.Max(shares))
}
