package data

import (
	"math"
	"strings"

	"causeway/core/workbook"
)

// AppendRecord writes one line of CSV (RFC 4180) that is safe to open in spreadsheets. A field
// that they would interpret as a formula gets a leading apostrophe, which Unguard removes.
// Numbers are written unchanged.
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

// CSV returns the table as a file with a header and the outcome in the last column.
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
		y := t.Schema.Outcome.Levels[t.Outcome[i]]
		if t.Numbers != nil {
			y = t.Schema.Outcome.Number().Format(t.Numbers[i])
		}
		b = AppendRecord(b, append(line, y)...)
	}
	return b
}

// guard adds a leading apostrophe to a field that starts a formula, and to one from which Unguard
// would remove something.
func guard(s string) string {
	if _, number := parseNumber(s, false); number {
		return s
	}
	if begins(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// Unguard reverses what AppendRecord does to a field apart from quoting.
func Unguard(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && begins(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return s
}

// begins reports whether spreadsheets interpret a text as a formula. Some ignore leading spaces.
func begins(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n\u00a0")
	return s != "" && strings.IndexByte("=+-@", s[0]) >= 0 || strings.HasPrefix(s, "＝") || strings.HasPrefix(s, "＋") ||
		strings.HasPrefix(s, "－") || strings.HasPrefix(s, "＠")
}

// AsWorkbook converts a table written by AppendRecord, with its header first, to a workbook with
// one sheet, see workbook.Write.
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
