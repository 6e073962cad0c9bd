// Package graphfile reads and writes causal graphs as files: DAGitty's text, Graphviz DOT, GML, the
// structure of BIF, lists of edges, and the project's own form. It also reads Tetrad's text and JSON with
// nodes and links, and draws graphs as SVG. An edge gets exactly the direction that the file gives it, or is
// left out by name; for files of other programs it says what to save instead.
//
// Files are hostile: every reader is bounded in size, depth and memory and refuses with one sentence that
// names the line. It never guesses silently. The file's Notes say what the graph cannot have, and before
// writing it says what a format cannot carry. Begin at Read and Write.
package graphfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/sketch"
)

// Format is a form of file.
type Format uint8

// The formats.
const (
	Own Format = iota // everything, as JSON
	DAGitty
	DOT
	GML
	BIF
	Edges // a list of edges as CSV
)

// Formats lists all formats in the order in which they are offered.
func Formats() []Format { return []Format{Own, DAGitty, DOT, GML, BIF, Edges} }

// String is the format as people read it.
func (f Format) String() string {
	return [...]string{"Causeway graph", "DAGitty text", "Graphviz DOT", "GML", "BIF structure", "edge list (CSV)"}[f]
}

// Ext is the ending of a file's name.
func (f Format) Ext() string {
	return [...]string{".graph.json", ".dag", ".dot", ".gml", ".bif", ".edges.csv"}[f]
}

// Limits of a file; one that passes them is refused in words.
const (
	MaxBytes   = 32 << 20
	MaxNodes   = 5_000
	MaxEdges   = 20_000
	MaxNesting = 64

	maxRepeats = 200_000 // edges with all their repetitions
	maxNotes   = 20
)

// File is what a file says, in its own names and before it meets a table.
type File struct {
	Format Format
	Nodes  []Node // with names of their own
	Edges  []Edge // no pair twice
	Shared []Edge // unobserved causes of two nodes; From < To, no pair twice
	Attrs  []sketch.Attr
	Rules  []Rule   // of the own form only
	Each   bool     // how signs are read, as in causal.Knowledge; only the own form may say otherwise
	Scale  float64  // points on the paper per unit of the positions; 0 if not known
	Notes  []string // what was left out or read in one of several ways, as sentences
}

// Node is a variable of a file.
type Node struct {
	Name string
	sketch.Node
	Order    [][]string // values from the lowest, those of one rank together; of the own form only
	HasPlace bool       // X and Y are given, y downwards
}

// Edge goes from one place in File.Nodes to another.
type Edge struct {
	sketch.Edge
}

// ErrFormat is in errors about files that no reader takes.
var ErrFormat = errors.New("this is not a graph that Causeway can read; it reads DAGitty text, Graphviz DOT, GML, " +
	"BIF, Tetrad's text, lists of edges (CSV), JSON with nodes and links, and its own files")

// Read reads a file in any of the formats.
func Read(content []byte) (*File, error) {
	if what, instead := foreignBytes(content); what != "" {
		return nil, notRead(what, instead)
	}
	text, err := clean(content)
	if err != nil {
		return nil, err
	}
	text = pasted(text)
	if what, instead := foreign(text); what != "" {
		return nil, notRead(what, instead)
	}
	format, found := detect(text)
	if !found {
		return nil, fault.Errorf("graphfile: %w", ErrFormat)
	}
	return readers[format](text)
}

func notRead(what, instead string) error {
	return fault.Errorf("graphfile: this is %s, which Causeway does not read; %s", what, instead)
}

var readers = map[Format]func(string) (*File, error){
	Own: readOwn, DAGitty: readDAGitty, DOT: readDOT, GML: readGML, BIF: readBIF, Edges: readEdges,
}

// clean checks what holds for every format.
func clean(content []byte) (string, error) {
	if len(content) > MaxBytes {
		return "", fault.Errorf("graphfile: the file has %d MB; graphs of at most %d MB are read", len(content)>>20,
			MaxBytes>>20)
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(content) {
		at := 0
		for rest := content; ; {
			r, n := utf8.DecodeRune(rest)
			if r == utf8.RuneError && n == 1 {
				break
			}
			at, rest = at+n, rest[n:]
		}
		return "", refuse(string(content), at, "a byte is not UTF-8 text; save the file as UTF-8")
	}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		return "", refuse(string(content), at, "a zero byte, which no text has; this may be a picture or an archive")
	}
	return string(content), nil
}

// refuse is the error about a place in a text.
func refuse(text string, at int, format string, args ...any) error {
	line := 1
	for _, c := range []byte(text[:min(at, len(text))]) {
		if c == '\n' {
			line++
		}
	}
	return fault.Errorf("graphfile: line %d: %w", line, fmt.Errorf(format, args...))
}

// builder collects the parts of a file and holds their limits.
type builder struct {
	*File
	byName  map[string]int
	byEnds  map[[2]int]int
	byPair  map[[2]int]int // of Shared
	real    map[int]string // names that the format could not write as they are
	repeats int
	dropped map[string]bool // kinds of notes made already

	open, unseen, twoHeads lineEnds
	openAt                 int // where the first of the open ones stands
}

