package engine

import (
	"causeway/core/project"
	"causeway/core/wire"
)

// mapRow maps what the black box says of a row.
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
			return nil, refuse(wire.CodeBadInput, "%s has %d values, too many for a map; choose another feature.",
				f.Name, len(f.Levels))
		}
	}
	of, err := p.Map(row, m.X, m.Y, m.Class, m.Marks.Rows(),
		project.Query{Knowledge: m.Knowledge, Rules: m.Rules})
	if err != nil {
		return nil, err
	}
	var rules []string
	for _, r := range of.Rules {
		rules = append(rules, r.String(p.Said()))
	}
	return wire.Mapped{Xs: list(of.Xs), Ys: list(of.Ys), In: of.In, Broken: of.Broken, Rules: rules,
		Points: wire.NewFloats(of.Points, len(of.Of), 2), Of: of.Of}, nil
}
