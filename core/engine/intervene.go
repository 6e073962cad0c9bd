package engine

import "causeway/core/wire"

// intervene handles an Intervene command.
func (e *Engine) intervene(m wire.Intervene) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	x, err := p.Intervene(m.Knowledge, m.Row.Values(), m.Feature, m.Value)
	if err != nil {
		return nil, err
	}
	return wire.Intervened{Row: list(x.Row), Before: list(x.Before), After: list(x.After)}, nil
}
