package causal

import (
	"slices"

	"causeway/core/data"
)

// Telling says what an answer may do with a value that can be missing: a set of these choices.
type Telling uint8

// The choices. With Stays, a missing value stays missing and a known one stays known. With
// MayBeTold, a missing value may become known; with MayBeWithheld, a known one may go missing.
const (
	Stays         Telling = 0
	MayBeTold     Telling = 1
	MayBeWithheld Telling = 2
)

// GapRules returns the rules for a feature whose missing values the table keeps, or nil for any
// other feature. The table stores the usual number in place of a missing one. While a number stays
// missing, the stored number stays too; a number that goes missing becomes the usual one.
func GapRules(s data.Schema, j int, t Telling, usual float64) (list []Rule) {
	g := s.GapOf(j)
	if g < 0 {
		return nil
	}
	own := Rule{Kind: ForbiddenTransitions, Feature: g}
	gaps := s.Features[g].Gaps()
	for from, missing := range gaps {
		for to := range gaps {
			if from != to && (gaps[to] && (missing || t&MayBeWithheld == 0) || !gaps[to] && missing &&
				t&MayBeTold == 0) {
				own.Transitions = append(own.Transitions, Transition{from, to})
			}
		}
	}
	if g != j && t == Stays {
		return FlagRules(j, g)
	}
	if own.Transitions != nil {
		list = append(list, own)
	}
	if g == j {
		return list
	}
	list = append(list, FlagRules(j, g)[1])
	if t&MayBeWithheld != 0 {
		r := Rule{Kind: NeverSeen, Feature: g, Other: j, Min: usual, Max: usual}
		for l, missing := range gaps {
			if missing {
				r.Levels = append(r.Levels, l)
			}
		}
		list = append(list, r)
	}
	return list
}

// Withholds reports whether a rule says which number is stored once a known number goes missing.
// Changing to it is part of withholding and costs nothing extra.
func (r *Rule) Withholds(s data.Schema) bool {
	return r.Kind == NeverSeen && !r.Soft && !r.Reverse && r.Then == nil && r.Min == r.Max && r.Other != r.Feature &&
		s.GapOf(r.Other) == r.Feature
}

// TellingOf returns what the rules for everyone allow to happen with missing values of a feature.
// kept reports whether the rules are exactly those of a Telling, so that another Telling can
// replace them.
func TellingOf(s data.Schema, rules []Rule, j int) (t Telling, kept bool) {
	if s.GapOf(j) < 0 {
		return Stays, false
	}
	// The order matters: the rules of a later choice may be a subset of those of an earlier one.
	for _, t := range []Telling{MayBeTold, MayBeWithheld, Stays, MayBeTold | MayBeWithheld} {
		if !slices.ContainsFunc(GapRules(s, j, t, 0), func(r Rule) bool {
			return !slices.ContainsFunc(rules, func(o Rule) bool { return r.equal(s, o) })
		}) {
			return t, true
		}
	}
	return Stays, false
}

// Tell returns the rules after replacing those about missing values of a feature with those of t.
func Tell(s data.Schema, rules []Rule, j int, t Telling, usual float64) []Rule {
	var all []Rule
	for t := range MayBeTold | MayBeWithheld + 1 {
		all = append(all, GapRules(s, j, t, usual)...)
	}
	rules = slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool {
		return slices.ContainsFunc(all, func(o Rule) bool { return r.equal(s, o) })
	})
	return append(rules, GapRules(s, j, t, usual)...)
}

// equal reports whether two hard rules for everyone are the same. It ignores the usual number.
func (r Rule) equal(s data.Schema, o Rule) bool {
	return r.Kind == o.Kind && r.Feature == o.Feature && r.Other == o.Other && !r.Soft && !o.Soft && !o.Local &&
		slices.Equal(r.Tidy().Transitions, o.Tidy().Transitions) && (r.Kind != NeverSeen || r.Withholds(s) &&
		o.Withholds(s))
}

// valueShare is the effort of changing a missing number, relative to the effort of making it known.
// It keeps the nearest answer close to the usual value.
const valueShare = 0.125

// Efforts returns the effort of changing each feature of a row. Making a missing number known costs
// the effort of its flag, plus a little for the number. An empty effort means 1 for each feature.
// If effort is twice as long as the row, its second half applies to flags of known numbers, whose
// change withholds the number.
func Efforts(rules []Rule, row, effort []float64) []float64 {
	if len(effort) == 0 {
		effort = nil
	}
	if n := len(row); len(effort) == 2*n && n > 0 {
		both := effort
		effort = slices.Clone(both[:n])
		for g, v := range row {
			if v == 0 {
				effort[g] = both[n+g]
			}
		}
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

// Joined marks the features whose change is part of making a missing value known and does not count
// as another change. It returns nil if no feature is marked.
func Joined(rules []Rule, row []float64) (joined []bool) {
	for i := range rules {
		if r := &rules[i]; r.Kind == StaysMissing && !r.Soft && r.missing(row) {
			if joined == nil {
				joined = make([]bool, len(row))
			}
			joined[r.Feature] = true
		}
	}
	return joined
}

// gapClause returns a clause for a rule of GapRules, or "" for any other rule.
func (r *Rule) gapClause(s data.Schema) string {
	j := s.FlagOf(r.Feature)
	if r.Kind == StaysMissing {
		j = s.FlagOf(r.Other)
	}
	if r.Withholds(s) {
		f := s.Features[r.Other]
		return quote(f.Name) + " counts as " + f.Stating(r.Min).Say(r.Min) + " while it is " + data.NotGiven
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
	case GapRules(s, j, Stays, 0)[0].equal(s, own):
		return name + " may neither be told nor go missing"
	case GapRules(s, j, MayBeTold, 0)[0].equal(s, own):
		return name + " may not go missing"
	case GapRules(s, j, MayBeWithheld, 0)[0].equal(s, own):
		return name + " may not be told"
	}
	return ""
}
