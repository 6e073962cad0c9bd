// Package workbook reads and writes the cells of spreadsheets (Office Open XML, ECMA-376 part 1,
// chapter 18: files that end in .xlsx or .xlsm). It reads only the values that the spreadsheet
// program computed, not the formulas. It ignores formats except for the distinction between dates
// and numbers.
package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"path"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"causeway/core/fault"
)

// Sheet is one sheet of a workbook as a table of text.
type Sheet struct {
	Name string
	// rows of comma-separated fields, quoted as in RFC 4180, all of the same length, without
	// empty rows and empty outer columns
	Text   string
	Sheets []string // names of all sheets
	Others []string // names of the other sheets
	Broken int      // cells with an error; they are empty
	Spans  int      // cells formatted as a duration, as in [h]:mm; they contain numbers of hours
	Merged int      // merged areas; the value is in each row of the first column
	Hidden int      // hidden rows

	Uncomputed map[int]int // by column of Text, cells with a formula but without a stored value; they are empty
}

// Limits of the input. XML is several times as long as its content and compresses to a tenth. A
// small file that expands to far more was made to cause harm.
const (
	maxParts   = 512 << 20 // uncompressed bytes of the parts that are read
	freeParts  = 32 << 20  // bytes of these that a file of any size may have
	maxRatio   = 100       // limit beyond these, as a multiple of the size of the file
	maxFiles   = 1 << 16   // parts, whether read or not
	maxToken   = 1 << 20   // bytes in a tag, in a comment or in the text between tags
	maxAttrs   = 128       // in one tag
	maxDepth   = 64        // nesting of tags
	maxOthers  = 1 << 19   // tags of a part other than rows, cells, texts and comments
	maxSheets  = 4_096
	maxShared  = 2 << 20 // shared texts
	maxFormats = 1 << 16 // formats of numbers and of cells; the file format allows about as many
	maxColumns = 16_384  // in one sheet, as in the file format
	maxText    = 32_767  // characters in a cell, as in the file format
)

// Is reports whether bytes begin like a workbook and contain its parts.
func Is(b []byte) bool {
	if !bytes.HasPrefix(b, []byte("PK\x03\x04")) {
		return false
	}
	z, err := unzip(b)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(z.File, func(f *zip.File) bool {
		name := partName(f.Name)
		return strings.HasPrefix(name, "xl/workbook") && strings.HasSuffix(name, ".xml") ||
			strings.HasPrefix(name, "xl/worksheets/") && strings.HasSuffix(name, ".xml")
	})
}

// unzip lists the parts of a file. The list needs several times as much memory as its bytes.
func unzip(b []byte) (*zip.Reader, error) {
	if bytes.Count(b, []byte("PK\x01\x02")) > maxFiles {
		return nil, errTooMuch
	}
	return zip.NewReader(bytes.NewReader(b), int64(len(b)))
}

