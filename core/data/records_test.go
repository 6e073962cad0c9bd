package data

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

func readAll(text string, delim rune) (rows [][]string, lines []int, err error) {
	r := newRecords(text, delim)
	for r.next() {
		rows = append(rows, slices.Clone(r.fields))
		lines = append(lines, r.line)
	}
	return rows, lines, r.err
}

func TestRecords(t *testing.T) {
	cases := []struct {
		name, text string
		delim      rune
		want       [][]string
		lines      []int
	}{
		{"plain", "a,b\n1,2\n", ',', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"no line end at the end", "a,b\n1,2", ',', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"CR LF", "a;b\r\n1;2\r\n", ';', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"CR", "a|b\r1|2\r", '|', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"blank lines are no rows", "\n a,b\n\n \n1,2\n\n", ',', [][]string{{"a", "b"}, {"1", "2"}}, []int{2, 5}},
		{"empty fields", ",\n1,\n", ',', [][]string{{"", ""}, {"1", ""}}, []int{1, 2}},
		{"tabs", "a\tb\n\t2\n", '\t', [][]string{{"a", "b"}, {"", "2"}}, []int{1, 2}},
		{"spaces around fields", "a , b\n 1,  2 \n", ',', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"spaces between fields", "a b\n1 2\n", ' ', [][]string{{"a", "b"}, {"1", "2"}}, []int{1, 2}},
		{"quoted", "\"a,b\", \"c\" \n1,2\n", ',', [][]string{{"a,b", "c"}, {"1", "2"}}, []int{1, 2}},
		{"quoted line ends", "\"a\nb\r\nc\",2\n3,4\n", ',', [][]string{{"a\nb\r\nc", "2"}, {"3", "4"}}, []int{1, 4}},
		{"doubled quotes", "\"a\"\"b\",\"\"\"\"\n", ',', [][]string{{`a"b`, `"`}}, []int{1}},
		{"quoted nothing is a row", "\"\"\n1\n", ',', [][]string{{""}, {"1"}}, []int{1, 2}},
		{"a quote inside a field", "5\" pipe,2\n", ',', [][]string{{`5" pipe`, "2"}}, []int{1}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rows, lines, err := readAll(c.text, c.delim)
			if err != nil || !slices.EqualFunc(rows, c.want, slices.Equal) || !slices.Equal(lines, c.lines) {
				t.Errorf("got %q at %v, %v, want %q at %v", rows, lines, err, c.want, c.lines)
			}
		})
	}
}

// TestRecordsWritten reads back what encoding/csv writes.
func TestRecordsWritten(t *testing.T) {
	want := [][]string{{"a", "b"}, {"x\ny", `say "no"`}, {"1,5", ";"}, {"ü", "\t|"}}
	var s strings.Builder
	w := csv.NewWriter(&s)
	if err := w.WriteAll(want); err != nil {
		t.Fatal(err)
	}
	want[3][1] = "|" // spaces and tabs around a field are not part of it
	if rows, _, err := readAll(s.String(), ','); err != nil || !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("got %q, %v, want %q", rows, err, want)
	}
}
