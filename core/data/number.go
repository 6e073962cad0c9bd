package data

import (
	"math"
	"strconv"
	"strings"
)

// maxNumber is the largest number in a table. Up to it, a float64 keeps every digit of a whole
// number.
const maxNumber = 1e15

// number is a field read as a number.
type number struct {
	v        float64
	decimals int  // digits after the decimal sign
	grouped  bool // thousands are grouped
	zero     bool // has a leading zero before other digits, as in 007
	mark     string
	dress    dress
}

// parseNumber reads a decimal number: sign, digits, decimal sign, exponent. If the decimal sign is
// a point, commas may group thousands, and the other way round: 1,234.5 or 1.234,5. Words such as
// NaN and numbers beyond maxNumber are not accepted.
func parseNumber(s string, comma bool) (number, bool) {
	point, group := byte('.'), byte(',')
	if comma {
		point, group = group, point
	}
	if n, ok := plainNumber(s, point); ok {
		return n, true
	}
	return anyNumber(s, point, group)
}

// plainNumber reads the most common form: up to 15 digits, with an optional sign and an optional
// decimal sign. Dividing two exact numbers gives the nearest float64.
func plainNumber(s string, point byte) (n number, ok bool) {
	i, begin := 0, 0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		i, begin = 1, 1
	}
	all, at := 0, -1 // number of digits, and position of the decimal sign
	for ; i < len(s); i++ {
		if d := s[i] - '0'; d <= 9 {
			all = 10*all + int(d)
		} else if s[i] == point && at < 0 {
			at = i
		} else {
			return n, false
		}
		if i-begin > 15 {
			return n, false
		}
	}
	whole := len(s) - begin // number of digits before the decimal sign
	if at >= 0 {
		n.decimals, whole = len(s)-at-1, at-begin
	}
	if whole+n.decimals == 0 || whole+n.decimals > 15 {
		return number{}, false
	}
	n.zero = whole > 1 && s[begin] == '0'
	if n.v = float64(all); n.decimals > 0 {
		n.v /= tens(n.decimals)
	}
	if s[0] == '-' && all > 0 { // avoid negative zero
		n.v = -n.v
	}
	return n, true
}

// anyNumber implements parseNumber for all other forms.
func anyNumber(s string, point, group byte) (number, bool) {
	i, neg := 0, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		neg = s[i] == '-'
		i++
	}
	whole, i := digits(s, i, group)
	n := number{grouped: strings.IndexByte(whole, group) >= 0, zero: len(whole) > 1 && whole[0] == '0'}
	if n.grouped && !groupsOK(whole, group) {
		return n, false
	}
	frac, pointed := "", false
	if i < len(s) && s[i] == point {
		pointed = true
		frac, i = digits(s, i+1, point)
		if strings.IndexByte(frac, point) >= 0 {
			return n, false
		}
	}
	exp, ok := exponent(s[i:])
	if !ok || len(whole)+len(frac) == 0 {
		return n, false
	}
	if n.grouped {
		whole = strings.ReplaceAll(whole, string(group), "")
	}
	switch {
	case i == len(s):
	case !pointed && !n.grouped && isDigit(s[i+1]):
		n.dress = bareExponent
	default:
		n.dress = science
	}
	n.decimals = max(len(frac)-exp, 0)
	n.v = decimal(whole, frac, exp)
	if neg && n.v != 0 { // avoid negative zero
		n.v = -n.v
	}
	return n, math.Abs(n.v) <= maxNumber
}

// digits returns the run of digits and extra characters that starts at i, and where it ends.
func digits(s string, i int, extra byte) (string, int) {
	start := i
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == extra) {
		i++
	}
	return s[start:i], i
}

// groupsOK reports whether a run of digits is grouped by thousands.
func groupsOK(s string, group byte) bool {
	first := strings.IndexByte(s, group)
	if first < 1 || first > 3 || (len(s)-first)%4 != 0 {
		return false
	}
	for i := range s[first:] {
		if (s[first+i] == group) != (i%4 == 0) {
			return false
		}
	}
	return true
}

// exponent reads an exponent such as e-12 up to the end of s. An empty text is 0.
func exponent(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	if s[0] != 'e' && s[0] != 'E' || len(s) > 5 {
		return 0, false
	}
	e, err := strconv.Atoi(s[1:])
	return e, err == nil
}

// decimal returns the float64 nearest to whole.frac × 10^exp. A number that is too large becomes
// infinite, and callers reject it.
func decimal(whole, frac string, exp int) float64 {
	v, _ := strconv.ParseFloat(whole+"."+frac+"e"+strconv.Itoa(exp), 64)
	return v
}
