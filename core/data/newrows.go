package data

import (
	"math"
	"slices"
	"unicode/utf8"
)

// NewRows holds rows of a file that were read as rows of an existing table.
type NewRows struct {
	Values  [][]float64 // rows × features
	Outcome []int       // class; -1 if the file does not contain it
	Lines   []int       // line numbers in the file, from 1
	Rows    int         // number of rows in the file, including those left out

	// Notes lists what was left out or changed. Problems lists why the file cannot be used; if it
	// is not empty, Values is.
	Notes, Problems []string

	Differences []Difference // at most MaxChoices, with what was done about each
	Unused      []string     // columns of the file that the table does not have
	Unseen      []Unseen     // levels that are passed on to the model; Values are rows of the wider schema
}

// ReadRows reads a file of new rows for a schema. Columns are matched by name, in any order; the
// outcome may be missing. A row with a value that is not in the schema is left out and reported,
// unless a choice says which level it counts as. Four parts of the table's plan apply: the
// preparation with its groups of values, the decimal signs of columns, the treatment of missing
// values, which usual fills, and the choices. The error is a sentence that says why the bytes are
// not a table.
func ReadRows(b []byte, s Schema, plan Plan, usual func(j int) float64) (NewRows, error) {
	o, err := open(b, Format{Encoding: likeBefore(b, plan.Format.Encoding), Sheet: plan.Format.Sheet})
	if err != nil {
		return NewRows{}, err
	}
	f := &File{opened: o}
	format := f.guess(Format{Encoding: o.encoding, Sheet: o.sheet, Keep: plan.Format.Keep})
	if f.last.err != nil {
		return NewRows{}, f.last.err
	}
	r := newRowReader(s, plan, usual, format)
	r.out.Notes, _ = f.about(format, f.last)
	r.find(f.tidy.text, f.last, preparationNamed(plan.Recipe))
	problems := r.out.Problems
	lacks := len(problems) > 0
	if lacks && len(r.out.Differences) == 0 {
		return r.out, nil
	}
	r.read(f.tidy.text) // even if a column is missing, to find all differences at once
	if out := &r.out; lacks {
		out.Values, out.Outcome, out.Lines, out.Notes, out.Problems = nil, nil, nil, nil, problems
	}
	return r.out, nil
}

// likeBefore returns the encoding of the table's file, unless the bytes identify another one with
// certainty.
func likeBefore(b []byte, encoding string) string {
	if b, _, err := unpacked(b); err != nil || toldEncoding(b) != "" {
		return ""
	}
	return encoding
}

// rowReader converts rows of a file to rows of a schema.
type rowReader struct {
	schema  Schema
	plan    Plan
	usual   func(j int) float64
	format  Format
	fields  []field // for the features, then for the outcome
	out     NewRows
	dropped problems
	other   problems // unknown values that no Difference describes
	gone    int      // rows with an unknown value
	gaps    int      // rows with a missing value
	gapAt   string   // the first of them
}

// newRowReader returns a reader that treats a value as missing if the plan or the file's own format
// says so.
func newRowReader(s Schema, plan Plan, usual func(j int) float64, format Format) rowReader {
	format.Missing = append(slices.Clone(format.Missing), plan.Format.Missing...)
	if plan.Format.Delimiter == 0 { // the table has no file
		plan.Format = format
	}
	return rowReader{schema: s, plan: plan, usual: usual, format: format}
}

// field is the source of a feature in the file, with counts of what was found.
type field struct {
	Feature
	column int // index in the file, or -1
	source *source
	levels map[string]int
	comma  bool      // the decimal sign
	codes  []float64 // numbers for missing values
	flag   bool      // whether it marks where the column is missing
	fills  bool      // whether missing values become usual
	keeps  bool      // whether a flag marks them
	usual  float64
	fixed  bool // every row gets usual
	unseen []string

	filled, rounded int
}

