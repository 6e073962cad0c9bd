package project

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
)

// GeneratorBench is where a helper computes parts of the training of a generator of rows of a
// table that it does not have, through a kept classifier. The schema is that of the table as it
// was opened, with its hash.
func GeneratorBench(s data.Schema, hash string, classifier []byte, r model.Recipe, k causal.Knowledge, fitted []causal.Fitted) (*nn.Bench, error) {
	p := Project{Schema: s, Hash: hash}
	box, err := p.LoadBlackBox(classifier)
	if err != nil {
		return nil, err
	}
	m, err := cf.Known(r.Method, k, s, fitted)
	if err != nil {
		return nil, unlearnable(err)
	}
	b, err := cf.NewBench(m, r, k.Schema(s), box.Differentiable)
	if err != nil {
		return nil, Refuse(BadInput, "The generator cannot be trained with these settings: %s.", fault.Clause(err))
	}
	return b, nil
}
