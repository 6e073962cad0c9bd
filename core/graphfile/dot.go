package graphfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"causeway/core/sketch"
)

// dotReader reads the language of Graphviz and that of DAGitty, which is derived from it. It reads
// every construct of both, and leaves out, with a note, constructs that say nothing about cause and
// effect.
type dotReader struct {
	lexer
	*builder
	kind    string // dag, digraph, graph, ...
	dagitty bool   // whether the language is DAGitty's
	strict  bool   // repeated edges are the same edge
	depth   int    // nesting depth of subgraphs
	groups  map[string][]int
	scope
	lines  []drawnLine
	lineAt map[lineKey]int
	drawn  int // lines including all repetitions
}

// scope holds the default attributes that apply until the subgraph ends.
type scope struct {
	look   look // for edges
	latent bool // for nodes
}

// drawnLine is an unfinished edge. Later statements about the edge still apply to it.
type drawnLine struct {
	Edge
	look  look
	arrow string
	at    int
}

type lineKey struct {
	from, to int
	arrow    string
	look     look
}

// attr is an attribute as written in a file.
type attr struct {
	key, value string
	flag, html bool // without a value; with a value in angle brackets
}

const maxAttrList = 100 // attributes in one pair of brackets

func readDOT(text string) (*File, error)     { return readDotLike(text) }
func readDAGitty(text string) (*File, error) { return readDotLike(text) }

func readDotLike(text string) (*File, error) {
	r := &dotReader{lexer: lexer{text: text}, builder: newBuilder(DOT), groups: map[string][]int{},
		lineAt: map[lineKey]int{}}
	bare, err := r.header()
	if err != nil {
		return nil, err
	}
	if _, err := r.statements(bare); err != nil {
		return nil, err
	}
	if err := r.blanks(true); err != nil {
		return nil, err
	}
	if r.at < len(r.text) {
		r.note("rest", "Only the first graph of the file is read.")
	}
	r.rename()
	if r.dagitty {
		r.Format = DAGitty
	}
	if err := r.connect(); err != nil {
		return nil, err
	}
	if r.dagitty {
		return r.File, nil
	}
	for v := range r.Nodes { // Graphviz counts upwards
		r.Nodes[v].Y = 0 - r.Nodes[v].Y
	}
	return r.File, nil
}

// header reads the text before the statements. DAGitty also accepts bare statements without
// braces.
func (r *dotReader) header() (bare bool, err error) {
	if err := r.blanks(true); err != nil {
		return false, err
	}
	start := r.at
	kind := strings.ToLower(r.while(isWord))
	if r.strict = kind == "strict"; r.strict {
		if err := r.blanks(true); err != nil {
			return false, err
		}
		kind = strings.ToLower(r.while(isWord))
	}
	switch kind {
	case "digraph", "graph":
		r.kind = kind
	case "dag", "mag", "pdag", "pag":
		r.kind, r.dagitty = kind, true
	default:
		r.at, r.kind, r.dagitty = start, "dag", true
		return true, nil
	}
	if err := r.blanks(true); err != nil {
		return false, err
	}
	if r.peek() != '{' {
		if _, err := r.id(); err != nil {
			return false, err
		}
	}
	if r.blanks(true); !r.take("{") {
		return false, r.refuse("expected { after %q, but found %s", kind, r.next())
	}
	if r.kind != "dag" && r.dagitty {
		r.note("kind", "In a %s, some edges have no direction; those are left out.",
			strings.ToUpper(kind))
	}
	return false, nil
}

// statements reads up to the closing brace, or to the end if bare, and returns the nodes that it
// found.
func (r *dotReader) statements(bare bool) ([]int, error) {
	var nodes []int
	seen := map[int]bool{}
	for {
		if err := r.blanks(true); err != nil {
			return nil, err
		}
		switch {
		case r.take(";") || r.take(","):
			continue
		case bare && r.at == len(r.text):
			return nodes, nil
		case r.at == len(r.text):
			return nil, r.refuse("the file ends inside the graph; a } is missing")
		case !bare && r.take("}"):
			return nodes, nil
		}
		met, err := r.statement()
		if err != nil {
			return nil, err
		}
		for _, v := range met {
			if !seen[v] {
				seen[v] = true
				nodes = append(nodes, v)
			}
		}
	}
}

