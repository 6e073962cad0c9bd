package engine

import (
	"causeway/core/wire"
)

// rows answers a search.
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

// part returns the rows of a part of the table in their order.
func (p *holding) part(name wire.Part) []int {
	switch name {
	case wire.TrainRows:
		return p.Split.Train
	case wire.ValRows:
		return p.Split.Val
	case wire.TestRows:
		return p.Split.Test
	}
	all := make([]int, p.Table.Rows())
	for i := range all {
		all[i] = i
	}
	return all
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
	return wire.Predicted{Shares: list(p.Ask(row)[0].Shares)}, nil
}

// restore takes models that an earlier engine trained on this table.
func (e *Engine) restore(m wire.Restore) (wire.Message, error) {
	p := e.project // replaced only when all is good
	if err := p.ready(); err != nil {
		return nil, err
	}
	if e.job != nil {
		return nil, refuse(wire.CodeNotReady, "A training is running; wait for it or cancel it first.")
	}
	if len(m.Classifier) > 0 {
		b, err := p.LoadBlackBox(m.Classifier)
		if err != nil {
			return nil, err
		}
		p.BlackBox, p.Gen = b, nil
	}
	if len(m.Generator) > 0 {
		if err := p.trained(); err != nil {
			return nil, err
		}
		g, err := p.LoadGenerator(m.Generator)
		if err != nil {
			return nil, err
		}
		p.Use(g)
	}
	e.project = p
	out := wire.Restored{Classifier: p.BlackBox != nil, Generator: p.Gen != nil}
	if out.Classifier {
		out.AUC = p.AUC()
	}
	return out, nil
}
