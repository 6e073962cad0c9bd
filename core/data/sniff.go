package data

import (
	"math"
	"slices"
	"strings"
)

// sniffRows is the number of rows from which the delimiter and the header are guessed.
const sniffRows = 500

// delimiters are tried in this order; in a tie, the earlier one wins. The comma comes late because
// it is also a decimal sign and part of sentences. The space comes last because it occurs in nearly
// every text.
var delimiters = []rune{'\t', ';', '|', ',', ' '}

// sniffDelimiter returns the delimiter that splits most of the first rows into the same number of
// fields, and that number. It returns the number 1 if no delimiter does.
func sniffDelimiter(text string) (delim rune, width int) {
	delim, width = ',', 1
	best := 0.0
	for _, d := range delimiters {
		w, share := commonWidth(text, d)
		if d == ' ' && share < 0.9 {
			continue // sentences
		}
		if w > 1 && share > best+0.05 && strings.IndexByte(text, byte(d)) >= 0 { // a run of spaces may include tabs
			delim, width, best = d, w, share
		}
	}
	if delim == '\t' && padded(text) {
		if w, share := commonWidth(text, ' '); w > width && share >= 0.9 {
			return ' ', w
		}
	}
	return delim, width
}

// padded reports whether most of the first rows contain two consecutive spaces inside a field, as
// in aligned columns.
func padded(text string) bool {
	r, n, k := newRecords(text, '\t'), 0, 0
	for ; n < sniffRows && r.next(); n++ {
		for _, s := range r.fields {
			if strings.Contains(s, "  ") {
				k++
				break
			}
		}
	}
	return 2*k > n
}

// commonWidth returns the most frequent number of fields in the first rows (in a tie, the larger
// one) and the share of rows with this number.
func commonWidth(text string, delim rune) (width int, share float64) {
	counts := make([]int, maxColumns+2)
	r, n := newRecords(text, delim), 0
	for ; n < sniffRows && r.next(); n++ {
		counts[min(r.width, maxColumns+1)]++
	}
	for w, c := range counts {
		if c > 0 && c >= counts[width] {
			width = w
		}
	}
	return width, float64(counts[width]) / float64(max(n, 1))
}

// sniffHeader reports whether the first row contains column names, by weighing the evidence of
// all columns:
//
//	numbers below, no number on top    a name
//	numbers below, a number on top     a value, unless it counts the columns or differs from all below
//	the same text below                a value
//	text that does not occur again        a name, if other texts do repeat
//	nothing on top of rows' numbers    an index without a name
//
// A few rows that repeat the first one are ignored. sure means that nothing contradicts the
// result.
func sniffHeader(text string, delim rune, comma bool) (is, sure bool) {
	r := newRecords(text, delim)
	if !r.next() {
		return false, true
	}
	first := slices.Clone(r.fields)
	cols := make([]topped, len(first))
	for j := range cols {
		cols[j].look(first[j], comma)
	}
	rows, same := 0, 0
	for ; rows < sniffRows && r.next(); rows++ {
		if slices.Equal(r.fields, first) {
			same++
			continue
		}
		for j := range min(len(first), len(r.fields)) {
			cols[j].add(r.fields[j], comma)
		}
	}
	switch {
	case rows == 0:
		return true, true
	case 10*same > rows:
		return false, true
	}
	return judgeHeader(cols, first)
}

// topped is a column and the field above it.
type topped struct {
	top            string
	number         bool // whether top is a number, n
	n              number
	numbers, texts int
	again          bool // the same text occurs below
	whole          int  // numbers without decimals
	low, high      float64
	steps          int // numbers that are one more than the previous number
	last           float64
	seen           map[string]bool
}

func (c *topped) look(top string, comma bool) {
	c.top = top
	c.n, c.number = readNumber(top, comma)
	c.seen = map[string]bool{}
}

