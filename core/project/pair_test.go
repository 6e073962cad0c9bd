package project

import (
	"causeway/core/causal"
	"causeway/core/document"
)

// Proof is what is proved about a pair of rows.
type Proof struct {
	Factual, Counterfactual Answer
	Target                  bool // the counterfactual belongs to the requested class
	Kept                    bool // it keeps every hard law
	Laws                    []document.Law
	Verdicts                []causal.Verdict // for every law
	Degree                  float64
	NoDegree                string // why Degree is missing; empty if it is known, or without mechanisms
}

// Prove judges a pair of rows with code that neither the generator nor the search uses.
func (p *Project) Prove(factual, counterfactual []float64, q Query) (Proof, error) {
	if err := p.Trained(); err != nil {
		return Proof{}, err
	}
	l, err := p.laws(q)
	if err != nil {
		return Proof{}, err
	}
	if err := p.CheckRow(factual); err != nil {
		return Proof{}, err
	}
	if err := checkRow(p.finer(q.Knowledge), counterfactual); err != nil {
		return Proof{}, err
	}
	said := p.Ask(factual, counterfactual)
	target, err := p.target(factual, q.Target)
	if err != nil {
		return Proof{}, err
	}
	out := Proof{Factual: said[0], Counterfactual: said[1], Target: said[1].Class == target, Laws: l.words}
	out.Verdicts = judge{schema: p.finer(q.Knowledge), rules: l.rules, factual: factual}.verdicts(counterfactual)
	out.Kept = causal.AllHold(p.finer(q.Knowledge), l.pick(), factual, counterfactual)
	degrees, why := p.degrees(q.Knowledge)
	out.Degree, out.NoDegree = judge{degrees: degrees}.degree(counterfactual), why
	return out, nil
}
