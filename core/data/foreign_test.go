package data

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// TestForeignFiles checks that every file that is not a text table is rejected with one sentence
// that says what it is and what to save instead. A table that starts in a similar way must be
// read.
func TestForeignFiles(t *testing.T) {
	wide := func(s string) string {
		var b strings.Builder
		for _, u := range utf16.Encode([]rune(s)) {
			b.WriteByte(byte(u))
			b.WriteByte(byte(u >> 8))
		}
		return b.String()
	}
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600)
	html := "<table><tr><th>age</th><th>outcome</th></tr><tr><td>48</td><td>no</td></tr></table>"
	for name, c := range map[string]struct{ file, what, save string }{
		"a workbook with a password": {ole + wide("EncryptedPackage"), "password", "remove the password"},
		"another of them":            {ole + wide("EncryptionInfo"), "password", "remove the password"},
		"XLS":                        {ole + wide("Workbook"), "old Excel workbook", "XLSX"},
		"XLS of Excel 95":            {ole + wide("Book"), "old Excel workbook", "XLSX"},
		"a bare BIFF":                {"\x09\x08\x10\x00\x00\x06\x05\x00", "old Excel workbook", "XLSX"},
		"DOC":                        {ole + wide("WordDocument"), "Word document", "CSV"},
		"XLSB":                       {"PK\x03\x04...xl/workbook.bin", "XLSB", "XLSX"},
		"ODS": {"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
			"ODS", "XLSX"},
		"Numbers":              {"PK\x03\x04....Index/Document.iwa", "Numbers", "CSV"},
		"DOCX":                 {"PK\x03\x04....[Content_Types].xml....word/document.xml", "Word", "CSV"},
		"NPZ":                  {"PK\x03\x04....x.npy", "NumPy", "CSV"},
		"HTML named XLS":       {"<html><body>" + html, "HTML", "XLSX"},
		"a bare table of HTML": {html, "HTML", "XLSX"},
		"HTML as Excel writes it": {`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta ` +
			`charset=utf-8></head><body>` + html, "HTML", "XLSX"},
		"HTML with a style first": {"<style>td {}</style>\r\n" + html, "HTML", "XLSX"},
		"HTML with a mark":        {mark + "<!DOCTYPE html><html>" + html, "HTML", "XLSX"},
		"MHT":                     {"MIME-Version: 1.0\nContent-Type: multipart/related\n", "HTML", "XLSX"},
		"XML of Excel 2003": {`<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook ` +
			`xmlns="urn:schemas-microsoft-com:office:spreadsheet">`, "Excel 2003", "XLSX"},
		"XML":             {`<?xml version="1.0"?><rows/>`, "XML", "CSV"},
		"ARFF":            {"% a comment\n\n@relation x\n@attribute a numeric\n", "ARFF", "CSV"},
		"SPSS":            {"$FL2@(#) SPSS DATA FILE", "SPSS", "CSV"},
		"SPSS, packed":    {"$FL3@(#) SPSS DATA FILE", "SPSS", "CSV"},
		"Stata":           {"<stata_dta><header><release>118", "Stata", "export delimited"},
		"Stata before 13": {"\x72\x02\x01\x00" + strings.Repeat("\x00", 120), "Stata", "export delimited"},
		"SAS":             {strings.Repeat("\x00", 12) + "\xc2\xea\x81\x60\xb3\x14", "SAS", "CSV"},
		"SAS transport":   {"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", "SAS", "CSV"},
		"RDS":             {"X\n\x00\x00\x00\x03", "RDS", "write.csv"},
		"RDS, packed":     {string(pack(t, []byte("X\n\x00\x00\x00\x03"))), "RDS", "write.csv"},
		"RDS as text":     {"A\n3\n262402\n", "RDS", "write.csv"},
		"RData, packed": {string(pack(t, []byte("RDX3\nX\n\x00\x00\x00\x03"))), "R workspace",
			"write.csv"},
		"Feather":       {"FEA1\x00\x00", "Feather", "to_csv"},
		"Feather 2":     {"ARROW1\x00\x00", "Feather", "to_csv"},
		"ORC":           {"ORC\x0a\x00\x00", "ORC", "to_csv"},
		"Avro":          {"Obj\x01\x04", "Avro", "to_csv"},
		"a pickle":      {"\x80\x04\x95\x00\x01\x00\x00\x00\x00\x00\x00", "pickle", "to_csv"},
		"an old pickle": {"\x80\x03}q\x00.", "pickle", "to_csv"},
		"SQLite":        {"SQLite format 3\x00", "SQLite", "CSV"},
		"Access":        {"\x00\x01\x00\x00Standard ACE DB", "Access", "CSV"},
		"dBase": {"\x03\x7b\x05\x0c\x10\x00\x00\x00\x41\x00" + strings.Repeat("\x00", 40),
			"dBase", "XLSX"},
		"PDF":             {"%PDF-1.7", "PDF", "CSV"},
		"lines of JSON":   {"{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", "JSON", "CSV"},
		"a table of JSON": {`{"columns":["a"],"data":[[1]]}`, "JSON", "CSV"},
		"a list of JSON":  {"[\n {\"a\":1},\n {\"a\":2}\n]\n", "JSON", "CSV"},
		"a notebook":      {"{\n \"cells\": [],\n \"nbformat\": 4\n}", "notebook", "to_csv"},
		"SQL":             {"CREATE TABLE x (a int);\nINSERT INTO x VALUES (1);\n", "SQL", "CSV"},
		"LIBSVM":          {"+1 1:0.5 3:1\n-1 2:0.25\n+1 1:1 2:2\n", "LIBSVM", "CSV"},
		"MATLAB":          {"MATLAB 5.0 MAT-file\x00\x00", "MATLAB", "CSV"},
		"HDF5":            {"\x89HDF\r\n\x1a\n", "HDF5", "to_csv"},
		"NetCDF":          {"CDF\x01\x00\x00", "NetCDF", "to_csv"},
		"RTF":             {`{\rtf1\ansi`, "Rich Text", "CSV"},
		"a pointer": {"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "pointer",
			"Download"},
	} {
		_, err := Inspect("x.csv", []byte(c.file))
		if err == nil {
			t.Errorf("%s is read", name)
			continue
		}
		checkSentence(t, err.Error())
		if !strings.Contains(err.Error(), c.what) || !strings.Contains(err.Error(), c.save) {
			t.Errorf("%s: %v; want %q and %q", name, err, c.what, c.save)
		}
	}
	if _, err := Inspect("times.txt", []byte(
		strings.ReplaceAll(rowsOf(40, "# 12:30 1#:15 @"), " 1", " 1"))); err != nil {
		t.Errorf("times are refused: %v", err)
	}
	for _, first := range []string{"ORC", "CDF", "MATLAB", "Objects", "RDAge", "A", "X", "sep"} {
		reads{first, first + ",pay,outcome\n" + rowsOf(40, "#,.,@"), first + " pay →outcome", 40, ""}.check(t)
	}
}