func (c *topped) add(s string, comma bool) {
	if missingToken(s) {
		return
	}
	c.again = c.again || s == c.top
	c.seen[s] = true
	n, ok := readNumber(s, comma)
	if !ok {
		c.texts++
		return
	}
	if c.numbers++; c.numbers == 1 {
		c.low, c.high = n.v, n.v
	} else if n.v == c.last+1 {
		c.steps++
	}
	c.low, c.high, c.last = min(c.low, n.v), max(c.high, n.v), n.v
	c.whole += b2i(n.decimals == 0)
}

// few is the largest number of distinct values in a column of codes.
const few = 12

// strange reports whether the number on top does not fit the numbers below: it alone has no
// decimals, is not one of their codes, or is far from all of them.
func (c *topped) strange() bool {
	if c.again || c.n.v != math.Trunc(c.n.v) || c.numbers < MinRows || c.texts > 0 {
		return false
	}
	wide := float64(3 * (c.high - c.low))
	return c.undivided() || len(c.seen) <= few && c.numbers >= 5*len(c.seen) && (c.n.v < c.low || c.n.v > c.high) ||
		c.n.v > c.high+wide || c.n.v < c.low-wide
}

// lone reports whether the text on top is above a few other texts that repeat.
func (c *topped) lone() bool {
	return !c.number && !c.again && !missingToken(c.top) && len(c.seen) <= few && c.texts >= 5*len(c.seen) &&
		c.texts >= MinRows && c.texts > 9*c.numbers
}

// undivided reports whether the number on top is the only one without decimals.
func (c *topped) undivided() bool { return c.whole == 0 && c.n.decimals == 0 }

// counts reports whether the whole numbers on top count up, like names that a program generates:
// from 0 at the first column, or at least three consecutive numbers, or two beside a name.
func counts(cols []topped, least int) (all, from0 bool) {
	n, last := 0, 0.0
	from0 = true
	for j, c := range cols {
		if !c.number {
			from0 = from0 && (n == 0 || j == len(cols)-1)
			continue
		}
		if c.n.v != math.Trunc(c.n.v) || n > 0 && c.n.v != last+1 {
			return false, false
		}
		from0 = from0 && (n > 0 || c.n.v == 0)
		last = c.n.v
		n++
	}
	return n >= least || n == 2 && from0, from0 && n > 1
}

// judgeHeader weighs the evidence of the columns.
func judgeHeader(cols []topped, first []string) (is, sure bool) {
	lone := slices.ContainsFunc(cols, func(c topped) bool { return c.lone() }) &&
		!slices.ContainsFunc(cols, func(c topped) bool { return !c.number && c.again })
	counting, from0 := counts(cols, 3-b2i(lone))
	names, values, again := 0, 0, 0
	firm, numbered := 0, 0
	for _, c := range cols {
		numeric := c.numbers > 0 && c.numbers >= 9*c.texts
		switch {
		case c.number && numeric:
			numbered++
			again += b2i(c.again)
			switch {
			case c.strange() && c.undivided():
				names += 2
			case counting && !c.again, c.strange():
				names++
			case from0:
				values++
			default:
				values += 2
			}
		case c.number:
			numbered++
			if c.again || c.numbers > 0 || c.texts <= len(c.seen) {
				values += 2
			} else {
				names++
			}
		case missingToken(c.top):
			if numeric && c.numbers >= MinRows && c.steps >= c.numbers-1 && c.texts == 0 && c.top == "" {
				names += 2
			}
		case c.again:
			values += 2
		case numeric:
			names += 2
			firm += b2i(c.texts == 0 && c.numbers >= MinRows && !mayBeMissing(c.top))
		case c.lone():
			names += 2
		case c.texts > len(c.seen):
			names++
		}
	}
	long := counting && numbered > 3 && numbered >= len(cols)-2
	switch {
	case long && from0 && 2*again < numbered+numbered, long && again == 0:
		return true, false
	case firm > 0 && numbered == 0:
		return true, values == 0 || firm > 2 && names > 2*values
	}
	is = names > values
	return is, is && numbered == 0 && values == 0 || !is && !counting && !lone && (numbered > 0 || repeats(first))
}

