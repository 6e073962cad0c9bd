package notice

import "causeway/core/report"

// Phrase is a piece of a sentence. Text from a table is isolated, by weight and by writing
// direction: a direction mark in a name then ends with the name.
type Phrase struct {
	Text string
	Role Role
}

// Role says what a Phrase is.
type Role uint8

// The roles.
const (
	Plain   Role = iota
	Quoted       // a value in the background
	Changed      // the new value
	Decided      // the answer
	Amount       // a number and its unit, on one line
	Ruled        // what a rule says, in English
)

// Spans are phrases as a document writes them.
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
