package data

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"causeway/core/sorting"
)

// ProposeOrder orders levels by the numbers in their names, smallest first, as in "<1y", "1-4y",
// ">=7y" or "under 30", "30 to 49", "50+". It also knows the words of some scales. ok is false if a
// level has no number, numbers are parts of codes, units differ, or ranges overlap.
func ProposeOrder(levels []string) ([]string, bool) {
	if l, ok := orderedLevels(levels); ok {
		return l, true
	}
	if len(levels) < 2 {
		return nil, false
	}
	spans := make([]span, len(levels))
	unit, ranged := "", false
	for i, l := range levels {
		s, ok := readSpan(l)
		if !ok {
			return nil, false
		}
		if s.named = l; s.unit != "" {
			if unit != "" && unit != s.unit {
				return nil, false
			}
			unit = s.unit
		}
		ranged = ranged || s.low < s.high
		spans[i] = s
	}
	if !ranged && (unit == "" || len(levels) < 3 || slices.ContainsFunc(spans, func(s span) bool { return s.label })) {
		return nil, false
	}
	sorting.Stable(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
	order := make([]string, len(spans))
	for i, s := range spans {
		if i > 0 && (spans[i-1].high > s.low || spans[i-1].low == s.low && spans[i-1].high == s.high) {
			return nil, false
		}
		order[i] = s.named
	}
	return order, true
}

// span is the range of numbers that a level's name describes.
type span struct {
	low, high float64
	unit      string // the other words
	label     bool   // preceded by words, as in "type 2"
	named     string
}

// Words that occur around the numbers of a span.
var (
	spanBelow = []string{"under", "below", "less", "fewer", "younger", "until", "up", "most", "max", "<", "≤"}
	spanAbove = []string{"over", "above", "more", "older", "least", "plus", "min", ">", "≥", "+"}
	spanJoin  = []string{"to", "and", "than", "at", "from", "between", "or", "x", "=", "-", "–", "—", "..", "…", "(",
		")", "[", "]", ",", "$", "€", "£", "~", ".", "of"}
	spanNone = []string{"none", "never", "zero", "no", "nothing"}
	spanNth  = []string{"st", "nd", "rd", "th"}
)

// readSpan reads the range of numbers that a name describes.
func readSpan(name string) (s span, ok bool) {
	var numbers []float64
	var unit []string
	below, above, thousands := false, false, false
	text := strings.ToLower(strings.TrimSpace(name))
	if oneOf(text, spanNone) {
		return span{}, true
	}
	for text != "" {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case unicode.IsSpace(r):
		case r >= '0' && r <= '9', r == '-' && len(numbers) == 0 && len(text) > 1 && text[1] >= '0' && text[1] <= '9':
			v, k, good := spanNumber(text)
			if n = k; !good || len(numbers) == 2 {
				return s, false
			}
			if numbers = append(numbers, v); strings.HasPrefix(text[k:], "k") && !startsLetter(text[k+1:]) {
				numbers[len(numbers)-1] *= 1000
				n++
				if len(numbers) == 2 && !thousands {
					numbers[0] *= 1000
				}
				thousands = true
			}
		case unicode.IsLetter(r):
			n = strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
			if n < 0 {
				n = len(text)
			}
			switch w := text[:n]; {
			case oneOf(w, spanBelow):
				below = true
			case oneOf(w, spanAbove):
				above = true
			case oneOf(w, spanJoin):
			case oneOf(w, spanNth) && len(numbers) > 0:
				if !slices.Contains(unit, "th") {
					unit = append(unit, "th")
				}
			default:
				if n < len(text) && text[n] >= '0' && text[n] <= '9' {
					return s, false // a code
				}
				s.label = s.label || len(numbers) == 0
				if w = strings.TrimSuffix(w, "s"); !slices.Contains(unit, w) {
					unit = append(unit, w)
				}
			}
		default:
			switch w := text[:n]; {
			case len(numbers) == 1 && oneOf(w, spanBelow) && below == above &&
				strings.ContainsAny(text[n:], "0123456789"):
			case oneOf(w, spanBelow):
				below = true
			case oneOf(w, spanAbove):
				above = true
			case !oneOf(w, spanJoin):
				unit = append(unit, w)
			}
		}
		text = text[n:]
	}
	s.unit = strings.Join(unit, " ")
	switch {
	case len(numbers) == 2:
		s.low, s.high = numbers[0], numbers[1]
	case len(numbers) == 0 || below && above:
		return s, false
	case below:
		s.low, s.high = math.Inf(-1), numbers[0]
	case above:
		s.low, s.high = numbers[0], math.Inf(1)
	default:
		s.low, s.high = numbers[0], numbers[0]
	}
	return s, s.low <= s.high
}

func startsLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// spanNumber reads the number at the beginning of a text, with or without thousands separators.
func spanNumber(text string) (v float64, n int, ok bool) {
	n = 1
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || (text[n] == '.' || text[n] == ',') && n+1 < len(text) &&
		text[n+1] >= '0' && text[n+1] <= '9') {
		n++
	}
	x, ok := parseNumber(text[:n], false)
	if !ok {
		if cut := strings.IndexByte(text[:n], ','); cut > 0 { // as in [30,40)
			x, ok = parseNumber(text[:cut], false)
			return x.v, cut, ok
		}
	}
	return x.v, n, ok
}
