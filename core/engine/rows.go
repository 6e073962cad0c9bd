package engine

import (
	"causeway/core/wire"
)

// rows handles a Rows command.
func (e *Engine) rows(m wire.Rows) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	hits, err := p.hits(m.Part, m.Search, m.Filter)
	if err != nil {
		return nil, err
	}
	from := min(m.From, len(hits))
	page := wire.Page{Total: len(hits), From: from, Index: hits[from:min(from+m.Limit, len(hits))]}
	var values [][]float64
	for _, i := range page.Index {
		values = append(values, p.Table.Row(i, nil))
		page.Outcomes = append(page.Outcomes, p.Table.Outcome[i])
	}
	page.Values = wire.NewRows(values)
	if p.BlackBox != nil {
		for _, a := range p.Ask(values...) {
			page.Predicted = append(page.Predicted, a.Class)
		}
	}
	return page, nil
}

func (e *Engine) predict(m wire.Predict) (wire.Message, error) {
	p := &e.project
	if err := p.opened(); err != nil {
		return nil, err
	}
	if err := p.Trained(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Row)
	if err != nil {
		return nil, err
	}
	view, goal, band, err := p.Toward(row, m.Toward)
	if err != nil { // the search says why
		view, goal, band = &p.Project, wire.Explained{}, 0
	}
	out := wire.Predicted{Shares: list(view.Ask(row)[0].Shares), Cuts: list(goal.Cuts), Of: goal.Of, Band: band}
	if number, is := p.Goaled(goal.Of, row); is {
		out.Number, out.HasNumber = number[0], true
	}
	return out, nil
}
