package graphfile

import (
	"regexp"
	"strings"
	"sync"
)

// What the formats start with, after comments.
var (
	startsDOT     = once(`(?is)^(strict\s+)?(digraph|graph)(\s*("[^"]*"|[^\s{\["]+))?\s*(/[/*][^{]*)?\{`)
	startsDAGitty = once(`(?is)^(strict\s+)?(dag|mag|pdag|pag)(\s*("[^"]*"|[^\s{\["]+))?\s*\{`)
	startsGML     = once(`(?is)^(graph\s*\[|(creator|version|comment)\s+\S.*\bgraph\s*\[)`)
	startsBIF     = once(`(?is)^(network|variable|probability)\b[^{]*\{`)
	hasArrow      = once(`->|<-|@-@|--`)
	hasPlace      = once(`(?m)^\S.*\s@-?[0-9.]+,-?[0-9.]+\s*$`)
)

// once compiles a pattern when it is first asked for: pages begin without any.
func once(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// maxStart is how far into a file the formats are told apart.
const maxStart = 64 << 10

// detect tells in which format a text is.
func detect(text string) (Format, bool) {
	l := lexer{text: text}
	if l.blanks(true) != nil {
		return DOT, true // whose reader says what is wrong
	}
	start := l.text[l.at:min(len(l.text), l.at+maxStart)]
	switch {
	case start == "":
		return 0, false
	case start[0] == '{' && !hasArrow().MatchString(firstLine(start)):
		return Own, true
	case startsDAGitty().MatchString(start):
		return DAGitty, true
	case startsDOT().MatchString(start):
		return DOT, true
	case startsGML().MatchString(start):
		return GML, true
	case startsBIF().MatchString(start):
		return BIF, true
	case isDAGitty1(start):
		return legacy, true
	case isList(firstLine(start)):
		return Edges, true
	case hasArrow().MatchString(start):
		return DAGitty, true
	}
	return 0, false
}

// legacy stands for DAGitty's old form, which is read and never written.
const legacy Format = 255

func init() { readers[legacy] = readDAGitty1 }

// isList reports whether the first line of a text names columns, or is a row of
// names rather than a bare statement of DAGitty's.
func isList(line string) bool {
	_, named := header(strings.Split(strings.TrimSpace(line), string(separator(line))))
	return named || strings.ContainsAny(line, ",;\t") && !hasArrow().MatchString(line) && !strings.Contains(line, "[")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// isDAGitty1 looks for two blocks of lines, of which the first gives places, or
// a role in its last word, and no line is an arrow or a list.
func isDAGitty1(text string) bool {
	first, second, two := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	if !two || strings.TrimSpace(second) == "" || hasArrow().MatchString(first) {
		return false
	}
	if hasPlace().MatchString(first) {
		return true
	}
	for line := range strings.Lines(first) {
		words := strings.Fields(line)
		if len(words) < 2 || len(words[len(words)-1]) > 3 || strings.Trim(words[len(words)-1], "EOAU1") != "" {
			return false
		}
	}
	return true
}
