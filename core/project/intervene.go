package project

import (
	"causeway/core/causal"
	"causeway/core/fault"
)

// Intervened is the result of setting one feature of a row.
type Intervened struct {
	Row           []float64
	Before, After []float64 // shares of the classes; nil without a black box
}

// Intervene sets a feature of a row and computes the effects through mechanisms and Computed rules.
// The row keeps its noise (abduction, action, prediction). The mechanisms are fitted to the
// training rows.
func (p *Project) Intervene(k causal.Knowledge, row []float64, feature int, value float64) (out Intervened, err error) {
	if _, err := p.Know(k); err != nil {
		return out, err
	}
	if err := p.CheckRow(row); err != nil {
		return out, err
	}
	s := p.Said()
	if feature < 0 || feature >= len(row) || !s.Features[feature].Holds(value) {
		return out, Refuse(BadInput,
			"The table has no such feature, or the feature cannot have this value; choose another one.")
	}
	if err := p.HasRows(); err != nil {
		return out, err
	}
	m, err := p.fit(k)
	if err != nil {
		return out, Refuse(BadInput, "The effects of the change cannot be computed: %s.", fault.Clause(err))
	}
	out.Row = m.DoUnder(k.Rules, row, feature, value)
	for j, f := range s.Features {
		if !f.Holds(out.Row[j]) {
			return out, Refuse(BadInput, "The mechanism of %q gives no value for this row. Choose another value or "+
				"row.", f.Name)
		}
	}
	if p.Trained() == nil {
		a := p.Ask(row, out.Row)
		out.Before, out.After = a[0].Shares, a[1].Shares
	}
	return out, nil
}