func newBuilder(f Format) *builder {
	return &builder{File: &File{Format: f, Each: true}, byName: map[string]int{}, byEnds: map[[2]int]int{},
		byPair: map[[2]int]int{}, real: map[int]string{}, dropped: map[string]bool{}}
}

// note says something once per kind; the list is capped.
func (b *builder) note(kind, format string, args ...any) {
	if !b.dropped[kind] && len(b.Notes) < maxNotes {
		b.dropped[kind] = true
		b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
	}
}

// node returns the node of that name, new or known.
func (b *builder) node(name string) (int, error) {
	if v, known := b.byName[name]; known {
		return v, nil
	}
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return 0, errors.New("a node has no name")
	case n > data.MaxName:
		return 0, fmt.Errorf("a name of %d characters, %s; at most %d are possible", n, quote(name), data.MaxName)
	case strings.Contains(name, "\x00"):
		return 0, fmt.Errorf("a zero byte in the name %s", quote(name))
	case len(b.Nodes) == MaxNodes:
		return 0, fmt.Errorf("more than %d nodes; a table has at most %d columns", MaxNodes, data.MaxFeatures)
	}
	b.byName[name] = len(b.Nodes)
	b.Nodes = append(b.Nodes, Node{Name: name})
	return len(b.Nodes) - 1, nil
}

// edge returns the edge between two nodes, new or known.
func (b *builder) edge(from, to int) (*Edge, error) {
	if b.repeats++; b.repeats > maxRepeats {
		return nil, fmt.Errorf("more than %d edges, counting repetitions", maxRepeats)
	}
	if from == to {
		return nil, fmt.Errorf("an edge from %s to itself; nothing is its own cause", quote(b.Nodes[from].Name))
	}
	at, known := b.byEnds[[2]int{from, to}]
	if !known {
		if len(b.Edges) == MaxEdges {
			return nil, fmt.Errorf("more than %d edges", MaxEdges)
		}
		at = len(b.Edges)
		b.byEnds[[2]int{from, to}] = at
		b.Edges = append(b.Edges, Edge{sketch.Edge{From: from, To: to}})
	}
	return &b.Edges[at], nil
}

// shared returns the unobserved cause of two nodes, new or known; nil for one node.
func (b *builder) shared(from, to int) (*Edge, error) {
	if b.repeats++; b.repeats > maxRepeats {
		return nil, fmt.Errorf("more than %d edges, counting repetitions", maxRepeats)
	}
	from, to = min(from, to), max(from, to)
	if from == to {
		b.note("alone", "An edge with two heads from %s to itself is left out.", quote(b.Nodes[from].Name))
		return nil, nil
	}
	at, known := b.byPair[[2]int{from, to}]
	if !known {
		if len(b.Shared) == MaxEdges {
			return nil, fmt.Errorf("more than %d edges with two heads", MaxEdges)
		}
		at = len(b.Shared)
		b.byPair[[2]int{from, to}] = at
		b.Shared = append(b.Shared, Edge{sketch.Edge{From: from, To: to}})
	}
	return &b.Shared[at], nil
}

// place sets the position of a node; one that is not on the paper is left out.
func (b *builder) place(v int, x, y float64) {
	if !(math.Abs(x) <= maxPlace && math.Abs(y) <= maxPlace) {
		b.note("place", "The position of %s is off the paper and is left out; it may be so for others.",
			quote(b.Nodes[v].Name))
		return
	}
	n := &b.Nodes[v]
	n.X, n.Y, n.HasPlace = x+0, y+0, true
}

const maxPlace = 1e6

// rename gives nodes the names that the format could not write, unless two would
// then have one name.
func (b *builder) rename() {
	taken := map[string]bool{}
	for v, n := range b.Nodes {
		name := n.Name
		if real, has := b.real[v]; has {
			name = real
		}
		if taken[name] || utf8.RuneCountInString(name) > data.MaxName {
			return
		}
		taken[name] = true
	}
	for v, name := range b.real {
		b.Nodes[v].Name = name
	}
}

// keep adds a foreign attribute, or replaces it unless the format allows
// several.
func (b *builder) keep(list *[]sketch.Attr, key, value string, several bool) {
	if strings.Contains(key+value, "\x00") {
		b.note("zero", "The attribute %s is left out: it has a zero byte, which no text has.", quote(key))
		return
	}
	if utf8.RuneCountInString(key) > data.MaxName || utf8.RuneCountInString(value) > sketch.MaxNote {
		b.note("long", "An attribute of more than %d characters is left out: %s.", sketch.MaxNote, quote(key))
		return
	}
	if !several {
		for i := range *list {
			if (*list)[i].Key == key {
				(*list)[i].Value = value
				return
			}
		}
	}
	if len(*list) == sketch.MaxAttrs {
		b.note("many", "Attributes beyond the first %d in one place are left out, such as %s.", sketch.MaxAttrs,
			quote(key))
		return
	}
	*list = append(*list, sketch.Attr{Key: key, Value: value})
}

// quote is a name as errors show it: cut, and safe to show.
func quote(name string) string {
	if r := []rune(name[:min(len(name), 400)]); len(r) > 40 || len(name) > 400 {
		return fmt.Sprintf("%q", string(r[:min(len(r), 39)])+"…")
	}
	return fmt.Sprintf("%q", name)
}
