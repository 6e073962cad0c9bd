package engine

import (
	"slices"

	"causeway/core/data"
	"causeway/core/project"
	"causeway/core/wire"
)

// hits lists the rows of a part that match a search and pass a filter, in ascending order.
func (p *holding) hits(part data.Part, search string, f wire.Filter) ([]int, error) {
	features, classes := p.Table.Schema.Features, p.Table.Schema.Classes()
	for _, k := range slices.Concat(f.Predicted, f.Outcomes) {
		if k >= classes {
			return nil, refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", classes)
		}
	}
	seen := *p.Table
	seen.Schema = p.Said()
	rows := seen.Find(search, p.Split.Part(part, p.Table.Rows()))
	if len(f.Outcomes) > 0 {
		rows = keep(rows, func(i int) bool { return slices.Contains(f.Outcomes, p.Table.Outcome[i]) })
	}
	for _, w := range f.Where {
		if w.Feature >= len(features) {
			return nil, refuse(wire.CodeBadInput, "The table has no such feature; choose one of %d.", len(features))
		}
		col := p.Table.Cols[w.Feature]
		if features[w.Feature].Kind.Numeric() {
			rows = keep(rows, func(i int) bool { return col[i] >= w.Min && col[i] <= w.Max })
		} else {
			rows = keep(rows, func(i int) bool { return slices.Contains(w.Levels, int(col[i])) })
		}
	}
	if len(f.Predicted) > 0 {
		if err := p.trained(); err != nil {
			return nil, err
		}
		said := p.Predictions(rows)
		rows = keep(rows, func(i int) bool { return slices.Contains(f.Predicted, int(said[i])) })
	}
	return rows, nil
}

// keep returns the rows that pass. It reuses the list.
func keep(rows []int, passes func(i int) bool) []int {
	var list []int
	for _, i := range rows {
		if passes(i) {
			list = append(list, i)
		}
	}
	return list
}

// seek handles a Seek command.
func (e *Engine) seek(id int, m wire.Seek) error {
	p := &e.project
	if err := p.trained(); err != nil {
		return err
	}
	rows, err := p.hits(m.Part, m.Search, m.Filter)
	if err != nil {
		return err
	}
	var search *project.Many
	if p.Gen != nil {
		if search, err = p.Many(project.Query{Explain: m.Query}); err != nil {
			return err
		}
	}
	said := p.Predictions(rows)
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		out := wire.Sought{Pos: -1}
		for pos, i := range rows {
			if int(said[i]) == m.Wanted {
				continue
			}
			if out.Pos < 0 {
				out.Pos = pos
			}
			if search == nil || out.Tried == m.Tries {
				break
			}
			out.Tried++
			if err := q.tick(); err != nil {
				return nil, err
			}
			one, err := search.Of(p.Table.Row(i, nil), q.tick)
			if err != nil {
				return nil, err
			}
			if len(one.Rows) > 0 {
				out.Pos, out.Answered = pos, true
				return out, nil
			}
		}
		return out, nil
	})
}
