package data

import "strings"

// maxColumns is the largest number of columns in a file: the features and the outcome.
const maxColumns = MaxFeatures + 1

// maxField is the largest size of a field in bytes, maxWidth the largest number of fields read
// from a line, and maxLines the largest number of lines.
const (
	maxField = 1 << 20
	maxWidth = 1 << 16
	maxLines = 8 << 20 // including empty ones, and those inside fields
)

// records reads the rows of a delimited text one by one, without storing them (RFC 4180, with any
// line end). Spaces around a field are not part of it, and lines without text are skipped. A
// quote inside an unquoted field is an ordinary character. If the delimiter is a space, any run
// of spaces and tabs separates fields, and those at the ends of a line are ignored.
type records struct {
	text  string
	delim byte      // the first byte of the delimiter; ' ' for runs of spaces
	more  string    // the rest of the delimiter, if it is not ASCII
	stops [256]bool // bytes that may end a field outside quotation marks

	fields []string // fields of the current row, at most one more than most; next overwrites them
	forced []int    // indices of fields written as ="007", as spreadsheets mark texts
	most   int
	width  int   // number of fields of the current row
	line   int   // line of the file on which the current row starts, from 1
	begin  int   // index of its first byte
	err    error // why reading stopped before the end

	pos, at int // next byte, and its line
}

// newRecords returns a reader at the beginning of a text. Like refuse, it has too many callers to
// be inlined.
func newRecords(text string, delim rune) *records {
	d := string(delim)
	r := &records{text: text, delim: d[0], more: d[1:], most: maxColumns, at: 1}
	r.stops['\t'] = r.delim == ' '
	r.stops['\n'], r.stops['\r'], r.stops[r.delim] = true, true, true
	return r
}

// next reads a row and reports whether there was another one.
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

// row reads fields up to the end of the line, and reports whether the last one was quoted.
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

// skipSpace skips spaces that are not delimiters; if spaces delimit, it skips the whole run.
func (r *records) skipSpace() {
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c != ' ' && c != '\t' || c == r.delim && c == '\t' {
			return
		}
		r.pos++
	}
}

// delimits reports whether a delimiter starts at i.
func (r *records) delimits(i int) bool {
	c := r.text[i]
	return c == r.delim && (r.more == "" || strings.HasPrefix(r.text[i+1:], r.more)) || c == '\t' && r.delim == ' '
}

// ends reports whether the line ends at the current position.
func (r *records) ends() bool { return r.text[r.pos] == '\n' || r.text[r.pos] == '\r' }

// plainField reads up to the next delimiter or line end.
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

// quotedField reads from an opening to a closing quote, which must be followed by a delimiter or
// a line end.
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

// lineEnds counts the line ends LF, CR LF and CR.
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
