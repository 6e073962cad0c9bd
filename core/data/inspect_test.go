package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// table returns a valid file: n rows below a header, with a number, a category and an outcome.
// Each test of a bad file changes one thing.
func table(n int) string {
	var s strings.Builder
	s.WriteString("size,colour,y\n")
	for i := range n {
		fmt.Fprintf(&s, "%d.5,%s,%d\n", i*7%23, []string{"red", "green", "blue"}[i%3], i/2%2)
	}
	return s.String()
}

func pack(t testing.TB, b []byte) []byte {
	t.Helper()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(b)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return z.Bytes()
}

// TestInspectRefuses lists every kind of file that is rejected, with a part of the sentence.
func TestInspectRefuses(t *testing.T) {
	good := table(30)
	cases := []struct{ name, file, want string }{
		{"nothing", "", "The file is empty."},
		{"only spaces and lines", " \n\r\n\t\n", "The file is empty."},
		{"only a byte order mark", "\ufeff", "The file is empty."},
		{"a NUL in text", good + "\x00", "This is a binary file"},
		{"control characters", good + strings.Repeat("\x01\x02", 50), "This is a binary file"},
		{"Excel workbook", "PK\x03\x04....[Content_Types].xml", "spreadsheet workbook"},
		{"zip", "PK\x03\x04....table.csv", "zip archive"},
		{"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1", "Excel workbook"},
		{"Parquet", "PAR1\x15\x04", "Parquet"},
		{"PDF", "%PDF-1.7\n", "PDF document"},
		{"PNG", "\x89PNG\r\n\x1a\n", "PNG picture"},
		{"tar in gzip", string(pack(t, []byte(strings.Repeat("a", 257)+"ustar\x0000"))), "tar archive"},
		{"web page", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "web page"},
		{"web page after spaces", "\n\n  <HTML lang=en>", "web page"},
		{"LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 3974305\n",
			"Git LFS pointer"},
		{"JSON", `[{"a":1,"b":2}]`, "JSON"},
		{"ARFF", "@RELATION iris\n@ATTRIBUTE a NUMERIC\n", "ARFF"},
		{"header only", "a,b,c\n", "a header but no rows"},
		{"an open quotation mark", good + "1,\"red,1\n2,red,0\n",
			"Line 32: a quotation mark is opened and never closed."},
		{"text behind a quotation mark", good + "1,\"red\"dish,1\n", "Line 32: text follows a closing quotation mark"},
		{"damaged gzip", string(pack(t, []byte(good))[:60]), "damaged or incomplete"},
		{"cut UTF-16", "\xff\xfea\x00,\x00b", "is incomplete"},
		{"too many columns", strings.Repeat("a,", maxColumns) + "a\n" + strings.Repeat("1,", maxColumns) + "1\n",
			"more than 513 columns"},
		{"too many rows", "a,b\n" + strings.Repeat("1,2\n", MaxRows+1), "1,000,001 rows; at most 1,000,000"},
		{"200 MB", strings.Repeat("1,2\n", 50<<20), "The file has 200 MB; at most 64 MB can be read, 136 MB less."},
		{"a little more than 64 MB", strings.Repeat("1,2\n", 16<<20+512),
			"The file has 64.0 MB; at most 64 MB can be read, 2.0 KB less."},
		{"gzip of 65 MB", string(pack(t, bytes.Repeat([]byte("1,2\n"), 65<<18))), "more than 64 MB unpacked"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, err := Inspect("table.csv", []byte(c.file))
			if err == nil {
				t.Fatalf("got a file with %v, want %q", f.Preview(nil).Notes, c.want)
			}
			checkSentence(t, err.Error())
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want %q in it", err, c.want)
			}
		})
	}
}

