package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostRunes limits the length of a piece of text. Names come from files, and one of 10,000
// characters would make the document unreadable.
const mostRunes = 300

// escape turns any text into HTML that displays it, in an element or in a quoted attribute.
// Invisible characters and characters that change the direction of writing are displayed by their
// number, and invalid bytes as U+FFFD. Long text is cut.
func escape(text string) string {
	var b strings.Builder
	n := 0
	for i, r := range text {
		if n == mostRunes {
			fmt.Fprintf(&b, "… (%d characters)", n+utf8.RuneCountInString(text[i:]))
			break
		}
		n++
		b.WriteString(escapeRune(r))
	}
	return b.String()
}

func escapeRune(r rune) string {
	switch {
	case r == '&':
		return "&amp;"
	case r == '<':
		return "&lt;"
	case r == '>':
		return "&gt;"
	case r == '"':
		return "&#34;"
	case r == '\'':
		return "&#39;"
	case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		return " "
	case turnsRound(r):
		return fmt.Sprintf("[U+%04X]", r)
	case r == utf8.RuneError || unicode.IsControl(r) || r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe:
		return "\ufffd"
	}
	return string(r)
}

// turnsRound reports whether a character sets the direction of the following text.
func turnsRound(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
