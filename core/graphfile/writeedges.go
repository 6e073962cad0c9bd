package graphfile

import (
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/sketch"
)

// edges writes the list of edges. It has a column for each property that at least one edge has.
func (w *writer) edges() {
	columns := []string{"from", "to", keySign, keyStrict, keySoft, keyNote}
	if slices.ContainsFunc(w.s.Edges, func(e sketch.Edge) bool { return e.Least > 0 || e.Most > 0 }) {
		columns = append(columns, keyLeast, keyMost)
	}
	own := columns[2:len(columns):len(columns)]
	for _, e := range w.s.Edges {
		for i, a := range e.Attrs {
			switch {
			case columnWord(a.Key) != "" || isMark(strings.TrimSpace(a.Value)) || new(look).take(a.Key, a.Value) ||
				strings.HasPrefix(a.Key, "Unnamed: ") || a.Key == "" || strings.TrimSpace(a.Key) != a.Key ||
				slices.Contains(own, a.Key) ||
				strings.HasPrefix(a.Key, "#") || slices.ContainsFunc(e.Attrs[:i],
				func(b sketch.Attr) bool { return a.Key == b.Key }):
				w.lose("key:"+a.Key, "A list of edges has no column for the attribute %s; it is left out.",
					quote(a.Key))
			case slices.Contains(columns, a.Key):
			case len(columns) == maxColumns:
				w.lose("columns", "A list of edges has at most %d columns; further attributes are left out.",
					maxColumns)
			default:
				columns = append(columns, a.Key)
			}
		}
	}
	w.csvRow(columns)
	for _, e := range w.s.Edges {
		row := make([]string, len(columns))
		row[0], row[1] = w.name(e.From), w.name(e.To)
		for _, a := range append(edgeWords(e), e.Attrs...) {
			if a.Value == "" {
				w.lose("empty", "A list of edges cannot tell an empty attribute from a missing one; %s is left out.",
					quote(a.Key))
			}
			if at := slices.Index(columns, a.Key); at >= 2 && row[at] == "" {
				row[at] = a.Value
			}
		}
		w.csvRow(row)
	}
	w.edgeLosses()
}

// csvRow writes a line, with quotes wherever a reader might need them.
func (w *writer) csvRow(row []string) {
	for i, field := range row {
		if i > 0 {
			w.text(",")
		}
		if strings.ContainsAny(field, ",;\t\"\r\n#") || strings.TrimSpace(field) != field {
			field = `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
		}
		w.text(field)
	}
	w.text("\n")
}

func (w *writer) edgeLosses() {
	w.lose("places", "A list of edges has no positions: features are laid out anew when it is read.")
	if len(w.attrs()) > 0 {
		w.lose("attrs", "A list of edges has no attributes of the graph; they are left out.")
	}
	w.each(func(v int, n sketch.Node) {
		usual := sketch.NoRole
		if v == sketch.OutcomeNode {
			usual = sketch.OutcomeRole
		}
		if n.Form != sketch.NotKnown || n.Formula != "" || n.State != causal.ActedOn || n.Closed || n.Role != usual ||
			len(n.Attrs) > 0 {
			w.lose("nodes",
				"A list of edges says nothing about features: roles, mechanisms and attributes are left out.")
		}
	})
}
