package data

import (
	"bytes"
	"strings"
)

// What to do with a file that is no table of text.
const (
	asCSV  = "Open it in the program that made it and save it as CSV."
	unpack = "Unpack it and open the table inside."
)

// magics are the first bytes of files that people take for a table.
var magics = []struct{ start, what, advice string }{
	{"PAR1", "a Parquet file", "Give it a name that ends in .parquet, or save it as CSV."},
	{"ARROW1", "an Arrow file", asCSV},
	{"FEA1", "a Feather file", asCSV},
	{"\xd0\xcf\x11\xe0", "an old Office document, perhaps an Excel workbook", "Open it in a spreadsheet and save it as CSV."},
	{"%PDF", "a PDF document", "Open the table that it was made from, saved as CSV."},
	{"\x89PNG", "a PNG picture", "Open a table of text, such as CSV."},
	{"\xff\xd8\xff", "a JPEG picture", "Open a table of text, such as CSV."},
	{"GIF8", "a GIF picture", "Open a table of text, such as CSV."},
	{"SQLite format 3", "a SQLite database", "Export one table of it as CSV."},
	{"\x89HDF", "an HDF5 file", asCSV},
	{"\x93NUMPY", "a NumPy file", asCSV},
	{"BZh", "a bzip2 archive", unpack},
	{"7z\xbc\xaf", "a 7-Zip archive", unpack},
	{"\xfd7zXZ", "an xz archive", unpack},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive", unpack},
	{"Rar!", "a RAR archive", unpack},
	{"\x00asm", "a WebAssembly program", "Open a table of text, such as CSV."},
	{"\x7fELF", "a program", "Open a table of text, such as CSV."},
}

// foreign refuses bytes that are known to be something other than a table of
// text. It looks at the first bytes, not at the name: names lie.
func foreign(b []byte) error {
	if bytes.HasPrefix(b, []byte("PK\x03\x04")) || bytes.HasPrefix(b, []byte("PK\x05\x06")) {
		return zipped(b)
	}
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.start)) {
			return refuse("This is %s, not a table of text. %s", m.what, m.advice)
		}
	}
	if len(b) > 262 && string(b[257:262]) == "ustar" {
		return refuse("This is a tar archive, not a table of text. %s", unpack)
	}
	return nil
}

func zipped(b []byte) error {
	head := b[:min(len(b), 4096)]
	if bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("xl/")) ||
		bytes.Contains(head, []byte("opendocument")) {
		return refuse("This is a spreadsheet workbook, not a table of text. Open it in a spreadsheet and save one sheet as CSV.")
	}
	return refuse("This is a zip archive, not a table of text. %s", unpack)
}

// notTable refuses text that is a known kind of document and no table.
func notTable(text string) error {
	text = strings.TrimSpace(text)
	head := strings.ToLower(text[:min(len(text), 64)])
	switch {
	case text == "":
		return refuse("The file is empty.")
	case strings.HasPrefix(head, "version https://git-lfs"):
		return refuse("This is a Git LFS pointer, not the file itself. Download the file that it stands for.")
	case hasAny(head, "<!doctype html", "<html", "<head", "<body", "<script", "<!--"):
		return refuse("This is a web page (HTML), not a table: the link led to a page about the file. Download the file itself.")
	case strings.HasPrefix(head, "<?xml"):
		return refuse("This is an XML document, not a table of text. %s", asCSV)
	case strings.HasPrefix(head, "@relation"):
		return refuse("This is an ARFF file, which cannot be read yet. %s", asCSV)
	case head[0] == '{' && text[len(text)-1] == '}', head[0] == '[' && text[len(text)-1] == ']':
		return refuse("This is a JSON document, which cannot be read yet. %s", asCSV)
	}
	return nil
}

func hasAny(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
