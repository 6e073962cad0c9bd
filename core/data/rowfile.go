package data

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// RowFile reads new rows of an existing table from a text that is too long to keep in memory.
// OpenRows needs only the beginning of the text, Cut divides it into blocks of whole rows, and any
// machine can read a block without the rest. Only one goroutine at a time may use a RowFile.
type RowFile struct {
	reader rowReader
	width  int // fields per row
	skip   int // number of bytes before the first row
	lines  int // number of lines in these bytes
}

// Place is the position of a row in its file.
type Place struct{ Row, Line int } // from 1; the header is a line but not a row

// ReadRow is one row of a RowFile.
type ReadRow struct {
	Place
	Values  []float64
	Outcome int    // class; -1 if the file does not contain it
	Why     string // a sentence: why the row cannot be read; it then has no values
}

// RowFileHead is the number of bytes that OpenRows needs from the start of a file, or the whole
// file if it is shorter. They determine the delimiter, the decimal sign and the texts for missing
// values.
const RowFileHead = 4 << 20

// rowFileLongest is the length at which RowFile gives up on a row with an unclosed quote.
const rowFileLongest = 1 << 20

// OpenRows opens a file by its beginning, which is UTF-8 text as for ReadRows. Missing values that
// the plan fills become usual; if usual is nil, such rows are not read. The error is a sentence
// that says why no row of the file can be read.
func OpenRows(head []byte, s Schema, plan Plan, usual func(j int) float64) (*RowFile, error) {
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return nil, refuse("The file is compressed; unpack it first.")
	}
	if len(head) >= RowFileHead {
		head = head[:bytes.LastIndexByte(head[:RowFileHead], '\n')+1]
	}
	clean := readable(head)
	o, err := open(clean, Format{})
	if err != nil {
		return nil, err
	}
	if told := toldEncoding(head); o.book || o.encoding != "" || told != "" && told != "utf-8" ||
		!bytes.HasSuffix(clean, []byte(o.text)) {
		return nil, refuse(notUTF8)
	}
	as := Format{Keep: plan.Format.Keep}
	format, tidy, p := guessFormat(o.text, as)
	skip, lines := len(head), 0
	if p.err != nil { // bad rows must not keep the others from being read
		why := p.err
		rest, at, line := withoutBadRows(tidy.text, format.Delimiter)
		if format, tidy, p = guessFormat(rest, as); p.err != nil {
			return nil, why
		}
		skip, lines = len(head)-len(rest)+at, line-1
	}
	text := tidy.text
	f := &RowFile{skip: len(head) - len(text)} // negative if a name was added to the header
	f.reader = newRowReader(s, plan, usual, format)
	f.reader.find(text, p, preparationNamed(plan.Recipe))
	if problems := f.reader.out.Problems; len(problems) > 0 {
		for _, d := range f.reader.out.Differences {
			problems = append(problems, d.Sentence())
		}
		return nil, refuse("%s", strings.Join(problems, " "))
	}
	in := newRecords(text, f.reader.format.Delimiter)
	f.width = len(p.names)
	if f.reader.format.Header {
		in.next()
		f.width = in.width
	}
	if in.next() {
		f.skip, f.lines = f.skip+in.begin, in.line-1
	} else {
		f.skip, f.lines = f.skip+in.pos, in.at-1
	}
	if skip < f.skip {
		f.skip, f.lines = skip, lines
	}
	f.skip = max(f.skip, 0)
	if !isReadable(strings.TrimLeft(string(head[:f.skip]), mark)) {
		return nil, refuse(notUTF8)
	}
	return f, nil
}

const notUTF8 = "The file is not text in UTF-8; save it as CSV in UTF-8."

// isReadable reports whether bytes are UTF-8 text without a NUL or a byte order mark.
func isReadable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 && !strings.Contains(s, mark)
}

// readable returns the beginning of a file in which single bytes replace bytes that are not text,
// so that everything else keeps its position and can be recognised.
func readable(head []byte) []byte {
	if utf8.Valid(head) && bytes.IndexByte(head, 0) < 0 && bytes.LastIndex(head, []byte(mark)) <= 0 {
		return head
	}
	b := bytes.Clone(head)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			b[i] = '?'
		} else if string(r) == mark && i > 0 {
			copy(b[i:], "   ")
		}
		i += n
	}
	return b
}

// withoutBadRows blanks rows with unbalanced quotes, and rows whose number of fields differs from
// that of the first one. It returns the position and line of the first such row.
func withoutBadRows(text string, delim rune) (rest string, at, line int) {
	in := newRecords(text, delim)
	width := 0
	var bad []piece
	for {
		read := in.next()
		switch {
		case in.err != nil:
			in.err, in.at, in.pos = nil, in.line+1, lineEnd(text, in.begin)
		case !read:
			return blanked(text, bad), at, line
		case width == 0:
			width = in.width
			continue
		case in.width == width:
			continue
		}
		if bad == nil {
			at, line = in.begin, in.line
		}
		bad = append(bad, piece{in.begin, in.pos})
	}
}

