package graphfile

import (
	"strings"

	"causeway/core/fault"
	"causeway/core/sketch"
)

// readDAGitty1 reads the format of DAGitty before version 3. It has one line for every variable,
// with a letter for its role and its position after an @,
//
//	age E @0.1,0.2
//	loan O @0.5,0.2
//
// then an empty line, and for every cause one line with its effects,
//
//	age loan job @0.3,0.4
//
// where a position is the bend of the edge to its left. Special characters in names are
// percent-encoded.
func readDAGitty1(text string) (*File, error) {
	b := newBuilder(DAGitty)
	at, edges := 0, false
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		var err error
		switch {
		case len(words) == 0:
			edges = edges || len(b.Nodes) > 0
		case edges:
			err = b.effects1(words)
		default:
			err = b.variable1(words)
		}
		if err != nil {
			return nil, refuse(text, at, "%w", err)
		}
		at += len(line)
	}
	return b.File, b.mutual()
}

// mutual turns two edges in opposite directions into the unobserved common cause that they stand
// for.
func (b *builder) mutual() error {
	var left []Edge
	for _, e := range b.Edges {
		if _, back := b.byEnds[[2]int{e.To, e.From}]; !back {
			left = append(left, e)
			continue
		}
		s, err := b.shared(e.From, e.To)
		if err != nil {
			return fault.Errorf("graphfile: %w", err)
		}
		for _, a := range e.Attrs {
			b.keep(&s.Attrs, a.Key, a.Value, false)
		}
	}
	b.Edges = left
	return nil
}

func (b *builder) variable1(words []string) error {
	place, role := "", ""
	if n := len(words); n > 1 && strings.HasPrefix(words[n-1], "@") {
		place, words = words[n-1][1:], words[:n-1]
	}
	if n := len(words); n > 1 {
		role, words = words[n-1], words[:n-1]
	}
	name := strings.Join(words, " ")
	if plain, ok := decode(name); ok {
		name = plain
	}
	v, err := b.node(name)
	if err != nil {
		return err
	}
	for _, r := range role {
		known, is := roles[strings.ToLower(string(r))]
		switch n := &b.Nodes[v]; {
		case !is: // a weight, which has no meaning here
		case n.Role == sketch.NoRole:
			n.Role = known
		case n.Role != known:
			b.keep(&n.Attrs, roleWords[known], "", false)
		}
	}
	if x, y, _, ok := readPair(place); ok {
		b.place(v, x, y)
	}
	return nil
}

// effects1 draws the edges of a line. Because names may contain blanks, it takes the fewest words
// that name a variable.
func (b *builder) effects1(words []string) error {
	from, last := -1, (*Edge)(nil)
	for len(words) > 0 {
		if strings.HasPrefix(words[0], "@") {
			if last != nil {
				b.keep(&last.Attrs, keyBend, words[0][1:], false)
			}
			words = words[1:]
			continue
		}
		v, used := b.named1(words)
		if v < 0 {
			b.note("unknown", "Edges to names that are not variables are left out, such as %s.", quote(words[0]))
			return nil
		}
		words = words[used:]
		if from < 0 {
			from = v
			continue
		}
		var err error
		if last, err = b.edge(from, v); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) named1(words []string) (v, used int) {
	name := ""
	for i, w := range words[:min(len(words), 30)] {
		if i > 0 {
			name += " "
		}
		name += w
		plain := name
		if p, ok := decode(name); ok {
			plain = p
		}
		if v, known := b.byName[plain]; known {
			return v, i + 1
		}
	}
	return -1, 0
}
