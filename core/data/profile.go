package data

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	maxDistinct = 1000 // distinct values counted per column
	maxExamples = 5
	maxCell     = 200 // longest field shown, in runes
)

// profile describes the columns of a file under a format.
type profile struct {
	format  Format
	signs   []Sign // for columns whose decimal sign is not the file's; nil without such columns
	names   []string
	rows    int
	again   int // number of rows that repeat an earlier one in every field
	forced  int // number of fields written as ="007"
	columns []column
	tokens  map[string]int // number of fields per text for missing values
	notes   []string       // about the names
	err     error          // why the file is not a table under the format
	cut     bool           // another delimiter may help
}

// column holds counts of the fields of one column.
type column struct {
	missing  int
	fresh    int                 // values in rows that do not repeat an earlier one
	distinct map[string]struct{} // up to maxDistinct
	examples []string
	whole64  map[int64]struct{} // whole numbers, until two different rows share one
	repeats  bool               // two different rows share a value, or a value is not a whole number
	low      float64            // smallest number
	high     float64            // largest number

	numbers  int
	whole    int     // numbers without a fraction
	zeros    int     // numbers with a leading zero
	grouped  int     // numbers with grouped thousands
	comma    bool    // the decimal sign
	other    bool    // the decimal sign is not the file's
	signed   bool    // some number is valid only with this decimal sign
	swapped  int     // texts that are numbers with the other decimal sign
	inside   int     // such texts in parentheses
	plain    int     // numbers of digits only
	unclear  int     // numbers that mean something else under the other decimal sign
	unclearS string  // the first of them
	tens     int     // how many of them end in 0
	forced   int     // fields written as ="007", as spreadsheets mark texts
	worn     dress   // notations of any number
	always   dress   // notations common to all numbers
	coded    string  // the first value in a notation that codes use
	decimals int     // largest number of decimals
	size     float64 // largest absolute value
	steps    int     // numbers that are one more than the previous number
	last     float64
	mark     string // mark of all numbers; those with another mark count as texts
	ends     ends

	codes             []Code  // numbers that look like codes
	restLow, restHigh float64 // smallest and largest of the others

	uncomputed int  // workbook cells whose formulas have no value
	unnamed    bool // the first column has no name although others have: perhaps an index

	perhaps map[string]int // texts that may stand for missing values
	texts   int
	text    string // the first field that is not a number, and its place
	textAt  place
}

// place identifies a row for people: its number from 1 below the header, and its line in the
// file.
type place struct{ row, line int }

func (p place) String() string {
	return "row " + grouped(p.row) + " (line " + grouped(p.line) + ")"
}

// empties returns the number of texts that may stand for missing values.
func (c *column) empties() (n int) {
	for _, k := range c.perhaps {
		n += k
	}
	return n
}

// values returns the number of fields that are not missing.
func (c *column) values() int { return c.numbers + c.texts }

// profileOf reads the whole file, twice if the decimal signs of some columns differ from the
// file's.
func profileOf(text string, f Format) *profile {
	p := profileAs(text, f, nil)
	if signs := p.otherSigns(); signs != nil {
		return profileAs(text, f, signs)
	}
	return p
}

