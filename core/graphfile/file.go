// Package graphfile reads and writes causal graphs as files: DAGitty's text, Graphviz DOT, GML, the
// structure of BIF, lists of edges, and the project's own form. It also reads Tetrad's text and
// JSON with nodes and links, and draws graphs as SVG. An edge has exactly the direction given in
// the file, or it is left out and named in a note. For unsupported files of other programs, the
// error says what to save instead.
//
// Files are untrusted. Every reader is limited in size, depth and memory, and rejects bad files
// with one sentence that names the line. Readers never guess silently: the file's Notes list
// everything that a graph cannot represent. When writing, the package reports what a format cannot
// represent. Begin at Read and Write.
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

// Format is a file format.
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

// String returns the displayed name of the format.
func (f Format) String() string {
	return [...]string{"Causeway graph", "DAGitty text", "Graphviz DOT", "GML", "BIF structure", "edge list (CSV)"}[f]
}

// Ext returns the file name extension.
func (f Format) Ext() string {
	return [...]string{".graph.json", ".dag", ".dot", ".gml", ".bif", ".edges.csv"}[f]
}

// Limits for a file. Files beyond a limit are rejected.
const (
	MaxBytes   = 32 << 20
	MaxNodes   = 5_000
	MaxEdges   = 20_000
	MaxNesting = 64

	maxRepeats = 200_000 // edges including all repetitions
	maxNotes   = 20
)

// File holds the content of a file with its own names, before it is matched to a table.
type File struct {
	Format Format
	Nodes  []Node // with distinct names
	Edges  []Edge // each pair occurs at most once
	Shared []Edge // unobserved causes of two nodes; From < To, no pair twice
	Attrs  []sketch.Attr
	Rules  []Rule   // only from the own form
	Each   bool     // how signs are read, see causal.Knowledge; can be false only in the own form
	Scale  float64  // points in the drawing per unit of the positions; 0 if unknown
	Notes  []string // sentences on what was left out or could be read in several ways
}

// Node is a variable of a file.
type Node struct {
	Name string
	sketch.Node
	Order    [][]string // values in ascending order, grouped by rank; only from the own form
	HasPlace bool       // whether X and Y are set; y points downwards
}

// Edge connects two indices in File.Nodes.
type Edge struct {
	sketch.Edge
}

// Errors about files that no reader accepts wrap ErrFormat.
var ErrFormat = errors.New("this is not a graph that Causeway can read; save it as DAGitty text, Graphviz DOT, GML, " +
	"BIF, Tetrad text, a list of edges (CSV), or JSON with nodes and links")

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
	return fault.Errorf("graphfile: this is %s, which Causeway cannot read; %s", what, instead)
}

var readers = map[Format]func(string) (*File, error){
	Own: readOwn, DAGitty: readDAGitty, DOT: readDOT, GML: readGML, BIF: readBIF, Edges: readEdges,
}

// clean performs the checks that apply to every format.
func clean(content []byte) (string, error) {
	if len(content) > MaxBytes {
		return "", fault.Errorf("graphfile: the file has %d MB; a graph can have at most %d MB", len(content)>>20,
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
		return "", refuse(string(content), at, "the text is not UTF-8; save the file as UTF-8")
	}
	if at := bytes.IndexByte(content, 0); at >= 0 {
		return "", refuse(string(content), at,
			"the file has a zero byte here, so it is not text; it may be a picture or an "+
				"archive")
	}
	return string(content), nil
}

// refuse returns an error about a position in a text.
func refuse(text string, at int, format string, args ...any) error {
	line := 1
	for _, c := range []byte(text[:min(at, len(text))]) {
		if c == '\n' {
			line++
		}
	}
	return fault.Errorf("graphfile: line %d: %w", line, fmt.Errorf(format, args...))
}

// builder collects the parts of a file and enforces their limits.
type builder struct {
	*File
	byName  map[string]int
	byEnds  map[[2]int]int
	byPair  map[[2]int]int // index of each pair in Shared
	real    map[int]string // original names that the format could not represent
	repeats int
	dropped map[string]bool // kinds of notes that were already made

	open, unseen, twoHeads lineEnds
	openAt                 int // where the first undirected line starts
}

func newBuilder(f Format) *builder {
	return &builder{File: &File{Format: f, Each: true}, byName: map[string]int{}, byEnds: map[[2]int]int{},
		byPair: map[[2]int]int{}, real: map[int]string{}, dropped: map[string]bool{}}
}

// note adds a note once per kind. The number of notes is limited.
func (b *builder) note(kind, format string, args ...any) {
	if !b.dropped[kind] && len(b.Notes) < maxNotes {
		b.dropped[kind] = true
		b.Notes = append(b.Notes, fmt.Sprintf(format, args...))
	}
}

// node returns the node with the given name. It adds the node if necessary.
func (b *builder) node(name string) (int, error) {
	if v, known := b.byName[name]; known {
		return v, nil
	}
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return 0, errors.New("a node has no name")
	case n > data.MaxName:
		return 0, fmt.Errorf("a name has %d characters, %s; shorten it to at most %d", n, quote(name), data.MaxName)
	case strings.Contains(name, "\x00"):
		return 0, fmt.Errorf("the name %s contains a zero byte", quote(name))
	case len(b.Nodes) == MaxNodes:
		return 0, fmt.Errorf("the file has more than %d nodes; a table has at most %d "+
			"columns", MaxNodes, data.MaxFeatures)
	}
	b.byName[name] = len(b.Nodes)
	b.Nodes = append(b.Nodes, Node{Name: name})
	return len(b.Nodes) - 1, nil
}

