package data

import (
	"runtime"
	"slices"
)

// Limits of a file; one that passes them is refused in words.
const (
	MaxRows = 1_000_000
	MinRows = 20 // rows of a table that can be split and learned from
)

// headRows is the number of rows that a preview shows.
const headRows = 20

// File is an opened file: its text and what was guessed about it. It may be
// used by one goroutine at a time.
type File struct {
	name  string
	text  string
	size  int
	notes []string

	guessed Plan
	last    *profile // of the format that was used last
	ready   *ready   // what the last preview read, until it is imported
}

// ready is a table and the plan that made it.
type ready struct {
	plan   Plan
	table  *Table
	report Report
}

// Inspect opens the bytes of a file and guesses how to read it. The error is
// one sentence for people: what the file is and what to do. A text of rows that
// no delimiter fits opens all the same, so that its Preview says what is wrong
// and another one can be tried.
func Inspect(name string, b []byte) (*File, error) {
	text, size, notes, err := tableOf(b)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, text: text, size: size, notes: notes}
	f.text, notes = withoutPreamble(text)
	f.notes = append(f.notes, notes...)
	settle(len(f.text))
	_, f.last = guessFormat(f.text)
	if f.last.err != nil {
		if !f.last.cut {
			return nil, f.last.err
		}
		f.guessed = Plan{Format: f.last.format}
		return f, nil
	}
	f.nameColumns(f.last)
	f.guessed, _ = guessPlan(f.last)
	if r := f.recipes(f.last); len(r) > 0 {
		f.guessed.Recipe = r[0].Name
	}
	return f, nil
}

// settle ends a collection of memory that is under way, before a text of so many bytes is read.
// Nothing interrupts a loop in WebAssembly: a collection that began with what the loop has room for
// waits until it is over, and each pointer that is stored meanwhile is noted for it, a seventh of the
// time. There is little to collect then.
func settle(size int) {
	if runtime.GOARCH == "wasm" && size >= 1<<20 {
		runtime.GC()
	}
}

// profile returns what the file says under a format.
func (f *File) profile(format Format) *profile {
	if !sameFormat(f.last.format, format) {
		f.last = profileOf(f.text, format)
		f.nameColumns(f.last)
	}
	return f.last
}

func sameFormat(a, b Format) bool {
	return a.Delimiter == b.Delimiter && a.DecimalComma == b.DecimalComma && a.Header == b.Header &&
		slices.Equal(a.Missing, b.Missing)
}

// head returns the first rows below the header.
func (f *File) head(format Format) [][]string {
	r := newRecords(f.text, format.Delimiter)
	if format.Header {
		r.next()
	}
	var rows [][]string
	for len(rows) < headRows && r.next() {
		row := make([]string, len(r.fields))
		for j, s := range r.fields {
			row[j] = shorten(s, maxCell)
		}
		rows = append(rows, row)
	}
	return rows
}
