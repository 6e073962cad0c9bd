package chart

import (
	"math"
	"strconv"
	"strings"
)

// tickText writes a tick with as many decimals as its step needs.
func tickText(v, step float64) string {
	size := math.Max(math.Abs(v), step)
	if size >= 1e7 || step < 1e-5 {
		return minus(strconv.FormatFloat(v, 'g', 4, 64))
	}
	places := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	return minus(grouped(strconv.FormatFloat(v, 'f', places, 64)))
}

// short writes a value with four significant digits.
func short(v float64) string {
	size := math.Abs(v)
	switch {
	case !finite(v):
		return "none"
	case v == 0:
		return "0"
	case size >= 1e7 || size < 1e-4:
		return minus(strconv.FormatFloat(v, 'g', 4, 64))
	case v == math.Trunc(v):
		return minus(grouped(strconv.FormatFloat(v, 'f', 0, 64)))
	}
	places := max(0, 3-int(math.Floor(math.Log10(size))))
	return minus(grouped(strconv.FormatFloat(v, 'f', places, 64)))
}

func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// grouped adds thousands separators to numbers of five digits or more.
func grouped(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, rest, dot := strings.Cut(s, ".")
	if len(whole) >= 5 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if dot {
		whole += "." + rest
	}
	return sign + whole
}
