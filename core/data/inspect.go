package data

import (
	"reflect"
	"runtime"
	"slices"
)

// Limits of a file. A file beyond a limit is rejected with an explanation.
const (
	MaxRows = 1_000_000
	MinRows = 20 // least number of rows that can be split and learned from
)

// headRows is the number of rows shown in a preview.
const headRows = 20

// File is an opened file: its text, and guesses about it. Only one goroutine at a time may use it.
type File struct {
	name string
	*opened
	*tidy // for the format of last

	guessed Plan
	last    *profile // for the format used last
	ready   *ready   // the table of the last preview, until it is imported
}

// ready is a table with the plan that produced it.
type ready struct {
	plan   Plan
	table  *Table
	report Report
}

// Inspect opens the bytes of a file and guesses how to read it. Its error is a sentence for the
// user: what the file is and what to do. Files in which no delimiter fits the rows still open, so
// that Preview can explain what is wrong and people can try another delimiter.
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

// guess completes a format and reads the file with it. The caller has set the encoding, the sheet,
// the kept lines and perhaps the delimiter.
func (f *File) guess(as Format) Format {
	if err := f.show(as); err != nil {
		return as
	}
	as.Encoding, as.Sheet = f.encoding, f.sheet
	as, f.tidy, f.last = guessFormat(f.opened.text, as)
	f.know(f.last)
	return as
}

// show switches to another encoding or sheet if a format requires it. If the text cannot be read,
// the profile contains the reason.
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

// know adds what the text alone does not show about the columns.
func (f *File) know(p *profile) {
	f.nameColumns(p)
	for j, n := range f.uncomputed {
		if j < len(p.columns) {
			p.columns[j].uncomputed = n
		}
	}
}

// settle finishes a running garbage collection before a text of the given size is read. In
// WebAssembly nothing interrupts a loop. A collection that is running when the loop starts cannot
// finish before the loop ends, and recording every pointer stored meanwhile takes a seventh of the
// time. Before the loop, little has to be collected.
func settle(size int) {
	if runtime.GOARCH == "wasm" && size >= 1<<20 {
		runtime.GC()
	}
}

// profile returns the profile of the file under a format.
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
