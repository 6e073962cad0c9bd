package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"causeway/core/fault"
	"causeway/core/workbook"
)

// MaxFile is the size of the largest file that can be read, in bytes after decompression.
const MaxFile = 64 << 20

// opened is the text of a file, or of one of its sheets.
type opened struct {
	bytes  []byte   // unpacked bytes; nil if plain holds them
	plain  string   // the text, if it is UTF-8
	book   bool     // the bytes are a workbook
	packed []string // notes on how the bytes were packed

	encoding, sheet string // as in Format
	text            string
	size            int
	notes           []string
	doubts          []Doubt
	sheets          []string    // sheets of a workbook with several
	uncomputed      map[int]int // cells per column whose formulas have no value
}

// open reads the text of a file in the given encoding, or the given sheet of a workbook. If both
// are empty, it chooses what the bytes state or suggest.
func open(b []byte, as Format) (*opened, error) {
	o := &opened{bytes: b}
	var err error
	if o.bytes, o.packed, err = unpacked(b); err != nil {
		return nil, err
	}
	o.book = len(o.bytes) <= MaxFile && workbook.Is(o.bytes)
	return o, o.reopen(as)
}

// reopen is open for the same bytes.
func (o *opened) reopen(as Format) error {
	o.notes, o.doubts, o.sheets, o.uncomputed = slices.Clone(o.packed), nil, nil, nil
	if o.book {
		return o.openSheet(as.Sheet)
	}
	if o.bytes != nil {
		if err := foreign(o.bytes); err != nil {
			return err
		}
		o.size = len(o.bytes)
	}
	if err := o.characters(as.Encoding); err != nil {
		return err
	}
	if err := notTable(o.text); err != nil {
		return err
	}
	if isBinary(o.text) {
		return refuse("This is a binary file, not a table of text. %s", asCSV)
	}
	return nil
}

// characters decodes the bytes. If the encoding is only likely, it adds a doubt.
func (o *opened) characters(asked string) (err error) {
	b := o.bytes
	if b == nil {
		b = []byte(o.plain)
	}
	told, fields := toldEncoding(b), [][]byte(nil)
	var likely []string
	if told == "" {
		likely, fields = likelyEncodings(b), foreignFields(b)
		told = likely[0]
	}
	name := told
	if asked != "" {
		name = asked
	}
	broken := 0
	if o.text, broken, err = decode(name, b); err != nil {
		return err
	}
	if o.encoding = name; name == "utf-8" && likely == nil {
		if o.encoding = ""; broken == 0 {
			o.bytes, o.plain = nil, o.text // avoid keeping the text twice
		}
	}
	switch {
	case likely != nil:
		note := "The text is not UTF-8: it is read as " + encodingTitle(name) + ", so that it says " +
			samples(fields, name) + ". If that is wrong, choose another encoding."
		if name == "utf-8" {
			note = "The text is UTF-8 with broken characters."
		}
		o.doubt(note, otherEncodings(fields, likely, name)...)
	case strings.HasPrefix(name, "utf-16"):
		o.notes = append(o.notes, "The text is UTF-16.")
	case name != "utf-8":
		o.notes = append(o.notes, "The text is read as "+encodingTitle(name)+".")
	}
	if broken > 0 {
		o.notes = append(o.notes, plural(broken, "character is not valid",
			"characters are not valid")+" in this encoding and read as \ufffd.")
	}
	return nil
}

// otherEncodings returns the most likely encodings other than but, each with a sample of the text
// in that encoding.
func otherEncodings(fields [][]byte, likely []string, but string) (ways []Way) {
	const most = 5
	shown := []string{samples(fields, but)}
	for _, name := range likely {
		s := samples(fields, name)
		if name == but || s == "" || slices.Contains(shown, s) || strings.Contains(s, "\ufffd") {
			continue
		}
		shown = append(shown, s)
		if ways = append(ways, Way{encodingTitle(name) + ": " + s, Format{Encoding: name}}); len(ways) == most {
			break
		}
	}
	return ways
}

// doubt adds a note about an assumption that a person may correct.
func (o *opened) doubt(note string, ways ...Way) {
	o.notes, o.doubts = append(o.notes, note), append(o.doubts, Doubt{note, ways})
}