// partName returns the key by which a part is found, because names may differ in case and
// slashes.
func partName(name string) string {
	return strings.TrimPrefix(strings.ToLower(strings.ReplaceAll(name, `\`, "/")), "/")
}

var (
	errDamaged = fault.Errorf("The workbook is damaged or incomplete. Open it in a spreadsheet program and save it " +
		"again.")
	errTooMuch = fault.Errorf("The workbook is too large to be read. Save the sheet as CSV.")
	errNothing = fault.Errorf("The workbook has no sheet with cells.")
	errEmpty   = fault.Errorf("The sheet has no cells. Choose another sheet.")
)

// Read reads the sheet with the given name. If it is missing, Read takes the first visible sheet
// that contains a table of rows and columns, or otherwise the first that has cells. It reads at
// most most bytes of text. Errors are sentences.
func Read(b []byte, most int, name string) (s Sheet, err error) {
	z, err := unzip(b)
	if err != nil {
		return s, errDamaged
	}
	w := book{parts: map[string]*zip.File{}, left: min(maxParts, freeParts+maxRatio*int64(len(b))), text: most}
	for _, f := range z.File {
		w.parts[partName(f.Name)] = f
	}
	if err := w.open(); err != nil {
		return s, err
	}
	named := slices.IndexFunc(w.sheets, func(of sheetOf) bool { return of.name == name })
	best := -1
	var found table
	for i, of := range w.sheets {
		if named >= 0 && i != named || named < 0 && of.hidden {
			continue
		}
		var t table
		if err := w.read(of.part, &t); err != nil {
			return s, err
		}
		if isTable := len(t.rows) > fewRows && t.last > t.first; len(t.rows) > 0 && (best < 0 || isTable) {
			if best, found = i, t; isTable {
				break
			}
		}
	}
	for _, of := range w.sheets {
		s.Sheets = append(s.Sheets, of.name)
	}
	switch {
	case best < 0 && named >= 0:
		return s, errEmpty
	case best < 0:
		return s, errNothing
	}
	if err := found.fill(most); err != nil {
		return s, err
	}
	if (found.last+1-found.first)*len(found.rows)+len(found.text) > most { // empty cells on the right count too
		return s, errTooMuch
	}
	s.Name, s.Text, s.Uncomputed = w.sheets[best].name, found.trimmed(), found.uncomputed(w.computesLater)
	s.Broken, s.Merged, s.Hidden, s.Spans = found.broken, found.merged, found.hidden, found.spans
	s.Others = slices.Delete(slices.Clone(s.Sheets), best, best+1)
	return s, nil
}

// fewRows is the number of rows up to which cells are considered a note rather than a table.
const fewRows = 5

// book is a workbook that is being read.
type book struct {
	parts  map[string]*zip.File
	sheets []sheetOf
	shared string       // shared texts, one after another
	ends   []uint32     // end of each of them
	shows  []formatKind // for every style of cells, the kind of value that it displays
	epoch  time.Time

	computesLater bool // the program that wrote the file computed nothing

	left int64 // bytes that may still be uncompressed
	text int   // bytes that cells may still have
}

type sheetOf struct {
	name, part string
	hidden     bool
}

// tokens reads the XML tokens of a part, without name spaces, which halves the time.
type tokens struct {
	d     *xml.Decoder
	part  io.Reader
	left  int // bytes that the present token may still take
	read  int // bytes read since other work could run
	depth int // open elements

	others int // comments and similar tokens, and elements that are ignored
}

func newTokens(part io.Reader) *tokens {
	t := &tokens{part: part}
	t.d = xml.NewDecoder(t)
	return t
}

// Read is called by the decoder, which keeps a complete token in memory.
func (t *tokens) Read(b []byte) (int, error) {
	if t.left <= 0 {
		return 0, errTooMuch
	}
	n, err := t.part.Read(b)
	t.left -= n
	if t.read += n; t.read > maxToken {
		t.read = 0
		runtime.Gosched() // without this, garbage collection makes no progress in WebAssembly
	}
	return n, err
}

func (t *tokens) next() (xml.Token, error) {
	t.left = maxToken
	token, err := t.d.RawToken()
	switch token := token.(type) {
	case xml.StartElement:
		if t.depth++; t.depth > maxDepth || len(token.Attr) > maxAttrs {
			return nil, errTooMuch
		}
	case xml.EndElement:
		t.depth--
	case xml.Comment, xml.ProcInst, xml.Directive:
		t.others++
	}
	if t.others > maxOthers {
		return nil, errTooMuch
	}
	return token, err
}

// walk calls see with every start element of a part. see may continue reading.
func (w *book) walk(part string, see func(d *tokens, e xml.StartElement) error) error {
	f := w.parts[partName(part)]
	if f == nil {
		return errDamaged
	}
	if w.left -= int64(min(f.UncompressedSize64, maxParts+1)); w.left < 0 { // and no part is longer than claimed
		return errTooMuch
	}
	r, err := f.Open()
	if err != nil {
		return errDamaged
	}
	defer r.Close()
	d := newTokens(r)
	for {
		t, err := d.next()
		if err == io.EOF && d.depth == 0 {
			return nil
		}
		if e, ok := t.(xml.StartElement); ok && err == nil {
			if name := e.Name.Local; name != "row" && name != "c" && name != "si" {
				d.others++
			}
			err = see(d, e)
		}
		switch {
		case err == errTooMuch:
			return err
		case err != nil || d.depth < 0:
			return errDamaged // or an error of the decoder, which would not help anyone
		}
	}
}

// relations calls see with the relations of a part: a kind and a related part.
func (w *book) relations(of string, see func(id, kind, part string)) error {
	folder, file := path.Split(of)
	relations := folder + "_rels/" + file + ".rels"
	if w.parts[partName(relations)] == nil { // programs that name a workbook differently may name these differently too
		relations = folder + "_rels/workbook.xml.rels"
	}
	n := 0
	return w.walk(relations, func(_ *tokens, e xml.StartElement) error {
		if e.Name.Local == "Relationship" {
			if n++; n > maxFiles {
				return errTooMuch
			}
			target := attr(e, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join(folder, target)
			}
			kind := attr(e, "Type")
			see(attr(e, "Id"), kind[strings.LastIndexByte(kind, '/')+1:], strings.TrimPrefix(target, "/"))
		}
		return nil
	})
}

// open reads the parts that all sheets share.
func (w *book) open() error {
	main := "xl/workbook.xml"
	if w.parts["_rels/.rels"] != nil {
		if err := w.relations("", func(_, kind, part string) {
			if kind == "officeDocument" {
				main = part
			}
		}); err != nil {
			return err
		}
	}
	targets, kinds := map[string]string{}, map[string]string{}
	if err := w.relations(main, func(id, kind, part string) {
		targets[id], kinds[id] = part, kind
		if kind == "sharedStrings" || kind == "styles" {
			targets[kind] = part
		}
	}); err != nil {
		return err
	}
	w.epoch = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if err := w.walk(main, func(_ *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			if isTrue(attr(e, "date1904")) {
				w.epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
			}
		case "calcPr":
			w.computesLater = isTrue(attr(e, "fullCalcOnLoad"))
		case "sheet":
			id := attr(e, "id")
			if part := targets[id]; kinds[id] == "worksheet" { // others are charts and macros
				w.sheets = append(w.sheets, sheetOf{attr(e, "name"), part,
					strings.Contains(strings.ToLower(attr(e, "state")), "hidden")})
			}
			if w.text -= len(attr(e, "name")); w.text < 0 || len(w.sheets) > maxSheets {
				return errTooMuch
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if part := targets["sharedStrings"]; part != "" {
		var all strings.Builder
		if err := w.walk(part, func(d *tokens, e xml.StartElement) error {
			if e.Name.Local != "si" {
				return nil
			}
			text, err := w.textOf(d)
			all.WriteString(text)
			if w.ends = append(w.ends, uint32(all.Len())); len(w.ends) > maxShared {
				return errTooMuch
			}
			return err
		}); err != nil {
			return err
		}
		w.shared = all.String()
	}
	if part := targets["styles"]; part != "" {
		return w.styles(part)
	}
	return nil
}

// formatKind is the kind of value that a format displays.
type formatKind uint8

const (
	asNumber formatKind = iota
	asDate              // a day, with or without a time
	asClock             // a time of day
	asSpan              // hours, minutes or seconds that may exceed a day
	asCode              // plus the number of digits: with leading zeros, as in 02139
)

// fewDigits is the smallest number of digits of a code with leading zeros, because hours and
// counts have fewer.
const fewDigits = 4

// builtin returns the kind of the formats that a workbook identifies only by number, including
// those of East Asia and Thailand. If languages differ, an integer is a day and a fraction a
// time.
func builtin(id int) formatKind {
	switch {
	case id >= 18 && id <= 21, id == 32, id == 33, id == 45, id == 47, id == 75, id == 76, id == 78, id == 80:
		return asClock
	case id == 46, id == 79:
		return asSpan
	case id >= 14 && id <= 22, id >= 27 && id <= 36, id >= 50 && id <= 58, id >= 71 && id <= 74, id == 77, id == 81:
		return asDate
	}
	return asNumber
}

// styles reads which styles display dates and times.
func (w *book) styles(part string) error {
	own, cells := map[int]formatKind{}, false
	return w.walk(part, func(_ *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(attr(e, "numFmtId")); err == nil {
				own[id] = shownBy(attr(e, "formatCode"))
			}
		case "cellXfs":
			cells = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			cells = false
		case "xf":
			if cells {
				id, _ := strconv.Atoi(attr(e, "numFmtId"))
				as, is := own[id]
				if !is {
					as = builtin(id)
				}
				w.shows = append(w.shows, as)
			}
		}
		if len(own) > maxFormats || len(w.shows) > maxFormats {
			return errTooMuch
		}
		return nil
	})
}

// shownBy determines the kind of a format by the letters for dates and times outside quotes and
// escapes. Months and minutes share a letter, which means minutes if it is next to hours or
// seconds.
func shownBy(code string) formatKind {
	if n := len(code); n >= fewDigits && n <= 20 && strings.Trim(code, "0") == "" {
		return asCode + formatKind(n)
	}
	code = strings.ToLower(code)
	for _, none := range []string{"general", "standard", "am/pm", "a/p", "上午/下午"} {
		code = strings.ReplaceAll(code, none, "")
	}
	var days, hours, months bool
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '\\', '_', '*':
			i++
		case '"', '[':
			end := strings.IndexByte(code[i+1:], map[byte]byte{'"': '"', '[': ']'}[c])
			if end < 0 {
				return asNumber
			}
			if inside := code[i+1 : i+1+end]; c == '[' && inside != "" && strings.Trim(inside, inside[:1]) == "" &&
				strings.Contains("hms", inside[:1]) {
				return asSpan
			}
			i += 1 + end
		case ';':
			i = len(code) // the rest applies to negative numbers
		case 'd', 'y':
			days = true
		case 'h', 's':
			hours = true
		case 'm':
			months = true
		}
	}
	switch {
	case days, months && !hours:
		return asDate
	case hours:
		return asClock
	}
	return asNumber
}

// textOf reads the text of an element to its end. This is the text of every t in it, except for
// phonetic hints.
func (w *book) textOf(d *tokens) (string, error) {
	var b strings.Builder
	depth, in, said := 1, 0, 0
	for depth > 0 {
		t, err := d.next()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			switch t.Name.Local {
			case "t":
				in = depth
			case "rPh":
				said = depth
			}
		case xml.EndElement:
			if depth == in {
				in = 0
			}
			if depth == said {
				said = 0
			}
			depth--
		case xml.CharData:
			if in > 0 && said == 0 {
				b.Write(t)
			}
		}
		if b.Len() > 4*maxText {
			return "", errTooMuch
		}
	}
	if w.text -= b.Len(); w.text < 0 {
		return "", errTooMuch
	}
	return decoded(b.String()), nil
}

// decoded replaces characters written by their number, such as _x000D_.
func decoded(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if strings.HasPrefix(text[i:], "_x") && isCode(text[i:]) {
			n, _ := strconv.ParseUint(text[i+2:i+6], 16, 16)
			b.WriteRune(rune(n))
			i += 7
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// table contains the rows of a sheet as text, with all columns on their left.
type table struct {
	text        []byte
	rows        []span
	first, last int // first and last column with a cell in any row

	formulas              map[int]*formulas // by column of the sheet
	merges                []merge
	broken, hidden, spans int
	merged                int // number of merged areas
}

// span is the position of a row's text, with the number of its fields and its number in the
// sheet.
type span struct{ from, to, fields, number int }

// formulas counts the formulas of a column by their stored values.
type formulas struct{ nothing, zero, other int }

// merge is a range of merged cells in one column. All have the value of the first.
type merge struct{ column, from, to int }

// add writes a row unless it is completely empty.
func (t *table) add(row []string, number int) {
	full := func(s string) bool { return s != "" }
	first := slices.IndexFunc(row, full)
	if first < 0 {
		return
	}
	for row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	if len(t.rows) == 0 {
		t.first = first
	}
	t.first, t.last = min(t.first, first), max(t.last, len(row)-1)
	t.rows = append(t.rows, t.write(row, number))
}

// write appends the text of a row.
func (t *table) write(row []string, number int) span {
	from := len(t.text)
	for j, s := range row {
		if j > 0 {
			t.text = append(t.text, ',')
		}
		if strings.ContainsAny(s, ",\"\r\n") || s != strings.TrimSpace(s) {
			s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		t.text = append(t.text, s...)
	}
	return span{from, len(t.text), len(row), number}
}

// fill copies the value of merged cells into every row that they span, up to a total number of
// bytes.
func (t *table) fill(most int) error {
	sort.SliceStable(t.rows, func(i, j int) bool { return t.rows[i].number < t.rows[j].number })
	for _, m := range t.merges {
		i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i].number >= m.from })
		if i == len(t.rows) || t.rows[i].number != m.from {
			continue
		}
		value := ""
		if top := t.fields(t.rows[i]); m.column < len(top) {
			value = top[m.column]
		}
		if value == "" {
			continue
		}
		for i++; i < len(t.rows) && t.rows[i].number <= m.to; i++ {
			if most -= t.rows[i].to - t.rows[i].from + len(value) + 1; most < 0 {
				return errTooMuch
			}
			row := t.fields(t.rows[i])
			for len(row) <= m.column {
				row = append(row, "")
			}
			if row[m.column] == "" {
				row[m.column] = value
				t.rows[i] = t.write(row, t.rows[i].number)
				t.last = max(t.last, m.column)
			}
		}
	}
	return nil
}

// fields reads the output of write.
func (t *table) fields(of span) (row []string) {
	text := string(t.text[of.from:of.to])
	for {
		if !strings.HasPrefix(text, `"`) {
			s, rest, more := strings.Cut(text, ",")
			if row, text = append(row, s), rest; !more {
				return row
			}
			continue
		}
		end := 1
		for end+1 < len(text) && (text[end] != '"' || text[end+1] == '"') {
			end += 1 + b2i(text[end] == '"')
		}
		row = append(row, strings.ReplaceAll(text[1:end], `""`, `"`))
		if end+1 >= len(text) {
			return row
		}
		text = text[end+2:]
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// uncomputed counts the formulas without a value. A program that computes nothing may store 0 for
// each.
func (t *table) uncomputed(zero bool) map[int]int {
	var all map[int]int
	for j, f := range t.formulas {
		n := f.nothing
		if zero && f.other == 0 && f.zero > fewRows {
			n += f.zero
		}
		if n > 0 && j >= t.first && j <= t.last {
			if all == nil {
				all = map[int]int{}
			}
			all[j-t.first] = n
		}
	}
	return all
}

// trimmed returns the text of all rows without the outer columns that are empty in each row. A
// row has a leading comma for each such column.
func (t *table) trimmed() string {
	var b strings.Builder
	b.Grow(len(t.text) + len(t.rows))
	for _, r := range t.rows {
		b.Write(t.text[r.from+t.first : r.to])
		for range t.last + 1 - r.fields {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// read reads a sheet.
func (w *book) read(part string, t *table) error {
	var row []string
	number, rows, cells := 0, 0, 0
	err := w.walk(part, func(d *tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "row":
			t.add(row, number)
			row, cells = row[:0], 0
			if rows++; rows > MaxRows {
				return errTooMuch
			}
			if n, err := strconv.Atoi(attr(e, "r")); err == nil {
				number = n
			} else {
				number++
			}
			t.hidden += b2i(isTrue(attr(e, "hidden")))
		case "c":
			at := len(row)
			if ref := attr(e, "r"); ref != "" {
				at = column(ref)
			}
			if cells++; at < 0 || at >= maxColumns || cells > maxColumns {
				return errDamaged
			}
			text, err := w.cell(d, e, t, at)
			if w.text -= len(text) + max(at+1-len(row), 0); err != nil {
				return err
			}
			if w.text < 0 {
				return errTooMuch
			}
			if at < len(row) && row[at] != "" {
				return errDamaged // it occurs twice
			}
			for len(row) <= at {
				row = append(row, "")
			}
			row[at] = text
		case "mergeCell":
			return t.merge(attr(e, "ref"))
		}
		return nil
	})
	t.add(row, number)
	return err
}

// mostMerges limits the number of merged columns that are filled.
const mostMerges = 100_000

// merge records the first column of a merged area that covers several rows.
func (t *table) merge(ref string) error {
	from, to, _ := strings.Cut(ref, ":")
	low, high := rowOf(from), rowOf(to)
	t.merged++
	if j := column(from); j >= 0 && j < maxColumns && low > 0 && high > low {
		if t.merges = append(t.merges, merge{j, low, high}); len(t.merges) > mostMerges {
			return errTooMuch
		}
	}
	return nil
}

// rowOf returns the row number in the reference of a cell, such as 7 for C7, or 0 if it is not a
// reference.
func rowOf(ref string) int {
	n, _ := strconv.Atoi(strings.TrimLeft(strings.ToUpper(ref), "ABCDEFGHIJKLMNOPQRSTUVWXYZ$"))
	return n
}

func isTrue(s string) bool { return s == "1" || s == "true" }

// cell reads a cell of a column to its end.
func (w *book) cell(d *tokens, e xml.StartElement, in *table, at int) (string, error) {
	kind, value, inline, formula := attr(e, "t"), "", "", false
	for depth := 1; depth > 0; {
		t, err := d.next()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "v":
				if value, err = w.chars(d); err != nil {
					return "", err
				}
			case "is":
				if inline, err = w.textOf(d); err != nil {
					return "", err
				}
			case "f":
				formula = true
				depth++
			default:
				depth++
			}
		case xml.EndElement:
			depth--
		}
	}
	if formula {
		in.count(at, kind, value)
	}
	switch kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if value == "" {
			return "", nil
		}
		if err != nil || n < 0 || n >= len(w.ends) {
			return "", errDamaged
		}
		from := uint32(0)
		if n > 0 {
			from = w.ends[n-1]
		}
		return w.shared[from:w.ends[n]], nil
	case "inlineStr":
		return inline, nil
	case "b":
		return map[string]string{"1": "TRUE", "true": "TRUE", "0": "FALSE", "false": "FALSE"}[strings.TrimSpace(value)],
			nil
	case "e":
		in.broken++
		return "", nil
	case "str", "d":
		return value, nil
	}
	style, _ := strconv.Atoi(attr(e, "s"))
	as := asNumber
	if style >= 0 && style < len(w.shows) {
		as = w.shows[style]
	}
	if as == asSpan && value != "" {
		in.spans++
	}
	return w.number(strings.TrimSpace(value), as)
}

// count records the stored value of a formula. A text value may be empty.
func (t *table) count(column int, kind, value string) {
	f := t.formulas[column]
	if f == nil {
		if t.formulas == nil {
			t.formulas = map[int]*formulas{}
		}
		f = &formulas{}
		t.formulas[column] = f
	}
	switch value = strings.TrimSpace(value); {
	case value == "" && kind != "str" && kind != "e":
		f.nothing++
	case value == "0":
		f.zero++
	default:
		f.other++
	}
}

// chars reads the text of an element to its end.
func (w *book) chars(d *tokens) (string, error) {
	var b strings.Builder
	for depth := 1; depth > 0; {
		t, err := d.next()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			b.Write(t)
		}
		if b.Len() > 4*maxText {
			return "", errTooMuch
		}
	}
	return b.String(), nil
}

// number formats a number in the shortest form that identifies it, because files store 17 digits
// even for numbers that people typed with two. A date becomes a day, with a time if it has one. A
// time of day becomes a time, a duration becomes hours with a precision of one second, and a code
// keeps its zeros.
func (w *book) number(text string, as formatKind) (string, error) {
	if text == "" {
		return "", nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return "", errDamaged
	}
	if as >= asCode {
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if missing := int(as-asCode) - len(s); missing > 0 && strings.Trim(s, "0123456789") == "" {
			s = strings.Repeat("0", missing) + s
		}
		return s, nil
	}
	const lastDay = 2_958_465 // in the year 9999
	switch {
	case as == asSpan && math.Abs(v) <= lastDay:
		hours := math.Round(v*86_400) / 3600
		return strconv.FormatFloat(math.Round(hours*1e6)/1e6, 'f', -1, 64), nil
	case as == asNumber || v < 0 || v > lastDay:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	}
	day, seconds := math.Floor(v), math.Round((v-math.Floor(v))*86_400)
	if seconds == 86_400 {
		day, seconds = day+1, 0
	}
	if day > 0 && day < 60 && w.epoch.Year() == 1899 {
		day++ // the format counts a day in 1900 that did not exist
	}
	at := w.epoch.AddDate(0, 0, int(day)).Add(time.Duration(seconds) * time.Second)
	switch {
	case as == asClock, day == 0 && seconds > 0:
		return at.Format("15:04:05"), nil
	case seconds == 0:
		return at.Format("2006-01-02"), nil
	}
	return at.Format("2006-01-02 15:04:05"), nil
}

// column returns the column number in the reference of a cell, such as 2 for C7, or -1 if it is
// not a reference.
func column(ref string) int {
	n, letters := 0, 0
	for _, c := range []byte(ref) {
		if c |= 0x20; c < 'a' || c > 'z' {
			break
		}
		n, letters = 26*n+int(c-'a')+1, letters+1
	}
	if letters == 0 || letters > 3 {
		return -1
	}
	return n - 1
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
