package graphfile

import (
	"slices"
	"strings"

	"causeway/core/sketch"
)

// gmlReader reads GML as written by networkx, igraph and yEd. Unknown lists become attributes
// with dots in their keys.
type gmlReader struct {
	lexer
	*builder
	ids   map[string]int // index of the node with each id
	links []link
	yed   bool // in yEd's files, an edge has exactly the ends that it names
}

// link is an edge whose nodes may be defined later in the file.
type link struct {
	from, to string
	at       int
	edge     Edge
	look     look
}

func readGML(text string) (*File, error) {
	r := &gmlReader{lexer: lexer{text: text}, builder: newBuilder(GML), ids: map[string]int{}}
	graphs := 0
	err := r.list(0, func(key string) error {
		if strings.EqualFold(key, "creator") && r.peek() == '"' {
			program, err := r.scalar()
			r.yed = strings.Contains(program, "yFiles")
			return err
		}
		if !strings.EqualFold(key, "graph") || r.peek() != '[' {
			return r.skip(1)
		}
		if graphs++; graphs > 1 {
			r.note("rest", "Only the first graph of the file is read.")
			return r.skip(1)
		}
		return r.graph()
	})
	if err != nil {
		return nil, err
	}
	return r.File, nil
}

// list reads pairs of a key and a value up to the closing bracket or, at the top level, to the
// end. The function reads the value.
func (r *gmlReader) list(depth int, pair func(key string) error) error {
	if depth > MaxNesting {
		return r.refuse("lists are nested more than %d deep", MaxNesting)
	}
	for {
		if err := r.gmlBlanks(); err != nil {
			return err
		}
		switch {
		case r.at == len(r.text) && depth == 0:
			return nil
		case r.at == len(r.text):
			return r.refuse("the file ends inside a list; a ] is missing")
		case depth > 0 && r.take("]"):
			return nil
		}
		key := r.while(isWord)
		if key == "" || isDigit(key[0]) {
			return r.refuse("expected a key, but found %s", r.next())
		}
		if err := r.gmlBlanks(); err != nil {
			return err
		}
		if err := pair(key); err != nil {
			return err
		}
	}
}

func (r *gmlReader) gmlBlanks() error {
	for {
		r.while(isSpace)
		if r.peek() != '#' {
			return nil
		}
		r.until("\n")
	}
}

// scalar reads a number or a string. A string that looks like a number keeps its quotes, so that it
// is written as a string again.
func (r *gmlReader) scalar() (string, error) {
	if r.peek() != '"' {
		start := r.at
		word := r.while(func(c byte) bool { return isWord(c) || c == '.' || c == '+' || c == '-' })
		if number := strings.TrimRight(word, "abcdefghijklmnopqrstuvwxyz"); isGMLNumber(number) &&
			(word[len(number):] == "node" || word[len(number):] == "edge") {
			r.at = start + len(number) // DoWhy writes no blank between a number and the next key
			return number, nil
		}
		if word == "" {
			return "", r.refuse("expected a value, but found %s", r.next())
		}
		return word, nil
	}
	start := r.at
	r.at++
	text, closed := r.until(`"`)
	if !closed {
		r.at = start
		return "", r.refuse("a string is not closed; a \" is missing")
	}
	text = unescape(text)
	if isGMLNumber(text) || isWrapped(text) {
		return `"` + text + `"`, nil
	}
	return text, nil
}

// skip skips a value.
func (r *gmlReader) skip(depth int) error {
	if r.take("[") {
		return r.list(depth, func(string) error { return r.skip(depth + 1) })
	}
	_, err := r.scalar()
	return err
}

// flat reads a value and passes its content to each, with dots in the keys.
func (r *gmlReader) flat(depth int, key string, each func(key, value string)) error {
	if r.take("[") {
		return r.list(depth, func(inner string) error { return r.flat(depth+1, key+"."+inner, each) })
	}
	value, err := r.scalar()
	if err == nil {
		each(key, value)
	}
	return err
}

func (r *gmlReader) graph() error {
	start := r.at
	directed := false
	r.take("[")
	err := r.list(1, func(key string) error {
		switch {
		case r.peek() == '[' && strings.EqualFold(key, "node"):
			return r.gmlNode()
		case r.peek() == '[' && strings.EqualFold(key, "edge"):
			return r.gmlEdge()
		}
		return r.flat(2, key, func(key, value string) {
			switch strings.ToLower(key) {
			case "directed":
				directed, _ = readBool(unwrap(value))
			case keyScale:
				if x, ok := readNumber(unwrap(value)); ok && x > 0 {
					r.Scale = x
				}
			default:
				r.keep(&r.Attrs, key, value, true)
			}
		})
	})
	if err != nil {
		return err
	}
	return r.connect(directed, start)
}

