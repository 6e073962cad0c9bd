package data

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks lists what may precede or follow a number: currency signs, and signs for shares, which
// only follow.
var (
	shareMarks    = []string{"%", "‰"}
	currencyCodes = []string{"EUR", "USD", "GBP", "CHF", "JPY", "R$", "US$", "A$", "AU$", "C$", "CA$", "HK$", "NZ$",
		"MX$", "S$", "元", "円", "원"}

	// needs a space between it and the number, because TL12 may be a code
	currencyWords = []string{"kr", "kr.", "SEK", "NOK", "DKK", "PLN", "zł", "CZK", "Kč", "HUF", "Ft", "BRL", "INR",
		"Rs", "Rs.", "CNY", "RMB", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "ZAR", "TRY", "TL", "RUB", "руб", "руб."}
)

// readNumber is parseNumber for a number that may have one mark, as in 12 %, $5 or -3,50 €. It also
// reads other notations, such as (30), 30-, 1'234 or ４８. It reads a single number; its caller
// checks that all numbers of a column have the same mark and notation.
func readNumber(s string, comma bool) (number, bool) {
	n, ok := parseNumber(s, comma)
	if ok {
		return n, true
	}
	bare, mark, d := undressed(s, comma)
	if bare == "" {
		return n, false
	}
	m, ok := parseNumber(bare, comma)
	if ok || math.Abs(m.v) > maxNumber {
		m.mark, m.dress, m.grouped = mark, m.dress|d, m.grouped || d&inGroups != 0
		return m, ok
	}
	return n, false
}

// markOf returns the mark at the beginning or end of a text, and the text without it.
func markOf(s string) (mark, bare string) {
	for _, m := range shareMarks {
		if bare, ok := strings.CutSuffix(s, m); ok {
			return m, bare
		}
	}
	if m := currencyAtEnd(s); m != "" {
		return m, s[:len(s)-len(m)]
	}
	m := currencyAtStart(s)
	return m, s[len(m):]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func currencyAtEnd(s string) string {
	if s == "" || isDigit(s[len(s)-1]) {
		return ""
	}
	if r, n := utf8.DecodeLastRuneInString(s); unicode.Is(unicode.Sc, r) {
		return s[len(s)-n:]
	}
	for _, m := range currencyCodes {
		if strings.HasSuffix(s, m) {
			return m
		}
	}
	if word := s[strings.LastIndexByte(s, ' ')+1:]; len(word) < len(s) && oneOf(word, currencyWords) {
		return word
	}
	return ""
}

func currencyAtStart(s string) string {
	if s == "" || isDigit(s[0]) {
		return ""
	}
	if r, n := utf8.DecodeRuneInString(s); unicode.Is(unicode.Sc, r) {
		return s[:n]
	}
	for _, m := range currencyCodes {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	if word, _, spaced := strings.Cut(s, " "); spaced && oneOf(word, currencyWords) {
		return word
	}
	return ""
}
