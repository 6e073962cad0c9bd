package engine

import (
	"causeway/core/project"
	"causeway/core/wire"
)

// chooseActions handles a ChooseActions command.
func (e *Engine) chooseActions(id int, m wire.ChooseActions) error {
	p := &e.project
	if err := p.opened(); err != nil {
		return err
	}
	asked := project.Query{Explain: m.Query, Within: m.Within}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		chosen, err := p.Actions(asked, m.Rows.Rows(), m.Of, m.Answers.Rows(), m.Most, func(share float64) error {
			q.tell(func() wire.Message { return wire.Progress{Share: share} })
			return q.tick()
		})
		if err != nil {
			return nil, err
		}
		out := wire.ActionsChosen{Candidates: chosen.Candidates, Covered: chosen.Covered}
		for _, a := range chosen.List {
			n := min(len(a.Rows), wire.MaxProofs)
			x := wire.ChosenAction{Rows: a.Rows, Costs: list(a.Costs), After: wire.NewRows(a.After[:n]),
				Shares: list(a.Shares[:n])}
			for _, move := range a.Action {
				x.Features, x.By, x.To = append(x.Features, move.Feature), append(x.By, move.By), append(x.To, move.To)
			}
			out.List = append(out.List, x)
		}
		return out, nil
	})
}