// profileAs reads the whole file once. signs are the decimal signs of its columns; nil means the
// sign of the format.
func profileAs(text string, f Format, signs []Sign) *profile {
	p := &profile{format: f, signs: signs, tokens: map[string]int{}}
	r := newRecords(text, f.Delimiter)
	width, _ := commonWidth(text, f.Delimiter)
	shape := shape{width: width}
	if width <= maxColumns {
		p.columns = make([]column, width)
	}
	memos := make([]memo, len(p.columns))
	for j := range memos {
		c := &p.columns[j]
		if c.comma = f.DecimalComma; signs != nil {
			c.comma, c.other = signs[j].comma(f), signs[j] != FileSign
		}
		memos[j] = memo{missing: f.Missing, comma: c.comma}
	}
	if f.Header && r.next() {
		shape.add(r)
		p.names, p.notes = columnNames(r.fields)
		if len(p.columns) > 0 {
			p.columns[0].unnamed = strings.TrimSpace(r.fields[0]) == "" ||
				strings.HasPrefix(strings.ToLower(r.fields[0]), "unnamed")
		}
	} else {
		p.names, p.notes = columnNames(make([]string, width))
		p.notes = nil
	}
	said := make([]*reading, len(p.columns))
	var seen hashes
	for r.next() {
		if shape.add(r); shape.refused() {
			continue // the only finding for the file
		}
		p.rows++
		row := uint64(0)
		for j, s := range r.fields {
			said[j] = memos[j].read(s)
			row = rowHash(row, said[j].hash)
		}
		again := seen.add(row)
		if again && strings.Join(r.fields, "") != "" {
			p.again++
		}
		for j, s := range r.fields {
			c, v := &p.columns[j], said[j]
			if v.missing {
				c.missing++
				p.tokens[s]++
				continue
			}
			if !again {
				c.fresh++
			}
			c.add(s, v, again, place{p.rows, r.line})
		}
		p.forced += len(r.forced)
		for _, j := range r.forced {
			p.columns[j].forced++
		}
	}
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.forced == 0 }) {
		for j := range p.columns { // if all columns are written so, this says nothing about any of them
			p.columns[j].forced = 0
		}
	}
	if err, cut := shape.check(f.Header, r.err); err != nil {
		return &profile{format: f, tokens: map[string]int{}, err: err, cut: cut}
	}
	p.findCodes()
	return p
}

// Marks that a column sets on cached fields.
const (
	counted        = 1 + iota // counted among the distinct values, unless there are too many
	countedEmpty              // also counted as possibly missing
	countedSwapped            // also counted as a number with the other decimal sign
	countedInside             // also counted as a text in parentheses, such as an interval
)

// add counts a field with a value. again means that its row repeats an earlier one.
func (c *column) add(s string, f *reading, again bool, at place) {
	if f.mark == 0 {
		c.count(s, f)
	}
	if !f.number || c.numbers > 0 && f.n.mark != c.mark {
		c.addText(s, f, at)
		return
	}
	n := f.n
	c.mark = n.mark
	if c.coded == "" && n.dress&(bareExponent|minusBehind) != 0 {
		c.coded = s
	}
	if c.worn |= n.dress; c.numbers == 0 {
		c.always = n.dress
	}
	c.always &= n.dress
	if c.numbers > 0 && n.v == c.last+1 {
		c.steps++
	}
	c.last = n.v
	if c.numbers++; c.numbers == 1 {
		c.low, c.high = n.v, n.v
	}
	if n.v < c.low {
		c.low = n.v
	} else if n.v > c.high {
		c.high = n.v
	}
	c.ends.add(n.v)
	if !again {
		c.note(n)
	}
	c.decimals = max(c.decimals, n.decimals)
	if size := math.Abs(n.v); size > c.size {
		c.size = size
	}
	if n.v == math.Trunc(n.v) {
		c.whole++
	}
	if n.zero {
		c.zeros++
	}
	if n.decimals == 0 && !n.grouped {
		c.plain++
	}
	if n.grouped {
		c.grouped++
	}
	if n.grouped || n.decimals > 0 && (n.decimals == 3 || !c.signed) {
		c.readOtherwise(s, n)
	}
}

// note stores the whole numbers of a column until two different rows share one.
func (c *column) note(n number) {
	if c.repeats {
		return
	}
	if c.whole64 == nil {
		c.whole64 = map[int64]struct{}{}
	}
	k := int64(n.v)
	_, again := c.whole64[k]
	if c.repeats = again || n.decimals > 0 || float64(k) != n.v; c.repeats {
		c.whole64 = nil
		return
	}
	c.whole64[k] = struct{}{}
}

