// Package fault is for errors that people may read. It stores the origin of such an error
// separately from its text, so that a program's log names the package and a page does not.
// Finished text is not searched for package names, because a column's name could look like one.
package fault

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fault is an error with its text for people.
type fault struct {
	error
	text string
}

func (f fault) Text() string  { return f.text }
func (f fault) Unwrap() error { return f.error }

// Kind is an error that identifies the kind of errors that wrap it to programs. It begins with
// its package and a colon. Its text is displayed only if it occurs alone.
type Kind string

func (k Kind) Error() string { return string(k) }

// Text returns the kind without its package.
func (k Kind) Text() string {
	_, text, _ := strings.Cut(string(k), ": ")
	return text
}

// Errorf is fmt.Errorf for a format that begins with the name of the package and a colon, or with
// %w for a Kind. This beginning is not displayed to people, neither for this error nor for those
// among the arguments.
func Errorf(format string, args ...any) error {
	f := fault{error: fmt.Errorf(format, args...)}
	plain, said := format, args
	switch of, rest, _ := strings.Cut(format, ": "); {
	case of == "%w" && isKind(args[0]):
		plain, said = rest, args[1:]
	case strings.Trim(of, "abcdefghijklmnopqrstuvwxyz") == "":
		plain = rest
	}
	texts := make([]any, len(said))
	for i, a := range said {
		if texts[i] = a; isError(a) {
			texts[i] = Text(a.(error))
		}
	}
	f.text = fmt.Sprintf(strings.ReplaceAll(plain, "%w", "%v"), texts...)
	return f
}

func isKind(a any) bool {
	_, is := a.(Kind)
	return is
}

func isError(a any) bool {
	_, is := a.(error)
	return is
}

// Text returns the text of an error for use inside a sentence, without the package of the error
// or of any error that it wraps. An error of another type can provide this text in a method Text.
func Text(err error) string {
	switch e := err.(type) {
	case interface{ Text() string }:
		return e.Text()
	case interface{ Unwrap() error }:
		inner := e.Unwrap()
		if inner == nil {
			return err.Error()
		}
		all, part := err.Error(), inner.Error()
		if i := strings.LastIndex(all, part); i >= 0 {
			return all[:i] + Text(inner) + all[i+len(part):]
		}
	}
	return err.Error()
}

// Sentence returns an error as a sentence. It begins with a capital letter, unless that would
// change a name, and ends with a full stop.
func Sentence(err error) string {
	text := Text(err)
	if text == "" {
		return "The cause is unknown."
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + stop(text)
}

// Clause returns the text of an error for the end of a sentence that has its own full stop.
func Clause(err error) string { return strings.TrimSuffix(Text(err), ".") }

func stop(text string) string {
	if strings.ContainsRune(".!?", rune(text[len(text)-1])) {
		return ""
	}
	return "."
}
