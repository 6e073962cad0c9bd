package data

import "strings"

// sniffRows is the number of rows from which a delimiter and a header are
// guessed.
const sniffRows = 500

// delimiters are tried in this order; an earlier one wins a tie. A comma comes
// late because it also is a decimal sign and part of sentences, a space last
// because it is part of nearly every text.
var delimiters = []rune{'\t', ';', '|', ',', ' '}

// sniffDelimiter returns the delimiter that cuts most of the first rows into
// the same number of fields, and that number; 1 means that none does.
func sniffDelimiter(text string) (delim rune, width int) {
	delim, width = ',', 1
	best := 0.0
	for _, d := range delimiters {
		w, share := commonWidth(text, d)
		if d == ' ' && share < 0.9 {
			continue // sentences
		}
		if w > 1 && share > best+0.05 && strings.IndexByte(text, byte(d)) >= 0 { // tabs are among runs of spaces
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

// padded reports whether most of the first rows hold two spaces in a row inside a
// field, as rows do whose fields stand below each other.
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

// commonWidth returns the most frequent number of fields of the first rows, the
// larger of equals, and the share of rows that have it.
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

// sniffHeader reports whether the first row names the columns: over the columns
// there is more evidence for names than for values.
//
//	numbers below, no number on top   a name
//	numbers below, a number on top    a value
//	the same text below               a value
//	text that never comes again       a name, where other texts do come again
func sniffHeader(text string, delim rune, comma bool) bool {
	r := newRecords(text, delim)
	if !r.next() {
		return false
	}
	first := append([]string(nil), r.fields...)
	cols := make([]struct {
		numbers, texts int
		again          bool
		seen           map[string]bool
	}, len(first))
	rows := 0
	for ; rows < sniffRows && r.next(); rows++ {
		for j := range min(len(first), len(r.fields)) {
			c, s := &cols[j], r.fields[j]
			if missingToken(s) {
				continue
			}
			if _, ok := readNumber(s, comma); ok {
				c.numbers++
				continue
			}
			c.texts++
			c.again = c.again || s == first[j]
			if c.seen == nil {
				c.seen = map[string]bool{}
			}
			c.seen[s] = true
		}
	}
	score := 0
	for j, c := range cols {
		_, isNumber := readNumber(first[j], comma)
		switch {
		case c.again || isNumber:
			score -= 2
		case missingToken(first[j]):
		case c.numbers > 0 && c.numbers >= 9*c.texts:
			score += 2
		case c.texts > len(c.seen):
			score++
		}
	}
	return score > 0 || rows == 0
}

// sniffDecimalComma reports whether more fields are numbers with a decimal
// comma only than with a decimal point only.
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

// missingAlways are fields that usually mean "no value".
var missingAlways = []string{"", "?", "NA", "N/A", "n/a", "na", "<NA>", "#N/A", "NaN", "nan", "NAN", "null", "NULL", "Null"}

// noValues are what means "no value" where every other value of the column is a number, in
// lower case: words that may be a level elsewhere, and, true, what programs write for a number
// that is none.
var noValues = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Split("-|--|---|–|—|*|none|n.a.|na.|n.a|n a|n/d|n.d.|n.d|nd|nil|nc|s/d|k.a.|k. a.|unknown|unkn|unk|missing|(missing)|not available|not applicable|"+
		"not known|not stated|not reported|no data|no answer|don't know|blank|empty|undefined|undef|void|suppressed|tbd|unbekannt|keine angabe|ohne angabe|weiß nicht|inconnu|"+
		"inconnue|non renseigné|desconocido|sin datos|sconosciuto|onbekend|desconhecido|не указано|不明|未知", "|") {
		m[w] = false
	}
	for _, w := range strings.Split(".|..|...|._|?|na|n/a|nan|-nan|+nan|<na>|null|<null>|(null)|[null]|nul|nat|na_real_|na_integer_|sysmis|#nv|#n/a|#n/d|\\n", "|") {
		m[w] = true
	}
	return m
}()

// noValue reports whether a text means "no value" among numbers, and whether nothing else is
// meant by it: infinity, an error of a formula, or a missing value of Stata or SAS, as .a.
func noValue(s string) (is, surely bool) {
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
		mark, bare := markOf(s) // $ - is how spreadsheets show nothing
		is = mark != "" && oneOf(strings.TrimSpace(bare), []string{"-", "–", "—"})
	}
	return is, surely
}

// infinite reports whether a text stands for a number without end.
func infinite(s string) bool {
	s = strings.TrimLeft(s, "+-−")
	return s == "∞" || len(s) >= 3 && len(s) <= 10 && (strings.EqualFold(s, "inf") || strings.EqualFold(s, "infinity") || strings.HasPrefix(strings.ToLower(s), "1.#inf"))
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
