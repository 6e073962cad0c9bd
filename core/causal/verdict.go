package causal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"causeway/core/data"
)

// Verdict is the checker's result for one rule and a pair of rows.
type Verdict struct {
	Pass     bool
	Applies  bool   // false if the rule does not apply to the pair
	Sentence string // states the verdict, the rule and the values
}

// Verdict judges a pair of stored rows, that is, of decoded and rounded ones.
func (r Rule) Verdict(s data.Schema, factual, counterfactual []float64) Verdict {
	v := Verdict{Pass: r.Holds(s, factual, counterfactual), Applies: r.Applies(s, factual, counterfactual)}
	word := "Kept: "
	if !v.Pass {
		word = "Broken: "
	}
	if r.Follower() {
		v.Sentence = r.followVerdict(s, word, factual, counterfactual, v.Pass)
		return v
	}
	s = r.readable(s, factual, counterfactual)
	if r.Kind == Computed {
		f := s.Features[r.Feature]
		is := ", and it is "
		if !v.Pass {
			is = ", but it is "
		}
		v.Sentence = word + r.clause(s) + "; " + r.saysComputed(s, factual,
			counterfactual) + is + f.Say(counterfactual[r.Feature]) + "."
		return v
	}
	v.Sentence = word + r.clause(s) + "; " + r.values(s, factual, counterfactual) +
		r.decides(s, factual, counterfactual) + "."
	return v
}

// CheckAll judges a pair by every rule, in order, and reports whether it keeps all of them.
func CheckAll(s data.Schema, rules []Rule, factual, counterfactual []float64) (verdicts []Verdict, pass bool) {
	pass = true
	for _, r := range rules {
		v := r.Verdict(s, factual, counterfactual)
		verdicts = append(verdicts, v)
		pass = pass && v.Pass
	}
	return verdicts, pass
}

// String returns the rule as one plain sentence.
func (r Rule) String(s data.Schema) string {
	c := r.clause(s)
	first, n := utf8.DecodeRuneInString(c)
	return string(unicode.ToUpper(first)) + c[n:] + "."
}

func bounds(f data.Feature, low, high float64) string {
	switch {
	case low <= -Open && high >= Open:
		return "any number"
	case low <= -Open:
		return "at most " + f.Stating(high).Say(high)
	case high >= Open:
		return "at least " + f.Stating(low).Say(low)
	}
	f = f.Stating(low, high)
	return "between " + f.Format(low) + " and " + f.Say(high)
}

func levels(f data.Feature, list []int) []string {
	var names []string
	for _, l := range list {
		names = append(names, f.Levels[l])
	}
	return names
}

func (r Rule) togetherClause(s data.Schema) string {
	with, against := []string{quote(s.Features[r.Feature].Name)}, []string(nil)
	for _, m := range append([]Member{{Feature: r.Other, Falls: r.Falls}}, r.Also...) {
		if n := quote(s.Features[m.Feature].Name); m.Falls {
			against = append(against, n)
		} else {
			with = append(with, n)
		}
	}
	switch {
	case !r.ordered(s):
		return join(with, "and") + " must change together or not at all"
	case len(against) == 0:
		return join(with, "and") + " must rise and fall together"
	}
	return join(against, "and") + " must move against " + join(with, "and")
}

// values describes what the rule's features do.
func (r Rule) values(s data.Schema, factual, counterfactual []float64) string {
	var parts []string
	list := r.Features()
	for _, j := range list {
		f := s.Features[j]
		name := quote(f.Name)
		if len(list) == 1 {
			name = "it"
		}
		switch from, to := f.Say(factual[j]), f.Say(counterfactual[j]); {
		case r.Kind == LessOrEqual || r.Kind == Inequality:
			parts = append(parts, fmt.Sprintf("%s is %s", name, to))
		case factual[j] == counterfactual[j]:
			parts = append(parts, fmt.Sprintf("%s stays at %s", name, to))
		default:
			parts = append(parts, fmt.Sprintf("%s goes from %s to %s", name, from, to))
		}
	}
	return join(parts, "and")
}

func verb(n int, word string) string {
	if n == 1 {
		return word + "s"
	}
	return word
}

// join lists words as in: a, b and c. It cuts long lists after six.
func join(words []string, last string) string {
	if n := len(words); n > 7 {
		words = append(words[:6:6], fmt.Sprintf("%d more", n-6))
	}
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}

// quote writes a name inside a sentence.
func quote(s string) string { return `"` + s + `"` }
