package causal

import (
	"slices"

	"causeway/core/data"
)

// Conflict is a minimal set of rules that no row can keep together: dropping any one of them would
// end the certain contradiction.
type Conflict struct {
	Rules    []int // indices in the list of rules
	Feature  int   // the feature without any value left
	Sentence string
}

// maxConflicts limits how many conflicts are reported.
const maxConflicts = 10

// Contradictions finds rules that exclude each other: for everyone if factual is nil, and otherwise
// for the counterfactuals of that row. Each conflict is certain. Contradictions narrows the values
// of one feature at a time, so it may miss conflicts that involve combinations of features. Each
// rule is in at most one conflict.
func Contradictions(s data.Schema, rules []Rule, factual []float64) []Conflict {
	left := make([]int, len(rules))
	for i := range left {
		left[i] = i
	}
	var list []Conflict
	for len(list) < maxConflicts {
		if _, blocked := Domains(s, pick(rules, left), factual); blocked < 0 {
			return list
		}
		core := slices.Clone(left)
		for i := len(core) - 1; i >= 0; i-- { // drop rules that the conflict does not need
			less := slices.Delete(slices.Clone(core), i, i+1)
			if _, blocked := Domains(s, pick(rules, less), factual); blocked >= 0 {
				core = less
			}
		}
		_, blocked := Domains(s, pick(rules, core), factual)
		list = append(list, Conflict{core, blocked, conflictSentence(s, pick(rules, core), blocked, factual)})
		left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(core, i) })
	}
	return list
}

func pick(rules []Rule, at []int) []Rule {
	list := make([]Rule, len(at))
	for i, k := range at {
		list[i] = rules[k]
	}
	return list
}

func conflictSentence(s data.Schema, rules []Rule, blocked int, factual []float64) string {
	f := s.Features[blocked]
	text := "No value of " + quote(f.Name)
	if factual != nil {
		text += " (now " + f.Stating(factual[blocked]).Say(factual[blocked]) + ")"
	}
	text += " keeps "
	if len(rules) > 1 {
		text += "all of these: "
	} else {
		text += "this: "
	}
	for i, r := range rules {
		if i > 0 {
			text += "; "
		}
		text += r.clause(s)
	}
	return text + "."
}