// everyDiffers says in a sentence that different rows never share a value.
func (c *column) everyDiffers() string {
	if c.fresh < c.values() {
		return "Left out: apart from repeated rows, every row has a different value"
	}
	return "Left out: every value is different"
}

// identifies explains why whole numbers that differ in all different rows count as identifiers:
// they are nearly consecutive, as in a numbered list, or the column's name suggests it. It returns
// "" if they do not count.
func (c *column) identifies(name string) string {
	n := len(c.whole64)
	if c.unnamed && c.texts == 0 && c.whole == c.numbers &&
		(!c.repeats && n >= MinRows || c.numbers >= MinRows && 5*c.steps >= 4*c.numbers) {
		return "Left out: the first column has no name and counts rows, as programs write the index of a table."
	}
	if d := len(c.distinct); c.texts == 0 && c.repeats && namesIDs(name) && d >= manyIDs &&
		(2*d >= c.numbers || d == maxDistinct) {
		return "Left out: the column's name says that it identifies the rows or people, and its values " +
			"hardly repeat."
	}
	if c.repeats || c.texts > 0 || n < MinRows {
		return ""
	}
	switch {
	case c.high-c.low+1 <= 1.5*float64(n) && n >= 100:
		return c.everyDiffers() + " and nearly every number from " + number64(c.low) + " to " + number64(c.high) +
			" occurs, as in a numbered list."
	case namesRows(name):
		return c.everyDiffers() + " and the column's name says that it identifies the rows."
	}
	return ""
}

