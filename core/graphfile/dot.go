package graphfile

import (
	"errors"
	"slices"
	"strings"

	"causeway/core/sketch"
)

// dotReader reads the language of Graphviz and that of DAGitty, which was made
// after it. Every construction of both is read; those that say nothing of cause
// and effect are left out with a note.
type dotReader struct {
	lexer
	*builder
	kind    string // dag, digraph, graph, ...
	dagitty bool   // of the two, this one
	depth   int    // of subgraphs
	groups  map[string][]int
}

// attr is an attribute as it stands in a file.
type attr struct {
	key, value string
	flag, html bool // without a value; with one in angle brackets
}

const maxAttrList = 100 // attributes in one pair of brackets

func readDOT(text string) (*File, error)     { return readDotLike(text) }
func readDAGitty(text string) (*File, error) { return readDotLike(text) }

func readDotLike(text string) (*File, error) {
	r := &dotReader{lexer: lexer{text: text}, builder: newBuilder(DOT), groups: map[string][]int{}}
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
		return r.File, nil
	}
	for v := range r.Nodes { // Graphviz counts upwards
		r.Nodes[v].Y = 0 - r.Nodes[v].Y
	}
	return r.File, nil
}

// header reads what stands before the statements. DAGitty takes statements alone
// as well, without braces.
func (r *dotReader) header() (bare bool, err error) {
	if err := r.blanks(true); err != nil {
		return false, err
	}
	start := r.at
	kind := strings.ToLower(r.while(isWord))
	if kind == "strict" {
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
		return false, r.refuse("after %q a { is expected, not %s", kind, r.next())
	}
	if r.kind != "dag" && r.dagitty {
		r.note("kind", "The file is a %s, in which some edges have no direction; those are left out.", strings.ToUpper(kind))
	}
	return false, nil
}

// statements reads up to the closing brace, or if bare to the end, and returns
// the nodes that it meets.
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

// statement reads one statement: attributes of the graph, defaults, or a chain
// of nodes and groups with arrows between them.
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

// chain reads nodes and groups with arrows between them, and the attributes that
// follow.
func (r *dotReader) chain() ([]int, error) {
	left, single, err := r.operand()
	if err != nil {
		return nil, err
	}
	met := slices.Clone(left)
	var drawn, both [][2]int
	arrows := false
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
		arrows = true
		if arrow == "<->" {
			both, err = r.share(both, left, right)
		} else {
			drawn, err = r.connect(drawn, left, right, arrow)
		}
		if err != nil {
			r.at = start
			return nil, r.refuse("%w", err)
		}
		met = append(met, right...)
		left = right
	}
	list, err := r.attrs()
	if err != nil {
		return nil, err
	}
	switch {
	case arrows:
		r.describe(r.Edges, r.byEnds, drawn, list)
		r.describe(r.Shared, r.byPair, both, list)
	case single:
		for _, a := range list {
			r.nodeAttr(left[0], a)
		}
	}
	return met, nil
}

// describe gives attributes to edges. As the edges between two groups are many,
// those that have none yet share one list.
func (r *dotReader) describe(all []Edge, at map[[2]int]int, edges [][2]int, list []attr) {
	if len(edges) == 0 {
		return
	}
	var first Edge
	for _, a := range list {
		r.edgeAttr(&first, a)
	}
	for _, ends := range edges {
		e := &all[at[ends]]
		first.From, first.To = ends[0], ends[1]
		switch blank := (sketch.Edge{From: ends[0], To: ends[1]}); {
		case sketch.EqualEdges(e.Edge, first.Edge):
		case sketch.EqualEdges(e.Edge, blank):
			e.Edge = first.Edge
		default:
			e.Attrs = slices.Clone(e.Attrs)
			for _, a := range list {
				r.edgeAttr(e, a)
			}
		}
	}
}

// arrow reads the sign between two nodes, if there is one.
func (r *dotReader) arrow() string {
	for _, a := range [...]string{"<->", "@->", "<-@", "@-@", "@--", "--@", "->", "<-", "--"} {
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
	v, err := r.node(name)
	if err != nil {
		r.at = start
		return nil, false, r.refuse("%w", err)
	}
	return []int{v}, true, r.port()
}

// group reads a subgraph from its brace on.
func (r *dotReader) group(name string) ([]int, error) {
	if r.depth++; r.depth > MaxNesting {
		return nil, r.refuse("groups are nested more than %d deep", MaxNesting)
	}
	r.take("{")
	nodes, err := r.statements(false)
	r.depth--
	if err == nil && name != "" && len(r.groups) < MaxNodes {
		r.groups[name] = nodes
	}
	return nodes, err
}

// port moves over the place at which an edge meets a node.
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

// connect draws the edges from all nodes of one group to all of another and
// appends them to a list.
func (r *dotReader) connect(drawn [][2]int, left, right []int, arrow string) ([][2]int, error) {
	switch arrow {
	case "<-":
		left, right = right, left
	case "->":
	default:
		return drawn, r.undirected(left, right, arrow)
	}
	if r.kind == "graph" {
		r.dagitty = true // Graphviz has no arrows there
	}
	for _, a := range left {
		for _, b := range right {
			if _, err := r.edge(a, b); err != nil {
				return nil, err
			}
			drawn = append(drawn, [2]int{a, b})
		}
	}
	return drawn, nil
}

// share draws an unobserved cause of every node of one group and every one of another.
func (r *dotReader) share(both [][2]int, left, right []int) ([][2]int, error) {
	if r.kind == "graph" {
		r.dagitty = true // Graphviz has no arrows there
	}
	for _, a := range left {
		for _, b := range right {
			e, err := r.shared(a, b)
			if err != nil {
				return nil, err
			}
			if e != nil {
				both = append(both, [2]int{e.From, e.To})
			}
		}
	}
	return both, nil
}

// undirected says what becomes of an edge that names no cause.
func (r *dotReader) undirected(left, right []int, arrow string) error {
	if r.kind == "graph" && !r.dagitty && arrow == "--" {
		return errors.New("the graph is not directed, so it does not say which end of an edge is the cause; write digraph and -> instead")
	}
	ends := "some nodes"
	if len(left) > 0 && len(right) > 0 {
		ends = quote(r.Nodes[left[0]].Name) + " and " + quote(r.Nodes[right[0]].Name)
	}
	r.note(arrow, "Edges of the kind %s, such as between %s, do not say which end is the cause; they are left out.", arrow, ends)
	return nil
}

// keepAttr adds a foreign attribute in the way of the language.
func (r *dotReader) keepAttr(list *[]sketch.Attr, a attr, prefix string) {
	if rest, is := strings.CutPrefix(a.key, encodedStart); is {
		if value, ok := decode(a.value); ok {
			a.key, a.value = rest, value
		}
	}
	if a.html {
		a.key = "html:" + a.key
	}
	r.keep(list, prefix+a.key, a.value, false)
}
