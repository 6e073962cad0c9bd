package engine

import (
	"causeway/core/fault"
	"causeway/core/project"
	"causeway/core/wire"
)

// evaluate runs an experiment.
func (e *Engine) evaluate(id int, m wire.Evaluate) error {
	p := &e.project
	if err := p.ready(); err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return refuse(wire.CodeBadInput, "The experiment cannot be run: %s.", fault.Clause(err))
	}
	run, err := p.Evaluate(m)
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		o, err := run(q.host())
		if err != nil {
			return nil, err
		}
		return wire.Evaluated{Method: string(m.Method), Seed: m.Seed, Figures: project.Figures(o)}, nil
	})
}
