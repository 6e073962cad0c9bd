package project

import (
	"reflect"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
)

// Proved is a counterfactual with what proves it: what the black box says of exactly
// this row, and every law's verdict.
type Proved struct {
	cf.Counterfactual
	Proof  []causal.Verdict // of every law
	Degree float64          // of feasibility; 0 where it is not known

	// Without is for every feature the share that the class would keep if this change
	// alone were undone, and what rules compute from it were computed again; of what
	// does not change the share that it has.
	Without []float64

	// Holds is how many of Explained.Judges still give the class.
	Holds int
}

// Proof is what is proved of a pair of rows.
type Proof struct {
	Factual, Counterfactual Answer
	Target                  bool // the counterfactual is of the class asked for
	Kept                    bool // it keeps every hard law
	Laws                    []Law
	Verdicts                []causal.Verdict // of every law
	Degree                  float64
	NoDegree                string // why there is none; empty where there is one, or no mechanism
}

// Prove judges a pair of rows by code that neither generator nor search uses.
func (p *Project) Prove(factual, counterfactual []float64, q Query) (Proof, error) {
	if err := p.Trained(); err != nil {
		return Proof{}, err
	}
	for _, row := range [][]float64{factual, counterfactual} {
		if err := p.CheckRow(row); err != nil {
			return Proof{}, err
		}
	}
	l, err := p.laws(q)
	if err != nil {
		return Proof{}, err
	}
	said := p.Ask(factual, counterfactual)
	target, err := p.target(factual, q.Target)
	if err != nil {
		return Proof{}, err
	}
	out := Proof{Factual: said[0], Counterfactual: said[1], Target: said[1].Class == target, Laws: l.words}
	out.Verdicts, _ = causal.CheckAll(p.Said(), l.rules, factual, counterfactual)
	out.Kept = causal.AllHold(p.Said(), l.pick(), factual, counterfactual)
	degrees, why := p.degrees(q.Knowledge)
	out.Degree, out.NoDegree = judge{degrees: degrees}.degree(counterfactual), why
	return out, nil
}

// judge proves what a search found for a row.
type judge struct {
	schema  data.Schema
	rules   []causal.Rule
	factual []float64
	degrees *causal.Degrees // nil where no mechanism is known
}

func (j judge) prove(c cf.Counterfactual) Proved {
	verdicts, _ := causal.CheckAll(j.schema, j.rules, j.factual, c.Row)
	return Proved{Counterfactual: c, Proof: verdicts, Degree: j.degree(c.Row)}
}

// undo asks about the counterfactual with each of its changes taken back by itself.
func (c *Proved) undo(b blackbox.BlackBox, s data.Schema, factual []float64, rules []causal.Rule) {
	var rows [][]float64
	var of []int
	follows := causal.Follows(s, rules)
	c.Without = make([]float64, len(factual))
	for j := range factual {
		c.Without[j] = c.Shares[c.Class]
		if c.Row[j] == factual[j] || follows[j] {
			continue
		}
		row := slices.Clone(c.Row)
		row[j] = factual[j]
		causal.Compute(s, rules, row)
		rows, of = append(rows, row), append(of, j)
	}
	for i, a := range ask(b, s, rows) {
		c.Without[of[i]] = a.Shares[c.Class]
	}
}

func (j judge) degree(row []float64) float64 {
	if j.degrees == nil {
		return 0
	}
	return j.degrees.Of(row)
}

// fitted keeps the degrees of the knowledge that was asked about last: fitting a
// network takes a second.
type fitted struct {
	of      causal.Knowledge // edges and mechanisms
	degrees *causal.Degrees
	why     string
}

// degrees measures likelihoods by the mechanisms of the knowledge, fitted to the
// training rows. Without mechanisms there are none, and where they cannot be
// fitted it says why.
func (p *Project) degrees(k causal.Knowledge) (*causal.Degrees, string) {
	switch {
	case len(k.Mechanisms) == 0:
		return nil, ""
	case p.Table == nil:
		return nil, "The degree of feasibility is not known: it is the share of the table's rows that are at most as likely, and they are not there."
	}
	of := causal.Knowledge{Edges: k.Edges, Mechanisms: k.Mechanisms}
	if !reflect.DeepEqual(of, p.fitted.of) {
		p.fitted = fitted{of: of}
		if m, err := of.Fit(p.Table, p.Split.Train); err != nil {
			p.fitted.why = "The degree of feasibility is not known: " + fault.Clause(err) + "."
		} else {
			p.fitted.degrees = causal.NewDegrees(m, p.Table, p.Split.Train, nil)
		}
	}
	return p.fitted.degrees, p.fitted.why
}
