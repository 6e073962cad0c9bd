package graphfile

import (
	"slices"
	"strings"
)

// foreign identifies a text that no reader accepts and says what to save instead.
func foreign(text string) (what, instead string) {
	start := strings.TrimSpace(text[:min(len(text), maxStart)])
	lower := strings.ToLower(start)
	switch {
	case start == "" || startsGraphText(start) && !isMermaid(lower) || startsBIF(start) || startsTetrad(start):
		return "", ""
	case start[0] == '<':
		return foreignXML(lower)
	case isJSON(start):
		return "", ""
	case isMermaid(lower):
		return "a Mermaid diagram", arrows
	case isNamedList(start):
		return "", ""
	case isMatrix(text):
		return "a matrix of numbers", matrix
	}
	line := firstLine(lower)
	list := hasArrow(line) || strings.ContainsAny(line, ",;\t") // names in a list may begin like this
	for _, f := range foreignStarts {
		if strings.HasPrefix(lower, f.start) && (!list || !isLetter(f.start[0]) || strings.HasSuffix(f.start, "//")) {
			return f.what, f.instead
		}
	}
	return foreignCode(start)
}

// isNamedList reports whether the first row of a list names its columns.
func isNamedList(start string) bool {
	l := lexer{text: start}
	comma := l.separator()
	_, named := header(strings.Split(firstLine(l.text[l.at:]), string(rune(comma))))
	return named
}

const (
	arrows = "write each edge as a line such as age -> pay, or save DOT, GML or a list of edges with a first line " +
		"from,to"
	inR = "print the graph in R and paste the text that begins with dag {, or save the edges with write.csv and a " +
		"first line from,to"
	matrix = "programs disagree on whether rows or columns are the causes, so save a list of edges instead, " +
		"with a first line from,to"
	inNX = "save GML, as nx.write_gml does in networkx, or DOT"
)

// foreignStarts lists texts that can be identified by their first words, in lower case.
var foreignStarts = [...]struct{ start, what, instead string }{
	{"*vertices", "a Pajek network", inNX},
	{"*network", "a Pajek network", inNX},
	{"*node data", "a VNA file", inNX},
	{"dl n", "a UCINET file", inNX},
	{"net\n", "a Hugin network", inGeNIe}, {"net {", "a Hugin network", inGeNIe}, {"net{", "a Hugin network", inGeNIe},
	{"class ", "a Hugin network", inGeNIe},
	{"// ~->[dne", "a Netica network", inGeNIe}, {"bnet ", "a Netica network", inGeNIe},
	{"belief network", "a DSC network", inGeNIe},
	{"@startuml", "a PlantUML diagram", arrows}, {"@startdot", "a PlantUML diagram", arrows},
	{"\\begin", "LaTeX", arrows}, {"\\document", "LaTeX", arrows}, {"\\tikz", "LaTeX", arrows},
	{"\\usepackage", "LaTeX", arrows},
	{"version https://git-lfs", "a pointer of Git LFS and not the file itself", "download the file that it points to"},
	{"%%matrixmarket", "a matrix of numbers", matrix}, {"adjacency matrix", "a matrix of numbers", matrix},
	{"http://", "a link and not the graph itself", "open it and save or paste the text of the graph"},
	{"https://", "a link and not the graph itself", "open it and save or paste the text of the graph"},
}

// foreignBytes identifies a file that is not text by its first bytes.
func foreignBytes(content []byte) (what, instead string) {
	for _, f := range [...]struct{ start, what, instead string }{
		{"PK\x03\x04", "a workbook or another ZIP archive", "save the edges as CSV, with a first line from,to"},
		{"\x89PNG", "a picture", "save the graph itself, as DOT, GML or DAGitty text"},
		{"\xff\xd8\xff", "a picture", "save the graph itself, as DOT, GML or DAGitty text"},
		{"%PDF-", "a PDF", "save the graph itself, as DOT, GML or DAGitty text"},
		{"\x1f\x8b", "a compressed file, such as R's RDS", "unpack it, or " + inR},
		{"\x80\x04", "a pickle of Python", inNX}, {"\x80\x03", "a pickle of Python", inNX},
		{"\x80\x05", "a pickle of Python", inNX},
		{"\xff\xfe", "text in UTF-16", "save it as UTF-8"}, {"\xfe\xff", "text in UTF-16", "save it as UTF-8"},
	} {
		if strings.HasPrefix(string(content[:min(len(content), 8)]), f.start) {
			return f.what, f.instead
		}
	}
	return "", ""
}

const inGeNIe = "save the network as BIF, as pyAgrum and bnlearn do"

// foreignXML identifies graph languages based on XML by their first elements.
func foreignXML(lower string) (what, instead string) {
	for _, f := range [...]struct{ element, what, instead string }{
		{"<graphml", "GraphML",
			"save GML or DOT instead, as nx.write_gml does in networkx, and yEd and Gephi on export"},
		{"<gexf", "GEXF of Gephi", "export GML, or the table of edges as CSV, instead"},
		{"<bif", "a network in XMLBIF", "save it as BIF (.bif) instead"},
		{"<smile", "a GeNIe network", inGeNIe},
		{"<mxfile", "a diagram of draw.io", arrows},
		{"<mxgraphmodel", "a diagram of draw.io", arrows},
		{"<gxl", "GXL", inNX},
		{"<xgmml", "XGMML of Cytoscape",
			"export the table of edges as CSV, or a CX or Cytoscape.js file as JSON, instead"},
		{"<html", "a web page", "download the file of the graph itself"},
		{"<!doctype html", "a web page", "download the file of the graph itself"},
		{"<svg", "a picture", "save the graph itself, as DOT, GML or DAGitty text"},
		{"<variables", "a graph of Tetrad in XML", "save it as text in Tetrad instead"},
	} {
		if strings.Contains(lower, f.element) {
			return f.what, f.instead
		}
	}
	return "XML", "save DOT, GML, BIF or a list of edges with a first line from,to"
}

