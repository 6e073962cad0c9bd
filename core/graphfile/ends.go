package graphfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"causeway/core/sketch"
)

// way is the direction of a line in a file.
type way uint8

// The directions of a line.
const (
	forward    way = iota // from its first node to its second
	backward              // from its second to its first
	twoHeaded             // a head at either end: an unobserved cause of both
	undirected            // it is unknown which end is the cause
	invisible             // used only for the layout
)

// look describes the ends of a line in a file, in Graphviz's words.
type look struct {
	dir, head, tail string
	pair            bool // each end has its own mark, and an end without a mark has no head
	kind            way
	hasKind, hidden bool
}

// gmlArrows translates GML's words for the ends with a head.
var gmlArrows = map[string]string{"last": "forward", "first": "back", "both": "both", "none": "none"}

// modes translates igraph's words for them.
var modes = map[string]string{"0": "none", "-": "none", "1": "back", "<": "back", "<-": "back", "2": "forward",
	">": "forward", "->": "forward", "3": "both", "<>": "both", "<->": "both"}

// endpoints translates Tetrad's words for the ends of lines.
var endpoints = map[string]string{"tail": "none", "arrow": "normal", "circle": "circle", "star": "circle"}

// take reads an attribute of an edge if it specifies the direction of the edge.
func (l *look) take(key, value string) bool {
	key, value = strings.ToLower(key), strings.ToLower(strings.TrimSpace(value))
	key, drawn := strings.CutPrefix(key, "graphics.")
	switch key {
	case "dir", "arrow":
		if word, known := gmlArrows[value]; known {
			value = word
		}
		switch value {
		case "forward", "back", "both", "none", "":
			l.dir = value
			return true
		}
	case "arrowmode", "arrow.mode": // from igraph
		if word, known := modes[value]; known {
			l.dir = word
			return true
		}
	case "arrows": // number of heads in OpenMx
		if value == "1" || value == "2" {
			l.dir = map[string]string{"1": "forward", "2": "both"}[value]
			return true
		}
	case "endpoint1", "endpoint 1", "endpoint_1":
		if shape, known := endpoints[value]; known {
			l.pair, l.tail = true, shape
			return true
		}
	case "endpoint2", "endpoint 2", "endpoint_2":
		if shape, known := endpoints[value]; known {
			l.pair, l.head = true, shape
			return true
		}
	case "arrowhead":
		l.head = value
		return true
	case "arrowtail":
		l.tail = value
		return true
	case "targetarrow", "target_arrow":
		l.pair, l.head = true, value
		return true
	case "sourcearrow", "source_arrow":
		l.pair, l.tail = true, value
		return true
	case "style":
		l.hidden = l.hidden || strings.Contains(value, "invis")
		return strings.Contains(value, "invis")
	case "label":
		if w, _ := wayOf(value); isArrow(value) {
			l.kind, l.hasKind = w, true
		}
		return isArrow(value)
	case "description":
		if value == "u" { // as in the R package causaleffect
			l.kind, l.hasKind = twoHeaded, true
			return true
		}
	}
	if drawn || columnWord(key) != "kind" && (!isArrow(value) || key == keyNote) && !hasWay(key) {
		return false
	}
	w, known := wayIn(key, value)
	if known {
		l.kind, l.hasKind = w, true
	}
	return known
}

// way returns the direction of a line with this look. In a directed graph, a line without marks has
// its head at its second node.
func (l look) way(directed bool) way {
	dir := l.dir
	switch {
	case l.hidden:
		return invisible
	case l.hasKind:
		return l.kind
	case l.pair:
		dir = "both"
		l.head, l.tail = cmp.Or(l.head, "none"), cmp.Or(l.tail, "none")
	case dir == "" && directed:
		dir = "forward"
	}
	head, tail := shapeNone, shapeNone
	if dir == "forward" || dir == "both" {
		head = shapeOf(l.head)
	}
	if dir == "back" || dir == "both" {
		tail = shapeOf(l.tail)
	}
	return waysOfEnds[tail][head]
}

// shape is the shape of a line's end.
type shape uint8

const (
	shapeNone   shape = iota
	shapeHead         // the head of an arrow
	shapeCircle       // either a head or no head
)

