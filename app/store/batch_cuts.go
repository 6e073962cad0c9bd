package store

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
)

// mostCuts limits the number of groups that a person can make from a number.
const mostCuts = 20

// Cuts parses the cut points that divide a number into groups. They may be in any order, separated
// by commas, semicolons or blanks. problem says what is wrong, if anything.
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
