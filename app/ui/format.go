package ui

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxSeed is the largest seed that a number field holds exactly.
const maxSeed = 1<<53 - 1

// formatNumber writes a measured number with about four digits that matter, and
// a minus sign as wide as a digit.
func formatNumber(v float64) string {
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
func exactNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// formatProbability writes a probability as a percentage. A model is never shown
// as certain, whatever its rounding.
func formatProbability(p float64) string {
	switch {
	case p < 0.001:
		return "under 0.1 %"
	case p > 0.999:
		return "over 99.9 %"
	}
	return strconv.FormatFloat(100*p, 'f', 1, 64) + " %"
}

// formatDuration writes a time in milliseconds in the unit that fits.
func formatDuration(ms float64) string {
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
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}
