package graphfile

import (
	"slices"
	"strings"

	"causeway/core/fault"
)

// readEdges reads a list of edges. The columns are from, to and, if a first line names them,
// sign, strictly, soft, note and others, including one for the direction of an edge. Commas,
// semicolons and tabs separate them.
func readEdges(text string) (*File, error) {
	l := lexer{text: text}
	comma := l.separator()
	columns, named, err := l.columns(comma, true)
	if err != nil {
		return nil, err
	}
	b := newBuilder(Edges)
	var row []string
	for {
		start := l.at
		if row, err = l.csvRow(row[:0], comma); err != nil {
			return nil, err
		}
		if row == nil {
			break
		}
		if named && isHeader(columns, row) { // the header may be repeated
			continue
		}
		if err := b.row(columns, row, start); err != nil {
			return nil, refuse(text, start, "%w", err)
		}
	}
	if !named && b.firstAlone() {
		e := b.Edges[0]
		b.note("header", "The first line is read as an edge from %s to %s. If it names the columns, call them from "+
			"and to.", quote(b.Nodes[e.From].Name), quote(b.Nodes[e.To].Name))
	}
	if err := b.finish(text, "a row such as age,income does, unless a word makes it undirected"); err != nil {
		return nil, err
	}
	if len(b.Edges)+len(b.Shared) == 0 {
		return nil,
			fault.Errorf("graphfile: the list has no edges; to say that age causes income, write the line age,income")
	}
	return b.File, nil
}

// firstAlone reports whether the first edge is the only one that shares no node with another
// edge. This is typical of a line with unknown column names.
func (b *builder) firstAlone() bool {
	touch := make([]int, len(b.Nodes))
	for _, e := range slices.Concat(b.Edges, b.Shared) {
		touch[e.From]++
		touch[e.To]++
	}
	alone := func(e Edge) bool { return touch[e.From] == 1 && touch[e.To] == 1 }
	return len(b.Edges) > 2 && alone(b.Edges[0]) && !slices.ContainsFunc(b.Edges[1:], alone)
}

// separator skips a line that only declares the separator, as for Excel, and returns the separator.
func (l *lexer) separator() byte {
	for l.take("\n") || l.take("\r") || l.peek() == '#' {
		if l.peek() == '#' {
			l.until("\n")
		}
	}
	line := strings.TrimRight(firstLine(l.text[l.at:]), "\r")
	if rest, says := cutWord(line, "sep="); says && len(rest) == 1 {
		l.until("\n")
		return rest[0]
	}
	return byte(separator(line))
}

// column describes a column of a list: its name, and whether it holds the cause, the effect, the
// direction of the edge, or something else.
type column struct{ name, word string }

// holds counts the values of each kind in a column.
type holds struct{ filled, marks, arrows, signs, numbers int }

// columns determines the meaning of the columns in a list from the first row, if it names them,
// and from their content. A column of arrows, for example, contains the directions of edges. A
// first row such as node1,node2 consists of nodes if its names occur again.
func (l lexer) columns(comma byte, mayName bool) (columns []column, named bool, err error) {
	whole, again := l, false
	var has []holds
	row := []string(nil)
	for range maxRepeats { // longer lists are rejected
		start := l.at
		if row, err = l.csvRow(row[:0], comma); err != nil || row == nil {
			break
		}
		if has == nil {
			has = make([]holds, maxColumns)
			columns, named = header(row)
			if named = named && mayName; named {
				continue
			} else if !mayName {
				columns = unnamed()
			}
		}
		if named && isHeader(columns, row) {
			continue
		}
		again = again || named && namesAgain(columns, row)
		for i, value := range row {
			has[i].count(strings.TrimSpace(value))
		}
		if !named && hasArrow(row[0]) && !isMark(row[0]) {
			return nil, false, refuse(l.text, start,
				"the field %s contains a whole edge; write its ends in two columns named from and to",
				quote(row[0]))
		}
		if !named && len(row) > 2 && has[2].strange(has[1]) {
			return nil, false, refuse(l.text, start, "the third column contains %s, which is not a sign; name the "+
				"columns in the first line, as in from,to,sign", quote(row[2]))
		}
	}
	switch {
	case err != nil || has == nil:
	case again:
		return whole.columns(comma, false)
	case named:
		err = bootstrapped(columns, has)
		for i, c := range columns {
			if c.word == "kind" && has[i].numbers > 0 && has[i].numbers == has[i].filled &&
				(letters(c.name) == "edge" || letters(c.name) == "e") {
				columns[i].word = "" // a field of this column holds a count
			}
			if c.word == "" && has[i].marks > 0 && has[i].marks == has[i].filled &&
				(has[i].arrows > 0 || !plainColumns[letters(c.name)]) && !slices.Contains(ownColumns[:], c.name) {
				columns[i].word = "kind"
			}
		}
	case has[1].marks > 0 && has[1].marks == has[1].filled:
		columns[1], columns[2] = column{"kind", "kind"}, column{"to", "to"}
	case has[2].marks > 0:
		columns[2] = column{"kind", "kind"}
	case has[2].numbers > 0:
		columns[2].name = "weight"
	}
	return columns, named, err
}

