package data

// Line is a row of a delimited text.
type Line struct {
	Number int // number of its first line in the text, from 1
	Fields []string
}

// ReadLines reads a text written by AppendRecord, or saved by a spreadsheet, with fields separated
// by commas, semicolons or tabs. It returns at most most+1 lines, so that callers notice more than
// most. Its error is a sentence for the user.
func ReadLines(b []byte, most, mostFields int) ([]Line, error) {
	text, err := textOf(b)
	if err != nil {
		return nil, err
	}
	delim, width := ',', 0
	for _, d := range ",;\t" {
		if r := newRecords(text, d); r.next() && r.width > width {
			delim, width = d, r.width
		}
	}
	r := newRecords(text, delim)
	r.most = mostFields
	var lines []Line
	for len(lines) <= most && r.next() {
		if r.width > mostFields {
			return nil, refuse("Line %s: it has %s fields; at most %s can be read.", grouped(r.line), grouped(r.width),
				grouped(mostFields))
		}
		l := Line{Number: r.line}
		for _, f := range r.fields {
			l.Fields = append(l.Fields, Unguard(f))
		}
		lines = append(lines, l)
	}
	return lines, r.err
}
