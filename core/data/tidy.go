package data

import (
	"slices"
	"strings"
)

// Keep lists the lines that are rows although they do not look like rows.
type Keep uint8

// The lines that are left out by default: comments, repetitions of the column names, and sums and
// sources at the end.
const (
	KeepComments Keep = 1 << iota
	KeepRepeats
	KeepTotals
)

// Below is the role of the row below the first one, if the first one names the columns.
type Below uint8

// The row below the first holds values, units or names. A row of units is not a row of the table.
// If it holds names, the first row contains groups of columns, and is left out or prepended to
// the names.
const (
	BelowValues Below = iota
	BelowUnits
	BelowNames
	BelowBoth
)

// tidy is a text in which lines that are not rows are blanked, so that all others keep their
// positions, with counts of such lines.
type tidy struct {
	text  string
	delim rune
	notes []string

	sure                      bool // it is certain whether the first row names the columns
	comments, repeats, totals lines
	top, below                []string // the first row, and the one below that may not be a row
	others                    int      // other rows beside that one without values
	guessed                   Below
}

// lines counts lines that are not rows.
type lines struct {
	n     int
	first string
	at    int
}

func (l *lines) add(text string, at int) {
	if l.n++; l.n == 1 {
		l.first, l.at = strings.TrimSpace(text), at
	}
}

// mostTitles is the number of rows examined above a table and after it.
const mostTitles = 20

// tidyTop leaves out what can be recognised without knowing the header: a line that declares the
// delimiter, drawn lines, comments and titles.
func tidyTop(text string, f Format) *tidy {
	t := &tidy{text: text}
	t.declaration()
	comments, rules := oddLines(t.text)
	if rules != nil {
		t.text = blanked(t.text, rules)
		t.notes = append(t.notes, plural(len(rules), "line drawn between rows is",
			"lines drawn between rows are")+" left out.")
	}
	bare := t.text
	if comments != nil {
		if bare = blanked(t.text, comments); strings.TrimSpace(bare) == "" {
			bare = t.text // all rows start with a comment sign
		}
	}
	delim := f.Delimiter
	if delim == 0 && t.delim != 0 {
		if w, _ := commonWidth(bare, t.delim); w > 1 {
			delim = t.delim
		}
	}
	if delim == 0 {
		delim, _ = sniffDelimiter(bare)
	}
	t.delim = delim
	if comments != nil {
		t.comment(delim, f.Keep)
	}
	t.titles(delim)
	return t
}

// declaration leaves out a first line such as sep=; which declares the delimiter to spreadsheets,
// and the first line of a known file.
func (t *tidy) declaration() {
	end := lineEnd(t.text, 0)
	line := strings.TrimRight(t.text[:end], "\r\n")
	if strings.HasPrefix(line, crossValidator) {
		t.text = blanked(t.text, []piece{{0, end}})
		t.notes = append(t.notes, "The first line, "+quote(crossValidator)+", is not a row and is left out.")
		return
	}
	if said := strings.Trim(line, `"`); len(said) > 4 && strings.EqualFold(said[:4], "sep=") &&
		CanDelimit([]rune(said[4:])[0]) && len([]rune(said)) == 5 {
		t.delim = []rune(said[4:])[0]
		t.text = blanked(t.text, []piece{{0, end}})
		t.notes = append(t.notes,
			"The first line, "+quote(line)+", only says what separates fields, so it is not a row.")
	}
}

// piece is a part of a text.
type piece struct{ from, to int }