func (h *holds) count(value string) {
	if value == "" {
		return
	}
	h.filled++
	if isMark(value) {
		h.marks++
	}
	if isArrow(value) {
		h.arrows++
	}
	if _, is := readNumber(value); is {
		h.numbers++
	} else if _, is := readSign(value); is {
		h.signs++
	}
}

// strange reports whether a third column without a name holds unknown values.
func (h holds) strange(second holds) bool {
	return max(h.marks, h.signs, h.numbers) < h.filled && second.marks < second.filled
}

// bootstrapped rejects the table of all pairs that boot.strength of bnlearn returns.
func bootstrapped(columns []column, has []holds) error {
	found := 0
	for i, c := range columns {
		if name := letters(c.name); (name == "strength" || name == "direction") && has[i].numbers > 0 &&
			has[i].numbers == has[i].filled {
			found++
		}
	}
	if found == 2 {
		return fault.Errorf("graphfile: the list gives each pair a strength and a direction, as boot.strength of " +
			"bnlearn does, but not which edges exist; save arcs(averaged.network(x)) instead")
	}
	return nil
}

// csvRow reads the next row that is neither empty nor a comment. It returns nil at the end.
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
			return nil, l.refuse("the line has more than %d columns", maxColumns)
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
			return nil, l.refuse("%s follows a quoted field; double each quote inside a field", l.next())
		}
	}
}

// csvField reads a field with or without quotes. Quoted fields keep blanks at their ends.
func (l *lexer) csvField(comma byte) (string, error) {
	start := l.at
	if !l.take(`"`) {
		return strings.TrimSpace(l.while(func(c byte) bool { return c != comma && c != '\n' && c != '\r' })), nil
	}
	var b strings.Builder
	for {
		part, closed := l.until(`"`)
		b.WriteString(part)
		if !closed {
			l.at = start
			return "", l.refuse("a quote is opened and never closed")
		}
		if !l.take(`"`) {
			return b.String(), nil
		}
		b.WriteByte('"')
	}
}

