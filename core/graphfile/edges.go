package graphfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// readEdges reads a list of edges: from, to and, where a first line names the
// columns, sign, strictly, soft, note and others. Commas, semicolons and tabs
// separate.
func readEdges(text string) (*File, error) {
	b := newBuilder(Edges)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator(firstLine(strings.TrimLeft(text, "\r\n")))
	r.FieldsPerRecord, r.ReuseRecord, r.Comment = -1, true, '#'
	var columns []string
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, sayCSV(err)
		}
		if columns == nil {
			var named bool
			if columns, named = header(row); named {
				continue
			}
		}
		if err := b.row(columns, row); err != nil {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("graphfile: line %d: %w", line, err)
		}
	}
	if len(b.Edges) == 0 {
		return nil, errors.New("graphfile: the list has no edge; a line such as age,income says that age causes income")
	}
	return b.File, nil
}

func sayCSV(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("graphfile: line %d: a quote is open or in the wrong place; a field with quotes in it stands in quotes and has them doubled", parse.Line)
	}
	return fmt.Errorf("graphfile: %w", err)
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
		columns = append(columns, strings.Clone(name))
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
			from = strings.Clone(row[i])
		case name == "to":
			to = strings.Clone(row[i])
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
		if value := strings.Clone(row[i]); !e.understand(name, value) {
			b.keep(&e.Attrs, name, value, true)
		}
	}
	return nil
}
