package graph

import (
	"math"
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
)

// ruleDraft is a rule that may be incomplete. Features are -1 until chosen.
type ruleDraft struct {
	Kind           string // one of ruleKinds; a kind with several forms adds hundreds, see shape
	Feature, Other int
	Also           []causal.Member
	Falls          bool
	Strict         bool
	Reverse        bool
	Soft           bool
	Any            bool
	Least, Most    string
	Min, Max       string
	Levels         []int
	Transitions    []causal.Transition
	Step           causal.Transition // the next to be forbidden, levels counted from 1
	Parts          []rulePart        // parts of a sum, or conditions
}

func newDraft() ruleDraft { return ruleDraft{Kind: "0", Feature: -1, Other: -1} }

// draftOf returns the draft of an existing rule.
func draftOf(s data.Schema, r causal.Rule) ruleDraft {
	d := ruleDraft{
		Kind: strconv.Itoa(int(r.Kind)), Feature: r.Feature, Other: -1, Also: r.Also, Falls: r.Falls,
		Strict: r.Strict, Reverse: r.Reverse, Soft: r.Soft, Levels: r.Levels, Transitions: r.Transitions, Any: r.Any,
		Least: sizeText(r.Least), Most: sizeText(r.Most),
	}
	if r.Kind == causal.Inequality || r.Kind == causal.Cardinality {
		d.partsOf(r)
		return d
	}
	if r.Kind.Relates() {
		d.Other = r.Other
	}
	if r.HasEnds() && math.Abs(r.Min) < causal.Open {
		d.Min = kit.ExactNumber(r.Min)
	}
	if r.HasEnds() && r.Max < causal.Open {
		d.Max = kit.ExactNumber(r.Max)
	}
	return d
}

func (d ruleDraft) kind() causal.RuleKind {
	k, _ := kit.Chosen(d.Kind)
	return causal.RuleKind(k % 100)
}

// rule returns the draft's rule, if it is complete. It may be wrong for its features.
func (d ruleDraft) rule() (causal.Rule, bool) {
	r := causal.Rule{Kind: d.kind(), Feature: d.Feature, Soft: d.Soft}
	if r.Kind == causal.Inequality || r.Kind == causal.Cardinality {
		return d.several(r)
	}
	ok := d.Feature >= 0
	if r.Kind.Relates() {
		r.Other = d.Other
		ok = ok && d.Other >= 0
	}
	if r.HasEnds() {
		open := -causal.Open
		if r.Kind == causal.MoveAtMost {
			open = causal.Open
		}
		low, fine := bound(d.Min, open)
		high, good := bound(d.Max, causal.Open)
		r.Min, r.Max = low, high
		ok = ok && fine && good && (d.Min != "" || d.Max != "")
	}
	switch r.Kind {
	case causal.Allowed:
		r.Levels = d.Levels
		ok = ok && len(d.Levels) > 0
	case causal.ForbiddenTransitions:
		r.Transitions = d.Transitions
		ok = ok && len(d.Transitions) > 0
	case causal.IfRisesThenRises:
		r.Also, r.Falls, r.Strict, r.Reverse = d.Also, d.Falls, d.Strict, d.Reverse
		if d.movers() > 1 {
			r.Any = d.Any
			break
		}
		least, fine := bound(d.Least, 0)
		most, good := bound(d.Most, 0)
		r.Least, r.Most = least, most
		ok = ok && fine && good
	case causal.MoveTogether:
		r.Also, r.Falls = d.Also, d.Falls
	}
	return r, ok
}

// movers counts the causes that move as the rule says.
func (d ruleDraft) movers() int {
	n := 1
	for _, m := range d.Also {
		if m.Part == causal.Moves {
			n++
		}
	}
	return n
}

// sizeText returns a size as text, "" without one.
func sizeText(v float64) string {
	if v == 0 {
		return ""
	}
	return kit.ExactNumber(v)
}

// bound parses an end of a range. An empty text leaves the end open.
func bound(text string, open float64) (float64, bool) {
	if text == "" {
		return open, true
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// says returns the rule as a sentence, or its error, or "" while it is incomplete.
func (d ruleDraft) says(s data.Schema) (sentence, problem string) {
	r, ok := d.rule()
	if !ok {
		return "", textRuleIncomplete
	}
	for _, v := range r.Features() {
		if v >= len(s.Features) {
			return "", textRuleIncomplete
		}
	}
	if err := r.Check(s); err != nil {
		return "", store.Why(err)
	}
	return r.String(s), ""
}
