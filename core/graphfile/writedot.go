package graphfile

import (
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/sketch"
)

// dot writes DOT or DAGitty's text. The latter writes roles as separate words and lets y point
// downwards.
func (w *writer) dot(dagitty bool) {
	if dagitty {
		w.text("dag {\n", keyScale, "=\"", number(w.scale), "\"\n")
	} else {
		w.text("digraph {\n\t", keyScale, "=", number(w.scale),
			"\n\tinputscale=72\n\tnode [shape=box, width=2, height=0.56]\n")
	}
	for _, a := range w.once(w.attrs()) {
		of, key, is := strings.Cut(a.Key, ":")
		if is && of == "edge" && new(look).take(key, a.Value) {
			w.lose("ends", "Attributes that would reverse edges are left out, such as %s.", quote(key))
		} else if !dagitty && is && (of == "node" || of == "edge") {
			if text, ok := w.dotAttr(sketch.Attr{Key: key, Value: a.Value}, dagitty, false); ok {
				w.text("\t", of, " [", text, "]\n")
			}
		} else if text, ok := w.dotAttr(a, dagitty, a.Key == "bb" || dagitty && a.Value == ""); ok {
			w.text(indent(dagitty), text, "\n")
		}
	}
	ids := make([]string, w.s.Count())
	w.each(func(v int, n sketch.Node) {
		id, list := w.dotName(v), w.dotPlace(n, dagitty)
		if v != sketch.OutcomeNode {
			ids[v] = id
		}
		if id != dotQuote(w.name(v)) {
			list = append(list, keyRealName+"=\""+encode(w.name(v))+"\"")
		}
		for _, a := range append(nodeWords(n), w.once(n.Attrs)...) {
			_, role := roles[strings.ToLower(a.Key)]
			if text, ok := w.dotAttr(a, dagitty, a.Key == "pos" || role &&
				(a.Value == "1" || a.Value == "" && n.Role == sketch.NoRole)); ok {
				list = append(list, text)
			}
		}
		w.text(indent(dagitty), id, " [", strings.Join(list, ","), "]\n")
	})
	strokes := w.s.Strokes()
	if !dagitty {
		strokes = strokes[:len(strokes)-len(w.s.Shared)]
	}
	for _, e := range strokes {
		var list []string
		for _, a := range append(edgeWords(e.Edge), w.once(w.foreign(e.Edge))...) {
			taken := courses[a.Key]
			if a.Key == keyBend && dagitty && dotWritable(a.Value) {
				a.Key = "pos"
			}
			if text, ok := w.dotAttr(a, dagitty, taken); ok {
				list = append(list, text)
			}
		}
		arrow := " -> "
		if e.Both {
			arrow = " <-> "
		}
		w.text(indent(dagitty), ids[e.From], arrow, ids[e.To])
		if len(list) > 0 {
			w.text(" [", strings.Join(list, ","), "]")
		}
		w.text("\n")
	}
	w.text("}\n")
}

// once returns a list without attributes whose key occurs again later: both languages keep only the
// last one.
func (w *writer) once(list []sketch.Attr) (out []sketch.Attr) {
	for _, a := range list {
		if slices.ContainsFunc(out, func(b sketch.Attr) bool { return a.Key == b.Key }) {
			w.lose("twice", "Attributes such as %s occur more than once; only the first is written.",
				quote(a.Key))
			continue
		}
		out = append(out, a)
	}
	return out
}

func indent(dagitty bool) string {
	if dagitty {
		return ""
	}
	return "\t"
}

// dotPlace returns the role and the position of a node.
func (w *writer) dotPlace(n sketch.Node, dagitty bool) []string {
	var list []string
	switch role := roleWords[n.Role]; {
	case dagitty && role != "":
		list = append(list, role)
	case role != "":
		list = append(list, keyRole+"="+role)
	}
	switch {
	case dagitty && n.Fixed:
		return append(list, `pos="`+w.x(n)+","+w.y(n)+`"`, keyFixed+`="true"`)
	case dagitty:
		return append(list, `pos="`+w.x(n)+","+w.y(n)+`"`)
	}
	n.Y = 0 - n.Y
	place := w.x(n) + "," + w.y(n)
	if n.Fixed {
		place += "!"
	}
	return append(list, `pos="`+place+`"`)
}

// maxStandIn limits the length of a replacement name in bytes. A number may follow it.
const maxStandIn = data.MaxName - 8

// dotName returns the name of a node as a string of the language. A name that cannot be written as
// a string is percent-encoded, and shortened so that it differs from all others.
func (w *writer) dotName(v int) string {
	name := w.name(v)
	if dotWritable(name) && name[0] != '%' { // Graphviz uses this prefix for its own names
		return dotQuote(name)
	}
	base := "name_" + encode(name)
	base = base[:min(len(base), maxStandIn)]
	id := base
	taken := func() bool {
		_, is := w.s.NodeOf(w.schema, id)
		return is || w.told["id:"+id]
	}
	for n := 2; taken(); n++ {
		id = base + "_" + strconv.Itoa(n)
	}
	w.told["id:"+id] = true
	return `"` + id + `"`
}

// dotAttr returns an attribute as text, if the language can represent it. taken means that readers
// give the key another meaning.
func (w *writer) dotAttr(a sketch.Attr, dagitty, taken bool) (string, bool) {
	key, isHTML := strings.CutPrefix(a.Key, "html:")
	switch {
	case isHTML && !dagitty && key != "" && dotWritable(key) && isBalanced(a.Value):
		return dotID(key) + "=<" + a.Value + ">", true
	case !dotWritable(a.Key) || a.Key == "":
		w.lose("key", "An attribute is left out, because its name cannot be written: %s.", quote(a.Key))
		return "", false
	case taken || a.Key == keyRealName || strings.HasPrefix(a.Key, encodedStart) || !dotWritable(a.Value):
		return dotID(encodedStart+a.Key) + `="` + encode(a.Value) + `"`, true
	case a.Value == "" && dagitty:
		return dotID(a.Key), true
	}
	return dotID(a.Key) + "=" + dotQuote(a.Value), true
}

// dotWritable reports whether a string survives a round trip. Neither language can represent a
// backslash before a quote or at the end, and DAGitty cannot represent control characters.
func dotWritable(text string) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return !strings.Contains(text, `\"`) && !strings.HasSuffix(text, `\`)
}

func dotQuote(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

var dotWords = map[string]bool{"node": true, "edge": true, "graph": true, "digraph": true, "subgraph": true,
	"strict": true}

// dotID returns a key, without quotes if both languages allow this.
func dotID(key string) string {
	for i, c := range []byte(key) {
		if !isLetter(c) && c != '_' && (i == 0 || !isDigit(c)) {
			return dotQuote(key)
		}
	}
	if dotWords[strings.ToLower(key)] {
		return dotQuote(key)
	}
	return key
}

// isBalanced reports whether text is allowed between angle brackets.
func isBalanced(text string) bool {
	open := 0
	for _, c := range text {
		switch c {
		case '<':
			open++
		case '>':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}
