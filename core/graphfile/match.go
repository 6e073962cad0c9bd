package graphfile

import (
	"slices"
	"strings"
	"unicode"

	"causeway/core/data"
	"causeway/core/sketch"
)

// How says how a node of a file was matched to a column.
type How uint8

// The ways to match a column.
const (
	Missing How = iota // no column; the node is left out
	Same               // the same name
	Similar            // the same letters and digits, or the node's label
	ByHand             // chosen by the user, including the choice to leave the node out
	Kept               // kept as unobserved, because the file says so
)

// Unobserved stands in for a column name if a node is kept as an unobserved feature. No column can
// have this name.
const Unobserved = "\x00"

// Match is a node of a file and the column to which it is matched.
type Match struct {
	Name   string // name of the node
	Column string // a feature, the outcome or Unobserved; empty if the node is left out
	How    How
}

// Match finds the column for every node. Choices in byHand take precedence. There, an empty column
// leaves the node out.
func (f *File) Match(schema data.Schema, byHand map[string]string) []Match {
	list := make([]Match, len(f.Nodes))
	free := map[string]bool{schema.Outcome.Name: true}
	for _, c := range schema.Features {
		free[c.Name] = true
	}
	for i, n := range f.Nodes {
		column, said := byHand[n.Name]
		list[i] = Match{Name: n.Name}
		if said {
			list[i].How = ByHand
			if free[column] || column == Unobserved {
				list[i].Column = column
			}
		}
	}
	for _, m := range list {
		delete(free, m.Column)
	}
	take := func(i int, column string, how How) {
		if column != "" && free[column] && list[i].How == Missing {
			list[i].Column, list[i].How = column, how
			delete(free, column)
		}
	}
	for i, n := range f.Nodes {
		take(i, n.Name, Same)
	}
	similar := map[string]string{} // the column with each simplified name, if only one has it
	for _, c := range append(slices.Clone(schema.Features), schema.Outcome) {
		key := letters(c.Name)
		if _, twice := similar[key]; twice || key == "" {
			similar[key] = ""
		} else {
			similar[key] = c.Name
		}
	}
	for i, n := range f.Nodes {
		take(i, similar[letters(n.Name)], Similar)
		for _, a := range n.Attrs {
			if a.Key == "label" || a.Key == "name" {
				take(i, a.Value, Similar)
				take(i, similar[letters(a.Value)], Similar)
			}
		}
	}
	for i, n := range f.Nodes {
		if n.Role == sketch.Latent && list[i].How == Missing {
			list[i].Column, list[i].How = Unobserved, Kept
		}
	}
	return list
}

// letters returns a name in lower case, without blanks and special characters.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
