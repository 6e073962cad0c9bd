package label

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
)

// Limits of a file of labels.
const (
	MaxLabels = 10_000
	MaxImages = 2_000 // labels of images
	MaxName   = 80    // bytes in a person's name
)

// The columns besides those of the two rows.
const (
	ofFactual, ofCounterfactual = "factual.", "counterfactual."

	colRow, colTarget, colVerdict, colReason, colBy, colSource = "row", "target", "verdict", "reason", "by", "source"
)

// CSV writes labels with a column for every feature of the factual and of the counterfactual.
// ReadCSV reads the same labels. No field can be mistaken for a formula by a spreadsheet.
func CSV(s data.Schema, labels []Label) []byte {
	line := []string{colRow}
	for _, of := range []string{ofFactual, ofCounterfactual} {
		for _, f := range s.Features {
			line = append(line, of+f.Name)
		}
	}
	out := data.AppendRecord(nil, append(line, colTarget, colVerdict, colReason, colBy, colSource)...)
	for _, l := range labels {
		line = append(line[:0], "")
		if l.Row >= 0 {
			line[0] = strconv.Itoa(l.Row + 1)
		}
		for _, row := range [][]float64{l.Factual, l.Counterfactual} {
			for j, f := range s.Features {
				line = append(line, text(f, row[j]))
			}
		}
		var reason []string
		for _, j := range l.Reason {
			reason = append(reason, s.Features[j].Name)
		}
		line = append(line, s.Outcome.Levels[l.Target], l.Verdict.String(), names(reason), l.By, l.Source.String())
		out = data.AppendRecord(out, line...)
	}
	return out
}

