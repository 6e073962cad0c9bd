// Package fault is for errors that people may come to read. Where such an error
// comes from stands apart from what it says, so that a program's log names the
// package and a page does not. Nothing is looked for in finished text, where a name
// that somebody gave a column could look like a package.
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

// Kind is an error that tells programs what kind of error wraps it. It begins with
// its package and a colon, and says nothing to people but where it stands alone.
type Kind string

func (k Kind) Error() string { return string(k) }

// Text is the kind without its package.
func (k Kind) Text() string {
	_, text, _ := strings.Cut(string(k), ": ")
	return text
}

// Errorf is fmt.Errorf for a format that begins with the name of the package and a
// colon, or with %w for a Kind. People are not shown what it begins with, neither of
// this error nor of those among the arguments.
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

// Text is what an error says, to stand inside a sentence: no package begins it or
// any error that it wraps. An error of another type can say it in a method Text.
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

// Sentence is an error as a sentence: it begins with a capital letter, unless that would change
// a name, and ends with a full stop.
func Sentence(err error) string {
	text := Text(err)
	if text == "" {
		return "Nothing says what went wrong."
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:] + stop(text)
}

// Clause is an error at the end of a sentence that has its own full stop.
func Clause(err error) string { return strings.TrimSuffix(Text(err), ".") }

func stop(text string) string {
	if strings.ContainsRune(".!?", rune(text[len(text)-1])) {
		return ""
	}
	return "."
}
