package label

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sorting"
)

// Proposal is a rule that explains labels, with its evidence.
type Proposal struct {
	Rule       causal.Rule
	Explains   int     // infeasible labels that break it
	Infeasible int     // number of infeasible labels
	Feasible   int     // number of feasible labels, none of which breaks it
	Chance     float64 // probability that a random choice of as many labels contains only infeasible ones
}

const (
	leastExplained = 3
	mostChance     = 0.01
	maxProposals   = 10
)

// Propose lists simple rules that infeasible labels break and feasible labels do not, sorted by the
// number of labels explained. Among rules that explain equally many, those that forbid less come
// first. A rule is left out if it explains only labels that the known rules and earlier proposals
// explain. Chance is
//
//	C(infeasible, k) / C(infeasible+feasible, k)    k = explained
func Propose(s data.Schema, labels []Label, known []causal.Rule) []Proposal {
	var yes, no []Label
	for _, l := range Settled(labels) {
		if l.Verdict == Feasible {
			yes = append(yes, l)
		} else {
			no = append(no, l)
		}
	}
	type found struct {
		Proposal
		broken []int // infeasible labels
	}
	var all []found
	for _, r := range candidates(s) {
		if slices.ContainsFunc(yes, func(l Label) bool { return breaks(s, r, l) }) {
			continue
		}
		f := found{Proposal: Proposal{Rule: r, Infeasible: len(no), Feasible: len(yes)}}
		for i, l := range no {
			if breaks(s, r, l) {
				f.broken = append(f.broken, i)
			}
		}
		f.Explains = len(f.broken)
		f.Chance = chance(f.Explains, len(no), len(yes))
		if f.Explains >= leastExplained && f.Chance <= mostChance {
			all = append(all, f)
		}
	}
	sorting.Stable(all, func(a, b found) int { return cmp.Compare(b.Explains, a.Explains) })
	explained := make([]bool, len(no))
	for i, l := range no {
		explained[i] = !causal.AllHold(s, known, l.Factual, l.Counterfactual)
	}
	var list []Proposal
	for _, f := range all {
		more := 0
		for _, i := range f.broken {
			if !explained[i] {
				more++
			}
		}
		if more < leastExplained || len(list) == maxProposals {
			continue
		}
		for _, i := range f.broken {
			explained[i] = true
		}
		list = append(list, f.Proposal)
	}
	return list
}

func breaks(s data.Schema, r causal.Rule, l Label) bool {
	return !r.Holds(s, l.Factual, l.Counterfactual)
}

func chance(k, no, yes int) float64 {
	p := 1.0
	for i := range k {
		p *= float64(no-i) / float64(no+yes-i)
	}
	return p
}

// candidates returns the rules that may be proposed. Among equally good rules, the preferred ones
// come first.
func candidates(s data.Schema) []causal.Rule {
	var one, fixed, two []causal.Rule
	for j, f := range s.Features {
		fixed = append(fixed, causal.Rule{Kind: causal.Immutable, Feature: j})
		if !causal.Scored(f) {
			continue
		}
		one = append(one, causal.Rule{Kind: causal.OnlyIncrease, Feature: j},
			causal.Rule{Kind: causal.OnlyDecrease, Feature: j})
		for k, g := range s.Features {
			if k == j || !causal.Scored(g) {
				continue
			}
			r := causal.Rule{Kind: causal.IfRisesThenRises, Feature: j, Other: k}
			two = append(two, r)
			r.Strict = true
			two = append(two, r)
		}
	}
	return slices.Concat(one, fixed, two)
}
