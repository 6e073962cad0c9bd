package graphfile

import (
	"strings"

	"causeway/core/fault"
)

// readEdges reads a list of edges: from, to and, where a first line names the
// columns, sign, strictly, soft, note and others. Commas, semicolons and tabs
// separate.
func readEdges(text string) (*File, error) {
	b := newBuilder(Edges)
	l := lexer{text: text}
	comma := byte(separator(firstLine(strings.TrimLeft(text, "\r\n"))))
	var columns, row []string
	for {
		start := l.at
		var err error
		if row, err = l.csvRow(row[:0], comma); err != nil {
			return nil, err
		}
		if row == nil {
			break
		}
		if columns == nil {
			var named bool
			if columns, named = header(row); named {
				continue
			}
		}
		if err := b.row(columns, row); err != nil {
			return nil, refuse(text, start, "%w", err)
		}
	}
	if len(b.Edges) == 0 {
		return nil, fault.Errorf("graphfile: the list has no edge; a line such as age,income says that age causes income")
	}
	return b.File, nil
}

// csvRow reads the next row that is not empty nor a comment; nil at the end.
func (l *lexer) csvRow(row []string, comma byte) ([]string, error) {
	for l.take("\n") || l.take("\r\n") || l.peek() == '#' {
		if l.peek() == '#' {
			l.until("\n")
		}
	}
	if l.at == len(l.text) {
		return nil, nil
	}
	for {
		if len(row) == maxColumns {
			return nil, l.refuse("more than %d columns", maxColumns)
		}
		field, err := l.csvField(comma)
		if err != nil {
			return nil, err
		}
		row = append(row, field)
		switch {
		case l.peek() == comma && l.at < len(l.text):
			l.at++
		case l.take("\n") || l.take("\r\n") || l.take("\r") || l.at == len(l.text):
			return row, nil
		default:
			return nil, l.refuse("%s follows a quoted field; a quote inside of one is doubled", l.next())
		}
	}
}

// csvField reads a field, in quotes or without.
func (l *lexer) csvField(comma byte) (string, error) {
	start := l.at
	if !l.take(`"`) {
		return l.while(func(c byte) bool { return c != comma && c != '\n' && c != '\r' }), nil
	}
	var b strings.Builder
	for {
		part, closed := l.until(`"`)
		b.WriteString(part)
		if !closed {
			l.at = start
			return "", l.refuse("a quote is open to the end of the file")
		}
		if !l.take(`"`) {
			return b.String(), nil
		}
		b.WriteByte('"')
	}
}

// separator is what occurs most in the first line.
func separator(line string) rune {
	best, most := ',', strings.Count(line, ",")
	for _, c := range ";\t" {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// columnWords are what other programs call the two columns of names.
var columnWords = map[string]string{
	"from": "from", "source": "from", "cause": "from", "parent": "from",
	"to": "to", "target": "to", "effect": "to", "child": "to",
}

const maxColumns = 64

// header returns the names of the columns, and whether the first row is what
// names them.
func header(row []string) (columns []string, named bool) {
	has := map[string]bool{}
	for _, name := range row[:min(len(row), maxColumns)] {
		name = strings.TrimSpace(name)
		if word, known := columnWords[strings.ToLower(name)]; known && !has[word] {
			name = word
		}
		has[name] = true
		columns = append(columns, name)
	}
	if has["from"] && has["to"] {
		return columns, true
	}
	return []string{"from", "to", keySign, keyStrict, keySoft, keyNote}, false
}

func (b *builder) row(columns, row []string) error {
	var from, to string
	for i, name := range columns {
		switch {
		case i >= len(row):
		case name == "from":
			from = row[i]
		case name == "to":
			to = row[i]
		}
	}
	a, err := b.node(from)
	if err != nil || to == "" { // a line with one name is a node without edges
		return err
	}
	v, err := b.node(to)
	if err != nil {
		return err
	}
	e, err := b.edge(a, v)
	if err != nil {
		return err
	}
	for i, name := range columns {
		if i >= len(row) || name == "from" || name == "to" || row[i] == "" {
			continue
		}
		if value := row[i]; !e.understand(name, value) {
			b.keep(&e.Attrs, name, value, true)
		}
	}
	return nil
}
