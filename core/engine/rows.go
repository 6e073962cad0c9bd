package engine

import "causeway/core/wire"

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
		values = append(values, p.table.Row(i, nil))
		page.Outcomes = append(page.Outcomes, p.table.Outcome[i])
	}
	page.Values = wire.NewRows(values)
	if p.blackBox != nil {
		for _, a := range p.blackBox.ask(p.table.Schema, values) {
			page.Predicted = append(page.Predicted, a.class)
		}
	}
	return page, nil
}

// part returns the rows of a part of the table in their order.
func (p *project) part(name wire.Part) []int {
	switch name {
	case wire.TrainRows:
		return p.split.Train
	case wire.ValRows:
		return p.split.Val
	case wire.TestRows:
		return p.split.Test
	}
	all := make([]int, p.table.Rows())
	for i := range all {
		all[i] = i
	}
	return all
}

func (e *Engine) predict(m wire.Predict) (wire.Message, error) {
	p := &e.project
	if err := p.trained(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Row)
	if err != nil {
		return nil, err
	}
	return wire.Predicted{Shares: p.blackBox.ask(p.table.Schema, [][]float64{row})[0].floats()}, nil
}

// row checks that a row from outside has a value of every feature.
func (p *project) row(f wire.Floats) ([]float64, error) {
	row, features := f.Values(), p.said().Features
	if len(row) != len(features) {
		return nil, refuse(wire.CodeBadInput, "The row has %d values and the table %d features; choose a row of this table.",
			len(row), len(features))
	}
	for j, v := range row {
		if !features[j].Holds(v) {
			return nil, refuse(wire.CodeBadInput, "%s cannot be %v; choose another value.", features[j].Name, v)
		}
	}
	return row, nil
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
		b, err := loadBlackBox(m.Classifier, &p)
		if err != nil {
			return nil, err
		}
		p.blackBox, p.gen = b, nil
	}
	if len(m.Generator) > 0 {
		if err := p.trained(); err != nil {
			return nil, err
		}
		g, err := loadGenerator(m.Generator, &p)
		if err != nil {
			return nil, err
		}
		p.use(g)
	}
	e.project = p
	out := wire.Restored{Classifier: p.blackBox != nil, Generator: p.gen != nil}
	if out.Classifier {
		out.AUC = auc(p.blackBox.Classifier, examples(p.table, p.split.Test))
	}
	return out, nil
}
