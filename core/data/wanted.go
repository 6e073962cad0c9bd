package data

import (
	"slices"
	"strings"
	"unicode"
)

// Words for classes that people hope for, for classes that they fear, and for outcomes where yes
// is bad news.
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

// GuessWanted guesses which class people hope for from the names of the classes, such as "yes",
// "good", or ">50K" rather than "<=50K". If the names do not show it, it chooses the rarer class,
// the last one in case of a tie. People can change the guess, and no training depends on it. It
// returns -1 if there are more than two classes and they are numbers: 0 to 4 may be degrees of an
// illness or marks.
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

// isNumber reports whether the name of a class is a number, with either decimal sign.
func isNumber(level string) bool {
	level = strings.TrimSpace(level)
	_, point := parseNumber(level, false)
	_, comma := parseNumber(level, true)
	return point || comma
}

// plainHope is the value of a word whose meaning depends on its subject, such as yes or high;
// these are the first plainWords of both lists.
const (
	plainHope  = 1
	plainWords = 9
)

// hope rates the name of a class: positive for something good, negative for something bad, 0 if
// neutral.
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
