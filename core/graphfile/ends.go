package graphfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"causeway/core/sketch"
)

// way is which way a line of a file goes.
type way uint8

// The ways of a line.
const (
	forward    way = iota // from its first node to its second
	backward              // from its second to its first
	twoHeaded             // a head at either end: an unobserved cause of both
	undirected            // it does not say which end is the cause
	invisible             // it is there for the layout alone
)

// look is what a file says of the ends of a line, in the words of Graphviz.
type look struct {
	dir, head, tail string
	pair            bool // each end is marked separately, and without a mark it has no head
	kind            way
	hasKind, hidden bool
}

// gmlArrows are GML's words for the ends that have a head.
var gmlArrows = map[string]string{"last": "forward", "first": "back", "both": "both", "none": "none"}

// modes are igraph's.
var modes = map[string]string{"0": "none", "-": "none", "1": "back", "<": "back", "<-": "back", "2": "forward",
	">": "forward", "->": "forward", "3": "both", "<>": "both", "<->": "both"}

// endpoints are Tetrad's words for the ends of lines.
var endpoints = map[string]string{"tail": "none", "arrow": "normal", "circle": "circle", "star": "circle"}

// take takes an attribute of an edge, if it says which way the edge goes.
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
	case "arrowmode", "arrow.mode": // igraph's
		if word, known := modes[value]; known {
			l.dir = word
			return true
		}
	case "arrows": // OpenMx's number of heads
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
		if value == "u" { // how the package causaleffect marks one
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

// way is which way a line goes that looks so. Without a word one of a directed graph has
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

// shape is what a line ends in.
type shape uint8

const (
	shapeNone   shape = iota
	shapeHead         // of an arrow
	shapeCircle       // which says that either may be
)

// waysOfEnds is the way of a line by what it starts and ends in.
var waysOfEnds = [3][3]way{{undirected, forward, undirected}, {backward, twoHeaded, undirected},
	{undirected, undirected, undirected}}

// shapeOf reads Graphviz's and yEd's names of ends. One that is neither absent, a circle,
// nor turned round is a head, however it is drawn.
func shapeOf(name string) shape {
	switch {
	case name == "none" || name == "0":
		return shapeNone
	case strings.Contains(name, "dot") || strings.Contains(name, "circle") || strings.HasPrefix(name, "inv"):
		return shapeCircle
	}
	return shapeHead
}

// wayWords are what programs call the kinds of edges, by their letters.
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

// formulaMarks are the signs of lavaan's tables, whose left side is the effect.
var formulaMarks = map[string]way{"~": backward, "~~": twoHeaded, "=~": forward}

// plainMarks writes arrows in the signs of a keyboard.
var plainMarks = strings.NewReplacer("→", "->", "⟶", "->", "⇒", "->", "←", "<-", "⟵", "<-", "⇐", "<-", "↔", "<->", "⟷",
	"<->", "⇔", "<->", "–", "-", "—", "-", "−", "-", "─", "-", "○", "o", "∘", "o", "◦", "o")

// wayOf reads a kind of edge: a mark such as -> or o->, or a word.
func wayOf(text string) (way, bool) {
	if w, known := readMark(text); known {
		return w, true
	}
	w, known := wayWords[letters(text)]
	return w, known && len(text) < 40
}

// readMark reads a line as Tetrad and its kin draw it: ->, -->, <->, ---, o->, o-o, @-@.
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
	case "o", "O", "@", "*", "x": // the last of which is tigramite's for an end that is in conflict
		return shapeCircle, rest
	}
	return shapeNone, text
}

// isMark reports whether a text is a line, or a word for a kind of edge, and can hardly be
// anything else.
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

// lineEnds are the ends of lines that a note names.
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

// line draws what a file has between two nodes and returns it, or nil if it is left out.
// Where it stands is for the error, should there be nothing else.
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
		return nil, fmt.Errorf("more than %d edges, counting repetitions", maxRepeats)
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

// finish says of which lines nothing is drawn, or what was read in one of several ways.
// Arrows both ways are how programs write an edge of which neither end is known to be the cause.
// A graph without any direction is refused, in which case instead says what has one.
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
		first = append(first, "Edges that are there for the layout alone, as they are invisible, are left out: "+b.ends(
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

// confounders has the node that DoWhy adds to its graphs be unobserved, as its name or label says. A file
// of ours says so itself, and a column may be called that.
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

// ends names the ends of the first lines of a list.
func (b *builder) ends(list [][2]int, between string) string {
	const most = 12
	var names []string
	for _, e := range list[:min(len(list), most)] {
		names = append(names, b.shown(e[0])+between+b.shown(e[1]))
	}
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// shown is a node as notes name it: by its label where its name is a number.
func (b *builder) shown(v int) string {
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
