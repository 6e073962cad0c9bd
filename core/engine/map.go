package engine

import (
	"causeway/core/project"
	"causeway/core/wire"
)

// mapRow maps the black box's predictions around a row.
func (e *Engine) mapRow(m wire.MapRow) (wire.Message, error) {
	p := &e.project
	if err := p.opened(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Row)
	if err != nil {
		return nil, err
	}
	for _, j := range []int{m.X, m.Y} {
		if f := p.Said().Features[j]; len(f.Levels) > wire.MaxMapped {
			return nil, refuse(wire.CodeBadInput, "%s has %d values, which is too many for a map. Choose another "+
				"feature.",
				f.Name, len(f.Levels))
		}
	}
	return p.Map(row, m.X, m.Y, m.Class, m.Marks.Rows(), project.Query{Search: m.Toward, Knowledge: m.Knowledge,
		Rules: m.Rules})
}