// text writes a value exactly.
func text(f data.Feature, v float64) string {
	if f.Kind.Numeric() {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return f.Format(v)
}

// names joins names reversibly, with a semicolon between them and a backslash before a semicolon
// or backslash within them.
func names(list []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`)
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = escape.Replace(n)
	}
	return strings.Join(out, "; ")
}

// split is the inverse of names.
func split(s string) []string {
	var list []string
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == ';':
			list = append(list, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	if last := strings.TrimSpace(b.String()); last != "" || len(list) > 0 {
		list = append(list, last)
	}
	return list
}

// IsCSV reports whether the first line of a file contains column names that occur only in files
// of labels, for any schema.
func IsCSV(b []byte) bool {
	const most = 1 << 20
	if i := bytes.IndexByte(b[:min(len(b), most)], '\n'); i >= 0 {
		b = b[:i]
	}
	lines, err := data.ReadLines(b[:min(len(b), most)], 1, 2*data.MaxFeatures+64)
	if err != nil || len(lines) == 0 {
		return false
	}
	has := func(is func(name string) bool) bool { return slices.ContainsFunc(lines[0].Fields, is) }
	return has(func(n string) bool { return n == colVerdict }) && has(func(n string) bool { return n == colTarget }) &&
		has(func(n string) bool { return strings.HasPrefix(n, ofFactual) }) && has(func(n string) bool {
		return strings.HasPrefix(n, ofCounterfactual)
	})
}

// ReadCSV reads a file of labels for rows of a schema. Columns may be in any order. row, reason,
// by and source may be missing. Labels without a name belong to the given person. The error is
// one sentence, with the line and the column.
func ReadCSV(b []byte, s data.Schema, by string) ([]Label, error) {
	need := []string{colTarget, colVerdict}
	for _, f := range s.Features {
		need = append(need, ofFactual+f.Name, ofCounterfactual+f.Name)
	}
	return read(b, reader{schema: s, by: by}, 2*data.MaxFeatures+64, "of this table", need, (*reader).label)
}

// read reads a file with a label of some kind on each line below the names of the needed columns.
func read[T any](b []byte, r reader, columns int, kind string, need []string, label func(*reader) T) ([]T, error) {
	lines, err := data.ReadLines(b, MaxLabels+1, columns)
	switch {
	case err != nil:
		return nil, err
	case len(lines) == 0:
		return nil, errors.New("The file is empty, so it has no labels.")
	case len(lines)-1 > MaxLabels:
		return nil, fmt.Errorf("The file has more than %d labels. Save fewer.", MaxLabels)
	}
	r.at = map[string]int{}
	for i, name := range lines[0].Fields {
		if _, twice := r.at[name]; twice && name != "" {
			return nil, fmt.Errorf("Line %d names the column %q twice.", lines[0].Number, name)
		}
		r.at[name] = i
	}
	for _, name := range need {
		if _, ok := r.at[name]; !ok {
			return nil, fmt.Errorf("Line %d: the column %q is missing; labels %s need it.", lines[0].Number,
				name, kind)
		}
	}
	var labels []T
	for _, line := range lines[1:] {
		if n := len(lines[0].Fields); len(line.Fields) != n {
			return nil, fmt.Errorf("Line %d has %d fields, but the first line names %d columns.", line.Number,
				len(line.Fields), n)
		}
		r.line = line
		l := label(&r)
		if r.err != nil {
			return nil, r.err
		}
		labels = append(labels, l)
	}
	return labels, nil
}

// reader reads lines by their columns.
type reader struct {
	schema data.Schema
	by     string
	at     map[string]int // index of each column
	line   data.Line
	err    error
}

// field returns the field in a column of the line, or an empty text.
func (r *reader) field(column string) string {
	if i, ok := r.at[column]; ok {
		return r.line.Fields[i]
	}
	return ""
}

// fail records the first problem of the line.
func (r *reader) fail(column, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("Line %d, column %q: %s.", r.line.Number, column, fmt.Sprintf(format, args...))
	}
}

func (r *reader) label() Label {
	l := Label{Row: -1, Factual: r.row(ofFactual), Counterfactual: r.row(ofCounterfactual), Source: Imported}
	if t := r.field(colRow); t != "" {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 || n > data.MaxRows {
			r.fail(colRow, "%.40q is not a row number", t)
		}
		l.Row = n - 1
	}
	if l.Target = slices.Index(r.schema.Outcome.Levels, r.field(colTarget)); l.Target < 0 {
		r.fail(colTarget, "%.40q is not a class of this table", r.field(colTarget))
	}
	v := slices.Index(verdicts, strings.ToLower(r.field(colVerdict)))
	if v < 0 {
		r.fail(colVerdict, "the verdict must be feasible, infeasible or unsure, not %.40q", r.field(colVerdict))
	}
	l.Verdict = Verdict(max(v, 0))
	if from := r.field(colSource); from != "" {
		i := slices.Index(sources, from)
		if i < 0 {
			r.fail(colSource, "the source must be person, rules or imported, not %.40q", from)
		}
		l.Source = Source(max(i, 0))
	}
	l.By = r.name()
	r.reason(&l)
	return l
}

// name returns the name of the person who labelled, or the reader's if the line contains none.
func (r *reader) name() string {
	by := cmp.Or(r.field(colBy), r.by)
	if len(by) > MaxName {
		r.fail(colBy, "the name is longer than %d bytes", MaxName)
	}
	return by
}

func (r *reader) row(of string) []float64 {
	row := make([]float64, len(r.schema.Features))
	for j, f := range r.schema.Features {
		v, err := f.Parse(r.field(of + f.Name))
		if err != nil {
			r.fail(of+f.Name, "%.200s", err)
		}
		row[j] = v
	}
	return row
}

func (r *reader) reason(l *Label) {
	changed := l.Changed()
	for _, name := range split(r.field(colReason)) {
		j := r.schema.Index(name)
		switch {
		case j < 0:
			r.fail(colReason, "%.40q is not a feature of this table", name)
		case !slices.Contains(changed, j):
			r.fail(colReason, "%.40q did not change", name)
		case !slices.Contains(l.Reason, j):
			l.Reason = append(l.Reason, j)
		}
	}
}
