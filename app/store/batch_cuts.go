package store

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
)

// mostCuts bounds how many groups a person can make of a number.
const mostCuts = 20

// Cuts reads the cut points that divide a number into groups, in any order and
// with commas, semicolons or blanks between them. The problem, if there is one, is
// what to say of it.
func Cuts(text string) (cuts []float64, problem string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; \t", r) }) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(math.Abs(v) <= causal.Open) {
			return nil, sayNoCut(word)
		}
		cuts = append(cuts, v)
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) > mostCuts {
		return nil, sayManyCuts(len(cuts))
	}
	return cuts, ""
}

func writeCuts(cuts []float64) string {
	words := make([]string, len(cuts))
	for i, v := range cuts {
		words[i] = strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strings.Join(words, ", ")
}
