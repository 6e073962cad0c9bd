// Package label holds what people say about counterfactuals: whether a change
// is feasible (paper, section 3.2). It writes and reads labels as CSV, merges
// those of several people and proposes rules that explain them. It trains
// nothing and knows no screen.
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

// String is the word that files have.
func (v Verdict) String() string { return verdicts[v] }

// Source says where a label comes from.
type Source uint8

// The sources.
const (
	Person   Source = iota // who uses this page
	Rules                  // stated rules, for a demonstration
	Imported               // a file
)

var sources = []string{"person", "rules", "imported"}

// String is the word that files have.
func (s Source) String() string { return sources[s] }

// Label is a verdict on one counterfactual.
type Label struct {
	Row                     int // of the factual in the table, from 0; -1: none
	Factual, Counterfactual []float64
	Target                  int
	Verdict                 Verdict
	Reason                  []int // features that the verdict is about, among those that changed
	By                      string
	Source                  Source
}

// Pair names a factual and its counterfactual; labels with the same are about
// the same.
func (l Label) Pair() string { return PairOf(l.Factual, l.Counterfactual) }

// Lesson names what a generator learns from the label: labels with the same teach
// the same.
func (l Label) Lesson() string { return strconv.Itoa(l.Target) + l.Verdict.String() + l.Pair() }

// PairOf names a pair of rows, in bytes that are not to be read.
func PairOf(factual, counterfactual []float64) string {
	b := make([]byte, 0, 8*(len(factual)+len(counterfactual)))
	for _, row := range [][]float64{factual, counterfactual} {
		for _, v := range row {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v+0)) // minus zero is zero
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

// ByRules is the verdict of rules on a pair, as a demonstration has it. The
// reason are the features of the rules that are broken.
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
