package graphfile

import (
	"strconv"
	"strings"
)

// isGMLNumber reports whether a word without quotes is a number. A number with an exponent needs
// a point: [+-]?([0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)
func isGMLNumber(text string) bool {
	l := lexer{text: text}
	sign(&l)
	digits := l.while(isDigit)
	if l.take(".") {
		digits += l.while(isDigit)
		if digits != "" && (l.take("e") || l.take("E")) {
			sign(&l)
			digits = l.while(isDigit)
		}
	}
	return len(text) <= 40 && l.at == len(text) && digits != ""
}

func sign(l *lexer) bool { return l.take("+") || l.take("-") }

// isWrapped reports whether a value is a string that keeps its quotes.
func isWrapped(text string) bool {
	n := len(text)
	return n > 2 && text[0] == '"' && text[n-1] == '"' && (isGMLNumber(text[1:n-1]) || isWrapped(text[1:n-1]))
}

func unwrap(text string) string {
	if isWrapped(text) {
		return text[1 : len(text)-1]
	}
	return text
}

// entities lists the names of consecutive characters, starting with the first one of each entry:
// those of ISO 8859-1, as GML defines them, Greek letters and others that occur.
var entities = [...]struct {
	first rune
	names string
}{
	{34, "quot"}, {38, "amp"}, {39, "apos"}, {60, "lt"}, {62, "gt"},
	{160, "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 " +
		"acute " +
		"micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring " +
		"AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml " +
		"times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil " +
		"egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash " +
		"ugrave uacute ucirc uuml yacute thorn yuml"},
	{913, "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau " +
		"Upsilon " +
		"Phi Chi Psi Omega"},
	{945, "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau " +
		"upsilon phi chi psi omega"},
	{338, "OElig"}, {339, "oelig"}, {352, "Scaron"}, {353, "scaron"}, {376, "Yuml"}, {8211, "ndash"}, {8212, "mdash"},
	{8216, "lsquo"}, {8217, "rsquo"}, {8220, "ldquo"}, {8221, "rdquo"}, {8222, "bdquo"}, {8226, "bull"},
	{8230, "hellip"}, {8364, "euro"}, {8482, "trade"}, {8592, "larr"}, {8594, "rarr"}, {8596, "harr"}, {8800, "ne"},
	{8804, "le"}, {8805, "ge"},
}

// entity returns the character with a name.
func entity(name string) (rune, bool) {
	for _, row := range entities {
		i := rune(0)
		for known := range strings.SplitSeq(row.names, " ") {
			if known == name && name != "-" {
				return row.first + i, true
			}
			i++
		}
	}
	return 0, false
}

// unescape replaces entities with their characters.
func unescape(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "&")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = rest
		end := strings.IndexByte(rest[:min(len(rest), 12)], ';')
		if end < 0 {
			b.WriteByte('&')
			continue
		}
		name := rest[:end]
		if number, is := strings.CutPrefix(name, "#"); is {
			base := 10
			if hex, is := strings.CutPrefix(strings.ToLower(number), "x"); is {
				number, base = hex, 16
			}
			if n, err := strconv.ParseUint(number, base, 21); err == nil && n > 0 {
				b.WriteRune(rune(n)) // invalid characters become U+FFFD
				text = rest[end+1:]
				continue
			}
		}
		if plain, known := entity(name); known {
			b.WriteRune(plain)
			text = rest[end+1:]
			continue
		}
		b.WriteByte('&')
	}
}

// gmlKey reports whether a key is allowed in a GML file.
func gmlKey(key string) bool {
	for part := range strings.SplitSeq(key, ".") {
		if part == "" || !isLetter(part[0]) && part[0] != '_' {
			return false
		}
		for _, c := range []byte(part) {
			if c >= 0x80 || !isWord(c) {
				return false
			}
		}
	}
	return true
}
