package data

import (
	"bytes"
	"strings"
	"unicode/utf16"
)

// Advice for files that are not text tables.
const (
	asCSV   = "Open it in the program that made it and save it as CSV."
	asXLSX  = "Open it in a spreadsheet program and save it as XLSX."
	inR     = "Read it in R and save the table with write.csv."
	inPy    = "Read it in Python and save the table with to_csv."
	unpack  = "Unpack it and open the table inside."
	ofTexts = "Open a table of text, such as CSV."
)

// magics lists the first bytes of files that are not text tables.
var magics = []struct{ start, what, advice string }{
	{"PAR1", "a Parquet file", "Give it a name that ends in .parquet, or save it as CSV."},
	{"ARROW1", "an Arrow or Feather file", inPy},
	{"\xff\xff\xff\xff", "a stream of Arrow", inPy},
	{"FEA1", "a Feather file", inPy},
	{"ORC", "an ORC file", inPy},
	{"Obj\x01", "an Avro file", inPy},
	{"%PDF", "a PDF document", "Open the table that it was made from, saved as CSV."},
	{"%!PS", "a PostScript document", "Open the table that it was made from, saved as CSV."},
	{"{\\rtf", "a document in Rich Text", "Copy the table into a spreadsheet and save it as CSV."},
	{"\x89PNG", "a PNG picture", ofTexts},
	{"\xff\xd8\xff", "a JPEG picture", ofTexts},
	{"GIF8", "a GIF picture", ofTexts},
	{"SQLite format 3", "a SQLite database", "Export one table of it as CSV."},
	{"\x00\x01\x00\x00Standard", "an Access database", "Export one table of it as CSV."},
	{"\x89HDF", "an HDF5 file", inPy},
	{"CDF", "a NetCDF file", inPy},
	{"\x93NUMPY", "a NumPy file", "Save the array with numpy.savetxt as CSV."},
	{"MATLAB", "a MATLAB file", "Save the table in MATLAB with writetable as CSV."},
	{"$FL2@", "an SPSS file", "Open it in SPSS or PSPP and save it as CSV."},
	{"$FL3@", "an SPSS file", "Open it in SPSS or PSPP and save it as CSV."},
	{"<stata_dta>", "a Stata file", "Open it in Stata and save it with export delimited."},
	{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", "a SAS table",
		"Export it in SAS with proc export as CSV."},
	{"HEADER RECORD*******", "a SAS transport file", "Export it in SAS with proc export as CSV."},
	{"RDX2\n", "an R workspace", inR},
	{"RDX3\n", "an R workspace", inR},
	{"RDA2\n", "an R workspace", inR},
	{"RDA3\n", "an R workspace", inR},
	{"X\n\x00\x00\x00", "an R object (RDS)", inR},
	{"A\n2\n", "an R object (RDS)", inR},
	{"A\n3\n", "an R object (RDS)", inR},
	{"\x09\x08\x10\x00", "an old Excel workbook", asXLSX},
	{"\x09\x08\x08\x00", "an old Excel workbook", asXLSX},
	{"\x09\x04\x06\x00", "an old Excel workbook", asXLSX},
	{"\x09\x02\x06\x00", "an old Excel workbook", asXLSX},
	{"BZh", "a bzip2 archive", unpack},
	{"7z\xbc\xaf", "a 7-Zip archive", unpack},
	{"\xfd7zXZ", "an xz archive", unpack},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive", unpack},
	{"Rar!", "a RAR archive", unpack},
	{"\x00asm", "a WebAssembly program", ofTexts},
	{"\x7fELF", "a program", ofTexts},
}