// find assigns columns of the file to the features.
func (r *rowReader) find(text string, p *profile, prep *preparation) {
	names := p.names
	if first := firstRow(text, r.format); !r.format.Header {
		if all := append(slices.Clone(r.schema.Features), r.schema.Outcome); len(r.columns(first, all, prep)) >= len(
			r.schema.Features) {
			names, r.format.Header = first, true
		} else if prep != nil && len(prep.header) == len(names) {
			names = prep.header
		} else {
			r.out.Problems = append(r.out.Problems,
				"The first row must name the columns, with the names of the table's features.")
			return
		}
	}
	var missing []string
	used := map[int]bool{}
	for _, f := range append(slices.Clone(r.schema.Features), r.schema.Outcome) {
		used[columnOf(names, f.Name, sourceOf(prep, f.Name))] = true
	}
	for j, name := range names {
		if !used[j] {
			r.out.Unused = append(r.out.Unused, name)
		}
	}
	clear(used)
	for j, f := range append(slices.Clone(r.schema.Features), r.schema.Outcome) {
		w := field{Feature: f, column: -1, source: sourceOf(prep, f.Name), levels: map[string]int{},
			comma: r.format.DecimalComma}
		for i, l := range f.Levels {
			w.levels[l] = i
		}
		w.column = columnOf(names, f.Name, w.source)
		if prep == nil && w.column >= 0 && w.column < len(p.columns) {
			w.comma = p.columns[w.column].comma
		}
		switch {
		case prep != nil:
		case j < len(r.schema.Features):
			r.planned(&w, j, names, p)
		default:
			r.banded(&w, names, p)
		}
		if j < len(r.schema.Features) {
			r.choose(&w, j, names, p)
		}
		if w.column >= 0 {
			used[w.column] = true
		} else if j < len(r.schema.Features) && !w.fixed {
			missing = append(missing, f.Name)
		}
		r.fields = append(r.fields, w)
	}
	switch n := len(missing); {
	case n > 0:
		r.out.Problems = append(r.out.Problems,
			"The file has no column "+quoteAll(missing)+", but the table has. Its columns are "+quoteAll(names)+".")
	case len(used) < len(names) && prep == nil:
		var rest []string
		for j, name := range names {
			if !used[j] {
				rest = append(rest, name)
			}
		}
		r.out.Notes = append(r.out.Notes, "Left out, because the table has no such column: "+quoteAll(rest)+".")
	}
}

// planned makes a field read its column as the table's plan says.
func (r *rowReader) planned(w *field, j int, names []string, p *profile) {
	for _, c := range r.plan.Columns {
		switch {
		case c.Use && c.Name == w.Name:
			r.sign(w, c, names, p)
			if c.Kind.Numeric() {
				w.codes = c.Codes
			}
			w.keeps = c.Gaps == FlagGaps
			if w.fills = c.fills() && r.usual != nil; w.fills {
				w.usual = r.usual(j)
			}
			return
		case c.Use && c.Gaps == FlagGaps && c.Kind.Numeric() && FlagName(c.Name) == w.Name && w.Flags() && w.column < 0:
			w.column, w.flag = columnOf(names, c.Name, nil), true
			w.comma, w.codes = c.Sign.comma(r.format), c.Codes
			return
		}
	}
}

// banded makes a field read a numeric outcome as the table's plan says.
func (r *rowReader) banded(w *field, names []string, p *profile) {
	for _, c := range r.plan.Columns {
		if c.Use && c.Name == w.Name && c.Cut != "" {
			w.Cuts, _ = cutsOf(c.Cut) // even for a table written before outcomes kept their numbers
			r.sign(w, c, names, p)
			w.codes = c.Codes
		}
	}
}