// fields reads a list in which some keys have a meaning, regardless of case; a lower-case key takes
// precedence. It passes all other keys to other.
func (r *gmlReader) fields(known map[string]*string, other func(key, value string)) error {
	r.take("[")
	var large [][2]string
	err := r.list(2, func(key string) error {
		if strings.EqualFold(key, "graph") && r.peek() == '[' {
			r.note("inside", "Graphs inside of nodes are left out.")
			return r.skip(3)
		}
		return r.flat(3, key, func(key, value string) {
			lower := strings.ToLower(key)
			switch to := known[lower]; {
			case to == nil || lower != key && len(large) == len(known):
				other(key, value)
			case lower != key:
				large = append(large, [2]string{key, value})
			default:
				*to = unwrap(value)
			}
		})
	})
	for _, pair := range large {
		if to := known[strings.ToLower(pair[0])]; *to == "" {
			*to = unwrap(pair[1])
		} else {
			other(pair[0], pair[1])
		}
	}
	return err
}

func (r *gmlReader) gmlNode() error {
	start := r.at
	id, label, name := "", "", ""
	n := Node{}
	var place [2]string
	err := r.fields(map[string]*string{"id": &id, "label": &label, "name": &name, "graphics.x": &place[0],
		"graphics.y": &place[1]}, func(key, value string) {
		if !n.understand(key, unwrap(value)) {
			r.keep(&n.Attrs, key, value, true)
		}
	})
	if err != nil {
		return err
	}
	if label == "" {
		label, name = name, ""
	}
	if label == "" {
		label = id
	}
	_, twice := r.ids[id]
	if id == "" || twice {
		r.at = start
		return r.refuse("a node has no id, or the id of another node: %s", quote(id))
	}
	if _, twice := r.byName[label]; twice {
		r.at = start
		return r.refuse("two nodes are called %s", quote(label))
	}
	v, err := r.node(label)
	if err != nil {
		r.at = start
		return r.refuse("%w", err)
	}
	if name != "" && name != label {
		r.keep(&n.Attrs, "name", name, true)
	}
	if place == [2]string{} { // as in files from igraph
		place = [2]string{takeAttr(&n.Attrs, "x"), takeAttr(&n.Attrs, "y")}
	}
	r.ids[id] = v
	n.Name = label
	r.Nodes[v] = n
	if x, okX := readNumber(place[0]); okX {
		if y, okY := readNumber(place[1]); okY {
			r.place(v, x, y)
		}
	}
	return nil
}

// takeAttr removes an attribute and returns its value.
func takeAttr(list *[]sketch.Attr, key string) string {
	at := slices.IndexFunc(*list, func(a sketch.Attr) bool { return a.Key == key })
	if at < 0 {
		return ""
	}
	value := (*list)[at].Value
	*list = slices.Delete(*list, at, at+1)
	return unwrap(value)
}

func (r *gmlReader) gmlEdge() error {
	k := link{at: r.at}
	err := r.fields(map[string]*string{"source": &k.from, "target": &k.to}, func(key, value string) {
		if plain := unwrap(value); !k.look.take(key, plain) && !k.edge.understand(key, plain) {
			r.keep(&k.edge.Attrs, key, value, true)
		}
	})
	if err == nil && len(r.links) == maxRepeats/4 {
		err = r.refuse("the file has more than %d edges, counting repetitions", maxRepeats/4)
	}
	r.links = append(r.links, k)
	return err
}

// connect draws the edges after all nodes are known.
func (r *gmlReader) connect(directed bool, start int) error {
	for _, k := range r.links {
		from, knownFrom := r.ids[k.from]
		to, knownTo := r.ids[k.to]
		switch {
		case !knownFrom:
			return refuse(r.text, k.at, "an edge starts at node %s, which is not in the file", quote(k.from))
		case !knownTo:
			return refuse(r.text, k.at, "an edge ends at node %s, which is not in the file", quote(k.to))
		}
		k.look.pair = k.look.pair || r.yed
		e, err := r.line(from, to, k.look.way(directed), start)
		if err != nil {
			return refuse(r.text, k.at, "%w", err)
		}
		if e != nil {
			k.edge.From, k.edge.To = e.From, e.To
			*e = k.edge
		}
	}
	return r.finish(r.text, "a graph that does says: directed 1")
}