// separator returns the most frequent separator in the first line.
func separator(line string) rune {
	best, most := ',', strings.Count(line, ",")
	for _, c := range ";\t" {
		if n := strings.Count(line, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// columnWords maps the names that other programs use for the columns of cause, effect and
// direction. The names are reduced to letters and digits.
var columnWords = map[string]string{
	"from": "from", "source": "from", "cause": "from", "parent": "from", "variable1": "from", "var1": "from",
	"node1": "from", "nodea": "from", "variablea": "from", "src": "from", "tail": "from", "lhs": "from", "lval": "from",
	"startid": "from", "parents": "from", "causes": "from", "predictor": "from", "predecessor": "from",
	"ancestor": "from", "independent": "from", "ursache": "from", "quelle": "from", "causa": "from", "origen": "from",
	"origine": "from",
	"to":      "to", "target": "to", "effect": "to", "child": "to", "variable2": "to", "var2": "to", "node2": "to",
	"nodeb": "to", "variableb": "to", "dst": "to", "dest": "to", "head": "to", "rhs": "to", "rval": "to", "endid": "to",
	"children": "to", "effects": "to", "response": "to", "successor": "to", "descendant": "to", "dependent": "to",
	"wirkung": "to", "ziel": "to", "effet": "to", "efecto": "to", "effetto": "to", "destino": "to", "destination": "to",
	"type": "kind", "kind": "kind", "edgetype": "kind", "edgekind": "kind", "dependency": "kind", "direction": "kind",
	"directed": "kind", "isdirected": "kind", "arrow": "kind",
	"mark": "kind", "edge": "kind", "e": "kind", "op": "kind", "interaction": "kind", "relation": "kind",
	"relationship": "kind", "orientation": "kind", "linktype": "kind",
}

// columnWord returns the word for a column with the given name.
func columnWord(name string) string {
	name = letters(name)
	if word := columnWords[name]; word != "" {
		return word
	}
	for _, more := range [...]string{"node", "name", "id", "variable", "feature", "label", "vertex"} {
		if word := columnWords[strings.TrimSuffix(name, more)]; word == "from" || word == "to" {
			return word
		}
	}
	return ""
}

// ownColumns are Causeway's columns. In plainColumns, a dash may mean that a value is missing.
var (
	ownColumns   = [...]string{keySign, keyStrict, keySoft, keyNote, keyLeast, keyMost}
	plainColumns = map[string]bool{"label": true, "name": true, "id": true, "weight": true, "comment": true}
)

// nodeWord lists names for a column of nodes whose neighbouring column lists their parents or
// children.
var nodeWord = map[string]bool{"node": true, "variable": true, "name": true, "id": true, "feature": true,
	"vertex": true}

// holdsMany reports whether a field in a column of this name may list several nodes.
func holdsMany(name string) bool {
	switch letters(name) {
	case "parents", "causes", "children", "effects":
		return true
	}
	return false
}

func isListSign(c rune) bool { return c == ',' || c == ';' || c == '|' }

const maxColumns = 64

// header returns the columns, and reports whether the first row contains their names.
func header(row []string) (columns []column, named bool) {
	has := map[string]bool{}
	for _, name := range row[:min(len(row), maxColumns)] {
		name = strings.Trim(strings.TrimSpace(name), `"`)
		word := columnWord(name)
		if word != "kind" && has[word] {
			word = ""
		}
		has[word], has["name "+name] = true, true
		if holdsMany(name) || letters(name) == "parent" {
			has["family "+word] = true
		}
		columns = append(columns, column{name, word})
	}
	for i, c := range columns {
		switch { // a node and its parents, as in dagitty's edges() and ggdag
		case c.word == "" && nodeWord[letters(c.name)] && has["family from"] && !has["to"]:
			columns[i].word, has["to"] = "to", true
		case c.word == "" && nodeWord[letters(c.name)] && has["family to"] && !has["from"]:
			columns[i].word, has["from"] = "from", true
		case c.name == "v" && has["name w"] && has["name e"] || c.name == "name" && has["name direction"] &&
			has["to"] && !has["from"]:
			columns[i].word, has["from"] = "from", true
		case c.name == "w" && has["name v"] && has["name e"]:
			columns[i].word, has["to"] = "to", true
		}
	}
	if has["from"] && has["to"] {
		return columns, true
	}
	return unnamed(), false
}

// unnamed returns the columns of a list without column names.
func unnamed() []column {
	return []column{{"from", "from"}, {"to", "to"}, {name: keySign}, {name: keyStrict}, {name: keySoft},
		{name: keyNote}}
}

// isHeader reports whether a row contains the names of the columns.
func isHeader(columns []column, row []string) bool {
	return slices.EqualFunc(columns, row, func(c column, field string) bool {
		return c.name == strings.Trim(strings.TrimSpace(field), `"`)
	})
}

// namesAgain reports whether a row of two contains a node with the name of a column. The column
// names may then be nodes too.
func namesAgain(columns []column, row []string) bool {
	return len(columns) == 2 && slices.ContainsFunc(columns, func(c column) bool {
		return strings.ContainsAny(c.name[len(c.name)-1:], "12abAB") && slices.Contains(row, c.name)
	})
}

func (b *builder) row(columns []column, row []string, at int) error {
	var from, to string
	var k look
	strange, alone := column{}, false // a node without causes
	for i, c := range columns[:min(len(columns), len(row))] {
		if list := strings.FieldsFunc(row[i], isListSign); c.word != "" && holdsMany(c.name) && len(list) > 1 {
			for _, name := range list {
				one := slices.Clone(row)
				one[i] = strings.TrimSpace(name)
				if err := b.row(columns, one, at); err != nil {
					return err
				}
			}
			return nil
		} else if c.word == "from" && holdsMany(c.name) && len(list) == 0 {
			alone = true
		}
		switch value := strings.TrimSpace(row[i]); c.word {
		case "from":
			from = row[i]
		case "to":
			to = row[i]
		case "kind":
			if w, is := wayIn(c.name, value); is {
				k.kind, k.hasKind = w, true
			} else if value != "" {
				strange = column{c.name, value}
			}
		default:
			if !slices.Contains(ownColumns[:], c.name) {
				k.take(c.name, value)
			}
		}
	}
	if strange.word != "" {
		b.note("kind", "The column %s has unknown values, such as %s; their edges are read as going from %s to %s.",
			quote(strange.name), quote(strange.word), quote(from), quote(to))
	}
	if alone {
		from, to = to, ""
	}
	a, err := b.node(from)
	if err != nil || to == "" { // a line with one name is a node without edges
		return err
	}
	v, err := b.node(to)
	if err != nil {
		return err
	}
	e, err := b.line(a, v, k.way(true), at)
	if err != nil || e == nil {
		return err
	}
	for i, c := range columns[:min(len(columns), len(row))] {
		value := row[i]
		if _, way := wayIn(c.name, value); c.word == "from" || c.word == "to" || c.word == "kind" && way ||
			value == "" || c.name == "" || strings.HasPrefix(c.name, "Unnamed: ") {
			continue
		}
		if e.understand(c.name, value) || new(look).take(c.name, value) {
			continue
		}
		if b.keep(&e.Attrs, c.name, value, true); c.name == keySign {
			b.note("sign", "The sign %s is unknown; use + or -.", quote(value))
		}
	}
	return nil
}

// wayIn returns the direction of an edge from the value of a column or attribute with the given
// name.
func wayIn(name, value string) (way, bool) {
	w, known := wayOf(strings.TrimSpace(value))
	is, answers := readBool(value)
	switch yes := wayWords[letters(name)]; {
	case !answers || value == "":
	case hasWay(name) && is:
		return yes, true
	case hasWay(name):
		return forward, true
	case strings.HasSuffix(letters(name), "directed") && is:
		return forward, true
	case strings.HasSuffix(letters(name), "directed"):
		return undirected, true
	}
	return w, known
}

// hasWay reports whether the value yes under this name turns a line into something other than an
// arrow.
func hasWay(name string) bool {
	switch letters(name) {
	case "bidirected", "bidirectional", "undirected":
		return true
	}
	return false
}