// statement reads one statement: attributes of the graph, defaults, or a chain of nodes and
// groups joined by arrows.
func (r *dotReader) statement() ([]int, error) {
	start := r.at
	quoted := r.peek() == '"' || r.peek() == '<'
	if r.peek() != '{' {
		name, err := r.id()
		if err != nil {
			return nil, err
		}
		if err := r.blanks(true); err != nil {
			return nil, err
		}
		word := strings.ToLower(name)
		switch {
		case quoted:
		case (word == "graph" || word == "node" || word == "edge") && r.peek() == '[':
			return nil, r.defaults(word)
		case word == "subgraph":
			r.at = start
			return r.chain()
		}
		if r.take("=") {
			if err := r.blanks(true); err != nil {
				return nil, err
			}
			value, html, err := r.value()
			if err != nil {
				return nil, err
			}
			r.graphAttr(attr{key: name, value: value, html: html}, "")
			return nil, nil
		}
		r.at = start
	}
	return r.chain()
}

// chain reads nodes and groups joined by arrows, and the attributes that follow.
func (r *dotReader) chain() ([]int, error) {
	left, single, err := r.operand()
	if err != nil {
		return nil, err
	}
	met := slices.Clone(left)
	var steps []step
	for {
		if err := r.blanks(true); err != nil {
			return nil, err
		}
		start := r.at
		arrow := r.arrow()
		if arrow == "" {
			break
		}
		if err := r.blanks(true); err != nil {
			return nil, err
		}
		right, _, err := r.operand()
		if err != nil {
			return nil, err
		}
		if len(met)+len(right) > maxRepeats {
			r.at = start
			return nil, r.refuse("the file has more than %d edges, counting repetitions", maxRepeats)
		}
		steps = append(steps, step{left, right, arrow, start})
		met = append(met, right...)
		left = right
	}
	list, err := r.attrs()
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		if err := r.draw(s, list); err != nil {
			r.at = s.at
			return nil, r.refuse("%w", err)
		}
	}
	if len(steps) == 0 && single {
		for _, a := range list {
			r.nodeAttr(left[0], a)
		}
	}
	return met, nil
}

// step is one arrow of a chain between two groups of nodes.
type step struct {
	left, right []int
	arrow       string
	at          int
}

// draw draws a step. Because two groups may be joined by many lines, new lines share one list of
// attributes.
func (r *dotReader) draw(s step, list []attr) error {
	if r.kind == "graph" && s.arrow != "--" {
		r.dagitty = true // Graphviz allows no arrows there
	}
	first := drawnLine{look: r.look, arrow: s.arrow, at: s.at}
	var rest []attr
	for _, a := range list {
		if a.html || !first.look.take(a.key, a.value) {
			rest = append(rest, a)
			r.edgeAttr(&first.Edge, a)
		}
	}
	if tail := first.look.tail; tail != "" && tail != "none" && s.arrow == "->" &&
		(first.look.dir == "" || first.look.dir == "forward") {
		r.note("tail", "Tails of edges, such as %s, are read only with dir=both, as in Graphviz.",
			quote(tail))
	}
	for _, a := range s.left {
		for _, b := range s.right {
			if r.drawn++; r.drawn > maxRepeats {
				return fmt.Errorf("the file has more than %d edges, counting repetitions", maxRepeats)
			}
			if a == b && (s.arrow == "->" || s.arrow == "<-") {
				return fmt.Errorf("an edge goes from %s to itself; nothing can be its own "+
					"cause", quote(r.Nodes[a].Name))
			}
			first.From, first.To = a, b
			key := lineKey{a, b, s.arrow, first.look}
			if r.strict {
				key.look = look{}
			}
			at, known := r.lineAt[key]
			if !known && r.strict && s.arrow == "--" { // the ends may be in either order
				at, known = r.lineAt[lineKey{b, a, s.arrow, look{}}]
			}
			if !known {
				if len(r.lines) == MaxEdges {
					return fmt.Errorf("the file has more than %d edges", MaxEdges)
				}
				r.lineAt[key] = len(r.lines)
				r.lines = append(r.lines, first)
				continue
			}
			line := &r.lines[at]
			for _, a := range list {
				if r.strict && !a.html {
					line.look.take(a.key, a.value)
				}
			}
			first.From, first.To = line.From, line.To
			r.add(&line.Edge, first.Edge, rest)
		}
	}
	return nil
}

