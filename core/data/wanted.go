package data

import (
	"slices"
	"strings"
	"unicode"
)

// Words of classes that people hope for and of those that they fear, and of
// outcomes of which a yes is bad news.
var (
	hoped = []string{"yes", "y", "true", "t", "1", "ja", "high", "present", "positive", "good", "approved", "approve",
		"accepted", "accept", "granted", "grant", "admitted", "passed", "pass", "success", "successful", "won", "hired",
		"eligible", "healthy", "normal", "alive", "survived", "paid", "repaid", "paid off", "satisfied", "retained",
		"stayed", "excellent", "benign", "released", "employed"}
	feared = []string{"no", "n", "false", "f", "0", "nein", "low", "absent", "negative", "bad", "denied", "rejected",
		"refused", "declined", "failed", "fail", "failure", "lost", "default", "defaulted", "sick", "ill", "abnormal",
		"dead", "died", "unsatisfied", "dissatisfied", "churned", "left", "poor", "fraud", "malignant", "arrested",
		"unemployed", "spam"}
	badNews = []string{"recid", "default", "disease", "illness", "churn", "fraud", "death", "died", "dead", "arrest",
		"risk", "readmi", "cancer", "fail", "attrition", "delinquen", "reject", "denied", "refus", "diabet", "stroke",
		"dropout", "complain", "tumor", "tumour", "relapse", "recurrence", "bankrupt", "mortality", "poverty"}
)

// GuessWanted guesses the class that people hope for, from what the classes are
// called: "yes", "good", ">50K" against "<=50K". Where their names say nothing it
// is the rarer one of the counts of rows, the last of equals. It is offered to be
// changed, and nothing that is trained depends on it. Of more than two classes that are
// numbers none is guessed, -1: 0 to 4 may be degrees of an illness as well as marks.
func GuessWanted(outcome Feature, counts []int) int {
	if len(outcome.Levels) > 2 && !slices.ContainsFunc(outcome.Levels, func(l string) bool { return !isNumber(l) }) {
		return -1
	}
	best, score := -1, 0
	reverse := slices.ContainsFunc(badNews, func(w string) bool {
		return strings.Contains(strings.ToLower(outcome.Name), w)
	})
	for c, l := range outcome.Levels {
		s := hope(l)
		if reverse && (s == plainHope || s == -plainHope) {
			s = -s
		}
		if best < 0 || s > score {
			best, score = c, s
		}
	}
	if slices.ContainsFunc(outcome.Levels, func(l string) bool { return hope(l) != 0 }) {
		return best
	}
	for c := range outcome.Levels {
		if c < len(counts) && counts[c] <= counts[best] {
			best = c
		}
	}
	return best
}

// isNumber reports whether a class is called by a number, as a table writes one, with either
// decimal sign.
func isNumber(level string) bool {
	level = strings.TrimSpace(level)
	_, point := parseNumber(level, false)
	_, comma := parseNumber(level, true)
	return point || comma
}

// plainHope is that of a word whose meaning depends on its subject, as the first plainWords of
// both lists do: yes, or high.
const (
	plainHope  = 1
	plainWords = 9
)

// hope is how much the name of a class promises: above 0 something good, below
// something bad, 0 nothing.
func hope(level string) int {
	text := strings.ToLower(strings.TrimSpace(level))
	switch {
	case strings.HasPrefix(text, ">"):
		return plainHope
	case strings.HasPrefix(text, "<"):
		return -plainHope
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	whole := strings.Join(words, " ")
	by := func(w string, is int) int {
		if slices.Contains(hoped[:plainWords], w) || slices.Contains(feared[:plainWords], w) {
			return is * plainHope
		}
		return is * 2
	}
	switch {
	case slices.Contains(hoped, whole):
		return by(whole, 1)
	case slices.Contains(feared, whole):
		return by(whole, -1)
	case len(words) > 1 && (words[0] == "not" || words[0] == "no" || words[0] == "non"):
		return -hope(strings.Join(words[1:], " "))
	}
	for _, w := range words {
		switch {
		case len(w) > 1 && slices.Contains(feared, w):
			return by(w, -1)
		case len(w) > 1 && slices.Contains(hoped, w):
			return by(w, 1)
		}
	}
	return 0
}
