package engine

import (
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/project"
	"causeway/core/wire"
)

// restore synchronises the engine with the page.
func (e *Engine) restore(m wire.Restore) (wire.Message, error) {
	p := e.project // replaced only if everything succeeds
	t, err := p.tableOf(m)
	if err != nil {
		return nil, err
	}
	if t != nil {
		p = holding{Project: project.New(m.Table.Name, t, m.Table.Seed, m.Table.Plain)}
	} else if e.job != nil {
		return nil, errTrains
	}
	if err := p.restore(m); err != nil {
		return nil, err
	}
	if t != nil {
		e.abandon(ofTable)
	}
	if e.project = p; m.Show {
		return e.loaded(data.Report{Rows: t.Rows()}, m.Plan), nil
	}
	out := wire.Restored{Classifier: p.BlackBox != nil, Generator: p.Gen != nil}
	if out.Classifier {
		out.AUC = p.AUC()
	}
	return out, nil
}

// tableOf returns the table of a new project, or nil if the current one is kept.
func (p *holding) tableOf(m wire.Restore) (*data.Table, error) {
	if len(m.Table.Columns) > 0 {
		t, err := m.Table.Table()
		if err == nil {
			err = project.CheckTable(t, m.Table.Hash, m.Table.Seed, m.Table.Plain)
		} else {
			err = refuse(wire.CodeBadInput, "The rows in the file cannot be used: %s.", fault.Clause(err))
		}
		if err != nil && !m.Show { // it came from an engine
			return nil,
				refuse(wire.CodeProtocol,
					"The page's table does not match its hash. Reload the page.")
		}
		return t, err
	}
	if err := p.ready(); err != nil || m.Table.Hash == "" {
		return nil, err
	}
	if m.Table.Hash != p.Hash {
		return nil, refuse(wire.CodeProtocol, "The engine and the page have different tables. Reload the page.")
	}
	return p.Table.With(p.Schema), nil
}

// restore loads the models.
func (p *holding) restore(m wire.Restore) error {
	if len(m.Classifier) > 0 {
		b, err := p.LoadBlackBox(m.Classifier)
		if err != nil {
			return err
		}
		p.BlackBox, p.Gen = b, nil
	}
	if len(m.Generator) == 0 {
		return nil
	}
	if err := p.trained(); err != nil {
		return err
	}
	g, err := p.LoadGenerator(m.Generator)
	if err == nil {
		p.Use(g)
	}
	return err
}
