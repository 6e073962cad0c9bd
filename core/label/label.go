// Package label contains people's judgements of counterfactuals: whether a change is feasible
// (paper, section 3.2). It writes and reads labels as CSV, merges labels of several people and
// proposes rules that explain them. It trains nothing and does not depend on the page.
package label

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
)

// Verdict is a person's judgement of a counterfactual.
type Verdict uint8

// The verdicts.
const (
	Feasible Verdict = iota
	Infeasible
	Unsure
)

var verdicts = []string{"feasible", "infeasible", "unsure"}

// String returns the word used in files.
func (v Verdict) String() string { return verdicts[v] }

// Source is the origin of a label.
type Source uint8

// The sources.
const (
	Person   Source = iota // the user of this page
	Rules                  // stated rules, for a demonstration
	Imported               // a file
)

var sources = []string{"person", "rules", "imported"}

// String returns the word used in files.
func (s Source) String() string { return sources[s] }

// Label is a verdict on one counterfactual.
type Label struct {
	Row                     int // row of the factual in the table, from 0; -1 for none
	Factual, Counterfactual []float64
	Target                  int
	Verdict                 Verdict
	Reason                  []int // changed features that the verdict is about
	By                      string
	Source                  Source
}

// Pair identifies a factual and its counterfactual. Labels with the same Pair are about the same
// two rows.
func (l Label) Pair() string { return PairOf(l.Factual, l.Counterfactual) }

// Lesson identifies what a generator learns from the label. It is equal for labels from which a
// generator learns the same.
func (l Label) Lesson() string { return strconv.Itoa(l.Target) + l.Verdict.String() + l.Pair() }

// PairOf returns an opaque key for a pair of rows.
func PairOf(factual, counterfactual []float64) string {
	b := make([]byte, 0, 8*(len(factual)+len(counterfactual)))
	for _, row := range [][]float64{factual, counterfactual} {
		for _, v := range row {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v+0)) // minus zero becomes zero
		}
	}
	return string(b)
}

// Changed lists the features that differ.
func (l Label) Changed() []int {
	var list []int
	for j, v := range l.Factual {
		if v != l.Counterfactual[j] {
			list = append(list, j)
		}
	}
	return list
}

// Breaks lists the rules that a label's pair breaks.
func Breaks(s data.Schema, rules []causal.Rule, l Label) (list []causal.Rule) {
	for _, r := range rules {
		if breaks(s, r, l) {
			list = append(list, r)
		}
	}
	return list
}

// ByRules returns the label with the verdict of rules on its pair, for a demonstration. The
// reason consists of the features of the broken rules.
func ByRules(s data.Schema, rules []causal.Rule, l Label) Label {
	l.Verdict, l.Reason, l.Source = Feasible, nil, Rules
	changed := l.Changed()
	for _, r := range Breaks(s, rules, l) {
		l.Verdict = Infeasible
		for _, j := range r.Features() {
			if slices.Contains(changed, j) && !slices.Contains(l.Reason, j) {
				l.Reason = append(l.Reason, j)
			}
		}
	}
	slices.Sort(l.Reason)
	return l
}
