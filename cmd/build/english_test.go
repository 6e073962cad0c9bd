package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plain lists the top folders whose Go files are checked.
var plain = []string{"app", "assets", "bench", "cmd", "core"}

const shownWords = 4 // from here on a string is read as prose

// A passage is a paragraph of a comment, or a string, at a line of a file.
type passage struct {
	line int
	text string
}

// passages returns the prose of a Go file: comments without formulas and, outside tests, strings of
// several words.
func passages(s source) (list []passage) {
	line := func(p token.Pos) int { return s.set.Position(p).Line }
	for _, group := range s.file.Comments {
		text := ""
		for row := range strings.Lines(group.Text() + "\n") {
			if strings.HasPrefix(row, "\t") || strings.TrimSpace(row) == "" {
				list = append(list, passage{line(group.Pos()), text})
				text = ""
				continue
			}
			text += strings.TrimSpace(row) + " "
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && !s.isTest() {
			if said, err := strconv.Unquote(text.Value); err == nil && len(strings.Fields(said)) >= shownWords {
				list = append(list, passage{line(text.Pos()), said})
			}
		}
		return true
	})
	return list
}

// Comments and shown strings keep the rules of the documents.
func TestGoIsPlain(t *testing.T) {
	seen := 0
	for _, s := range goFiles(t) {
		top, _, _ := strings.Cut(s.path, "/")
		if !slices.Contains(plain, top) {
			continue
		}
		for _, p := range passages(s) {
			seen++
			mustBePlain(t, s.path, p.line, sentenceWords, p.text)
		}
	}
	if seen < 5000 {
		t.Errorf("%d comments and strings, which cannot be all", seen)
	}
}