// isMermaid reports whether a text matches (graph|flowchart)\s+(TD|TB|BT|LR|RL)\b without a {
// after it, or starts another kind of Mermaid diagram.
func isMermaid(lower string) bool {
	for strings.HasPrefix(lower, "%%") { // comments and settings
		_, rest, _ := strings.Cut(lower, "\n")
		lower = strings.TrimSpace(rest)
	}
	if rest, ok := strings.CutPrefix(lower, "---\n"); ok {
		_, lower, _ = strings.Cut(rest, "---\n")
		return isMermaid(strings.TrimSpace(lower))
	}
	if rest, ok := cutWord(lower, "flowchart", "statediagram", "classdiagram", "sequencediagram",
		"erdiagram", "mindmap"); ok && !hasArrow(firstLine(rest)) && !strings.ContainsAny(firstLine(rest), ",\t") {
		return true
	}
	rest, ok := cutWord(lower, "graph")
	if !ok || !isSpace((rest + "x")[0]) {
		return false
	}
	if line := firstLine(rest); strings.TrimSpace(line) == "" && hasArrow(rest) && !strings.Contains(rest, "{") {
		return true
	}
	rest, ok = cutWord(skipSpace(rest), "td", "tb", "bt", "lr", "rl")
	return ok && rest != "" && !isWordASCII(rest[0]) && !strings.HasPrefix(skipSpace(rest), "{")
}

// foreignCode identifies programs and formulas.
func foreignCode(start string) (what, instead string) {
	line := strings.TrimSpace(firstLine(start))
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(start, word) })
	}
	python := strings.HasPrefix(line, "import ") && !strings.ContainsAny(line, ",;") ||
		strings.HasPrefix(line, "from ") && strings.Contains(line, " import ")
	switch {
	case hasArrow(line) && !isCall(line):
	case isCall(line) && has("dagify(", "dagitty(", "library(", "model2network(", "structure(", "graph_from_",
		"igraph(", "empty.graph(", "c("):
		return "R code", inR
	case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !has("'", `"`, "(", ",", "[["):
		return "a model string of bnlearn", "save it with write.dot or write.bif, or write.csv(arcs(x))"
	case python || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "('") || isCall(line) &&
		has("Graph(", "Network(", "add_edge", "Model(", "DAG(", "array("):
		return "Python code or data",
			"write each edge as a line such as age -> pay, or save GML or DOT, as nx.write_gml does in networkx"
	case isFormula(start) || strings.Contains(line, ":="):
		return "a list of formulas of R or lavaan",
			"write pay ~ age as the line age -> pay, and a line for every other edge"
	}
	return "", ""
}

// isCall reports whether a line begins with a function call or assigns the result of one.
// DAGitty's arrows are not followed by a parenthesis.
func isCall(line string) bool {
	l := lexer{text: line}
	name := func() string {
		return l.while(func(c byte) bool { return isWord(c) || c == '.' || c == ':' || c == '$' })
	}
	l.take("const ")
	if name() == "" {
		return false
	}
	l.while(isSpace)
	if l.take("<-") || l.take("=") {
		l.while(isSpace)
		name()
		l.while(isSpace)
	}
	return l.take("(")
}

// isFormula reports whether the first line with content is a formula.
func isFormula(start string) bool {
	for line := range strings.Lines(start) {
		if line, _, _ = strings.Cut(strings.TrimSpace(line), "#"); line != "" && line[0] != '!' {
			return strings.Contains(line, "~") && !strings.Contains(line, ",") && !hasArrow(line)
		}
	}
	return false
}

// isMatrix reports whether a text has as many rows of numbers as columns, with or without names.
func isMatrix(text string) bool {
	header, rows, columns, named := 0, 0, 0, false
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		if len(line) > maxStart || rows > MaxNodes {
			return false
		}
		cells := cellsOf(line)
		isName := !isCell(cells[0])
		numbers := len(cells)
		if isName {
			numbers--
		}
		whole := !slices.ContainsFunc(cells[len(cells)-numbers:], func(cell string) bool { return !isCell(cell) })
		switch {
		case rows == 0 && header == 0 && (!whole || cells[0] == ""):
			header = len(cells)
		case !whole || numbers < 2 || rows > 0 && (numbers != columns || isName != named):
			return false
		default:
			rows, columns, named = rows+1, numbers, isName
		}
	}
	return rows > 1 && rows == columns && (named || header >= columns || columns > 2) ||
		rows > 1 && rows == columns-1 && header == columns // with numbers instead of names
}

// cellsOf returns the fields of a line without quotes.
func cellsOf(line string) []string {
	var cells []string
	if strings.ContainsAny(line, ",;\t") {
		cells = strings.Split(line, string(separator(line)))
	} else {
		cells = strings.Fields(line)
	}
	for i, cell := range cells {
		cells[i] = strings.Trim(strings.TrimSpace(cell), `"`)
	}
	return cells
}

// isCell reports whether a text can be a cell in a matrix of edges.
func isCell(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "t", "f", "nan", "na", ".", "":
		return true
	}
	_, number := readNumber(text)
	return number
}
