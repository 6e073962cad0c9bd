package metric

import "causeway/core/causal"

// Tally counts the pairs that keep a constraint and those that break it.
type Tally struct{ Holds, Broken int }

// Share returns the share of the pairs to which the constraint applies that keep it. It is 0 if the
// constraint applies to no pair, as in the paper's results for CEM.
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

// Monotone is the paper's feasibility score for a monotone constraint (sections 4.1 and 4.2). S1
// counts the pairs in which all causes rise, by whether the effect rises. S2 counts the pairs in
// which all causes fall, by whether the effect falls. All other pairs are ignored.
type Monotone struct{ S1, S2 Tally }

// Feasibility returns the harmonic mean
//
//	2 S1 S2 / (S1 + S2)
//
// of the shares, or 0 if one of them is 0. The authors' program reports S1 under this name for
// Simple-BN (reference, point 34).
func (m Monotone) Feasibility() float64 {
	a, b := m.S1.Share(), m.S2.Share()
	if a == 0 || b == 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// ScoreMonotone counts an IfRisesThenRises rule over all pairs and over the valid ones. The paper
// counts all pairs (reference, points 34 and 35). A pair without a counterfactual does not count,
// because nothing rose or fell.
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

// ScoreRules counts the pairs that keep every rule, for example C1 or C2 on Adult, over all pairs
// and over the valid ones. The authors' program counts only valid pairs (reference, point 36). A
// pair without a counterfactual breaks the rules.
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