// sign makes a field use the decimal sign of the table's plan, unless the file shows another one:
// in this column or, if this column shows none, in others. It adds a note on how ambiguous numbers
// are read.
func (r *rowReader) sign(w *field, plan ColumnPlan, names []string, p *profile) {
	if w.column < 0 || w.column >= len(p.columns) || !w.Kind.Numeric() && w.Cuts == nil {
		return
	}
	c := &p.columns[w.column]
	if w.comma = plan.Sign.comma(r.plan.Format); c.signed && c.swapped > 0 {
		return
	}
	name, unlike := "Column "+quote(w.Name)+": ", ", unlike in the table"
	if c.signed && c.comma != w.comma {
		w.comma = c.comma
		r.out.Notes = append(r.out.Notes, name+"its numbers have a decimal "+c.signName()+unlike+", and are read so.")
		return
	}
	if c.signed || c.unclear == 0 || c.comma == w.comma && p.unclear(c) == "" {
		return
	}
	why := "as the table's numbers are written"
	if r.unlike(names, p) {
		w.comma = !w.comma
		why = "since other columns of the file have another decimal sign than in the table"
	}
	n, _ := readNumber(c.unclearS, w.comma)
	r.out.Notes = append(r.out.Notes, name+quote(c.unclearS)+" is read as "+number64(n.v)+", "+why+".")
}

// unlike reports whether some columns of the file use another decimal sign than the table's plan,
// and none uses the same.
func (r *rowReader) unlike(names []string, p *profile) bool {
	same, other := false, false
	for _, plan := range r.plan.Columns {
		j := columnOf(names, plan.Name, nil)
		if j < 0 || j >= len(p.columns) || !plan.Use || !p.columns[j].signed {
			continue
		}
		as := p.columns[j].comma == plan.Sign.comma(r.plan.Format)
		same, other = same || as, other || !as
	}
	return other && !same
}

// columns returns the names in a row that match columns of the schema.
func (r *rowReader) columns(names []string, features []Feature, prep *preparation) (found []int) {
	for _, f := range features {
		if j := columnOf(names, f.Name, sourceOf(prep, f.Name)); j >= 0 {
			found = append(found, j)
		}
	}
	return found
}

func firstRow(text string, f Format) []string {
	in := newRecords(text, f.Delimiter)
	in.next()
	return slices.Clone(in.fields)
}

func sourceOf(prep *preparation, name string) *source {
	if prep == nil {
		return nil
	}
	for i := range prep.sources {
		if prep.sources[i].plan.Name == name {
			return &prep.sources[i]
		}
	}
	return nil
}

// columnOf finds a column by its name, either exactly or in the form of plainName.
func columnOf(names []string, name string, from *source) int {
	if j := slices.IndexFunc(names, func(n string) bool { return n == name || Unguard(n) == name }); j >= 0 {
		return j
	}
	return slices.IndexFunc(names, func(n string) bool {
		n = plainName(n)
		return n == plainName(name) || from != nil && oneOf(n, from.names)
	})
}

func (r *rowReader) read(text string) {
	in := newRecords(text, r.format.Delimiter)
	if r.format.Header {
		in.next()
	}
	for n := 1; in.next(); n++ {
		r.out.Rows++
		r.row(in.fields, place{n, in.line})
	}
	out := &r.out
	if r.gaps > 0 {
		out.Notes = append(out.Notes, plural(r.gaps, "row is", "rows are")+" left out because a value is "+
			"missing, first "+r.gapAt+".")
	}
	if r.gone > 0 {
		note := plural(r.gone, "row is", "rows are") + " left out because of a value that the table does not have"
		if len(r.other.list) == 0 {
			note += "."
		} else {
			note += ":"
		}
		out.Notes = append(append(out.Notes, note), r.other.sentences()...)
	}
	for _, f := range r.fields {
		if f.filled > 0 && f.keeps {
			out.Notes = append(out.Notes, "Column "+quote(f.Name)+": "+plural(f.filled, "missing value is kept.",
				"missing values are kept."))
		} else if f.filled > 0 {
			out.Notes = append(out.Notes, "Column "+quote(f.Name)+": "+plural(f.filled, "missing value becomes",
				"missing values become")+" "+
				quote(f.Format(f.usual))+", as in the table.")
		}
		if f.rounded > 0 {
			out.Notes = append(out.Notes, "Column "+quote(f.Name)+": "+plural(f.rounded,
				"value is", "values are")+" rounded to "+
				plural(f.Decimals, "decimal.", "decimals."))
		}
	}
	if out.Unseen = r.unseen(); len(out.Values) == 0 {
		out.Problems = append([]string{"No row of the file can be used."}, r.dropped.sentences()...)
	}
}