// openSheet reads a sheet, and notes what was and was not read from the workbook.
func (o *opened) openSheet(name string) error {
	s, err := workbook.Read(o.bytes, MaxFile, name)
	if len(s.Sheets) > 1 {
		o.sheets = s.Sheets
	}
	if err != nil {
		return refuse("%s", fault.Text(err))
	}
	o.text, o.size, o.sheet, o.uncomputed = s.Text, len(s.Text), "", s.Uncomputed
	note := fmt.Sprintf("The sheet %s of the workbook was read: its values, dates as year, month and day.",
		shorten(s.Name, maxCell))
	if name != "" && s.Name != name {
		note = fmt.Sprintf("The workbook has no sheet %s. ", shorten(name, maxCell)) + note
	}
	var ways []Way
	if n := len(s.Others); n > 0 {
		const most = 6
		o.sheet = s.Name
		for _, other := range s.Sheets {
			if other != s.Name && len(ways) < most {
				ways = append(ways, Way{"Sheet " + shorten(other, maxCell), Format{Sheet: other}})
			}
		}
		if n == 1 {
			note += fmt.Sprintf(" Its other sheet, %s, was not read.", shorten(s.Others[0], maxCell))
		} else {
			note += fmt.Sprintf(" Its %d other sheets were not read.", n)
		}
		o.doubt(note, ways...)
	} else {
		o.notes = append(o.notes, note)
	}
	for _, count := range []struct {
		n         int
		one, many string
	}{
		{s.Broken, "One cell holds an error of its formula and is read as missing.",
			"%d cells hold an error of their formula and are read as missing."},
		{s.Merged, "Cells are merged in one place: each of its rows has the value, and the first of its columns.",
			"Cells are merged in %d places: each of their rows has the value, and the first of their columns."},
		{s.Spans, "One cell shows a span of time, such as 30:00, which is read as its number of hours.",
			"%d cells show a span of time, such as 30:00, which is read as its number of hours."},
		{s.Hidden, "One row is hidden in the sheet and is read like any other.",
			"%d rows are hidden in the sheet and are read like any other."},
	} {
		switch {
		case count.n == 1:
			o.notes = append(o.notes, count.one)
		case count.n > 1:
			o.notes = append(o.notes, fmt.Sprintf(count.many, count.n))
		}
	}
	return nil
}

// textOf returns the text of a short list, in UTF-8, UTF-16 with a byte order mark, or
// Windows-1252. It avoids a dependency on the code for workbooks and other encodings.
func textOf(b []byte) (string, error) {
	b, _, err := unpacked(b)
	if err == nil {
		err = foreign(b)
	}
	if err != nil {
		return "", err
	}
	text := ""
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		text, err = wide(b[2:], false)
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		text, err = wide(b[2:], true)
	case utf8.Valid(b):
		text = string(b)
	default:
		text = oneByteEach(b, high1252)
	}
	if err == nil {
		err = notTable(text)
	}
	if err == nil && isBinary(text) {
		err = refuse("This is a binary file, not a table of text. %s", asCSV)
	}
	return withoutMarks(text), err
}

// unpacked returns the decompressed contents of a file, and notes for the user.
func unpacked(b []byte) (_ []byte, notes []string, err error) {
	if len(b) > MaxFile {
		return nil, nil, refuse("The file has %s; at most %s can be read, %s less.", megabytes(len(b)),
			megabytes(MaxFile), over(len(b)))
	}
	if !bytes.HasPrefix(b, []byte("\x1f\x8b")) {
		return b, nil, nil
	}
	b, err = gunzip(b)
	return b, []string{"The file was compressed (gzip)."}, err
}

// gunzip unpacks at most MaxFile bytes, because a small file can expand to a huge one.
func gunzip(b []byte) ([]byte, error) {
	damaged := refuse("The compressed file is damaged or incomplete. Download it or compress it again.")
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, damaged
	}
	out, err := io.ReadAll(io.LimitReader(z, MaxFile+1))
	if err != nil {
		return nil, damaged
	}
	if len(out) > MaxFile {
		return nil, refuse("The file has %s compressed and more than %s unpacked; at most %s can be read.",
			megabytes(len(b)), megabytes(MaxFile), megabytes(MaxFile))
	}
	return out, nil
}

// isBinary reports whether a text contains a NUL character, or whether more than one in two
// hundred characters at its beginning are control characters.
func isBinary(text string) bool {
	if strings.IndexByte(text, 0) >= 0 {
		return true
	}
	head := text[:min(len(text), 1<<16)]
	controls := 0
	for i := range len(head) {
		if c := head[i]; c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			controls++
		}
	}
	return controls > 0 && controls*200 > len(head)
}