// repeats reports whether any two texts are equal.
func repeats(list []string) bool {
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s] {
			return true
		}
		seen[s] = true
	}
	return false
}

// sniffDecimalComma reports whether more fields are numbers only with a decimal comma than only
// with a decimal point.
func sniffDecimalComma(text string, delim rune) bool {
	if delim == ',' {
		return false
	}
	comma, point := 0, 0
	for r := newRecords(text, delim); r.next(); {
		for _, s := range r.fields {
			if strings.IndexByte(s, ',') < 0 && strings.IndexByte(s, '.') < 0 {
				continue
			}
			_, c := readNumber(s, true)
			_, p := readNumber(s, false)
			if c && !p {
				comma++
			}
			if p && !c {
				point++
			}
		}
	}
	return comma > point
}

// missingAlways lists fields that usually mean "no value".
var missingAlways = []string{"", "?", "NA", "N/A", "n/a", "na", "<NA>", "#N/A", "NaN", "nan", "NAN", "null",
	"NULL", "Null"}

// noValues lists texts, in lower case, that mean "no value" if all other values of the column are
// numbers. They map to true if programs write them for NaN, and to false if they are words that
// may be levels elsewhere.
var noValues = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Split("-|--|---|–|—|*|none|n.a.|na.|n.a|n a|n/d|n.d.|n.d|nd|nil|nc|s/d|k.a.|k. "+
		"a.|unknown|unkn|unk|missing|(missing)|not available|not applicable|"+
		"not known|not stated|not reported|no data|no answer|don't "+
		"know|blank|empty|undefined|undef|void|suppressed|tbd|unbekannt|keine angabe|ohne angabe|weiß nicht|inconnu|"+
		"inconnue|non renseigné|desconocido|sin datos|sconosciuto|onbekend|desconhecido|не указано|不明|未知", "|") {
		m[w] = false
	}
	for _, w := range strings.Split(".|..|...|._|?|na|n/a|nan|-nan|+nan|<na>|null|<null>|(null)|[null]|nul|nat|na_rea"+
		"l_|na_integer_|sysmis|#nv|#n/a|#n/d|\\n", "|") {
		m[w] = true
	}
	return m
}()

// noValue reports whether a text among numbers means "no value". surely is true if that is certain:
// infinity, a formula error, or a missing value of Stata or SAS such as .a.
func noValue(s string) (is, surely bool) {
	if strings.HasPrefix(s, "Err:5") && len(s) == len("Err:502") { // an error of LibreOffice
		return true, true
	}
	if s == "" || len(s) > 20 || strings.ContainsAny(s, "0123456789") && !strings.Contains(s, "#") {
		return false, false
	}
	if infinite(s) {
		return true, true
	}
	s = strings.ToLower(s)
	surely, is = noValues[s]
	last := s[len(s)-1]
	switch {
	case is:
	case s[0] == '.':
		is = len(s) == 2 && last >= 'a' && last <= 'z'
		surely = is
	case s[0] == '#':
		is = last == '!' || last == '?' || strings.Trim(s, "#") == ""
		surely = is
	case strings.Contains(s, "1.#"):
		return true, true
	default:
		mark, bare := markOf(s) // spreadsheets show "$ -" for nothing
		is = mark != "" && oneOf(strings.TrimSpace(bare), []string{"-", "–", "—"})
	}
	return is, surely
}

// infinite reports whether a text means infinity.
func infinite(s string) bool {
	s = strings.TrimLeft(s, "+-−")
	return s == "∞" || len(s) >= 3 && len(s) <= 10 &&
		(strings.EqualFold(s, "inf") || strings.EqualFold(s, "infinity") ||
			strings.HasPrefix(strings.ToLower(s), "1.#inf"))
}

func missingToken(s string) bool { return len(s) <= 4 && oneOf(s, missingAlways) }

func oneOf(s string, list []string) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}