// row reads one row. It keeps the row if all of its values occur in the table's schema.
func (r *rowReader) row(fields []string, at place) {
	values, gap, known := make([]float64, len(r.schema.Features)), false, true
	class := -1
	for j := range r.fields {
		f := &r.fields[j]
		if f.fixed {
			values[j] = f.usual
			continue
		}
		lacks := f.column < 0 || f.column >= len(fields)
		v, missing, ok := 0.0, lacks, !lacks
		if !lacks {
			v, missing, ok = r.value(f, fields[f.column])
		}
		if missing && j < len(values) && r.gapAt == "" {
			r.gapAt = "that of column " + quote(f.Name) + " in " + at.String()
		}
		switch {
		case j == len(values):
			if ok && !missing {
				class = int(v)
			}
		case missing:
			gap = true
		case !ok && !f.Kind.Numeric() && f.Cuts == nil:
			if values[j], ok = r.counted(j, fields[f.column], at); ok {
				break
			}
			known = false
			r.dropped.add("%s", f.unknown(fields[f.column], at))
		case !ok:
			known = false
			r.dropped.add("%s", f.unknown(fields[f.column], at))
			r.other.add("%s", f.unknown(fields[f.column], at))
		default:
			values[j] = v
		}
	}
	for j, v := range values {
		if f := &r.fields[j]; known && !gap && !f.fixed && f.Max > f.Min && (v < f.Min || v > f.Max) {
			values[j], known = r.beyond(f, v, at)
		}
	}
	switch {
	case !known:
		r.gone++
	case gap:
		r.gaps++
	default:
		for j, v := range values {
			if f := &r.fields[j]; f.Kind.Numeric() {
				if w := f.Round(v); w != v {
					values[j] = w
					f.rounded++
				}
			}
		}
		r.out.Values, r.out.Outcome = append(r.out.Values, values), append(r.out.Outcome, class)
		r.out.Lines = append(r.out.Lines, at.line)
	}
}

// choose applies the choice about a feature without a column.
func (r *rowReader) choose(w *field, j int, names []string, p *profile) {
	if w.column >= 0 {
		return
	}
	for _, of := range r.plan.Columns { // w is the flag of this number and is set with it
		if of.Use && of.Gaps == FlagGaps && of.Kind.Numeric() && FlagName(of.Name) == w.Name && w.Flags() {
			switch c := r.chosen(Choice{By: NoColumn, Column: of.Name}); c.Do {
			case TakeAs:
				w.column, w.flag, w.codes = slices.Index(names, c.As), true, of.Codes
			case FillWith:
				w.fixed = true // its first level: not missing
			}
			return
		}
	}
	c := r.chosen(Choice{By: NoColumn, Column: w.Name})
	d := Difference{Choice: Choice{By: NoColumn, Column: w.Name}, Guess: likest(w.Name, r.out.Unused)}
	if r.usual != nil {
		d.Usual = w.Format(r.usual(j))
	}
	switch at := slices.Index(names, c.As); {
	case c.Do == TakeAs && at >= 0 && slices.Contains(r.out.Unused, c.As):
		w.column, d.Choice = at, c
		if at < len(p.columns) {
			w.comma = p.columns[at].comma
		}
	case c.Do == FillWith:
		if v, ok := w.parse(c.As); ok {
			w.usual, w.fixed, d.Choice = v, true, c
		}
	}
	if len(r.out.Differences) < MaxChoices {
		r.out.Differences = append(r.out.Differences, d)
	}
}

// parse returns the value of a text: a number with a decimal point, or a level.
func (f *field) parse(s string) (float64, bool) {
	if l, known := f.levels[s]; known || !f.Kind.Numeric() {
		return float64(l), known
	}
	n, ok := readNumber(s, false)
	return n.v, ok && f.Holds(n.v)
}

