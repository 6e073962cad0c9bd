package workbook

import (
	"archive/zip"
	"bytes"
	"io"
	"iter"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// MaxRows is the largest number of rows in a sheet.
const MaxRows = 1_048_576

// around lists the parts of a workbook that lead to its only sheet.
var around = [][2]string{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocu` +
		`ment" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/_rels/workbook.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksh` +
			`eet"` +
			` Target="worksheets/sheet1.xml"/></Relationships>`},
}

const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	namespace   = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	maxName     = 31 // letters in a sheet's name
)

// Write writes rows as a workbook with one sheet. The first row is the header. Text becomes a
// number if it has exactly the form in which programs write numbers. All other values remain
// text, even if they begin like a formula. The same rows always produce the same bytes.
func Write(name string, rows iter.Seq[[]string]) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	part := func(name string) (io.Writer, error) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, declaration)
		}
		return w, err
	}
	book := `<workbook xmlns="` + namespace +
		`" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="` +
		escaped(sheetName(name)) + `" sheetId="1" r:id="rId1"/></sheets></workbook>`
	for _, p := range append(around[:len(around):len(around)], [2]string{"xl/workbook.xml", book}) {
		w, err := part(p[0])
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, p[1]); err != nil {
			return nil, err
		}
	}
	w, err := part("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	line := []byte(`<worksheet xmlns="` + namespace + `"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" ` +
		`topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`)
	n := 0
	for row := range rows {
		if n++; n > MaxRows {
			return nil, fault.Errorf("workbook: A sheet holds %d rows at most; save the table as CSV.", MaxRows)
		}
		line = append(line, "<row>"...)
		for _, text := range row {
			line = appendCell(line, text)
		}
		line = append(line, "</row>"...)
		if _, err := w.Write(line); err != nil {
			return nil, err
		}
		line = line[:0]
	}
	line = append(line, "</sheetData></worksheet>"...)
	if _, err := w.Write(line); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func appendCell(b []byte, text string) []byte {
	switch {
	case text == "":
		return append(b, "<c/>"...)
	case isNumber(text):
		return append(append(append(b, "<c><v>"...), text...), "</v></c>"...)
	}
	if r := []rune(text); len(r) > maxText {
		text = string(r[:maxText])
	}
	return append(append(append(b, `<c t="inlineStr"><is><t xml:space="preserve">`...), escaped(text)...),
		"</t></is></c>"...)
}

// isNumber reports whether a number has the form in which programs write it. 007 and +1 are
// texts.
func isNumber(text string) bool {
	if c := text[0]; c != '-' && (c < '0' || c > '9') {
		return false
	}
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && strconv.FormatFloat(v, 'f', -1, 64) == text
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\r", "&#13;")

// escaped escapes text for XML. Characters that XML does not allow become U+FFFD.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return 0xfffd
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	return escapes.Replace(literal(text))
}

// literal protects text such as _x0041_, which a spreadsheet would read as a character code.
func literal(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "_x")
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		if isCode(text[i:]) {
			b.WriteString("_x005F")
		}
		b.WriteString("_x")
		text = text[i+2:]
	}
	b.WriteString(text)
	return b.String()
}

// isCode reports whether text begins like _x0041_.
func isCode(text string) bool {
	if len(text) < 7 || text[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(text[2:6], 16, 16)
	return err == nil
}

// sheetName returns a name without the characters that are not allowed in the name of a sheet.
func sheetName(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) || r < 0x20 {
			return ' '
		}
		return r
	}, name), " '")
	if r := []rune(name); len(r) > maxName {
		name = strings.TrimSpace(string(r[:maxName]))
	}
	if name == "" {
		return "Sheet1"
	}
	return name
}