func number64(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// manyIDs is the least number of values of an identifier that several rows can share.
const manyIDs = 50

// namesIDs reports whether a name means "identifier" and nothing else.
func namesIDs(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	n := len(last) - 2
	return oneOf(strings.ToLower(last), []string{"id", "ids", "uid", "uuid", "guid", "ssn"}) ||
		n > 0 && (last[n:] == "ID" || last[n:] == "Id") && last[n-1] >= 'a' && last[n-1] <= 'z' // PatientID, not PAID
}

// namesRows reports whether a column's name is usual for identifiers.
func namesRows(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for _, w := range words {
		if oneOf(w, identifierWords) {
			return true
		}
	}
	low := strings.ToLower(name)
	return strings.HasPrefix(low, "unnamed") || len(low) > 3 && strings.HasSuffix(name, "ID") || len(low) > 3 &&
		strings.HasSuffix(name, "Id")
}

var identifierWords = []string{"id", "ids", "uid", "uuid", "guid", "key", "index", "idx", "nr", "no", "number", "num",
	"row", "rowid", "rownames",
	"rownum", "record", "serial", "ssn", "code"}

func (c *column) addText(s string, f *reading, at place) {
	if c.texts == 0 {
		c.text, c.textAt = s, at
	}
	c.texts++
	switch f.mark {
	case countedSwapped:
		c.swapped++
	case countedInside:
		c.inside++
	}
	if f.mark == countedEmpty {
		if c.perhaps == nil {
			c.perhaps = map[string]int{}
		}
		c.perhaps[s]++
	}
}

// count adds a field to the distinct values.
func (c *column) count(s string, f *reading) {
	f.mark = counted
	if !f.number && (len(c.distinct) < maxDistinct || c.numbers+c.swapped > 0) { // otherwise the column has no numbers
		if n, swapped := readNumber(s, !c.comma); swapped && n.dress&inParentheses != 0 {
			f.mark = countedInside
		} else if swapped {
			f.mark = countedSwapped
		} else if empty, _ := noValue(s); empty {
			f.mark = countedEmpty
		}
	}
	if len(c.distinct) == maxDistinct {
		return
	}
	if _, ok := c.distinct[s]; ok {
		return
	}
	if c.distinct == nil {
		c.distinct = map[string]struct{}{}
	}
	c.distinct[s] = struct{}{}
	if len(c.examples) < maxExamples {
		c.examples = append(c.examples, shorten(s, maxCell))
	}
}

// shape counts rows, and rows with an unexpected number of fields.
type shape struct {
	width  int // expected fields per row
	rows   int
	ragged int   // number of rows with a different number
	first  place // the first of these, with its number of fields
	found  int
}

// add counts a row.
func (s *shape) add(r *records) {
	s.rows++
	if r.width != s.width {
		if s.ragged == 0 {
			s.first, s.found = place{s.rows, r.line}, r.width
		}
		s.ragged++
	}
}

// refused reports whether check would reject what was counted so far.
func (s *shape) refused() bool {
	return s.ragged > 0 || s.width < 2 || s.width > maxColumns || s.rows > MaxRows+1
}

// check rejects text that is not a table under a format: it has a single column, too many columns
// or rows, rows of different lengths, unbalanced quotation marks (reported in bad), or no rows. cut
// reports whether the delimiter may be the cause.
func (s *shape) check(header bool, bad error) (err error, cut bool) {
	rows, width, first := s.rows, s.width, s.first
	if header {
		rows--
		first.row--
	}
	switch {
	case bad != nil:
		return bad, false
	case rows < 1 && width < 2:
		return refuse("The file has only one line and one column; a table needs rows with an outcome and at " +
			"least one feature."), false
	case rows < 1:
		return refuse("The file has a header but no rows."), false
	case rows > MaxRows:
		return refuse("The file has %s rows; at most %s can be read.", grouped(rows), grouped(MaxRows)), false
	case width < 2:
		return refuse("With this delimiter, the file has only one column; a table needs an outcome and at least " +
			"one feature. Choose another delimiter."), true
	case width > maxColumns:
		return refuse("The file has more than %s columns, so it cannot be read. Save fewer "+
				"columns.", grouped(maxColumns)),
			false
	case s.ragged > 0:
		return raggedError(first, width, s.found, s.ragged), true
	}
	return nil, false
}

func raggedError(at place, want, got, n int) error {
	where := "Row" + strings.TrimPrefix(at.String(), "row")
	if at.row == 0 {
		where = "The header"
	}
	others := "no other row differs"
	if n > 1 {
		others = plural(n-1, "other row differs", "other rows differ") + " too"
	}
	return refuse("%s has %s where %d are expected; %s.", where, plural(got, "field", "fields"), want, others)
}

// columnNames makes the names of columns usable: nonempty, not too long, and distinct. If all names
// are in single quotes, it removes the quotes. notes lists what it changed.
func columnNames(row []string) (names, notes []string) {
	if !slices.ContainsFunc(row, func(s string) bool { return len(s) < 3 || s[0] != '\'' || s[len(s)-1] != '\'' }) {
		row = slices.Clone(row)
		for j, s := range row {
			row[j] = strings.TrimSpace(s[1 : len(s)-1])
		}
		notes = append(notes, "The names of the columns are in single quotes, which are left out.")
	}
	seen := map[string]bool{}
	for _, s := range row {
		seen[s] = true
	}
	used := map[string]bool{}
	for j, s := range row {
		name := strings.Join(strings.Fields(strings.Map(visible, s)), " ")
		if name == "" {
			name = "column " + grouped(j+1)
		}
		name = cut(name, MaxName-8)
		for k, base := 2, name; used[name] || name != s && seen[name]; k++ {
			name = base + " (" + grouped(k) + ")"
		}
		used[name] = true
		if name != s {
			notes = append(notes, "Column "+grouped(j+1)+", "+quote(s)+", is named "+quote(name)+".")
		}
		names = append(names, name)
	}
	return names, notes
}

// visible drops invisible characters, because a name with one would never match.
func visible(r rune) rune {
	if strings.ContainsRune("\ufeff\u200b\u2060\u200e\u200f\u00ad", r) {
		return -1
	}
	return r
}

// cut keeps at most n runes of s.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
