package graphfile

import (
	"fmt"
	"slices"
	"strings"

	"causeway/core/sketch"
)

// tetrad stands for Tetrad's text format, which can be read but not written.
const tetrad Format = 253

// readTetrad reads the text format in which Tetrad and causal-learn print a graph,
//
//	Graph Nodes:
//	age;job;(talent)
//
//	Graph Edges:
//	1. age --> job
//	2. talent o-> job
//
// where names in parentheses are unobserved and names in brackets are selected. It also reads
// texts that consist only of such arrow lines. Probabilities of an edge may follow on its line.
func readTetrad(text string) (*File, error) {
	b := newBuilder(Edges)
	section, whole := "edges", !startsTetrad(text)
	at := 0
	for line := range strings.Lines(text) {
		plain := strings.TrimSpace(line)
		var err error
		switch name := strings.ToLower(plain); {
		case plain == "" && !whole && (section == "nodes" && len(b.Nodes) > 0 || section == "edges" && b.repeats > 0):
			section = ""
		case plain == "" || plain[0] == '#':
		case strings.HasPrefix(name, "graph nodes:"):
			section, err = "nodes", b.tetradNodes(plain[len("graph nodes:"):])
		case name == "graph edges:":
			section = "edges"
		case section == "nodes":
			err = b.tetradNodes(plain)
		case section == "edges" && !whole:
			err = b.tetradEdges(plain, at, true)
		case section == "edges":
			for chain := range strings.FieldsFuncSeq(plain, isBreak) {
				if err = b.tetradEdges(chain, at, false); err != nil {
					break
				}
			}
		}
		if err != nil {
			return nil, refuse(text, at, "%w", err)
		}
		at += len(line)
	}
	return b.File, b.finish(text, "an arrow such as age --> job does")
}

func startsTetrad(text string) bool {
	rest, ok := cutWord(text, "graph nodes", "graph edges")
	return ok && strings.HasPrefix(skipSpace(rest), ":")
}

func (b *builder) tetradNodes(line string) error {
	for name := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == ',' }) {
		name, role := strings.TrimSpace(name), sketch.NoRole
		switch n := len(name); {
		case n == 0:
			continue
		case n > 2 && name[0] == '(' && name[n-1] == ')':
			name, role = name[1:n-1], sketch.Latent
		case n > 2 && name[0] == '[' && name[n-1] == ']':
			name, role = name[1:n-1], sketch.Selected
		}
		v, err := b.node(name)
		if err != nil {
			return err
		}
		b.Nodes[v].Role = role
	}
	return nil
}

// tetradEdges reads a line of nodes joined by arrows.
func (b *builder) tetradEdges(line string, at int, listed bool) error {
	if len(line) > maxStart {
		return fmt.Errorf("a line has %d characters; shorten it to at most %d", len(line), maxStart)
	}
	if listed {
		line, _, _ = strings.Cut(line, " [")
	}
	names, ways := arrowLine(line)
	if len(ways) == 0 {
		return fmt.Errorf("%s contains no edge; write one as age --> job", quote(line))
	}
	before := 0
	for i, name := range names {
		if listed && i == len(ways) {
			name = b.knownStart(name)
		}
		v, err := b.node(name)
		if err != nil {
			return err
		}
		if i > 0 {
			if _, err := b.line(before, v, ways[i-1], at); err != nil {
				return err
			}
		}
		before = v
	}
	return nil
}

// arrowLine splits a line such as "1. age --> job", in which blanks surround the arrows.
func arrowLine(line string) (names []string, ways []way) {
	words := strings.Fields(strings.TrimRight(line, "; \t\r\n"))
	if len(words) > 0 && len(words[0]) > 1 && strings.Trim(words[0], "0123456789") == "." {
		words = words[1:]
	}
	from := 0
	for i, word := range words {
		if w, is := readMark(word); is && len(word) > 1 && i > from && i < len(words)-1 {
			names, ways = append(names, strings.Join(words[from:i], " ")), append(ways, w)
			from = i + 1
		}
	}
	return append(names, strings.Join(words[from:], " ")), ways
}

// knownStart returns the longest node name at the beginning of a text, or the first word.
func (b *builder) knownStart(text string) string {
	words := strings.Fields(text)
	for n := min(len(words), 30); n > 0; n-- {
		if name := strings.Join(words[:n], " "); b.byName[name] > 0 || len(b.Nodes) > 0 && b.Nodes[0].Name == name {
			return name
		}
	}
	return words[0]
}

func isBreak(r rune) bool { return r == ',' || r == ';' }

// isArrowLines reports whether a text consists of lines of nodes and arrows, some of which are
// not in DAGitty's format.
func isArrowLines(text string) bool {
	foreign := false
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if len(line) > maxStart {
			return false
		}
		for chain := range strings.FieldsFuncSeq(line, isBreak) {
			if _, ways := arrowLine(chain); len(ways) == 0 {
				return false
			}
		}
		names, _ := arrowLine(line)
		if strings.ContainsAny(line, "\"'[](){}|") {
			return false
		}
		foreign = foreign || !strings.HasPrefix(line, names[0]) // the line begins with a number
		for _, word := range strings.Fields(line) {
			_, is := readMark(word)
			foreign = foreign || is && len(word) > 1 && !slices.Contains(dagittyArrows[:], word)
		}
	}
	return foreign
}
