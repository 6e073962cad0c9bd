package engine

import (
	"causeway/core/document"
	"causeway/core/project"
	"causeway/core/wire"
)

// The budget for finding any answer of a row: proposals, and boxes of the complete search. A row
// of the census takes a few milliseconds.
const (
	weighBudget = 60
	weighBoxes  = 1000
)

// Fewer rows are drawn from wide tables, because the time of a search grows with about the square
// of the number of inputs.
const (
	weighSquares = 1_000_000
	weighLeast   = 10
)

// weighLongMS is the time in milliseconds after which weighing rules reports progress.
const weighLongMS = 800

// weighRules handles a WeighRules command.
func (e *Engine) weighRules(id int, m wire.WeighRules) error {
	p := &e.project
	if err := p.trained(); err != nil {
		return err
	}
	began, of := e.now(), 0
	rows := [][]float64{m.Row.Values()}
	if m.Rows > 0 {
		var err error
		w := p.Seen.Width()
		if rows, of, err = p.Refused(m.Class, min(m.Rows, max(weighLeast, weighSquares/(w*w))), m.Seed); err != nil {
			return err
		}
	}
	count, err := p.Cost(rows, project.Query{Search: document.Search{Target: m.Class,
		Budget: weighBudget, Seed: m.Seed}, Boxes: weighBoxes,
		Knowledge: m.Knowledge, Rules: m.Rules, Pinned: m.Known})
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		c, err := count(func(share float64) error {
			if e.now()-began > weighLongMS {
				q.tell(func() wire.Message { return wire.Progress{Share: share} })
			}
			return q.tick()
		})
		if err != nil {
			return nil, err
		}
		out := wire.RulesWeighed{Cost: c, Of: of}
		if m.Rows > 0 {
			out.Reads = p.Reads(m.Class)
		}
		out.TookMS = e.now() - began
		return out, nil
	})
}
