package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"causeway/core/fault"
	"causeway/core/workbook"
)

// MaxFile is the largest file that is read, in bytes, after decompression.
const MaxFile = 64 << 20

// tableOf returns the text of a file as textOf does, of a workbook that of one sheet. Apart
// from it, what reads texts alone does without the code for workbooks.
func tableOf(b []byte) (text string, size int, notes []string, err error) {
	if len(b) > MaxFile || !workbook.Is(b) {
		return textOf(b)
	}
	sheet, err := workbook.Read(b, MaxFile)
	if err != nil {
		return "", 0, nil, refuse("%s", fault.Text(err))
	}
	return sheet.Text, len(sheet.Text), sheetNotes(sheet), nil
}

// textOf returns the text of a file, its size in bytes after decompression and
// what people should know about the decoding.
func textOf(b []byte) (text string, size int, notes []string, err error) {
	if len(b) > MaxFile {
		return "", 0, nil, refuse("The file has %s; at most %s can be read, %s less.", megabytes(len(b)), megabytes(MaxFile), over(len(b)))
	}
	if bytes.HasPrefix(b, []byte("\x1f\x8b")) {
		if b, err = gunzip(b); err != nil {
			return "", 0, nil, err
		}
		notes = append(notes, "The file was compressed (gzip).")
	}
	if err := foreign(b); err != nil {
		return "", 0, nil, err
	}
	text, note, err := characters(b)
	if err != nil {
		return "", 0, nil, err
	}
	if note != "" {
		notes = append(notes, note)
	}
	if err := notTable(text); err != nil {
		return "", 0, nil, err
	}
	if isBinary(text) {
		return "", 0, nil, refuse("This is a binary file, not a table of text. %s", asCSV)
	}
	return text, len(b), notes, nil
}

// sheetNotes says what was read of a workbook, and what was not.
func sheetNotes(s workbook.Sheet) []string {
	notes := []string{fmt.Sprintf("The sheet %s of the workbook was read: its values, dates as year, month and day.", shorten(s.Name, maxCell))}
	switch n := len(s.Others); {
	case n == 1:
		notes = append(notes, fmt.Sprintf("Its other sheet, %s, was not read. Save it as a file of its own to open it.", shorten(s.Others[0], maxCell)))
	case n > 1:
		notes = append(notes, fmt.Sprintf("Its %d other sheets were not read. Save one as a file of its own to open it.", n))
	}
	if s.Spans > 0 {
		notes = append(notes, plural(s.Spans, "cell shows", "cells show")+" a span of time, such as 30:00, which is read as its number of hours.")
	}
	switch {
	case s.Broken == 1:
		notes = append(notes, "One cell holds an error of its formula and is read as missing.")
	case s.Broken > 1:
		notes = append(notes, fmt.Sprintf("%d cells hold an error of their formula and are read as missing.", s.Broken))
	}
	return notes
}

// gunzip unpacks up to MaxFile bytes: a small file may claim to be huge.
func gunzip(b []byte) ([]byte, error) {
	damaged := refuse("The compressed file is damaged or cut off. Download or pack it again.")
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, damaged
	}
	out, err := io.ReadAll(io.LimitReader(z, MaxFile+1))
	if err != nil {
		return nil, damaged
	}
	if len(out) > MaxFile {
		return nil, refuse("The file has %s compressed and more than %s unpacked; at most %s can be read.",
			megabytes(len(b)), megabytes(MaxFile), megabytes(MaxFile))
	}
	return out, nil
}

// characters decodes UTF-8, UTF-16 with a byte order mark and, for bytes that
// are neither, Windows-1252.
func characters(b []byte) (text, note string, err error) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		text, err = wide(b[2:], unicode.LittleEndian)
		return text, "The text is UTF-16.", err
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		text, err = wide(b[2:], unicode.BigEndian)
		return text, "The text is UTF-16.", err
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if utf8.Valid(b) {
		return string(b), "", nil
	}
	return windows1252(b), "The text is not UTF-8: it is read as Windows-1252 (Western European). Check letters with accents.", nil
}

// wide decodes UTF-16; a lone surrogate becomes U+FFFD.
func wide(b []byte, order unicode.Endianness) (string, error) {
	if len(b)%2 != 0 {
		return "", refuse("The file is cut off: its last character is incomplete.")
	}
	text, err := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(b)
	return string(text), err
}

// windows1252 decodes every byte to a character of its own, so that no two texts
// become one: the five that the code leaves open stand for themselves (WHATWG Encoding
// Standard, index windows-1252).
func windows1252(b []byte) string {
	var s strings.Builder
	s.Grow(len(b) + len(b)/8)
	for _, c := range b {
		r := charmap.Windows1252.DecodeByte(c)
		if r == utf8.RuneError {
			r = rune(c)
		}
		s.WriteRune(r)
	}
	return s.String()
}

// isBinary reports text that holds a NUL, or more control characters in its first
// part than one in two hundred.
func isBinary(text string) bool {
	if strings.IndexByte(text, 0) >= 0 {
		return true
	}
	head := text[:min(len(text), 1<<16)]
	controls := 0
	for i := range len(head) {
		if c := head[i]; c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			controls++
		}
	}
	return controls > 0 && controls*200 > len(head)
}
