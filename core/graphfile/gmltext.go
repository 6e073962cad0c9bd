package graphfile

import (
	"html"
	"strconv"
	"strings"
)

// isGMLNumber reports whether a word is a number when it stands without quotes. One with
// an exponent has a point: [+-]?([0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)
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

// unescape replaces entities by what they stand for.
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
				b.WriteRune(rune(n)) // what is no character becomes U+FFFD
				text = rest[end+1:]
				continue
			}
		}
		if plain := html.UnescapeString("&" + name + ";"); !strings.HasSuffix(plain, ";") {
			b.WriteString(plain)
			text = rest[end+1:]
			continue
		}
		b.WriteByte('&')
	}
}

// gmlKey reports whether a key can stand in a GML file.
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
