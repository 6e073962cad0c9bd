package project

import "fmt"

// Refusal is an error that people read as it stands: one sentence that says what is
// wrong and what to do.
type Refusal struct {
	Kind   Kind
	Detail string
}

func (r Refusal) Error() string { return r.Detail }

// Kind says what kind of refusal it is.
type Kind uint8

// The kinds of refusals.
const (
	BadInput Kind = iota // what was given cannot be used
	NotReady             // something must be done first
	Numeric              // a training broke down
)

// Refuse returns a Refusal.
func Refuse(k Kind, format string, args ...any) error {
	return Refusal{k, fmt.Sprintf(format, args...)}
}
