package graphfile

import (
	"slices"
	"strings"
)

// maxStart is how many bytes at the beginning of a file detect the format.
const maxStart = 64 << 10

// detect returns the format of a text.
func detect(text string) (Format, bool) {
	l := lexer{text: text}
	if l.blanks(true) != nil {
		return DOT, true // the DOT reader reports the error
	}
	start := l.text[l.at:min(len(l.text), l.at+maxStart)]
	switch {
	case start == "":
		return 0, false
	case start[0] == '{' && strings.Contains(text, ownFormat):
		return Own, true
	case isJSON(start):
		return otherJSON, true
	case startsTetrad(start):
		return tetrad, true
	case startsDAGitty(start):
		return DAGitty, true
	case startsDOT(start):
		return DOT, true
	case startsGML(start):
		return GML, true
	case startsBIF(start):
		return BIF, true
	case isDAGitty1(start):
		return legacy, true
	case isArrowLines(text):
		return tetrad, true
	case isList(firstLine(start)):
		return Edges, true
	case hasArrow(start):
		return DAGitty, true
	}
	return 0, false
}

// legacy stands for DAGitty's old format, which can be read but not written.
const legacy Format = 255

func init() {
	readers[legacy], readers[tetrad], readers[otherJSON] = readDAGitty1, readTetrad, readJSON
}

// isList reports whether the first line of a text holds column names or a row of names. Otherwise
// it may be a bare statement in DAGitty's format.
func isList(line string) bool {
	row := strings.Split(strings.TrimSpace(line), string(separator(line)))
	if _, named := header(row); named || len(row) > 2 &&
		slices.ContainsFunc(row[1:], func(field string) bool {
			return isMark(strings.Trim(strings.TrimSpace(field), `"`))
		}) {
		return true
	}
	return strings.ContainsAny(line, ",;\t") && !hasArrow(line) && !strings.Contains(line, "[")
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// isDAGitty1 looks for two blocks of lines. The first block contains positions, or a role as the
// last word of a line, and no line is an arrow or a list.
func isDAGitty1(text string) bool {
	first, second, two := strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n")
	if !two || strings.TrimSpace(second) == "" || hasArrow(first) {
		return false
	}
	if hasPlace(first) {
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
