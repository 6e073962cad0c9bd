package engine

import (
	"causeway/core/project"
	"causeway/core/study"
	"causeway/core/wire"
)

// evaluate runs an experiment.
func (e *Engine) evaluate(id int, m wire.Evaluate) error {
	p := &e.project
	if err := p.ready(); err != nil {
		return err
	}
	told, err := p.labels(m.Told)
	if err != nil {
		return err
	}
	run, err := p.Evaluate(project.Experiment{Method: m.Method, Seed: m.Seed, Own: m.Own, From: m.From, Truth: m.Truth, Known: m.Known,
		Knowledge: m.Knowledge, Train: m.Train, Round: m.Round, Labels: m.Labels, Told: told, Teach: m.Teach, CEM: m.CEM})
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		o, err := run(study.Host{Clock: func() float64 { return e.now() / 1000 }, Tick: q.tick, Tell: func(share float64) {
			q.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
		}})
		if err != nil {
			return nil, err
		}
		out := wire.Evaluated{Method: string(m.Method), Seed: m.Seed}
		for _, f := range o.Figures() {
			out.Figures = append(out.Figures, wire.Figure{Key: f.Key, Value: f.Value})
		}
		return out, nil
	})
}
