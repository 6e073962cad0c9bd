package causal

import (
	"slices"

	"causeway/core/data"
)

// Telling is what an answer may do with a missing value.
type Telling uint8

// The choices. With Stays, a missing value stays missing and a known one stays known. With
// MayBeTold, a missing value may become known.
const (
	Stays Telling = iota
	MayBeTold
)

// GapRules returns the rules for a feature whose missing values the table keeps, or nil for any
// other. While a number stays missing, the one stored in its place stays as well.
func GapRules(s data.Schema, j int, t Telling) (list []Rule) {
	g := s.GapOf(j)
	if g < 0 {
		return nil
	}
	own := Rule{Kind: ForbiddenTransitions, Feature: g}
	gaps := s.Features[g].Gaps()
	for from, missing := range gaps {
		for to := range gaps {
			if from != to && (gaps[to] || missing && t == Stays) {
				own.Transitions = append(own.Transitions, Transition{from, to})
			}
		}
	}
	if g == j {
		return []Rule{own}
	}
	if t == Stays {
		return FlagRules(j, g)
	}
	return []Rule{own, FlagRules(j, g)[1]}
}

// TellingOf returns what rules for everyone allow with the missing values of a feature. kept is
// whether the rules are those of a Telling, so that they can be replaced by those of another.
func TellingOf(s data.Schema, rules []Rule, j int) (t Telling, kept bool) {
	for _, t := range []Telling{MayBeTold, Stays} {
		if list := GapRules(s, j, t); list != nil && !slices.ContainsFunc(list, func(r Rule) bool {
			return !slices.ContainsFunc(rules, r.equal)
		}) {
			return t, true
		}
	}
	return Stays, false
}

// Tell returns rules that allow t with the missing values of a feature, and keeps all others.
func Tell(s data.Schema, rules []Rule, j int, t Telling) []Rule {
	rules = slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool {
		return slices.ContainsFunc(append(GapRules(s, j, Stays), GapRules(s, j, MayBeTold)...), r.equal)
	})
	return append(rules, GapRules(s, j, t)...)
}

// equal reports whether two hard rules for everyone are the same.
func (r Rule) equal(o Rule) bool {
	return r.Kind == o.Kind && r.Feature == o.Feature && r.Other == o.Other && !r.Soft && !o.Soft && !o.Local &&
		slices.Equal(r.Tidy().Transitions, o.Tidy().Transitions)
}

// valueShare is the effort of the value told for a missing number, relative to telling it. The
// nearest answer then tells one close to the usual value.
const valueShare = 0.125

// Efforts returns the effort of changing each feature of a row. To tell a missing number costs as
// much as changing its flag, and little for the number itself. An empty effort means 1 everywhere.
func Efforts(rules []Rule, row, effort []float64) []float64 {
	if len(effort) == 0 {
		effort = nil
	}
	for i := range rules {
		r := &rules[i]
		if r.Kind != StaysMissing || r.Soft || !r.missing(row) {
			continue
		}
		if effort == nil {
			effort = slices.Repeat([]float64{1}, len(row))
		} else {
			effort = slices.Clone(effort)
		}
		effort[r.Feature] = effort[r.Other] * valueShare
	}
	return effort
}

// gapClause returns a sentence for rules of GapRules, or an empty text for any others.
func (r *Rule) gapClause(s data.Schema) string {
	j := s.FlagOf(r.Feature)
	if r.Kind == StaysMissing {
		j = s.FlagOf(r.Other)
	}
	if j < 0 && s.GapOf(r.Feature) == r.Feature {
		j = r.Feature
	}
	if j < 0 || r.Kind == StaysMissing && (j != r.Feature || s.Features[r.Other].Kind != data.Boolean) {
		return ""
	}
	name := quote(s.Features[j].Name)
	switch own := r.Tidy(); {
	case r.Kind == StaysMissing:
		return name + " may not change while it is " + data.NotGiven
	case GapRules(s, j, Stays)[0].equal(own):
		return name + " may neither be told nor go missing"
	case GapRules(s, j, MayBeTold)[0].equal(own):
		return name + " may not go missing"
	}
	return ""
}
