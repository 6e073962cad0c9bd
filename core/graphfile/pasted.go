package graphfile

import "strings"

// pasted extracts a graph from the text around it in common pastes: a fenced code block, or a
// call in R or Python with the graph as its argument. Its lines keep their numbers.
func pasted(text string) string {
	start := strings.TrimLeft(text, " \t\r\n")
	if fence, inner, ok := strings.Cut(start, "\n"); ok && strings.HasPrefix(fence, "```") {
		lines := strings.Repeat("\n", strings.Count(text, "\n")-strings.Count(inner, "\n"))
		inner, _, _ = strings.Cut(inner, "```")
		return pasted(lines + inner)
	}
	if startsGraphText(start) || startsBIF(start) || strings.HasPrefix(start, "{") || isNamedList(start) {
		return text
	}
	for at, tries := 0, 0; at < min(len(text), maxStart) && tries < 200; tries++ {
		next := strings.IndexAny(text[at:min(len(text), maxStart)], "\"'`")
		if next < 0 {
			break
		}
		at += next
		inner, end := literal(text[at:])
		if raw := text[at+1:]; at > 0 && text[at-1]|32 == 'r' && strings.HasPrefix(raw, "(") { // R's r"(...)"
			inner, _, _ = strings.Cut(raw[1:], ")"+text[at:at+1])
		}
		call := strings.TrimRight(text[:at], " \t\r\nrR")
		assigned := strings.HasSuffix(call, "<-") || strings.HasSuffix(call, "=") || strings.HasSuffix(call, "(")
		if startsGraphText(inner) || assigned && isFormula(inner) || hasArrow(inner) &&
			strings.HasSuffix(call, "dagitty(") {
			return strings.Repeat("\n", strings.Count(text[:at], "\n")) + inner
		}
		at += end
	}
	return text
}

// startsGraphText reports whether a text begins like a graph in one of the graph languages.
func startsGraphText(text string) bool {
	l := lexer{text: text}
	if l.blanks(true) != nil {
		return false
	}
	text = text[l.at:]
	return startsDAGitty(text) || startsDOT(text) || startsGML(text)
}

// literal reads a string literal of R or Python, starting at its quote, and returns its end. An
// unclosed string ends right after its quote.
func literal(text string) (inner string, end int) {
	quote := text[:1]
	if strings.HasPrefix(text, strings.Repeat(quote, 3)) {
		quote = text[:3]
	}
	var b strings.Builder
	for i := len(quote); i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], quote):
			return b.String(), i + len(quote)
		case text[i] == '\\' && i+1 < len(text):
			i++
			switch text[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '"', '\'', '\\':
				b.WriteByte(text[i])
			default:
				b.WriteString(text[i-1 : i+1])
			}
		default:
			b.WriteByte(text[i])
		}
	}
	return "", len(quote)
}
