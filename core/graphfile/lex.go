package graphfile

import "strings"

// lexer scans a text. Readers for formats with words, strings and braces share it.
type lexer struct {
	text string
	at   int
}

func (l *lexer) refuse(format string, args ...any) error {
	return refuse(l.text, l.at, format, args...)
}

// peek returns the next byte, or 0 at the end.
func (l *lexer) peek() byte {
	if l.at < len(l.text) {
		return l.text[l.at]
	}
	return 0
}

func (l *lexer) ahead(s string) bool { return strings.HasPrefix(l.text[l.at:], s) }

// take skips a string if it comes next, and reports whether it does.
func (l *lexer) take(s string) bool {
	if l.ahead(s) {
		l.at += len(s)
		return true
	}
	return false
}

// while returns the text up to the first byte that is not accepted.
func (l *lexer) while(accept func(byte) bool) string {
	from := l.at
	for l.at < len(l.text) && accept(l.text[l.at]) {
		l.at++
	}
	return l.text[from:l.at]
}

// until returns the text up to a string and skips that string. If the string does not occur, until
// returns all remaining text.
func (l *lexer) until(end string) (string, bool) {
	rest := l.text[l.at:]
	i := strings.Index(rest, end)
	if i < 0 {
		l.at = len(l.text)
		return rest, false
	}
	l.at += i + len(end)
	return rest[:i], true
}

// blanks skips white space and comments: // and /* */, and lines that start with # if hash is
// set.
func (l *lexer) blanks(hash bool) error {
	for {
		l.while(isSpace)
		start := l.at
		switch {
		case l.take("//"):
			l.until("\n")
		case l.take("/*"):
			if _, closed := l.until("*/"); !closed {
				l.at = start
				return l.refuse("a comment is not closed; */ is missing")
			}
		case hash && l.peek() == '#' && l.startsLine():
			l.until("\n")
		default:
			return nil
		}
	}
}

// startsLine reports whether only blanks precede the position on its line.
func (l *lexer) startsLine() bool {
	i := l.at - 1
	for i >= 0 && (l.text[i] == ' ' || l.text[i] == '\t') {
		i--
	}
	return i < 0 || l.text[i] == '\n' || l.text[i] == '\r'
}

// next returns the next word, quoted for an error message.
func (l *lexer) next() string {
	if l.at >= len(l.text) {
		return "the end of the file"
	}
	rest := l.text[l.at:min(len(l.text), l.at+60)]
	rest, _, _ = strings.Cut(rest, "\n")
	word := strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == ';' || r == ',' })
	if len(word) > 0 {
		return quote(strings.ToValidUTF8(word[0], "")) // the cut at 60 bytes may split a character
	}
	return quote(rest)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' || c >= 0x80 }
