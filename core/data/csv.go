package data

import (
	"math"
	"strings"

	"causeway/core/workbook"
)

// AppendRecord writes one line of CSV (RFC 4180) that spreadsheets open safely:
// a field that they would take for a formula gets an apostrophe in front, which
// Unguard takes away. Numbers stay as they are.
func AppendRecord(b []byte, fields ...string) []byte {
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		if f = guard(f); strings.ContainsAny(f, ",;\t\"\r\n") || strings.TrimSpace(f) != f {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b = append(b, f...)
	}
	return append(b, '\r', '\n')
}

// CSV is a table as a file: a head, and the outcome as the last column.
func (t *Table) CSV() []byte {
	line := make([]string, 0, len(t.Cols)+1)
	for _, f := range t.Schema.Features {
		line = append(line, f.Name)
	}
	b := AppendRecord(nil, append(line, t.Schema.Outcome.Name)...)
	for i := range t.Rows() {
		line = line[:0]
		for j, f := range t.Schema.Features {
			line = append(line, f.Format(t.Cols[j][i]))
		}
		b = AppendRecord(b, append(line, t.Schema.Outcome.Levels[t.Outcome[i]])...)
	}
	return b
}

// guard puts an apostrophe in front of a field that begins a formula, and of one
// from which Unguard would take something away.
func guard(s string) string {
	if _, number := parseNumber(s, false); number {
		return s
	}
	if begins(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// Unguard is the inverse of what AppendRecord does to a field beside quoting.
func Unguard(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && begins(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return s
}

// begins reports whether spreadsheets take a text for a formula. Some pass over
// spaces in front of it.
func begins(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n\u00a0")
	return s != "" && strings.IndexByte("=+-@", s[0]) >= 0 || strings.HasPrefix(s, "＝") || strings.HasPrefix(s, "＋") ||
		strings.HasPrefix(s, "－") || strings.HasPrefix(s, "＠")
}

// AsWorkbook is a table that AppendRecord wrote, its first record the head, as a workbook
// of one sheet, see workbook.Write.
func AsWorkbook(csv []byte, sheet string) ([]byte, error) {
	r := newRecords(string(csv), ',')
	r.most = math.MaxInt - 1
	return workbook.Write(sheet, func(yield func([]string) bool) {
		var row []string
		for r.next() {
			row = row[:0]
			for _, f := range r.fields {
				row = append(row, Unguard(f))
			}
			if !yield(row) {
				return
			}
		}
	})
}
