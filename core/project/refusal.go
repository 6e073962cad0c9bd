package project

import "fmt"

// Refusal is an error for people to read: one sentence that says what is wrong and what to do.
type Refusal struct {
	Kind   Kind
	Detail string
}

func (r Refusal) Error() string { return r.Detail }

// Kind says why something was refused.
type Kind uint8

// The kinds of refusals.
const (
	BadInput Kind = iota // the input cannot be used
	NotReady             // something must be done first
	Numeric              // a training failed
)

// Refuse returns a Refusal.
func Refuse(k Kind, format string, args ...any) error {
	return Refusal{k, fmt.Sprintf(format, args...)}
}
