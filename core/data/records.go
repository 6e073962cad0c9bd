package data

import "strings"

// maxColumns is the largest number of columns of a file: the features and the
// outcome.
const maxColumns = MaxFeatures + 1

// maxField is the largest number of bytes of a field, maxWidth the number of fields that a line is read to,
// maxLines the largest number of lines.
const (
	maxField = 1 << 20
	maxWidth = 1 << 16
	maxLines = 8 << 20 // with those without text, and those within fields
)

// records reads the rows of a delimited text one after the other, without keeping them (RFC
// 4180, with any line end). Spaces around a field are not part of it. Lines without any text
// are skipped. A quote inside an unquoted field stands for itself. Where a space separates
// fields, a run of spaces and tabs does, and those at the ends of a line are not counted.
type records struct {
	text  string
	delim byte      // the first byte of the delimiter; ' ' for runs of spaces
	more  string    // what follows it, if it is not ASCII
	stops [256]bool // bytes that a field outside quotation marks may end before

	fields []string // of the current row, at most most+1; overwritten by next
	forced []int    // places of those that were written as ="007", as spreadsheets keep a text
	most   int
	width  int   // number of fields of the current row
	line   int   // line of the file that the current row begins on, from 1
	begin  int   // its first byte
	err    error // why reading stopped before the end

	pos, at int // next byte, and the line it is on
}

// newRecords reads a text from its beginning. It is called once for a text, from many places, as refuse is.
func newRecords(text string, delim rune) *records {
	d := string(delim)
	r := &records{text: text, delim: d[0], more: d[1:], most: maxColumns, at: 1}
	r.stops['\t'] = r.delim == ' '
	r.stops['\n'], r.stops['\r'], r.stops[r.delim] = true, true, true
	return r
}

// next reads a row and reports whether there was one.
func (r *records) next() bool {
	for r.err == nil {
		if r.skipEmptyLines(); r.pos == len(r.text) {
			return false
		}
		r.line, r.begin, r.width, r.fields, r.forced = r.at, r.pos, 0, r.fields[:0], r.forced[:0]
		quoted := r.row()
		if r.err == nil && (r.width > 1 || quoted || r.fields[0] != "") {
			return true
		}
	}
	return false
}

func (r *records) skipEmptyLines() {
	for ; r.pos < len(r.text) && r.ends(); r.pos++ {
		if r.text[r.pos] == '\r' && strings.HasPrefix(r.text[r.pos+1:], "\n") {
			r.pos++
		}
		r.at++
	}
}

// row reads fields up to the end of the line and reports whether the last one
// was quoted.
func (r *records) row() (quoted bool) {
	for r.err == nil {
		var s string
		r.skipSpace()
		if quoted = r.pos < len(r.text) && r.text[r.pos] == '"'; quoted {
			s = r.quotedField()
		} else {
			s = r.plainField()
		}
		if r.width++; r.width <= r.most+1 {
			s = trim(s)
			if len(s) > 3 && s[0] == '=' && s[1] == '"' && s[len(s)-1] == '"' {
				s = strings.ReplaceAll(s[2:len(s)-1], `""`, `"`)
				r.forced = append(r.forced, len(r.fields))
			}
			r.fields = append(r.fields, s)
		} else if r.width > maxWidth {
			r.err = refuse("Line %s has more than %s fields; at most %s can be read.", grouped(r.line),
				grouped(maxWidth), grouped(r.most))
		}
		if r.pos == len(r.text) {
			return quoted
		}
		if r.delimits(r.pos) {
			if r.pos += 1 + len(r.more); r.delim != ' ' {
				continue
			}
			if r.skipSpace(); r.pos < len(r.text) && !r.ends() {
				continue
			}
			if r.pos == len(r.text) {
				return quoted
			}
		}
		c := r.text[r.pos]
		r.pos++
		if c == '\r' && r.pos < len(r.text) && r.text[r.pos] == '\n' {
			r.pos++
		}
		r.at++
		return quoted
	}
	return quoted
}

// skipSpace passes spaces that separate nothing, or all of a run that does.
func (r *records) skipSpace() {
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c != ' ' && c != '\t' || c == r.delim && c == '\t' {
			return
		}
		r.pos++
	}
}

// delimits reports whether a delimiter is at i.
func (r *records) delimits(i int) bool {
	c := r.text[i]
	return c == r.delim && (r.more == "" || strings.HasPrefix(r.text[i+1:], r.more)) || c == '\t' && r.delim == ' '
}

// ends reports whether the line ends here.
func (r *records) ends() bool { return r.text[r.pos] == '\n' || r.text[r.pos] == '\r' }

// plainField reads to the next delimiter or line end.
func (r *records) plainField() string {
	rest := r.text[r.pos:]
	n := 0
	for ; n < len(rest); n++ {
		if r.stops[rest[n]] && (r.more == "" || rest[n] == '\n' || rest[n] == '\r' || r.delimits(r.pos+n)) {
			break
		}
	}
	if n > maxField {
		r.err = tooLong(r.at)
	}
	r.pos += n
	return rest[:n]
}

// quotedField reads from an opening quote to its closing quote, which a
// delimiter or a line end follows.
func (r *records) quotedField() string {
	start := r.pos + 1
	i, doubled := start, false
	for {
		n := strings.IndexByte(r.text[i:], '"')
		if n < 0 {
			r.err = refuse("Line %s: a quotation mark is opened and never closed.", grouped(r.at))
			return ""
		}
		if i += n + 1; i-start > maxField {
			r.err = tooLong(r.at)
			return ""
		}
		if i == len(r.text) || r.text[i] != '"' {
			break
		}
		doubled = true
		i++
	}
	s := r.text[start : i-1]
	opened := r.at
	r.at += lineEnds(s)
	r.pos = i
	if r.delim != ' ' {
		r.skipSpace()
	}
	if r.pos < len(r.text) && !r.delimits(r.pos) && !r.ends() {
		r.err = refuse("Line %s: text follows a closing quotation mark; quotation marks inside a field are doubled.",
			grouped(opened))
		return ""
	}
	if doubled {
		s = strings.ReplaceAll(s, `""`, `"`)
	}
	return s
}

func tooLong(line int) error {
	return refuse("Line %s: a field has more than %d MB of text; shorten it or leave its column out.", grouped(line),
		maxField>>20)
}

// lineEnds counts LF, CR LF and CR.
func lineEnds(s string) int {
	return strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
}

// trim removes spaces and tabs around a field. Most fields have none.
func trim(s string) string {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	for len(s) > 0 && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t') {
		s = s[:len(s)-1]
	}
	return s
}
