package data

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are what stands before or behind a number beside the signs of currencies: shares
// behind it alone.
var (
	shareMarks    = []string{"%", "‰"}
	currencyCodes = []string{"EUR", "USD", "GBP", "CHF", "JPY"}
)

// readNumber is parseNumber of a number that may have one mark, as in 12 %, $5 or -3,50 €.
// What it says of the mark is that alone: whether all numbers of a column have the same one
// is for its reader to see.
func readNumber(s string, comma bool) (number, bool) {
	n, ok := parseNumber(s, comma)
	if ok {
		return n, true
	}
	if bare, mark := unmarked(s); mark != "" {
		if m, ok := parseNumber(bare, comma); ok {
			m.mark = mark
			return m, true
		}
	}
	return n, false
}

// unmarked is a text without the mark that it has, and the mark, empty where it has none
// or nothing but it.
func unmarked(s string) (bare, mark string) {
	if s == "" || !isDigit(s[0]) && !isDigit(s[len(s)-1]) && s[0] != '-' && s[0] != '+' {
		return s, "" // as most texts are
	}
	if c := s[len(s)-1]; !isDigit(c) && c != '.' {
		for _, m := range shareMarks {
			if bare, ok := strings.CutSuffix(s, m); ok {
				return strings.TrimRightFunc(bare, unicode.IsSpace), m
			}
		}
		if m := currencyAtEnd(s); m != "" {
			return strings.TrimRightFunc(s[:len(s)-len(m)], unicode.IsSpace), m
		}
		return s, ""
	}
	sign := ""
	if s[0] == '-' || s[0] == '+' {
		sign = s[:1]
	}
	if m := currencyAtStart(s[len(sign):]); m != "" {
		bare := strings.TrimLeftFunc(s[len(sign)+len(m):], unicode.IsSpace)
		if sign != "" && bare != "" && !isDigit(bare[0]) {
			return s, "" // two signs
		}
		return sign + bare, m
	}
	return s, ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func currencyAtEnd(s string) string {
	if r, n := utf8.DecodeLastRuneInString(s); unicode.Is(unicode.Sc, r) {
		return s[len(s)-n:]
	}
	for _, m := range currencyCodes {
		if strings.HasSuffix(s, m) {
			return m
		}
	}
	return ""
}

func currencyAtStart(s string) string {
	if r, n := utf8.DecodeRuneInString(s); unicode.Is(unicode.Sc, r) {
		return s[:n]
	}
	for _, m := range currencyCodes {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}