// foreign rejects files of a known format that is not a text table. It looks at the first bytes,
// because file names can be wrong.
func foreign(b []byte) error {
	if bytes.HasPrefix(b, []byte("PK\x03\x04")) || bytes.HasPrefix(b, []byte("PK\x05\x06")) {
		return zipped(b)
	}
	if bytes.HasPrefix(b, []byte("\xd0\xcf\x11\xe0")) {
		return oldOffice(b)
	}
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.start)) &&
			(m.start != "ORC" && m.start != "CDF" && m.start != "MATLAB" || !looksTyped(b)) {
			return refuse("This is %s, not a table of text. %s", m.what, m.advice)
		}
	}
	switch {
	case len(b) > 262 && string(b[257:262]) == "ustar":
		return refuse("This is a tar archive, not a table of text. %s", unpack)
	case len(b) > 2 && b[0] == 0x80 && b[1] >= 2 && b[1] <= 5 &&
		(b[1] >= 4 && b[2] == 0x95 || bytes.HasSuffix(b, []byte("."))):
		return refuse("This is a Python pickle, not a table of text. %s", inPy)
	case len(b) > 109 && b[0] >= 0x69 && b[0] <= 0x73 && (b[1] == 1 || b[1] == 2) && b[2] == 1 && b[3] == 0:
		return refuse("This is a Stata file, not a table of text. Open it in Stata and save it with export delimited.")
	case len(b) > 32 && b[0] == 3 && b[2] >= 1 && b[2] <= 12 && b[3] >= 1 && b[3] <= 31 &&
		bytes.IndexByte(b[:min(len(b), 4096)], 0) >= 0:
		return refuse("This is a dBase table, not a table of text. %s", asXLSX)
	}
	return nil
}

// looksTyped reports whether the beginning looks like typed text: it has no zero bytes.
func looksTyped(b []byte) bool {
	return bytes.IndexByte(b[:min(len(b), 256)], 0) < 0 && bytes.IndexByte(b[:min(len(b), 256)], '\n') >= 0
}

// zipped identifies an archive by the names of its parts.
func zipped(b []byte) error {
	head := b[:min(len(b), 1<<16)]
	tail := b[max(len(b)-1<<16, 0):] // the names of all parts are at the end
	for _, k := range []struct{ name, what, advice string }{
		{"opendocument.spreadsheet", "an OpenDocument spreadsheet (ODS)", asXLSX},
		{"xl/workbook.bin", "a binary Excel workbook (XLSB)", asXLSX},
		{".iwa", "a Numbers or Pages document", "Open it in Numbers and export it as CSV."},
		{"Index.zip", "a Numbers or Pages document", "Open it in Numbers and export it as CSV."},
		{"word/document", "a Word document", "Copy the table into a spreadsheet and save it as CSV."},
		{"ppt/", "a presentation", "Copy the table into a spreadsheet and save it as CSV."},
		{"opendocument", "an OpenDocument file", asXLSX},
		{".npy", "a NumPy archive", "Save the array with numpy.savetxt as CSV."},
		{"[Content_Types].xml", "a spreadsheet workbook, damaged or of an unknown kind",
			"Open it in a spreadsheet program and save one sheet as CSV."},
		{"xl/", "a spreadsheet workbook, damaged or of an unknown kind",
			"Open it in a spreadsheet program and save one sheet as CSV."},
	} {
		if bytes.Contains(head, []byte(k.name)) || bytes.Contains(tail, []byte(k.name)) {
			return refuse("This is %s, not a table of text. %s", k.what, k.advice)
		}
	}
	return refuse("This is a zip archive, not a table of text. %s", unpack)
}

// oldOffice identifies a compound file by the names of its streams. Password-protected workbooks
// are such files.
func oldOffice(b []byte) error {
	has := func(name string) bool {
		var wide []byte
		for _, u := range utf16.Encode([]rune(name)) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		return bytes.Contains(b, wide)
	}
	switch {
	case has("EncryptedPackage"), has("EncryptionInfo"):
		return refuse("This workbook is protected by a password. Open it in a spreadsheet program, remove the " +
			"password and save it again.")
	case has("WordDocument"):
		return refuse("This is an old Word document, not a table of text. Copy the table into a spreadsheet and save " +
			"it as CSV.")
	case has("Workbook"), has("Book"):
		return refuse("This is an old Excel workbook (XLS), which cannot be read. %s", asXLSX)
	}
	return refuse("This is an old Office document, such as an Excel workbook (XLS), or a workbook with a password. " +
		"Open it in a spreadsheet program, remove the password if it has one, and save it as XLSX.")
}

