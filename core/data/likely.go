package data

import (
	"slices"
	"strings"
	"unicode"
)

// Words in the names of features that nobody can change, and of those that can only grow.
var (
	givenWords = []string{"race", "racial", "ethnicity", "ethnic", "sex", "gender", "birth", "birthday", "birthplace",
		"born", "dob", "nationality", "native", "native_country", "nativity", "ancestry", "caste", "foreign",
		"foreigner", "blood", "mother", "father", "mothers", "fathers", "medu", "fedu", "mjob", "fjob", "parents",
		"parental"}
	growingWords = []string{"age", "education", "educ", "degree", "degrees", "qualification", "qualifications",
		"diploma", "experience", "tenure", "seniority", "priors", "convictions", "arrests"}
)

// LikelyGiven reports whether a feature's name suggests that nobody can change it, such as sex or
// place of birth. The page only suggests this to the user.
func LikelyGiven(f Feature) bool { return sounds(f, givenWords) }

// LikelyGrowing reports whether a feature's name suggests that it can only grow, such as age or
// degree. A category must still be given an order.
func LikelyGrowing(f Feature) bool { return sounds(f, growingWords) }

func sounds(f Feature, words []string) bool {
	for _, name := range []string{f.Name, f.Title()} {
		if slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(words, w) }) {
			return true
		}
	}
	return false
}

// wordsOf splits a name into lower-case words: ageAtRelease and age_at_release have three.
func wordsOf(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}