// waysOfEnds maps the shapes at the start and the end of a line to its direction.
var waysOfEnds = [3][3]way{{undirected, forward, undirected}, {backward, twoHeaded, undirected},
	{undirected, undirected, undirected}}

// shapeOf reads the names of line ends in Graphviz and yEd. Any shape other than none, a circle
// or an inverted head counts as a head.
func shapeOf(name string) shape {
	switch {
	case name == "none" || name == "0":
		return shapeNone
	case strings.Contains(name, "dot") || strings.Contains(name, "circle") || strings.HasPrefix(name, "inv"):
		return shapeCircle
	}
	return shapeHead
}

// wayWords maps the names of edge kinds in other programs, reduced to letters.
var wayWords = map[string]way{
	"directed": forward, "directededge": forward, "unidirected": forward, "unidirectional": forward, "forward": forward,
	"arc": forward, "cause": forward, "causes": forward, "causal": forward,
	"back": backward, "causedby": backward, "backward": backward, "backwards": backward, "reverse": backward,
	"reversed": backward,
	"both":     twoHeaded, "bidirected": twoHeaded, "bidirectededge": twoHeaded, "bidirectional": twoHeaded,
	"confounded": twoHeaded, "confounding": twoHeaded, "confounder": twoHeaded, "latentconfounder": twoHeaded,
	"undirected": undirected, "undirectededge": undirected, "nondirected": undirected, "partiallydirected": undirected,
	"mutual":      undirected,
	"association": undirected, "associated": undirected, "correlation": undirected, "correlated": undirected,
	"correlates": undirected, "correlateswith": undirected, "associatedwith": undirected,
}

// formulaMarks are the operators in lavaan's tables, whose left side is the effect.
var formulaMarks = map[string]way{"~": backward, "~~": twoHeaded, "=~": forward}

// plainMarks replaces arrow characters by ASCII.
var plainMarks = strings.NewReplacer("→", "->", "⟶", "->", "⇒", "->", "←", "<-", "⟵", "<-", "⇐", "<-", "↔", "<->", "⟷",
	"<->", "⇔", "<->", "–", "-", "—", "-", "−", "-", "─", "-", "○", "o", "∘", "o", "◦", "o")

// wayOf reads a kind of edge, either a mark such as -> or o->, or a word.
func wayOf(text string) (way, bool) {
	if w, known := readMark(text); known {
		return w, true
	}
	w, known := wayWords[letters(text)]
	return w, known && len(text) < 40
}

// readMark reads a line as drawn by Tetrad and similar programs: ->, -->, <->, ---, o->, o-o,
// @-@.
func readMark(text string) (way, bool) {
	if w, known := formulaMarks[text]; known {
		return w, true
	}
	if text == "" || len(text) > 12 || isDigit(text[0]) || isLetter(text[0]) && text[0]|32 != 'o' && text[0] != 'x' {
		return 0, false
	}
	text = plainMarks.Replace(text)
	head := shapeNone
	tail, text := endMark(text, text[:1], text[1:], "<")
	if n := len(text); n > 0 {
		head, text = endMark(text, text[n-1:], text[:n-1], ">")
	}
	return waysOfEnds[tail][head], text != "" &&
		(strings.Trim(text, "-") == "" || strings.Trim(text, "=") == "" && tail+head > 0)
}

func endMark(text, end, rest, arrow string) (shape, string) {
	switch end {
	case arrow:
		return shapeHead, rest
	case "o", "O", "@", "*", "x": // x is tigramite's mark for a conflicting end
		return shapeCircle, rest
	}
	return shapeNone, text
}

// isMark reports whether a text is a line, or a word for a kind of edge that hardly means anything
// else.
func isMark(text string) bool {
	if _, known := readMark(text); known {
		return len(text) > 1
	}
	if len(text) < len("directed") || len(text) > 40 || text[len(text)-1]|32 != 'd' {
		return false
	}
	_, known := wayWords[letters(text)]
	return known && strings.HasSuffix(letters(text), "directed")
}

// isArrow reports whether a text is a line with a head or a circle, or a word for a kind of edge.
func isArrow(text string) bool {
	return isMark(text) && strings.Trim(plainMarks.Replace(text), "-=") != ""
}

