package project

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/search"
)

// Proved is a counterfactual with what proves it: what the black box says of exactly
// this row, and every law's verdict.
type Proved struct {
	search.Counterfactual
	Proof  []causal.Verdict // of every law
	Degree float64          // of feasibility; 0 where it is not known

	// Without is for every feature the share that the class would keep if this change
	// alone were undone, and what follows from it did so again; of what
	// does not change the share that it has.
	Without []float64

	// Usual is the share of the table's rows of the class, as the black box says, that
	// stand at least as far from all others as this row does; see crowd.
	Usual float64

	// Base is what the features would be if nothing acted on each, see causal.Base: what
	// differs from it is done, and where it differs from the factual something follows.
	Base []float64

	// Holds is how many of Explained.Judges still give the class.
	Holds int

	// Stands is under how many of Explained.Refits fits the row reaches the class and keeps
	// the hard rules once what follows does so by them.
	Stands int

	// Plan is the same change as an order of steps along the graph, of what is shown for
	// one row alone.
	Plan []Step
}

// Step is one of a plan, with what the black box says after it.
type Step struct {
	search.Stage
	Answer
}

// judge proves what a search found for a row.
type judge struct {
	schema  data.Schema
	rules   []causal.Rule
	factual []float64
	degrees *causal.Degrees // nil where no mechanism is known
	base    *causal.Base    // under the hard rules
	crowd   *crowd          // nil if the class has no rows to compare with
}

func (j judge) prove(c search.Counterfactual) Proved {
	return Proved{Counterfactual: c, Proof: j.verdicts(c.Row), Degree: j.degree(c.Row), Usual: j.crowd.usual(c.Row),
		Base: j.baseOf(c.Row)}
}

// verdicts are those of every law.
func (j judge) verdicts(row []float64) []causal.Verdict {
	list, _ := causal.CheckAll(j.schema, j.rules, j.factual, row)
	return list
}

// baseOf is what the features of a row would be if nothing acted on them.
func (j judge) baseOf(row []float64) []float64 { return j.base.Of(row, make([]float64, len(row))) }

// undo asks about the counterfactual with each of its changes taken back, one at a time.
func (c *Proved) undo(b blackbox.BlackBox, s data.Schema, base *causal.Base, factual []float64, rules []causal.Rule) {
	var rows [][]float64
	var of []int
	c.Without = make([]float64, len(factual))
	for j := range factual {
		c.Without[j] = c.Shares[c.Class]
		if c.Row[j] != c.Base[j] {
			rows, of = append(rows, base.Undo(rules, c.Row, j)), append(of, j)
		}
	}
	for i, a := range ask(b, s, rows) {
		c.Without[of[i]] = a.Shares[c.Class]
	}
}

// plan orders the changes of a counterfactual along the graph and asks after each step.
func (c *Proved) plan(b blackbox.BlackBox, s, fine data.Schema, g *causal.Graph, factual []float64, rules []causal.Rule,
	effort []float64) {
	stages := search.Steps(fine, g, rules, effort, factual, c.Row)
	rows := make([][]float64, len(stages))
	for i, st := range stages {
		rows[i] = st.Row
	}
	for i, a := range ask(b, s, rows) {
		c.Plan = append(c.Plan, Step{stages[i], a})
	}
}

func (j judge) degree(row []float64) float64 {
	if j.degrees == nil {
		return 0
	}
	return j.degrees.Of(row)
}

// degrees measures likelihoods by the mechanisms of the knowledge, fitted to the training rows.
// Without mechanisms the result is nil; if they cannot be fitted it says why.
func (p *Project) degrees(k causal.Knowledge) (*causal.Degrees, string) {
	switch {
	case len(k.Mechanisms) == 0:
		return nil, ""
	case p.Table == nil:
		return nil, "The degree of feasibility is not known: it is the share of the table's rows that are at most as " +
			"likely, and they are not there."
	}
	m, err := p.fit(k)
	if err != nil {
		return nil, "The degree of feasibility is not known: " + fault.Clause(err) + "."
	}
	if p.fitted.degrees == nil {
		p.fitted.degrees = causal.NewDegrees(m, p.Table, p.Split.Train, nil)
	}
	return p.fitted.degrees, ""
}
