package data

import "slices"

// Words in names and units of numbers that count years, and words that rule this out, whatever
// else the name contains.
var (
	yearWords = []string{"age", "ages", "aged", "year", "years", "yr", "yrs", "alter", "jahr", "jahre", "jahren",
		"edad", "anos", "años", "âge", "ans", "età", "anni", "idade", "leeftijd", "jaar"}
	otherWords = []string{"month", "months", "mth", "mths", "week", "weeks", "day", "days", "hour", "hours", "monate",
		"monaten", "wochen", "tage", "tagen", "meses", "mois", "per"}
)

// InYears reports whether a number counts years, according to its unit or otherwise to its name.
func (f Feature) InYears() bool {
	if !f.Kind.Numeric() {
		return false
	}
	if f.Unit != "" {
		return saysYears(f.Unit)
	}
	return saysYears(f.Name) || len(f.Was) > 0 && saysYears(f.Was[0])
}

func saysYears(text string) bool {
	years := false
	for _, w := range wordsOf(text) {
		if slices.Contains(otherWords, w) {
			return false
		}
		years = years || slices.Contains(yearWords, w)
	}
	return years
}
