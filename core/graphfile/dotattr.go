package graphfile

import (
	"strings"

	"causeway/core/sketch"
)

// attrs reads lists of attributes in brackets.
func (r *dotReader) attrs() ([]attr, error) {
	var list []attr
	for {
		start := r.at
		if err := r.blanks(true); err != nil {
			return nil, err
		}
		if !r.take("[") {
			r.at = start
			return list, nil
		}
		for {
			if err := r.blanks(true); err != nil {
				return nil, err
			}
			if r.take(";") || r.take(",") {
				continue
			}
			if r.take("]") {
				break
			}
			a, err := r.attr()
			if err != nil {
				return nil, err
			}
			if list = append(list, a); len(list) > maxAttrList {
				return nil, r.refuse("a node, an edge or the graph has more than %d attributes", maxAttrList)
			}
		}
	}
}

func (r *dotReader) attr() (attr, error) {
	if r.at == len(r.text) {
		return attr{}, r.refuse("the file ends inside a list of attributes; a ] is missing")
	}
	key, err := r.id()
	if err != nil {
		return attr{}, err
	}
	start := r.at
	if err := r.blanks(true); err != nil {
		return attr{}, err
	}
	if !r.take("=") {
		r.at = start
		return attr{key: key, flag: true}, nil
	}
	if err := r.blanks(true); err != nil {
		return attr{}, err
	}
	value, html, err := r.value()
	return attr{key: key, value: value, html: html}, err
}

// id reads a name, which may have any form that a value may have.
func (r *dotReader) id() (string, error) {
	text, _, err := r.value()
	return text, err
}

// value reads a word, a number, strings joined by +, or HTML in angle brackets.
func (r *dotReader) value() (text string, html bool, err error) {
	switch c := r.peek(); {
	case c == '"':
		text, err = r.quoted()
		return text, false, err
	case c == '\'': // in names written by Python
		start := r.at
		r.at++
		text, closed := r.until("'")
		if !closed {
			r.at = start
			return "", false, r.refuse("a string is not closed; a ' is missing")
		}
		return text, false, nil
	case c == '<':
		text, err = r.html()
		return text, true, err
	case c == '-' && r.at+1 < len(r.text) && (isDigit(r.text[r.at+1]) || r.text[r.at+1] == '.'):
		r.at++
		return "-" + r.while(isBare), false, nil
	}
	if text = r.while(isBare); text == "" {
		return "", false, r.refuse("expected a name or a value, but found %s", r.next())
	}
	return text, false, nil
}

// isBare accepts the bytes that DAGitty allows without quotes, which are more than in Graphviz.
func isBare(c byte) bool { return isWord(c) || c == '.' }

// quoted reads strings joined by +. Backslashes have a meaning only before a quote and at the end
// of a line.
func (r *dotReader) quoted() (string, error) {
	var all []string
	for {
		start := r.at
		r.at++
		var b strings.Builder
		for {
			b.WriteString(r.while(func(c byte) bool { return c != '"' && c != '\\' }))
			switch {
			case r.at == len(r.text):
				r.at = start
				return "", r.refuse("a string is not closed; a \" is missing")
			case r.take(`\"`):
				b.WriteByte('"')
				continue
			case r.take("\\\n") || r.take("\\\r\n"):
				continue
			case r.take(`\\`):
				b.WriteString(`\\`)
				continue
			case r.take(`\`):
				b.WriteByte('\\')
				continue
			}
			r.at++
			break
		}
		all = append(all, b.String())
		end := r.at
		if err := r.blanks(true); err != nil {
			return "", err
		}
		if !r.take("+") {
			r.at = end
			return strings.Join(all, ""), nil
		}
		if err := r.blanks(true); err != nil {
			return "", err
		}
		if r.peek() != '"' {
			return "", r.refuse("expected a string after +, but found %s", r.next())
		}
	}
}

// html reads the text between balanced angle brackets, without the outer ones.
func (r *dotReader) html() (string, error) {
	start, open := r.at, 0
	for ; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case '<':
			open++
		case '>':
			if open--; open == 0 {
				r.at++
				return r.text[start+1 : r.at-1], nil
			}
		}
	}
	r.at = start
	return "", r.refuse("text in angle brackets is not closed; a > is missing")
}

// defaults reads the attributes that a statement assigns to all nodes, to all edges or to the
// graph.
func (r *dotReader) defaults(of string) error {
	list, err := r.attrs()
	prefix := of + ":"
	if of == "graph" {
		prefix = ""
	}
	for _, a := range list {
		switch latent, says := latentMark(a.key, a.value, a.flag); {
		case of == "edge" && !a.html && r.look.take(a.key, a.value):
		case of == "node" && says:
			r.latent = latent
		default:
			r.graphAttr(a, prefix)
		}
	}
	return err
}

// ownLook lists the attributes with which Causeway styles graphs for Graphviz. The reader does not
// keep them as foreign attributes.
var ownLook = [...]attr{
	{key: "inputscale", value: "72"}, {key: "node:shape", value: "box"}, {key: "node:width", value: "2"},
	{key: "node:height", value: "0.56"},
}

func (r *dotReader) graphAttr(a attr, prefix string) {
	for _, look := range ownLook {
		if look.key == prefix+a.key && look.value == a.value {
			return
		}
	}
	switch {
	case r.depth > 0:
		r.note("group", "Groups of nodes are not kept; their names and looks are left out.")
	case prefix == "" && a.key == "bb": // follows from the positions
	case prefix == "" && a.key == keyScale:
		if x, ok := readNumber(a.value); ok && x > 0 {
			r.Scale = x
		}
	default:
		r.keepAttr(&r.Attrs, a, prefix)
	}
}

func (r *dotReader) nodeAttr(v int, a attr) {
	n := &r.Nodes[v]
	if latent, says := latentMark(a.key, a.value, a.flag); says && !a.html && !r.dagitty && !latent &&
		n.Role == sketch.Latent {
		n.Role = sketch.NoRole // a default had set a role
		return
	}
	if role, is := roles[strings.ToLower(a.key)]; is && (a.flag || a.value == "1" && r.dagitty) {
		r.dagitty = true
		if n.Role == sketch.NoRole {
			n.Role = role
		} else if n.Role != role {
			r.keep(&n.Attrs, a.key, "", false)
		}
		return
	}
	if a.key == "pos" && !a.html {
		x, y, rest, ok := readPair(strings.TrimSuffix(a.value, "!"))
		if ok {
			r.place(v, x, y)
			n.Fixed = n.Fixed || strings.HasSuffix(a.value, "!")
			if rest != "" {
				r.note("z", "Graphs are flat: third coordinates are left out.")
			}
			return
		}
	}
	if a.key == keyRealName {
		if name, ok := decode(a.value); ok && name != "" {
			r.real[v] = name
			return
		}
	}
	key, value := decoded(a.key, a.value)
	if a.html || !n.understand(key, value) {
		r.keepAttr(&n.Attrs, a, "")
	}
}

// courses lists the attributes that say where Graphviz drew edges. They follow from the positions.
var courses = map[string]bool{"pos": true, "lp": true, "xlp": true, "head_lp": true, "tail_lp": true}

func (r *dotReader) edgeAttr(e *Edge, a attr) {
	switch {
	case a.key == "pos" && r.dagitty:
		a.key = keyBend
	case courses[a.key]:
		r.note("course", "The lines of edges are drawn anew; those in the file are left out.")
		return
	}
	key, value := decoded(a.key, a.value)
	if a.html || !e.understand(key, value) {
		r.keepAttr(&e.Attrs, a, "")
	}
}
