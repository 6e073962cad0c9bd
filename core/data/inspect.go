package data

import (
	"reflect"
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
	name string
	*opened
	*tidy // under the format of last

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

// Inspect opens the bytes of a file and guesses how to read it. The error is one sentence for
// people: what the file is and what to do. Rows that no delimiter fits still open, so that the
// Preview says what is wrong and people can try another one.
func Inspect(name string, b []byte) (*File, error) {
	o, err := open(b, Format{})
	if err != nil {
		return nil, err
	}
	f := &File{name: name, opened: o}
	settle(len(o.text))
	format := f.guess(Format{})
	if f.last.err != nil {
		if !f.last.cut {
			return nil, f.last.err
		}
		f.guessed = Plan{Format: format}
		return f, nil
	}
	f.guessed, _ = guessPlan(f.last)
	if r := f.recipes(f.last); len(r) > 0 {
		f.guessed.Recipe = r[0].Name
	}
	return f, nil
}

// guess completes a format whose encoding, sheet, kept lines and perhaps delimiter are known,
// and reads the file by it.
func (f *File) guess(as Format) Format {
	if err := f.show(as); err != nil {
		return as
	}
	as.Encoding, as.Sheet = f.encoding, f.sheet
	as, f.tidy, f.last = guessFormat(f.opened.text, as)
	f.know(f.last)
	return as
}

// show reads the text in another encoding or of another sheet, if a format asks for it. A text
// that cannot be read leaves a profile that says why.
func (f *File) show(as Format) error {
	if as.Encoding == f.encoding && as.Sheet == f.sheet {
		return nil
	}
	err := f.reopen(as)
	if err != nil {
		f.encoding, f.sheet, f.opened.text = as.Encoding, as.Sheet, ""
		f.tidy, f.last = &tidy{}, &profile{format: as, tokens: map[string]int{}, err: err, cut: true}
	}
	return err
}

// know adds what the text alone does not say of the columns.
func (f *File) know(p *profile) {
	f.nameColumns(p)
	for j, n := range f.uncomputed {
		if j < len(p.columns) {
			p.columns[j].uncomputed = n
		}
	}
}

// settle ends a collection of memory that is under way, before a text of so many bytes is read.
// Nothing interrupts a loop in WebAssembly. A collection that began before the loop waits until it is
// over, and each pointer that is stored meanwhile is noted for it, which takes a seventh of the time.
// At this point little is left to collect.
func settle(size int) {
	if runtime.GOARCH == "wasm" && size >= 1<<20 {
		runtime.GC()
	}
}

// profile returns what the file says under a format.
func (f *File) profile(format Format) *profile {
	if !sameFormat(f.last.format, format) && f.show(format) == nil {
		f.tidy = tidyTop(f.opened.text, format)
		f.tidy.under(format)
		f.last = profileOf(f.tidy.text, format)
		f.know(f.last)
	}
	return f.last
}

func sameFormat(a, b Format) bool {
	same := slices.Equal(a.Missing, b.Missing)
	a.Missing, b.Missing = nil, nil
	return same && reflect.DeepEqual(a, b)
}

// head returns the first rows below the header.
func (f *File) head(format Format) [][]string {
	r := newRecords(f.tidy.text, format.Delimiter)
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
