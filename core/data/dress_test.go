package data

import (
	"strings"
	"testing"
	"unicode"
)

// TestDigitsOfAllScripts checks that the ten digits of each script are consecutive.
func TestDigitsOfAllScripts(t *testing.T) {
	for _, zero := range "0０٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐𝟎𝟘𞥐" {
		for d := range rune(10) {
			if got := digitOf(zero + d); got != d {
				t.Errorf("%c is %d, want %d", zero+d, got, d)
			}
		}
	}
}

// FuzzReadNumber checks that a number is recognised in any notation: with any minus sign, in
// other digits, in groups.
func FuzzReadNumber(f *testing.F) {
	for _, s := range []string{"1234567", "12.5", "0.25", "1,234.5", "1e5", "$5", "12 %", "(30)", "30-", "−5",
		"12,34,567", "1'234", "４８", "(1.5e3)", "- 5", "+(5)", "1 234 567,8"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, comma bool) {
		n, ok := readNumber(s, comma)
		if !ok {
			return
		}
		if !strings.ContainsFunc(s, unicode.IsDigit) || n.v > maxNumber || n.v < -maxNumber || n.decimals < 0 {
			t.Fatalf("%q is read as %+v", s, n)
		}
		if _, plain := parseNumber(s, comma); !plain || len(s) > 30 || s[0] == '-' || s[0] == '+' {
			return
		}
		wide := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r - '0' + '０'
			}
			return r
		}, s)
		for dressed, want := range map[string]float64{"(" + s + ")": -n.v, s + "-": -n.v, "−" + s: -n.v, wide: n.v,
			"€ " + s: n.v, s + "\u00a0%": n.v} {
			m, ok := readNumber(dressed, comma)
			if !ok || m.v != want && !(m.v == 0 && want == 0) || m.decimals != n.decimals || m.zero != n.zero {
				t.Errorf("%q is read as %+v, %v; want %v", dressed, m, ok, want)
			}
		}
	})
}

// FuzzMoments checks that a text without digits is never a date.
func FuzzMoments(f *testing.F) {
	for _, s := range []string{"2020-04-21T13:33:05Z", "5. Oktober 2023", "13h33", "1 pm", "13.33 Uhr",
		"0 days 01:30:00", "PT1H30M", "05OCT2023:13:33:05", "q4 2023", "2023年10月5日", ":", "h", "1:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		date, time := momentOf(s)
		if date && time || (date || time) && !strings.ContainsFunc(s, unicode.IsDigit) {
			t.Errorf("%q: date %v, time %v", s, date, time)
		}
	})
}
