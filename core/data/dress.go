package data

import (
	"strings"
	"unicode"
)

// dress describes how a number is written, apart from its digits and its mark.
type dress uint8

const (
	inParentheses dress = 1 << iota // (30) is -30
	minusBehind                     // 30- is -30
	otherSigns                      // digits or signs of another script
	spaced                          // thousands are grouped by spaces or apostrophes
	underscored                     // thousands are grouped as in 1_000
	indian                          // 12,34,567
	bareExponent                    // 1E2, which may also be a code
	science                         // 1.5e3 or 1e-3, which is left as it is
)

// Notations that get a note, and notations that are rewritten. Exponents are common and get
// neither.
const (
	inGroups  = spaced | underscored | indian
	rewritten = inParentheses | minusBehind | otherSigns
)

// undressed splits a text into the part that parseNumber can read, its mark and its dress. bare is
// empty if the text is not a number.
func undressed(s string, comma bool) (bare, mark string, d dress) {
	if !mayBeNumber(s) {
		return "", "", 0
	}
	bare, d = inASCII(s, comma)
	sign := byte(0)
	for {
		trimmed := strings.Trim(bare, " \t")
		if len(trimmed) < len(bare) && mark == "" {
			d |= otherSigns
		}
		bare = trimmed
		end := len(bare) - 1
		switch {
		case end < 1:
		case bare[0] == '(' && bare[end] == ')' && d&(inParentheses|minusBehind) == 0:
			bare, d = bare[1:end], d|inParentheses
			continue
		case (bare[0] == '-' || bare[0] == '+') && sign == 0 && d&minusBehind == 0:
			sign, bare = bare[0], bare[1:]
			continue
		case bare[end] == '-' && sign == 0 && d&(inParentheses|minusBehind) == 0:
			bare, d = bare[:end], d|minusBehind
			continue
		case mark == "":
			if mark, bare = markOf(bare); mark != "" {
				continue
			}
		}
		break
	}
	bare, grouped := ungrouped(bare, comma)
	switch {
	case bare == "" || bare[0] == '-' || bare[0] == '+': // two signs
		return "", "", 0
	case sign == '+' && (d&inParentheses != 0 || grouped&spaced != 0): // +49 123 456 is a telephone number
		return "", "", 0
	case sign == '-' || d&(inParentheses|minusBehind) != 0:
		bare = "-" + bare
	}
	return bare, mark, d | grouped
}

// mayBeNumber quickly rules out most texts that are not numbers: those without a digit, with a
// character that numbers and marks never contain, or with a sign between digits.
func mayBeNumber(s string) bool {
	if s == "" || len(s) > 100 || s[len(s)-1] == ' ' {
		return false
	}
	if first := s[0] | 0x20; first >= 'a' && first <= 'z' && currencyAtStart(s) == "" {
		return false
	}
	digit := false
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digit = true
		case c >= 0x80:
			return strings.ContainsFunc(s, unicode.IsDigit)
		case c == '-' && i > 0 && isDigit(s[i-1]) && i+1 < len(s) &&
			isDigit(s[i+1]), strings.IndexByte("+-.,()' _%$eEURSDGBPCHFJYAIKLMNOTWXZkrstz", c) < 0:
			return false
		}
	}
	return digit
}

// inASCII replaces digits and signs of other scripts with those that parseNumber reads.
func inASCII(s string, comma bool) (ascii string, d dress) {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }) {
		return s, 0
	}
	point := '.'
	if comma {
		point = ','
	}
	ascii = strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		if unicode.IsDigit(r) {
			d |= otherSigns
			return '0' + digitOf(r)
		}
		to, known := likeASCII[r]
		switch {
		case !known && unicode.Is(unicode.Zs, r):
			return ' '
		case !known:
			return r
		case r == '٫':
			to = point
		}
		if to != '\'' && to != '%' && to > 0 {
			d |= otherSigns
		}
		return to
	}, s)
	return ascii, d
}

// likeASCII maps signs to equivalent ASCII signs, and invisible characters to -1.
var likeASCII = map[rune]rune{
	'−': '-', '–': '-', '‒': '-', '‐': '-', '‑': '-', '﹣': '-', '－': '-', '＋': '+', '．': '.', '，': ',', '٫': '.',
	'٬': '\'',
	'’': '\'', '‘': '\'', 'ʼ': '\'', '´': '\'', '＇': '\'', '％': '%', '٪': '%', '（': '(', '）': ')',
	'\u200b': -1, '\u200e': -1, '\u200f': -1, '\u061c': -1, '\u2060': -1, '\ufeff': -1,
}

// digitOf returns the value of a decimal digit of any script. In each script, the ten digits are
// consecutive.
func digitOf(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// ungrouped removes thousands separators that parseNumber does not read. bare is empty if they do
// not separate thousands correctly.
func ungrouped(s string, comma bool) (bare string, d dress) {
	point := "."
	if comma {
		point = ","
	}
	whole, frac, pointed := strings.Cut(s, point)
	at := strings.IndexAny(whole, " '_")
	switch {
	case strings.ContainsAny(frac, " '_"):
		return "", 0
	case at > 0:
		sign := whole[at : at+1]
		if !groupsOK(whole, sign[0]) || strings.Trim(whole, "0123456789"+sign) != "" {
			return "", 0
		}
		if d = spaced; sign == "_" {
			d = underscored
		}
		whole = strings.ReplaceAll(whole, sign, "")
	case !comma && indianOK(whole):
		whole, d = strings.ReplaceAll(whole, ",", ""), indian
	default:
		return s, 0
	}
	if pointed {
		whole += point + frac
	}
	return whole, d
}

// indianOK reports whether digits are grouped as in 12,34,567: the last three together, and pairs
// before them.
func indianOK(s string) bool {
	groups := strings.Split(s, ",")
	last := len(groups) - 1
	if last < 2 {
		return false
	}
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || len(g) != 2 && (i > 0 || len(g) != 1) && i < last || i == last &&
			len(g) != 3 {
			return false
		}
	}
	return true
}
