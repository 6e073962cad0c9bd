package graphfile

import "strings"

// The functions below recognise the starts of the formats, after comments. A test compares them
// with the patterns beside them. The page uses no regular expressions, because their package builds
// large character tables at every start.

// startsDOT matches (strict\s+)?(digraph|graph)(\s*NAME)?\s*(/[/*][^{]*)?\{
func startsDOT(text string) bool {
	return startsGraph(text, []string{"digraph", "graph"}, func(rest string) bool {
		rest = skipSpace(rest)
		return strings.HasPrefix(rest, "{") || opensComment(rest) && strings.Contains(rest, "{")
	})
}

// startsDAGitty matches (strict\s+)?(dag|mag|pdag|pag)(\s*NAME)?\s*\{
func startsDAGitty(text string) bool {
	return startsGraph(text, []string{"dag", "mag", "pdag", "pag"}, func(rest string) bool {
		return strings.HasPrefix(skipSpace(rest), "{")
	})
}

// startsGraph reports whether a text begins with one of the words and an optional name, followed by
// a text for which opens is true. A name matches "[^"]*" or [^\s{\["'(]+ and may end before a
// comment.
func startsGraph(text string, words []string, opens func(rest string) bool) bool {
	if !strings.Contains(text, "{") {
		return false
	}
	if rest, ok := cutWord(text, "strict"); ok && skipSpace(rest) != rest {
		text = skipSpace(rest)
	}
	rest, ok := cutWord(text, words...)
	if !ok {
		return false
	}
	if opens(rest) {
		return true
	}
	rest = skipSpace(rest)
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		_, behind, closed := strings.Cut(quoted, `"`)
		return closed && opens(behind)
	}
	for i := 0; i < len(rest) && isNamed(rest[i]); i++ {
		if next := rest[i+1:]; (next == "" || !isNamed(next[0]) || opensComment(next)) && opens(next) {
			return true
		}
	}
	return false
}

// isNamed reports whether a byte is allowed in a name without quotes.
func isNamed(c byte) bool { return !isSpace(c) && strings.IndexByte("{[\"'(", c) < 0 }

// startsGML matches graph\s*\[|(creator|version|comment)\s+\S.*\bgraph\s*\[
func startsGML(text string) bool {
	if rest, ok := cutWord(text, "graph"); ok && strings.HasPrefix(skipSpace(rest), "[") {
		return true
	}
	rest, ok := cutWord(text, "creator", "version", "comment")
	value := skipSpace(rest)
	if !ok || value == rest || value == "" {
		return false
	}
	for i := 1; i < len(value); i++ {
		if isWordASCII(value[i-1]) {
			continue
		}
		if behind, ok := cutWord(value[i:], "graph"); ok && strings.HasPrefix(skipSpace(behind), "[") {
			return true
		}
	}
	return false
}

// startsBIF matches (network|variable|probability)\b[^{]*\{
func startsBIF(text string) bool {
	rest, ok := cutWord(text, "network", "variable", "probability")
	return ok && (rest == "" || !isWordASCII(rest[0])) && strings.Contains(rest, "{")
}

// hasArrow matches ->|<-|@-@|--
func hasArrow(text string) bool {
	for _, arrow := range []string{"->", "<-", "@-@", "--"} {
		if strings.Contains(text, arrow) {
			return true
		}
	}
	return false
}

// hasPlace reports whether a line ends with a position. It matches
// (?m)^\S.*\s@-?[0-9.]+,-?[0-9.]+\s*$
func hasPlace(text string) bool {
	line := 0
	for at := range len(text) {
		if text[at] == '@' && line < at-1 && !isSpace(text[line]) && isSpace(text[at-1]) && isPlace(text[at+1:]) {
			return true
		}
		if at > 0 && text[at-1] == '\n' {
			line = at
		}
	}
	return false
}

// isPlace reports whether the rest of a line consists of two numbers.
func isPlace(text string) bool {
	l := lexer{text: text}
	if !coordinate(&l) || !l.take(",") || !coordinate(&l) {
		return false
	}
	l.while(func(c byte) bool { return isSpace(c) && c != '\n' })
	return l.at == len(text) || l.take("\n")
}

// coordinate skips a coordinate if one comes next, and reports whether one does.
func coordinate(l *lexer) bool {
	l.take("-")
	return l.while(func(c byte) bool { return isDigit(c) || c == '.' }) != ""
}

func opensComment(text string) bool {
	return strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*")
}

// cutWord cuts one of some words off the beginning of a text, regardless of case.
func cutWord(text string, words ...string) (rest string, ok bool) {
	for _, word := range words {
		if len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
			return text[len(word):], true
		}
	}
	return text, false
}

func skipSpace(text string) string { return strings.TrimLeftFunc(text, isSpaceRune) }

func isSpaceRune(r rune) bool { return r < 0x80 && isSpace(byte(r)) }

func isWordASCII(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }
