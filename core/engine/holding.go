package engine

import (
	"causeway/core/causal"
	"causeway/core/project"
	"causeway/core/wire"
)

// holding is the engine's project.
type holding struct {
	project.Project
	evident *evidence // from the training rows; nil until needed
}

// opened returns an error if no project is open. A project opened without the rows of its table
// can still answer for rows that it is given.
func (p *holding) opened() error {
	if len(p.Schema.Features) == 0 {
		return p.ready()
	}
	return nil
}

// ready returns an error that says what is missing before the table's rows can be used.
func (p *holding) ready() error {
	if p.Table == nil {
		return refuse(wire.CodeNotReady, "No table is open. Open a file or sample one first.")
	}
	return nil
}

// trained returns an error that says what is missing before the black box can be used.
func (p *holding) trained() error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.Trained()
}

// explains returns an error that says what is missing before a search for counterfactuals.
func (p *holding) explains() error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.Explains()
}

// known checks untrusted knowledge against the table and applies its orders.
func (p *holding) known(k causal.Knowledge) (*causal.Graph, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	return p.Know(k)
}

// row checks that an untrusted row has a valid value for every feature.
func (p *holding) row(f wire.Floats) ([]float64, error) {
	row := f.Values()
	return row, p.CheckRow(row)
}
