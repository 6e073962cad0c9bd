package sheet

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"causeway/core/workbook"
)

// Reading a written workbook returns the same cells, and the same rows always produce the same
// bytes.
func TestWhatIsWrittenIsRead(t *testing.T) {
	rows := [][]string{
		{"name", "age", "code"}, {"Ada \"x\"", "36", "007"}, {"=1+1", "-0.5", "+3"}, {"a&b<c>", "1000000000000", "1e5"},
		{" spaced ", "0.30000000000000004", "_x0041_ _xyz_"}, {"two\nlines\r\nand a tab\t.", "", "NaN"},
		{"Čeněk", "12", "-"},
	}
	b, err := Write("Loans: 2026/11 [all of the refused, and some]", slices.Values(rows))
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Write("Loans: 2026/11 [all of the refused, and some]", slices.Values(rows))
	if !bytes.Equal(b, again) {
		t.Error("the same rows give other bytes")
	}
	s, err := workbook.Read(b, 1<<20, "")
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(s.Text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows[5][0] = strings.ReplaceAll(rows[5][0], "\r", "") // as in the reader of this test
	for i, want := range rows {
		if !slices.Equal(got[i], want) {
			t.Errorf("row %d: %q, want %q", i, got[i], want)
		}
	}
	if s.Name != "Loans  2026 11  all of the refu" {
		t.Errorf("the sheet is called %q", s.Name)
	}
	if _, err := Write("long", func(yield func([]string) bool) {
		for yield(nil) {
		}
	}); err == nil {
		t.Error("a sheet may be endless")
	}
}