// lineEnds holds the ends of lines that a note names.
type lineEnds struct {
	list [][2]int
	seen map[[2]int]bool
}

func (p *lineEnds) add(from, to int) {
	if ends := [2]int{min(from, to), max(from, to)}; !p.seen[ends] {
		if p.seen == nil {
			p.seen = map[[2]int]bool{}
		}
		p.seen[ends] = true
		p.list = append(p.list, [2]int{from, to})
	}
}

// line draws a line of a file between two nodes and returns the edge, or nil if the line is left
// out. at is the position for the error message, in case no edge of the file has a direction.
func (b *builder) line(from, to int, w way, at int) (*Edge, error) {
	switch w {
	case forward:
		return b.edge(from, to)
	case backward:
		return b.edge(to, from)
	case twoHeaded:
		e, err := b.shared(from, to)
		if e != nil {
			b.twoHeads.add(from, to)
		}
		return e, err
	}
	if b.repeats++; b.repeats > maxRepeats {
		return nil, fmt.Errorf("the file has more than %d edges, counting repetitions", maxRepeats)
	}
	if w == invisible {
		b.unseen.add(from, to)
		return nil, nil
	}
	if len(b.open.list) == 0 {
		b.openAt = at
	}
	b.open.add(from, to)
	return nil, nil
}

// finish adds the notes about lines that are left out or could be read in several ways. Programs
// write arrows in both directions for an edge whose cause is unknown. finish rejects a graph
// without any direction; instead names a form with directions.
func (b *builder) finish(text, instead string) error {
	b.confounders()
	one := "Edges that do not say which end is the cause"
	b.Edges = slices.DeleteFunc(b.Edges, func(e Edge) bool {
		_, mutual := b.byEnds[[2]int{e.To, e.From}]
		if mutual {
			one = "Edges that go both ways, or do not say which end is the cause,"
			b.open.add(e.From, e.To)
		}
		return mutual
	})
	if len(b.open.list) > 0 && len(b.Edges)+len(b.Shared) == 0 {
		return refuse(text, b.openAt, "the graph is not directed: no edge says which end is the cause, such as %s; %s",
			b.ends(b.open.list[:1], " – "), instead)
	}
	var first []string
	if list := b.open.list; len(list) > 0 {
		first = append(first, one+" are left out: "+b.ends(list, " – ")+".")
	}
	if list := b.unseen.list; len(list) > 0 {
		first = append(first, "Invisible edges only serve the layout and are left out: "+b.ends(
			list, " → ")+".")
	}
	if list := b.twoHeads.list; len(list) > 0 && b.Format != DAGitty {
		first = append(first, "Edges with two heads are read as an unobserved cause of both ends: "+b.ends(list,
			" ↔ ")+".")
	}
	b.Notes = append(first, b.Notes...)
	b.Notes = b.Notes[:min(len(b.Notes), maxNotes)]
	return nil
}

// confounders marks the node that DoWhy adds to its graphs, recognised by its name or label, as
// unobserved. It skips files written by Causeway, because they mark unobserved nodes and a column
// may have such a name.
func (b *builder) confounders() {
	if b.Scale > 0 {
		return
	}
	for v := range b.Nodes {
		n := &b.Nodes[v]
		says := strings.HasPrefix(letters(n.Name), "unobservedconfounder") ||
			slices.ContainsFunc(n.Attrs, func(a sketch.Attr) bool {
				return a.Key == "label" && strings.HasPrefix(letters(a.Value), "unobservedconfounder")
			})
		if says && n.Role == sketch.NoRole {
			n.Role = sketch.Latent
		}
	}
}

// ends returns the names of the ends of the first lines in a list.
func (b *builder) ends(list [][2]int, between string) string {
	const most = 12
	var names []string
	for _, e := range list[:min(len(list), most)] {
		names = append(names, b.displayName(e[0])+between+b.displayName(e[1]))
	}
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// displayName returns the name of a node in notes: its label if its name is a number.
func (b *builder) displayName(v int) string {
	n := b.Nodes[v]
	if _, number := readNumber(n.Name); number {
		for _, a := range n.Attrs {
			if (a.Key == "label" || a.Key == "name") && a.Value != "" {
				return quote(a.Value)
			}
		}
	}
	return quote(n.Name)
}