// notTable rejects text that is a known kind of document but not a table.
func notTable(text string) error {
	if n := lineEnds(text); n > maxLines {
		return refuse("The file has %s lines; at most %s can be read. Remove empty lines, or save fewer rows.",
			grouped(n), grouped(maxLines))
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return refuse("The file is empty.")
	}
	head := strings.ToLower(text[:min(len(text), 4096)])
	line, _, _ := strings.Cut(head, "\n")
	line = strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(head, "version https://git-lfs"):
		return refuse("This is a Git LFS pointer, not the file itself. Download the file that it points to.")
	case strings.HasPrefix(head, "mime-version:"),
		hasAny(head, "<!doctype html", "<html", "<head", "<body", "<script", "<!--", "<table", "<style",
			"<meta", "<div") && hasTable(text):
		return refuse("This is a web page (HTML) with a table. Many programs export such a page as a workbook. "+
			"%s", asXLSX)
	case hasAny(head, "<!doctype html", "<html", "<head", "<body", "<script", "<!--", "<meta", "<div"):
		return refuse("This is a web page (HTML), not a table: the link led to a page about the file. Download the " +
			"file itself.")
	case strings.HasPrefix(head, "<?xml") && strings.Contains(head, "urn:schemas-microsoft-com:office:spreadsheet"):
		return refuse("This is an XML workbook of Excel 2003, which cannot be read. %s", asXLSX)
	case strings.HasPrefix(head, "<?xml") || strings.HasPrefix(head, "<svg"):
		return refuse("This is an XML document, not a table of text. %s", asCSV)
	case isARFF(head):
		return refuse("This is an ARFF file of Weka, which cannot be read. Open it in Weka and save it as CSV.")
	case strings.HasPrefix(text, "{\\rtf"):
		return refuse("This is a Rich Text document, not a table of text. Copy the table into a spreadsheet and " +
			"save it as CSV.")
	case strings.Contains(head, "ascii spss port file"):
		return refuse("This is an SPSS file, not a table of text. Open it in SPSS or PSPP and save it as CSV.")
	case hasAny(head, "create table", "insert into", "-- mysql dump", "-- postgresql database dump", "drop table",
		"pragma foreign_keys"):
		return refuse("These are SQL commands, not a table. Run them in a database and export one table as CSV.")
	case head[0] == '{' && strings.HasSuffix(line, "}") && len(line) < len(text):
		return refuse("These are lines of JSON, which cannot be read. Open them with pandas.read_json(lines=True) or " +
			"the program that made them, and save them as CSV.")
	case head[0] == '{' && strings.Contains(head, `"cells"`) && strings.Contains(text, `"nbformat"`):
		return refuse("This is a Jupyter notebook, not a table. Save the table in it with to_csv.")
	case head[0] == '{' && text[len(text)-1] == '}', head[0] == '[' && text[len(text)-1] == ']':
		return refuse("This is a JSON document, which cannot be read. Open it with pandas.read_json or the program " +
			"that made it, and save the table as CSV.")
	case isSparse(text):
		return refuse("This is a LIBSVM file, which cannot be read. Save it as CSV with one column for each feature.")
	}
	return nil
}

// hasTable reports whether a web page contains rows of a table.
func hasTable(text string) bool {
	head := strings.ToLower(text[:min(len(text), 1<<20)])
	return strings.Contains(head, "<table") && strings.Contains(head, "<tr")
}

// isARFF reports whether a text starts like an ARFF file after its comments.
func isARFF(head string) bool {
	for line := range strings.Lines(head) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '%' {
			return strings.HasPrefix(line, "@relation")
		}
	}
	return false
}

// isSparse reports whether each line is a number followed by pairs of a number and a value, such
// as 1 3:0.5 7:1.
func isSparse(text string) bool {
	n, times := 0, true // 12:30 is a time
	for line := range strings.Lines(text[:min(len(text), 1<<14)]) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			return false
		}
		for _, f := range fields[1:] {
			k, v, is := strings.Cut(f, ":")
			_, index := plainNumber(k, '.')
			if _, value := parseNumber(v, false); !is || !index || !value {
				return n > 2 && len(text) > 1<<14 && !times
			}
			times = times && len(v) == 2
		}
		n++
	}
	return n > 2 && !times
}

func hasAny(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