// blanked replaces parts of a text by spaces, except line ends.
func blanked(text string, parts []piece) string {
	b := []byte(text)
	for _, p := range parts {
		for i := p.from; i < p.to; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

var commentSigns = []string{"#", "%", "//", "--", `"#`}

// oddLines returns all lines that start with a comment sign, and lines drawn between rows. The
// latter are +-----+, |---|---| or ---- =====, and ----- if rows start with a bar.
func oddLines(text string) (comments, rules []piece) {
	var frames []piece
	framed := false
	end := byte('\n')
	if strings.IndexByte(text[:min(len(text), 1<<16)], end) < 0 {
		end = '\r'
	}
	for from := 0; from < len(text); {
		to := len(text)
		if n := strings.IndexByte(text[from:], end); n >= 0 {
			to = from + n + 1
		}
		i := from
		for i < to && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i < to {
			switch text[i] {
			case '#', '%', '/', '"', '+', '|', '-', '=':
				line := text[i:to]
				if hasAny(line, commentSigns...) && strings.Trim(line, "- \t\r\n") != "" {
					comments = append(comments, piece{from, to})
				}
				switch drawn := strings.Trim(line, "-=+|: \t\r\n") == "" &&
					(strings.Contains(line, "---") || strings.Contains(line, "===")); {
				case drawn && (strings.ContainsAny(line, "+|") ||
					(strings.Contains(line, "----") || strings.Contains(line, "====")) &&
						len(strings.Fields(line)) > 1):
					rules = append(rules, piece{from, to})
				case drawn:
					frames = append(frames, piece{from, to})
				}
				framed = framed || text[i] == '|'
			}
		}
		from = to
	}
	if framed {
		rules = append(rules, frames...)
	}
	return comments, rules
}

// comment leaves out comments: lines with a comment sign that have another number of fields than
// the rows, or text where the rows have numbers. A value such as #1 is not a comment. Names after
// a comment sign are the header if no other row is.
func (t *tidy) comment(delim rune, keep Keep) {
	c := commentReader{text: t.text, delim: delim, seen: newColumns()}
	c.read()
	var found []piece
	top := true // only comments so far
	last := -1
	for i, p := range c.found {
		top = top && p.from < c.first
		if c.isRow(t.text[p.from:p.to], top) {
			continue
		}
		if top && c.width(strings.Replace(t.text[p.from:p.to], "# ", "  ", 1)) == c.common {
			last = i
		}
		t.comments.add(t.text[p.from:p.to], c.at[i])
		found = append(found, p)
	}
	if keep&KeepComments != 0 || len(found) == 0 {
		return
	}
	if last >= 0 {
		p, rest := c.found[last], blanked(t.text, found)
		if is, _ := sniffHeader(rest, delim, false); !is {
			found = slices.DeleteFunc(found, func(q piece) bool { return q == p })
			t.comments.n--
			if sign := p.from + strings.IndexByte(t.text[p.from:p.to], '#'); sign >= p.from &&
				strings.HasPrefix(t.text[sign+1:], " ") {
				found = append(found, piece{sign, sign + 1})
			}
		}
	}
	t.text = blanked(t.text, found)
}

// commentReader distinguishes comments from rows.
type commentReader struct {
	text   string
	delim  rune
	found  []piece // lines that start with a comment sign
	at     []int   // their line numbers
	first  int     // where the first other row starts
	common int     // most frequent number of fields in other rows
	seen   *columnsSeen
}

func (c *commentReader) read() {
	r := newRecords(c.text, c.delim)
	widths := map[int]int{}
	c.first = len(c.text)
	for r.pos < len(c.text) {
		end := lineEnd(c.text, r.pos)
		switch line := strings.TrimLeft(c.text[r.pos:end], " \t"); {
		case strings.TrimSpace(line) == "":
		case hasAny(line, commentSigns...):
			c.found, c.at = append(c.found, piece{r.pos, end}), append(c.at, r.at)
		default:
			if !r.next() {
				return
			}
			if widths[r.width]++; widths[r.width] > widths[c.common] {
				c.common = r.width
			}
			if c.first = min(c.first, r.begin); c.seen.rows < sniffRows {
				c.seen.add(r.fields)
			}
			continue
		}
		r.pos = end
		r.at++
	}
}

func (c *commentReader) width(line string) int {
	r := newRecords(line, c.delim)
	r.next()
	return r.width
}

// isRow reports whether a line fits the other rows. top means that it is above all of them.
func (c *commentReader) isRow(line string, top bool) bool {
	r := newRecords(line, c.delim)
	if !r.next() || r.width != c.common || c.common < 2 {
		return c.seen.rows == 0
	}
	if r.fields[0] == "#" || top && !c.seen.anyNumbers() {
		return false
	}
	return c.seen.fits(r.fields)
}

// titles leaves out lines above a table that do not belong to it: rows with a single text, above
// a table of several columns. R omits the name of the first column if it names the rows; in that
// case, titles inserts an empty name. It does the same if all rows end with a delimiter, and
// removes a delimiter that only the header ends with.
func (t *tidy) titles(delim rune) {
	text := t.text
	width, _ := commonWidth(text, delim)
	if width < 2 {
		return
	}
	r := newRecords(text, delim)
	first, titles := "", 0
	for n := 0; n < mostTitles && r.next(); n++ {
		switch title, is := titleOf(r, width); {
		case is:
			if titles++; titles == 1 {
				first = title
			}
			continue
		case titles == 0 && n == 0 && width > 2 && r.width == width-1 && namesAll(r) && endsEmpty(text, delim):
			end := r.begin + len(strings.TrimRight(text[r.begin:r.pos], "\r\n"))
			t.text = text[:end] + string(delim) + text[end:]
			return
		case titles == 0 && n == 0 && width > 1 && r.width == width+1 && delim != ' ' && width < maxColumns &&
			r.fields[width] == "":
			if end := r.begin + strings.LastIndex(text[r.begin:r.pos],
				string(delim)); strings.TrimSpace(text[end+len(string(delim)):r.pos]) == "" {
				t.text = blanked(text, []piece{{end, r.pos}})
			}
			return
		case titles == 0 && n == 0 && width > 2 && r.width == width-1 && namesAll(r) && rowsNamed(text, delim):
			t.text = strings.Repeat("\n", r.line-1) + `""` + string(delim) + text[r.begin:]
			return
		case titles > 0 && blank(r):
			continue
		case titles == 0 || r.width != width || !namesAll(r) && !namesBelow(text[r.begin:], delim):
			return
		}
		what := quote(shorten(first, maxCell)) + " is above the table and is left out."
		if titles > 1 {
			what = grouped(titles) + " rows above the table, the first of them " + quote(shorten(first, maxCell)) +
				", are left out."
		}
		t.text, t.notes = blanked(text, []piece{{0, r.begin}}), append(t.notes, what)
		return
	}
}

func namesBelow(text string, delim rune) bool {
	is, _ := sniffHeader(text, delim, false)
	return is
}

// titleOf returns the text of a row that contains nothing else: in the first of as many fields as
// the table has, or in a row with fewer fields than a header.
func titleOf(r *records, width int) (title string, is bool) {
	switch {
	case blank(r) || r.delim == ' ' && r.width > 1: // sentences
		return "", false
	case r.width == width:
		_, number := readNumber(r.fields[0], false)
		return r.fields[0], width > 2 && !number && r.fields[0] != "" && strings.Join(r.fields[1:], "") == ""
	}
	return strings.TrimSpace(r.text[r.begin:r.pos]), r.width < width-1 || r.width == 1 || r.width < width &&
		strings.HasSuffix(r.fields[0], ":")
}

// blank reports whether a row contains no text.
func blank(r *records) bool { return strings.Join(r.fields, "") == "" }

// endsEmpty reports whether the last fields below the header are all empty.
func endsEmpty(text string, delim rune) bool {
	r := newRecords(text, delim)
	r.next()
	rows := false
	for r.next() {
		if rows = true; r.width > maxColumns || r.fields[r.width-1] != "" {
			return false
		}
	}
	return rows
}

// rowsNamed reports whether the first fields below the header are all different.
func rowsNamed(text string, delim rune) bool {
	r, seen := newRecords(text, delim), map[string]bool{}
	r.next()
	for n := 0; n < sniffRows && r.next(); n++ {
		if seen[r.fields[0]] {
			return false
		}
		seen[r.fields[0]] = true
	}
	return len(seen) >= MinRows
}

// namesAll reports whether every field of a row is a text, as in a header.
func namesAll(r *records) bool {
	for _, s := range r.fields {
		if _, number := readNumber(s, false); number || missingToken(s) {
			return false
		}
	}
	return true
}

// under leaves out what can be recognised from the column names: units below them, names above
// them, repetitions of the names, and what follows the last row.
func (t *tidy) under(f Format) {
	is, sure := sniffHeader(t.text, f.Delimiter, f.DecimalComma)
	t.sure = sure && is == f.Header
	if f.Header {
		t.secondRow(f)
		t.repeated(f)
	}
	t.footers(f)
}

// mostUnits is the largest number of rows below the names that are not rows of the table: labels,
// units and types.
const mostUnits = 3

// secondRow determines the role of the row below the first, and treats it as the format
// specifies.
func (t *tidy) secondRow(f Format) {
	r := newRecords(t.text, f.Delimiter)
	if !r.next() {
		return
	}
	first, top := slices.Clone(r.fields), piece{r.begin, r.pos}
	var rows [][]string
	var parts []piece
	for len(rows) < mostUnits && r.next() {
		rows, parts = append(rows, slices.Clone(r.fields)), append(parts, piece{r.begin, r.pos})
	}
	if len(rows) < 2 {
		return
	}
	seen := newColumns()
	for seen.rows < sniffRows && r.next() {
		seen.add(r.fields)
	}
	if seen.rows == 0 { // there are only a few new rows
		for _, row := range rows[1:] {
			seen.add(row)
		}
		rows = rows[:1]
	}
	n := 0
	for n < len(rows) && len(rows[n]) == len(first) && seen.isNoRow(rows[n]) {
		n++
	}
	if n == 0 {
		return
	}
	k, guessed := belowOf(first, rows[:n])
	t.top, t.below, t.guessed, t.others = first, rows[k], guessed, n-1
	rest := piece{parts[k].to, parts[n-1].to}
	switch f.Below {
	case BelowUnits:
		t.text = blanked(t.text, []piece{{parts[0].from, rest.to}})
	case BelowNames:
		t.text = blanked(t.text, []piece{{top.from, parts[k].from}, rest})
	case BelowBoth:
		var b []byte
		for j, s := range joined(first, rows[k]) {
			if j > 0 {
				b = append(b, string(f.Delimiter)...)
			}
			b = append(b, `"`+strings.ReplaceAll(s, `"`, `""`)+`"`...)
		}
		above := lineEnds(t.text[:rest.from]) - 1
		t.text = strings.Repeat("\n", max(above, 0)) + string(b) + "\n" + blanked(t.text[rest.from:],
			[]piece{{0, rest.to - rest.from}})
	}
}

// belowOf guesses what rows of texts below the first one are. They are names if the first row has
// gaps or repeated names, as above groups of columns, and units otherwise. row is the index of
// the row with the names.
func belowOf(first []string, rows [][]string) (row int, is Below) {
	gaps, seen := false, map[string]bool{}
	for j, s := range rows[0] {
		gaps = gaps || s != "" && first[j] == "" || first[j] != "" && seen[first[j]]
		seen[first[j]] = true
	}
	if !gaps && !slices.ContainsFunc(first, readsAsNumber) {
		return 0, BelowUnits
	}
	full := slices.IndexFunc(rows, func(names []string) bool { // except an index, which has no name
		differ, n := map[string]bool{}, 0
		for j, s := range names {
			if s != "" || first[j] != "" {
				differ[s] = true
				n++
			}
		}
		return !differ[""] && len(differ) == n
	})
	switch {
	case full >= 0:
		return full, BelowNames
	case !gaps:
		return 0, BelowUnits
	}
	return 0, BelowBoth
}

// joined combines the names of two rows. A gap in the upper row continues the name to its left.
func joined(first, second []string) []string {
	names, group := make([]string, len(second)), ""
	for j, s := range second {
		if first[j] != "" {
			group = first[j]
		}
		switch {
		case s == "":
			names[j] = first[j]
		case group == "" || group == s:
			names[j] = s
		default:
			names[j] = group + " " + s
		}
	}
	return names
}

// repeated leaves out rows that repeat the column names.
func (t *tidy) repeated(f Format) {
	r := newRecords(t.text, f.Delimiter)
	if !r.next() {
		return
	}
	names, long := slices.Clone(r.fields), ""
	for _, name := range names {
		if len(name) > len(long) {
			long = name
		}
	}
	if long == "" || !strings.Contains(t.text[r.pos:], long) {
		return
	}
	var found []piece
	for r.next() {
		if slices.Equal(r.fields, names) {
			t.repeats.add(t.text[r.begin:r.pos], r.line)
			found = append(found, piece{r.begin, r.pos})
		}
	}
	if f.Keep&KeepRepeats == 0 && found != nil {
		t.text = blanked(t.text, found)
	}
}

// Words that start rows with sums, and lines that name the source of a table.
var (
	totalWords = []string{"total", "totals", "grand total", "subtotal", "sub-total", "sum", "summe", "gesamt",
		"gesamtsumme", "insgesamt", "average", "mean", "somme", "totale", "suma", "итого", "всего", "合計", "总计", "合计"}
	sourceWords = []string{"source", "note", "notes", "quelle", "anmerkung", "fuente", "©", "(c)", "(", "*", "end of",
		"generated", "exported", "stand:", "footnote", "data as of"}
)

// footers leaves out what follows the last row: sums, sources and notes.
func (t *tidy) footers(f Format) {
	width, _ := commonWidth(t.text, f.Delimiter)
	begin := tailOf(t.text)
	if width < 2 || strings.Count(t.text[:begin], `"`)%2 == 1 {
		return
	}
	type row struct {
		piece
		fields []string
		at     int
	}
	var tail []row
	r := newRecords(t.text[begin:], f.Delimiter)
	for r.next() {
		tail = append(tail, row{piece{begin + r.begin, begin + r.pos}, slices.Clone(r.fields), r.line})
	}
	if r.err != nil {
		return
	}
	seen := newColumns()
	body := newRecords(t.text, f.Delimiter)
	if f.Header {
		body.next()
	}
	for seen.rows < sniffRows && body.next() && body.begin < len(t.text) {
		if body.width == width {
			seen.add(body.fields)
		}
	}
	var found []piece
	above := lineEnds(t.text[:begin])
	for i := len(tail) - 1; i > 0 && len(found) < mostTitles; i-- {
		fields := tail[i].fields
		if strings.Join(fields, "") == "" {
			continue
		}
		if !seen.isFooter(fields, width) {
			break
		}
		found = append(found, tail[i].piece)
		t.totals.first, t.totals.at = strings.TrimSpace(t.text[tail[i].from:tail[i].to]), above+tail[i].at
	}
	t.totals.n = len(found)
	if f.Keep&KeepTotals == 0 && found != nil {
		t.text = blanked(t.text, found)
	}
}

// tailOf returns where the last lines of a text start.
func tailOf(text string) int {
	begin := len(text)
	for range mostTitles + 5 {
		n := strings.LastIndexAny(text[:max(begin-1, 0)], "\n\r")
		if begin = n + 1; n < 0 {
			return 0
		}
	}
	return begin
}

// columnsSeen records which columns hold numbers, and the texts of the others.
type columnsSeen struct {
	rows int
	all  []columnSeen
}

type columnSeen struct {
	numbers, texts int
	values         map[string]int
}

func newColumns() *columnsSeen { return &columnsSeen{} }

func (c *columnsSeen) add(fields []string) {
	c.rows++
	for len(c.all) < len(fields) {
		c.all = append(c.all, columnSeen{values: map[string]int{}})
	}
	for j, s := range fields {
		if mayBeMissing(s) {
			continue
		}
		c.all[j].values[s]++
		if readsAsNumber(s) {
			c.all[j].numbers++
		} else {
			c.all[j].texts++
		}
	}
}

// readsAsNumber reports whether a field is a number with any decimal sign and mark.
func readsAsNumber(s string) bool {
	_, ok := readNumber(s, false)
	if !ok {
		_, ok = readNumber(s, true)
	}
	return ok
}

// mayBeMissing reports whether a field may mean that the value is missing.
func mayBeMissing(s string) bool {
	is, _ := noValue(s)
	return is || missingToken(s)
}

// numeric reports whether a column holds numbers and very few texts.
func (c *columnsSeen) numeric(j int) bool {
	return j < len(c.all) && c.all[j].numbers > 0 && c.all[j].numbers >= 9*c.all[j].texts
}

func (c *columnsSeen) anyNumbers() bool {
	for j := range c.all {
		if c.numeric(j) {
			return true
		}
	}
	return false
}

// fits reports whether a row has no text in a column of numbers.
func (c *columnsSeen) fits(fields []string) bool {
	for j, s := range fields {
		if c.numeric(j) && !mayBeMissing(s) && !readsAsNumber(s) {
			return false
		}
	}
	return true
}

// isNoRow reports whether a row below the names is not a row of the table: it has a text in a
// column of numbers, no number, and no text that occurs again.
func (c *columnsSeen) isNoRow(fields []string) bool {
	texts := 0
	for j, s := range fields {
		switch {
		case mayBeMissing(s):
		case readsAsNumber(s) || j >= len(c.all):
			return false
		case c.numeric(j) && c.all[j].texts == 0:
			texts++
		case c.all[j].values[s] > 0:
			return false
		}
	}
	return texts > 0
}

// countsRows reports whether words state the number of rows of a query, as in 60 rows selected.
func countsRows(words []string) bool {
	return len(words) > 1 && readsAsNumber(words[0]) && hasAny(strings.ToLower(words[1]), "row", "rows)") &&
		len(words) < 7 && strings.Trim(words[1], "rowsROWS)") == ""
}

// isFooter reports whether a row at the end is a footer.
func (c *columnsSeen) isFooter(fields []string, width int) bool {
	if words := strings.TrimLeft(strings.Join(fields, " "), "("); (len(fields) < width || !c.fits(fields)) &&
		countsRows(strings.Fields(words)) {
		return true
	}
	first, full := "", 0
	for _, s := range fields {
		if s != "" {
			if full++; full == 1 {
				first = s
			}
		}
	}
	if readsAsNumber(first) || len(fields) > width {
		return false
	}
	low := strings.ToLower(first)
	again := len(c.all) > 0 && c.all[0].values[first] > 1
	exact := slices.ContainsFunc(totalWords, func(w string) bool { return low == w || low == w+":" })
	total := exact || slices.ContainsFunc(totalWords, func(w string) bool {
		return strings.HasPrefix(low, w+" ") || strings.HasSuffix(low, " "+w)
	})
	switch {
	case len(fields) == width:
		return !again && (exact || total && (full < width || !c.fits(fields)) || full == 1 && width > 2 &&
			fields[0] != "" && !mayBeMissing(first))
	case total || hasAny(low, sourceWords...):
		return true
	case len(fields) == 1:
		return width > 2 || !c.fits(fields)
	}
	return len(fields) < width-1 && !c.fits(fields)
}
