package notice

import "causeway/core/report"

// Phrase is a part of a sentence. Text from a table is set apart by its weight and its writing
// direction, so that the effect of a direction mark in a name ends with the name.
type Phrase struct {
	Text string
	Role Role
}

// Role is the role of a Phrase.
type Role uint8

// The roles.
const (
	Plain   Role = iota
	Quoted       // a less prominent value
	Changed      // the new value
	Decided      // the answer
	Amount       // a number and its unit, kept on one line
	Ruled        // the text of a rule, in English
)

// Spans returns phrases in the form that a document writes.
func Spans(list []Phrase) []report.Span {
	var out []report.Span
	for _, p := range list {
		look := report.Plain
		switch p.Role {
		case Quoted:
			look = report.Name
		case Changed, Decided:
			look = report.Strong
		case Ruled:
			look = report.English
		}
		out = append(out, report.Span{Text: p.Text, Look: look})
	}
	return out
}
