package metric

import "causeway/core/causal"

// Tally counts what a constraint says about pairs.
type Tally struct{ Holds, Broken int }

// Share is the share of the pairs that the constraint speaks about for which it holds; 0
// without such pairs, as the paper has it for CEM.
func (t Tally) Share() float64 { return share(t.Holds, t.Holds+t.Broken) }

func share(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }

func (t *Tally) add(speaks, holds bool) {
	switch {
	case speaks && holds:
		t.Holds++
	case speaks:
		t.Broken++
	}
}

// Monotone is the paper's constraint feasibility of a monotone constraint
// (sections 4.1 and 4.2): S1 counts the pairs whose causes all rise, by whether
// the effect rises, and S2 those whose causes all fall, by whether it falls.
// Other pairs are silent in both.
type Monotone struct{ S1, S2 Tally }

// Feasibility is the harmonic mean
//
//	2 S1 S2 / (S1 + S2)
//
// of the shares, 0 where one of them is. The authors' program reports S1 under
// this name for Simple-BN (reference, point 34).
func (m Monotone) Feasibility() float64 {
	a, b := m.S1.Share(), m.S2.Share()
	if a == 0 || b == 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// ScoreMonotone counts an IfRisesThenRises rule over all pairs and over the
// valid ones. The paper counts all (reference, points 34 and 35). A pair without
// a counterfactual is silent: nothing rose or fell.
func ScoreMonotone(p Pairs, rule causal.Rule) (all, valid Monotone) {
	for i := range p.check("ScoreMonotone") {
		premise, holds := causal.Mixed, true
		if p.found(i) {
			premise, holds = rule.Sub(p.Schema, p.Factual[i], p.Counterfactual[i])
		}
		all.add(premise, holds)
		if p.Valid(i) {
			valid.add(premise, holds)
		}
	}
	return all, valid
}

func (m *Monotone) add(p causal.Premise, holds bool) {
	m.S1.add(p == causal.AllRise, holds)
	m.S2.add(p == causal.AllFall, holds)
}

// ScoreRules counts the pairs that keep every rule, such as those of C1 or C2
// on Adult, over all pairs and over the valid ones. The authors' program counts
// the valid ones (reference, point 36). A pair without a counterfactual keeps
// none.
func ScoreRules(p Pairs, rules []causal.Rule) (all, valid Tally) {
	for i := range p.check("ScoreRules") {
		holds := p.found(i) && causal.AllHold(p.Schema, rules, p.Factual[i], p.Counterfactual[i])
		all.add(true, holds)
		if p.Valid(i) {
			valid.add(true, holds)
		}
	}
	return all, valid
}