// TestInspectCuts opens files that no delimiter fits. The preview must explain what is wrong,
// show the rows, and read the file with the delimiter that a person chooses.
func TestInspectCuts(t *testing.T) {
	good := table(30)
	cases := []struct {
		name, file, want string
		by               rune // the delimiter that would read it; 0 if none does
	}{
		{"one column", "a\n1\n2\n3\n", "only one column", 0},
		{"sentences", "First, a line.\nA second one\nNo more\nThe end\n", "only one column", 0},
		{"a short row", good + "1,red\n" + good[14:],
			"Row 31 (line 32) has 2 fields where 3 are expected; no other row differs.", 0},
		{"three long rows", good + "1,red,1,1\n1,red,1,1,1\n1,2,3,4\n",
			"Row 31 (line 32) has 4 fields where 3 are expected; 2 other rows differ too.", 0},
		{"a short header", "size,colour\n" + good[14:], "The header has 2 fields where 3 are expected", 0},
		{"colons", strings.ReplaceAll(good, ",", ":"), "only one column", ':'},
		{"carets", strings.ReplaceAll(good, ",", "^"), "only one column", '^'},
		{"a character that is no ASCII", strings.ReplaceAll(good, ",", "¦"), "only one column", '¦'},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f, err := Inspect("table.csv", []byte(c.file))
			if err != nil {
				t.Fatal(err)
			}
			v := f.Preview(nil)
			if len(v.Problems) != 1 || !strings.Contains(v.Problems[0], c.want) || len(v.Head) == 0 {
				t.Fatalf("got problems %q and %d rows shown, want %q", v.Problems, len(v.Head), c.want)
			}
			checkSentence(t, v.Problems[0])
			if c.by == 0 {
				return
			}
			format := v.Plan.Format
			format.Delimiter = c.by
			v = f.Preview(&Plan{Format: format})
			tab, _ := mustImport(t, f, v.Plan)
			if tab.Rows() != 30 || len(tab.Cols) != 2 || tab.Cols[0][1] != 7.5 {
				t.Errorf("got %d rows, %d columns, %v", tab.Rows(), len(tab.Cols), v.Problems)
			}
		})
	}
}

// TestSpaces reads files whose fields are separated by runs of spaces and tabs, with some at the
// ends of lines, like UCI's statlog files.
func TestSpaces(t *testing.T) {
	var s strings.Builder
	for i := range 60 {
		end := []string{"", " ", "  \t"}[i%3]
		fmt.Fprintf(&s, "%sA1%d %2d  A3%d\t %7.1f %d%s\r\n", []string{"", "   "}[i%2], 1+i%4, i%40+4, i%5,
			float64(i)*1.5, 1+i/3%2, end)
	}
	f, v := mustInspect(t, []byte(s.String()))
	if v.Plan.Format.Delimiter != ' ' || v.Plan.Format.Header || v.Rows != 60 || len(v.Columns) != 5 {
		t.Fatalf("got %+v, %d rows, %d columns", v.Plan.Format, v.Rows, len(v.Columns))
	}
	tab, _ := mustImport(t, f, v.Plan)
	if tab.Rows() != 60 || tab.Cols[1][45] != 9 || tab.Cols[3][59] != 88.5 || tab.Schema.Outcome.Levels[1] != "2" {
		t.Errorf("got %d rows, %v, %v", tab.Rows(), tab.Cols[1][45], tab.Cols[3][59])
	}
	quoted := strings.Repeat("18.0   8   \"chevrolet chevelle\"\t1 \n15.0   6   \"a \"\"b\"\"\"\t2\n", 12)
	f, v = mustInspect(t, []byte(quoted))
	tab, _ = mustImport(t, f, v.Plan)
	if tab.Rows() != 24 || len(v.Columns) != 4 || !slices.Equal(v.Head[1], []string{"15.0", "6", `a "b"`, "2"}) {
		t.Errorf("got %d rows and %q", tab.Rows(), v.Head[1])
	}
}

// checkSentence checks a sentence for people: an initial capital, a final full stop, a single
// line.
func checkSentence(t *testing.T, s string) {
	t.Helper()
	if s == "" || strings.ToUpper(s[:1]) != s[:1] || !strings.HasSuffix(s, ".") || strings.Contains(s, "\n") ||
		len(s) > 400 {
		t.Errorf("%q is not a sentence", s)
	}
}
