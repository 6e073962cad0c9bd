package engine

import (
	"slices"

	"causeway/core/nn"
	"causeway/core/wire"
)

// hits lists the rows of a part that match a search and pass a filter, in their
// order.
func (p *project) hits(part wire.Part, search string, f wire.Filter) ([]int, error) {
	features, classes := p.table.Schema.Features, p.table.Schema.Classes()
	for _, k := range slices.Concat(f.Predicted, f.Outcomes) {
		if k >= classes {
			return nil, refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", classes)
		}
	}
	seen := *p.table
	seen.Schema = p.said()
	rows := seen.Find(search, p.part(part))
	if len(f.Outcomes) > 0 {
		rows = keep(rows, func(i int) bool { return slices.Contains(f.Outcomes, p.table.Outcome[i]) })
	}
	for _, w := range f.Where {
		if w.Feature >= len(features) {
			return nil, refuse(wire.CodeBadInput, "The table has no such feature; choose one of %d.", len(features))
		}
		col := p.table.Cols[w.Feature]
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
		said := p.blackBox.predictions(p, rows)
		rows = keep(rows, func(i int) bool { return slices.Contains(f.Predicted, int(said[i])) })
	}
	return rows, nil
}

// keep returns those of a list of its own that pass.
func keep(rows []int, passes func(i int) bool) []int {
	var list []int
	for _, i := range rows {
		if passes(i) {
			list = append(list, i)
		}
	}
	return list
}

// askedAtOnce is how many rows are encoded together.
const askedAtOnce = 4096

// predictions says the class of rows of the table, by their numbers. What was said
// once is remembered.
func (b *blackBox) predictions(p *project, rows []int) []int16 {
	if len(b.said) != p.table.Rows() {
		b.said = make([]int16, p.table.Rows())
		for i := range b.said {
			b.said[i] = -1
		}
	}
	unknown := keep(rows, func(i int) bool { return b.said[i] < 0 })
	for part := range slices.Chunk(unknown, askedAtOnce) {
		n, best := 0, make([]int, len(part))
		b.Each(examples(p.table, part), func(y []int, shares []float32) {
			nn.Best(shares, best[n:n+len(y)])
			n += len(y)
		})
		for k, i := range part {
			b.said[i] = int16(best[k])
		}
	}
	return b.said
}

// seek answers a Seek.
func (e *Engine) seek(id int, m wire.Seek) error {
	p := &e.project
	if err := p.trained(); err != nil {
		return err
	}
	rows, err := p.hits(m.Part, m.Search, m.Filter)
	if err != nil {
		return err
	}
	l, err := p.laws(m.Query)
	if err != nil {
		return err
	}
	said := p.blackBox.predictions(p, rows)
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		out := wire.Sought{Pos: -1}
		for pos, i := range rows {
			if int(said[i]) == m.Wanted {
				continue
			}
			if out.Pos < 0 {
				out.Pos = pos
			}
			if p.gen == nil || m.Tries == 0 {
				break
			}
			m.Tries--
			if err := q.tick(); err != nil {
				return nil, err
			}
			one := many{laws: l, query: m.Query, tick: q.tick}
			if err := one.add(p, p.table.Row(i, nil)); err != nil {
				return nil, err
			}
			if one.Found[0] > 0 {
				return wire.Sought{Pos: pos, Answered: true}, nil
			}
		}
		return out, nil
	})
}
