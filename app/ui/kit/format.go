package kit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"causeway/app/store"
	"causeway/core/data"
	"causeway/core/notice"
)

// maxSeed is the largest seed that a number field holds exactly.
const MaxSeed = 1<<53 - 1

// formatNumber writes a measured number with about four significant digits, and a minus sign as
// wide as a digit.
func FormatNumber(v float64) string {
	if text, negative := strings.CutPrefix(fewDigits(v), "-"); negative {
		return "−" + text
	}
	return fewDigits(v)
}

func fewDigits(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case a != 0 && a < 0.001:
		return strconv.FormatFloat(v, 'e', 1, 64)
	case a < 10:
		return strconv.FormatFloat(v+0, 'f', 3, 64)
	case a < 1000:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// exactNumber writes a number so that reading it gives the same number.
func ExactNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// FormatProbability writes a probability as a percentage. Rounding never makes a model look certain.
func FormatProbability(p float64) string { return notice.Page.Probability(p) }

// formatDuration writes milliseconds in a suitable unit.
func FormatDuration(ms float64) string {
	d := time.Duration(ms * float64(time.Millisecond))
	switch {
	case ms < 10:
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	case ms < 1000:
		return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
	case d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	}
	return strconv.Itoa(int(d.Minutes())) + " min " + strconv.Itoa(int(d.Seconds())%60) + " s"
}

// capital returns text with a capital first letter.
func Capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// formatFixed writes a number with a fixed number of decimals and a minus sign as
// wide as a digit.
func FormatFixed(v float64, places int) string {
	text := strconv.FormatFloat(v, 'f', places, 64)
	if x, err := strconv.ParseFloat(text, 64); err == nil && x == 0 {
		text = strconv.FormatFloat(0, 'f', places, 64) // no negative zero
	}
	if text[0] == '-' {
		return "−" + text[1:]
	}
	return text
}

// toggled adds a number to a sorted set, or removes it.
func Toggled(list []int, v int) []int {
	if at, found := slices.BinarySearch(list, v); found {
		return slices.Delete(slices.Clone(list), at, at+1)
	} else {
		return slices.Insert(slices.Clone(list), at, v)
	}
}

// ByRank returns n levels sorted by rank or, without ranks, in their own order.
func ByRank[T cmp.Ordered](ranks []T, n int) []int {
	list := make([]int, n)
	for l := range list {
		list[l] = l
	}
	if ranks != nil {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	}
	return list
}

// fewPieces is how many edges and rules are listed at once.
const FewPieces = 6

// manyFeatures is the number of columns from which on a table shows only changes, unless a person
// wants all.
const ManyFeatures = 12

func HasCategories(s data.Schema) bool {
	for _, f := range s.Features {
		if !f.Kind.Numeric() {
			return true
		}
	}
	return false
}

// HasNumbers reports whether any feature is a number.
func HasNumbers(s data.Schema) bool {
	return slices.ContainsFunc(s.Features, func(f data.Feature) bool { return f.Kind.Numeric() })
}

// joinLevels writes the first levels as "low < mid = medium < high", or with commas if they have no
// ranks.
func JoinLevels(levels []string, ranks []int, most int) string {
	var b strings.Builder
	list := ByRank(ranks, len(levels))
	for i, l := range list {
		switch {
		case i == most:
			return b.String()
		case i == 0:
		case ranks == nil:
			b.WriteString(", ")
		case ranks[l] == ranks[list[i-1]]:
			b.WriteString(" = ")
		default:
			b.WriteString(" < ")
		}
		b.WriteString(levels[l])
	}
	return b.String()
}

// plural1 writes a count with thousands separators and its noun.
func Plural1(n int, word string) string {
	return store.FormatCount(n) + strings.TrimPrefix(Plural(n, word), strconv.Itoa(n))
}

func Plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// Between returns the separator before item i of n in a list.
func Between(i, n int) string {
	switch {
	case i == 0:
		return ""
	case i == n-1:
		return " and "
	}
	return ", "
}

// And joins names: a, b and c.
func And(list []string) string {
	switch n := len(list); n {
	case 0:
		return "nothing"
	case 1:
		return list[0]
	default:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
}

// Each applies of to every item of a list.
func Each[A, B any](list []A, of func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = of(v)
	}
	return out
}