// add adds attributes to an edge, which may already have attributes.
func (r *dotReader) add(e *Edge, first Edge, list []attr) {
	switch blank := (sketch.Edge{From: e.From, To: e.To}); {
	case len(list) == 0 || sketch.EqualEdges(e.Edge, first.Edge):
	case sketch.EqualEdges(e.Edge, blank):
		*e = first
	default:
		e.Attrs = slices.Clone(e.Attrs)
		for _, a := range list {
			r.edgeAttr(e, a)
		}
	}
}

// connect draws the lines once the whole file has been read.
func (r *dotReader) connect() error {
	for _, l := range r.lines {
		w := undirected // what @ means in DAGitty
		switch l.arrow {
		case "->", "--":
			w = l.look.way(l.arrow == "->")
		case "<-":
			w = backward
		case "<->":
			w = twoHeaded
		}
		e, err := r.line(l.From, l.To, w, l.at)
		if err != nil {
			return refuse(r.text, l.at, "%w", err)
		}
		if e != nil {
			known := *e
			l.From, l.To = e.From, e.To
			if *e = l.Edge; !sketch.EqualEdges(known.Edge, sketch.Edge{From: e.From, To: e.To}) {
				*e = r.merge(known, l.Edge)
			}
		}
	}
	return r.finish(r.text, "an arrow such as a -> b in a digraph does")
}

// merge combines two lines for the same edge.
func (r *dotReader) merge(e, more Edge) Edge {
	if more.Sign != 0 {
		e.Sign, e.Strict, e.Soft, e.Least, e.Most = more.Sign, more.Strict, more.Soft, more.Least, more.Most
	}
	e.Note, e.Attrs = cmp.Or(more.Note, e.Note), slices.Clone(e.Attrs)
	for _, a := range more.Attrs {
		r.keep(&e.Attrs, a.Key, a.Value, false)
	}
	return e
}

var dagittyArrows = [...]string{"<->", "@->", "<-@", "@-@", "@--", "--@", "->", "<-", "--"}

// arrow reads the symbol between two nodes, if there is one.
func (r *dotReader) arrow() string {
	for _, a := range dagittyArrows {
		if r.take(a) {
			return a
		}
	}
	return ""
}

// operand reads a node or a group of nodes.
func (r *dotReader) operand() (nodes []int, single bool, err error) {
	if r.peek() == '{' {
		nodes, err = r.group("")
		return nodes, false, err
	}
	start, quoted := r.at, r.peek() == '"'
	name, err := r.id()
	if err != nil {
		return nil, false, err
	}
	if !quoted && strings.EqualFold(name, "subgraph") {
		if err := r.blanks(true); err != nil {
			return nil, false, err
		}
		name = ""
		if r.peek() != '{' {
			if name, err = r.id(); err != nil {
				return nil, false, err
			}
			if err := r.blanks(true); err != nil {
				return nil, false, err
			}
		}
		if r.peek() != '{' {
			return r.groups[name], false, nil
		}
		nodes, err = r.group(name)
		return nodes, false, err
	}
	known := len(r.Nodes)
	v, err := r.node(name)
	if err != nil {
		r.at = start
		return nil, false, r.refuse("%w", err)
	}
	if v == known && r.latent {
		r.Nodes[v].Role = sketch.Latent
	}
	return []int{v}, true, r.port()
}

// group reads a subgraph, starting at its brace.
func (r *dotReader) group(name string) ([]int, error) {
	if r.depth++; r.depth > MaxNesting {
		return nil, r.refuse("groups are nested more than %d deep", MaxNesting)
	}
	r.take("{")
	outside := r.scope
	nodes, err := r.statements(false)
	r.scope = outside
	r.depth--
	if err == nil && name != "" && len(r.groups) < MaxNodes {
		r.groups[name] = nodes
	}
	return nodes, err
}

// port skips the point at which an edge meets a node.
func (r *dotReader) port() error {
	for range 2 {
		start := r.at
		if err := r.blanks(true); err != nil {
			return err
		}
		if !r.take(":") {
			r.at = start
			return nil
		}
		if err := r.blanks(true); err != nil {
			return err
		}
		if _, err := r.id(); err != nil {
			return err
		}
		r.note("port", "Ports, at which edges meet their nodes, are left out.")
	}
	return nil
}

// keepAttr adds a foreign attribute with the merging rule of the language.
func (r *dotReader) keepAttr(list *[]sketch.Attr, a attr, prefix string) {
	if a.html {
		a.key = "html:" + a.key
	}
	a.key, a.value = decoded(a.key, a.value)
	r.keep(list, prefix+a.key, a.value, false)
}