// Begin returns the number of bytes before the first row, and the place of that row.
func (f *RowFile) Begin() (skip int, at Place) { return f.skip, Place{1, f.lines + 1} }

// Clone returns a copy of f for another goroutine.
func (f *RowFile) Clone() *RowFile {
	c := *f
	c.reader.fields = slices.Clone(f.reader.fields)
	for j := range c.reader.fields {
		c.reader.fields[j].unseen = slices.Clone(c.reader.fields[j].unseen)
	}
	c.reader.out.Differences = slices.Clone(f.reader.out.Differences)
	return &c
}

// Cut returns how many bytes of text the given number of rows takes, and the place of the next
// row. text starts with a row at the given place. If it ends in the middle of a row, that row is
// not included. whole means that the file ends with the text.
func (f *RowFile) Cut(text string, at Place, rows int, whole bool) (size int, next Place) {
	next = at
	f.walk(text, at, whole, func(_ []string, here Place, _ error, end, line int) bool {
		size, next = end, Place{here.Row + 1, line}
		return next.Row-at.Row < rows
	})
	return size, next
}

// Each reads the rows of a block returned by Cut.
func (f *RowFile) Each(text string, at Place, yield func(ReadRow)) {
	r := &f.reader
	f.walk(text, at, true, func(fields []string, here Place, err error, _, _ int) bool {
		out := ReadRow{Place: here, Outcome: -1}
		if err != nil {
			out.Why = err.Error()
			yield(out)
			return true
		}
		r.out = NewRows{Differences: r.out.Differences}
		r.dropped, r.other, r.gone, r.gaps = problems{}, problems{}, 0, 0
		switch r.row(fields, place{here.Row, here.Line}); {
		case r.gone > 0:
			out.Why = strings.Join(r.dropped.sentences(), " ")
		case r.gaps > 0:
			out.Why = r.lacks(fields)
		default:
			out.Values, out.Outcome = r.out.Values[0], r.out.Outcome[0]
		}
		yield(out)
		return true
	})
}

// Differences returns how the rows that were read differ from the table.
func (f *RowFile) Differences() []Difference { return f.reader.out.Differences }

// Unseen returns the levels of the rows that are passed on to the model, see NewRows.
func (f *RowFile) Unseen() []Unseen { return f.reader.unseen() }

// lacks says in a sentence which values a row lacks.
func (r *rowReader) lacks(fields []string) string {
	var names []string
	for j := range r.schema.Features {
		f := &r.fields[j]
		if f.column >= len(fields) {
			names = append(names, f.Name)
		} else if _, missing, _ := r.value(f, fields[f.column]); missing {
			names = append(names, f.Name)
		}
	}
	return "No value for " + quoteAll(names) + "."
}

// walk calls a function for every row of a text. It passes the fields, the place, an error if the
// row cannot be read, and the position and line where the next row starts. A row with unbalanced
// quotes loses only its first line.
func (f *RowFile) walk(text string, at Place, whole bool,
	call func(fields []string, at Place, err error, end, line int) bool) {
	in := newRecords(text, f.reader.format.Delimiter)
	in.at = at.Line
	for row := at.Row; ; row++ {
		read := in.next()
		err := in.err
		switch {
		case err != nil:
			if !whole && len(text)-in.begin < rowFileLongest {
				return
			}
			in.err, in.at, in.pos = nil, in.line+1, lineEnd(text, in.begin)
		case !read || !whole && in.pos == len(text):
			return
		case !isReadable(text[in.begin:in.pos]):
			err = refuse("Field %d of row %s (line %s) is not text in UTF-8; save the file as CSV in UTF-8.",
				1+max(0, slices.IndexFunc(in.fields, func(s string) bool { return !isReadable(s) })), grouped(row),
				grouped(in.line))
		case in.width != f.width:
			err = refuse("Row %s (line %s) has %s, but the header has %s; put fields that contain the delimiter in "+
				"quotes.",
				grouped(row), grouped(in.line), plural(in.width, "field", "fields"),
				plural(f.width, "column", "columns"))
		}
		if !call(in.fields, Place{row, in.line}, err, in.pos, in.at) {
			return
		}
	}
}

// lineEnd returns where the next line after index from starts.
func lineEnd(text string, from int) int {
	n := strings.IndexAny(text[from:], "\r\n")
	if n < 0 {
		return len(text)
	}
	if strings.HasPrefix(text[from+n:], "\r\n") {
		n++
	}
	return from + n + 1
}