// counted returns the level that an unknown one counts as by the choices.
func (r *rowReader) counted(j int, s string, at place) (v float64, ok bool) {
	f := &r.fields[j]
	c := r.chosen(Choice{By: UnknownLevel, Column: f.Name, Value: s})
	l, known := f.levels[c.As]
	if ok = c.Do == TakeAs && known; !ok {
		c.Do, c.As = Default, ""
	}
	if len(s) > maxChoice {
		return 0, false
	}
	passes := r.plan.Passes != nil && f.source == nil && utf8.RuneCountInString(s) <= MaxName && r.plan.Passes(j,
		Unguard(s))
	if all := r.chosen(Choice{By: UnknownLevel, Column: f.Name}); !ok && passes && all.Do == PassOn {
		if l = f.newcomer(Unguard(s)); l >= 0 {
			r.differs(all, at.row)
			return float64(l), true
		}
	}
	d := r.differs(c, at.row)
	if d.Rows == 1 {
		d.Guess, d.Passes = likest(s, f.Levels), passes
	}
	return float64(max(l, 0)), ok
}

// beyond applies the choice about a number outside the range.
func (r *rowReader) beyond(f *field, v float64, at place) (is float64, ok bool) {
	c := r.chosen(Choice{By: OutOfRange, Column: f.Name})
	d := r.differs(c, at.row)
	if d.Rows == 1 {
		d.Low, d.High, d.Min, d.Max = v, v, f.Min, f.Max
	}
	d.Low, d.High = min(d.Low, v), max(d.High, v)
	switch c.Do {
	case Clamp:
		return min(max(v, f.Min), f.Max), true
	case LeaveOut:
		r.dropped.add("%s", "Column "+quote(f.Name)+", "+at.String()+": "+f.Format(v)+" is outside the range "+
			f.Format(f.Min)+" to "+f.Format(f.Max)+". Correct it, or choose to accept such numbers.")
		return v, false
	}
	return v, true
}

// value interprets a field of the file.
func (r *rowReader) value(f *field, s string) (v float64, missing, ok bool) {
	if f.source != nil {
		s = f.source.group(s, r.format)
	}
	n, code := f.code(s)
	gap := code || oneOf(s, r.format.Missing)
	switch {
	case f.flag:
		l, known := f.levels[flagLevel(gap, code, n, f.Kind)]
		return float64(l), false, known
	case gap && f.fills:
		f.filled++
		return f.usual, false, true
	}
	if !f.Kind.Numeric() {
		for _, text := range []string{Unguard(s), s} { // without the apostrophe of AppendRecord, or unchanged
			if l, known := f.levels[text]; known {
				return float64(l), false, true
			}
		}
		l, own := f.levels[MissingLevel]
		if gap {
			return float64(l), !own, true
		}
		if f.Cuts != nil {
			n, number := readNumber(s, f.comma)
			return float64(f.Band(n.v)), false, number
		}
		return 0, false, false
	}
	if gap {
		return 0, true, true
	}
	x, ok := readNumber(s, f.comma)
	return x.v, false, ok && f.Holds(x.v)
}

// code returns the number in a field, and whether it stands for a missing value.
func (f *field) code(s string) (v float64, is bool) {
	if f.codes == nil {
		return 0, false
	}
	n, ok := readNumber(s, f.comma)
	return n.v, ok && slices.Contains(f.codes, n.v)
}

// unknown says in a sentence what is wrong with a field.
func (f *field) unknown(s string, at place) string {
	switch {
	case !f.Kind.Numeric():
		return "Column " + quote(f.Name) + ", " + at.String() + ": " + quote(s) + " is not one of the levels " +
			quoteAll(f.Levels) + ". Correct it, or say which level it counts as."
	case f.tooLarge(s):
		return "Column " + quote(f.Name) + ", " + at.String() + ": " + quote(s) +
			" is too large for a table; at most 10^15 is possible."
	case f.Kind == Integer:
		return "Column " + quote(f.Name) + ", " + at.String() + ": " + quote(s) + " is not a whole number."
	}
	return "Column " + quote(f.Name) + ", " + at.String() + ": " + quote(s) + " is not a number."
}

// tooLarge reports whether a field is a number too large for a table.
func (f *field) tooLarge(s string) bool {
	n, ok := readNumber(s, f.comma)
	return !ok && math.Abs(n.v) > maxNumber
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
