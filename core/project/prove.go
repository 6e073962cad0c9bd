package project

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/fault"
	"causeway/core/search"
)

// judge adds proofs to the results of a search for a row.
type judge struct {
	schema  data.Schema
	rules   []causal.Rule
	factual []float64
	degrees *causal.Degrees // nil if no mechanism is known
	base    *causal.Base    // under the hard rules
	crowd   *crowd          // nil if the class has too few rows to compare with
}

func (j judge) prove(c search.Counterfactual) search.Counterfactual {
	c.Proof, c.Degree, c.Usual = j.verdicts(c.Row), j.degree(c.Row), j.crowd.usual(c.Row)
	if base := j.base.Of(c.Row, make([]float64, len(c.Row))); !slices.Equal(base, j.factual) {
		c.Base = base
	}
	return c
}

// verdicts returns the verdict of every law.
func (j judge) verdicts(row []float64) []causal.Verdict {
	list, _ := causal.CheckAll(j.schema, j.rules, j.factual, row)
	return list
}

// undo undoes each change of a counterfactual separately and predicts the resulting row.
func (j judge) undo(c *search.Counterfactual, b blackbox.BlackBox, s data.Schema, rules []causal.Rule) {
	var rows [][]float64
	var of []int
	base := c.Base
	if base == nil {
		base = j.factual
	}
	c.Without = make([]float64, len(base))
	for k := range base {
		c.Without[k] = c.Shares[c.Class]
		if c.Row[k] != base[k] {
			rows, of = append(rows, j.base.Undo(rules, c.Row, k)), append(of, k)
		}
	}
	for i, a := range ask(b, s, rows) {
		c.Without[of[i]] = a.Shares[c.Class]
	}
}

// plan orders the changes of a counterfactual along the graph and predicts each intermediate row.
func (j judge) plan(c *search.Counterfactual, b blackbox.BlackBox, s data.Schema, g *causal.Graph, rules []causal.Rule,
	effort []float64) {
	c.Plan = search.Steps(j.schema, g, rules, effort, j.factual, c.Row)
	rows := make([][]float64, len(c.Plan))
	for i, st := range c.Plan {
		rows[i] = st.Row
	}
	for i, a := range ask(b, s, rows) {
		c.Plan[i].Class, c.Plan[i].Shares = a.Class, a.Shares
	}
}

func (j judge) degree(row []float64) float64 {
	if j.degrees == nil {
		return 0
	}
	return j.degrees.Of(row)
}

// degrees returns how likely rows are under the mechanisms of the knowledge, fitted to the training
// rows. It returns nil without mechanisms. If they cannot be fitted, it returns nil and the reason.
func (p *Project) degrees(k causal.Knowledge) (*causal.Degrees, string) {
	switch {
	case len(k.Mechanisms) == 0:
		return nil, ""
	case p.Table == nil:
		return nil, "The degree of feasibility is unknown, because it needs the rows of the table."
	}
	m, err := p.fit(k)
	if err != nil {
		return nil, "The degree of feasibility is unknown: " + fault.Clause(err) + "."
	}
	if p.fitted.degrees == nil {
		p.fitted.degrees = causal.NewDegrees(m, p.Table, p.Split.Train, nil)
	}
	return p.fitted.degrees, ""
}

// rangeBoxes is the budget of boxes for each range that widen tries.
const rangeBoxes = 400

// widen returns the exact.Range around an answer of a problem. It returns nil if no number can vary
// or the black box cannot be bounded.
func widen(p exact.Problem, answer []float64, tick func() error) (low, high []float64, err error) {
	if !exact.CanBound(p.BlackBox) {
		return nil, nil, nil
	}
	r, ok, err := exact.Widen(p, answer, rangeBoxes, tick)
	if !ok {
		return nil, nil, err
	}
	return r.Low, r.High, err
}
