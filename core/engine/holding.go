package engine

import (
	"causeway/core/causal"
	"causeway/core/project"
	"causeway/core/wire"
)

// holding is the project that the engine holds.
type holding struct {
	project.Project
	evident *evidence // of the training rows; nil until it is asked for
}

// opened reports that no project is open yet. A project opened without the
// rows of its table answers for rows that it is given.
func (p *holding) opened() error {
	if len(p.Schema.Features) == 0 {
		return p.ready()
	}
	return nil
}

// ready reports what is missing before rows can be asked about.
func (p *holding) ready() error {
	if p.Table == nil {
		return refuse(wire.CodeNotReady, "No table yet; open a file or sample one first.")
	}
	return nil
}

// trained reports what is missing before the black box can be asked.
func (p *holding) trained() error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.Trained()
}

// explains reports what is missing before counterfactuals can be searched.
func (p *holding) explains() error {
	if err := p.ready(); err != nil {
		return err
	}
	return p.Explains()
}

// known checks knowledge from outside against the table, which is seen through
// its orders from then on.
func (p *holding) known(k causal.Knowledge) (*causal.Graph, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	return p.Know(k)
}

// row checks that a row from outside has a value of every feature.
func (p *holding) row(f wire.Floats) ([]float64, error) {
	row := f.Values()
	return row, p.CheckRow(row)
}