// edge returns the edge between two nodes. It adds the edge if necessary.
func (b *builder) edge(from, to int) (*Edge, error) {
	if b.repeats++; b.repeats > maxRepeats {
		return nil, fmt.Errorf("the file has more than %d edges, counting repetitions", maxRepeats)
	}
	if from == to {
		return nil, fmt.Errorf("an edge goes from %s to itself; nothing can be its own "+
			"cause", quote(b.Nodes[from].Name))
	}
	at, known := b.byEnds[[2]int{from, to}]
	if !known {
		if len(b.Edges) == MaxEdges {
			return nil, fmt.Errorf("the file has more than %d edges", MaxEdges)
		}
		at = len(b.Edges)
		b.byEnds[[2]int{from, to}] = at
		b.Edges = append(b.Edges, Edge{sketch.Edge{From: from, To: to}})
	}
	return &b.Edges[at], nil
}

// shared returns the unobserved cause of two nodes. It adds the cause if necessary. It returns nil
// if both nodes are the same.
func (b *builder) shared(from, to int) (*Edge, error) {
	if b.repeats++; b.repeats > maxRepeats {
		return nil, fmt.Errorf("the file has more than %d edges, counting repetitions", maxRepeats)
	}
	from, to = min(from, to), max(from, to)
	if from == to {
		b.note("alone", "An edge with two heads from %s to itself is left out.", quote(b.Nodes[from].Name))
		return nil, nil
	}
	at, known := b.byPair[[2]int{from, to}]
	if !known {
		if len(b.Shared) == MaxEdges {
			return nil, fmt.Errorf("the file has more than %d edges with two heads", MaxEdges)
		}
		at = len(b.Shared)
		b.byPair[[2]int{from, to}] = at
		b.Shared = append(b.Shared, Edge{sketch.Edge{From: from, To: to}})
	}
	return &b.Shared[at], nil
}

// place sets the position of a node, unless it is outside the drawing area.
func (b *builder) place(v int, x, y float64) {
	if !(math.Abs(x) <= maxPlace && math.Abs(y) <= maxPlace) {
		b.note("place", "The position of %s is outside the drawing and is left out, and perhaps others are too.",
			quote(b.Nodes[v].Name))
		return
	}
	n := &b.Nodes[v]
	n.X, n.Y, n.HasPlace = x+0, y+0, true
}

const maxPlace = 1e6

// rename restores original names that the format could not represent, unless two nodes would then
// have the same name.
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

// keep adds a foreign attribute. It replaces an attribute with the same key unless the format
// allows several.
func (b *builder) keep(list *[]sketch.Attr, key, value string, several bool) {
	if strings.Contains(key+value, "\x00") {
		b.note("zero", "The attribute %s is left out, because it contains a zero byte.", quote(key))
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

// quote returns a name in the form used by error messages: shortened and safe to display.
func quote(name string) string {
	if r := []rune(name[:min(len(name), 400)]); len(r) > 40 || len(name) > 400 {
		return fmt.Sprintf("%q", string(r[:min(len(r), 39)])+"…")
	}
	return fmt.Sprintf("%q", name)
}
