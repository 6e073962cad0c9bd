package data

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is a character encoding that a person may choose.
type Encoding struct{ Name, Title string }

// Encodings lists the encodings that can be read, with the names that browsers use.
var Encodings = []Encoding{
	{"utf-8", "UTF-8"},
	{"utf-16le", "UTF-16 LE"},
	{"utf-16be", "UTF-16 BE"},
	{"windows-1252", "Western European, Windows-1252"},
	{"iso-8859-15", "Western European, ISO-8859-15"},
	{"macintosh", "Western European, Macintosh"},
	{"ibm850", "Western European, DOS 850"},
	{"windows-1250", "Central European, Windows-1250"},
	{"iso-8859-2", "Central European, ISO-8859-2"},
	{"windows-1257", "Baltic, Windows-1257"},
	{"windows-1254", "Turkish, Windows-1254"},
	{"windows-1251", "Cyrillic, Windows-1251"},
	{"koi8-r", "Cyrillic, KOI8-R"},
	{"koi8-u", "Cyrillic, KOI8-U"},
	{"ibm866", "Cyrillic, DOS 866"},
	{"iso-8859-5", "Cyrillic, ISO-8859-5"},
	{"windows-1253", "Greek, Windows-1253"},
	{"windows-1255", "Hebrew, Windows-1255"},
	{"windows-1256", "Arabic, Windows-1256"},
	{"windows-874", "Thai, Windows-874"},
	{"shift_jis", "Japanese, Shift-JIS"},
	{"euc-jp", "Japanese, EUC-JP"},
	{"iso-2022-jp", "Japanese, ISO-2022-JP"},
	{"gb18030", "Chinese, GB18030"},
	{"big5", "Chinese, Big5"},
	{"euc-kr", "Korean, EUC-KR"},
}

// encodingTitle returns the human-readable name of an encoding.
func encodingTitle(name string) string {
	for _, e := range Encodings {
		if e.Name == name {
			return e.Title
		}
	}
	return name
}

// DecodeWide decodes multibyte encodings other than UTF-8 and UTF-16. Invalid characters become
// U+FFFD. The engine on the page uses the browser's decoder, because the tables are large.
var DecodeWide func(name string, b []byte) (string, error)

// mark is the byte order mark. It may precede a text but is not part of it.
const mark = "\ufeff"

// toldEncoding returns the encoding if the bytes identify it with certainty, and "" otherwise.
func toldEncoding(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte(mark)):
		return "utf-8"
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(b, []byte("\x00\x00\xfe\xff")):
		return "utf-32"
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return "utf-16le"
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return "utf-16be"
	}
	head := b[:min(len(b), 1<<16)]
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch { // the high byte of each comma, digit and line end is 0
	case len(head) > 3 && zeros[0] == 0 && zeros[1]*20 >= len(head):
		return "utf-16le"
	case len(head) > 3 && zeros[1] == 0 && zeros[0]*20 >= len(head):
		return "utf-16be"
	case !utf8.Valid(b):
		return ""
	case bytes.Contains(head, []byte("\x1b$B")), bytes.Contains(head, []byte("\x1b$@")):
		return "iso-2022-jp"
	}
	return "utf-8"
}

// decode decodes bytes and drops byte order marks, which may start the text and, in concatenated
// files, any line. broken is the number of invalid characters, which become U+FFFD.
func decode(name string, b []byte) (text string, broken int, err error) {
	switch name {
	case "utf-32":
		return "", 0, refuse("The text is UTF-32, which cannot be read. Save it as CSV in UTF-8.")
	case "utf-8":
		if text = string(b); !utf8.ValidString(text) {
			text = strings.ToValidUTF8(text, "\ufffd")
			broken = strings.Count(text, "\ufffd")
		}
	case "utf-16le", "utf-16be":
		if text, err = wide(b, name == "utf-16be"); err != nil {
			return "", 0, err
		}
	default:
		if table, one := high[name]; one {
			text = oneByteEach(b, table)
		} else if DecodeWide == nil || encodingTitle(name) == name {
			return "", 0, refuse("The encoding %s cannot be read here. Save the file as CSV in UTF-8.", quote(name))
		} else if text, err = DecodeWide(name, b); err != nil {
			return "", 0, refuse("The text cannot be read as %s. Choose another encoding.", encodingTitle(name))
		}
		broken = strings.Count(text, "\ufffd")
	}
	return withoutMarks(strings.TrimRight(text, "\x1a")), broken, nil // 0x1A used to end files
}

// withoutMarks removes byte order marks. Inside the text, it replaces them with spaces of the same
// length, so that all other characters keep their position.
func withoutMarks(text string) string {
	for strings.HasPrefix(text, mark) {
		text = text[len(mark):]
	}
	if strings.Contains(text, "\n"+mark) {
		text = strings.ReplaceAll(text, "\n"+mark, "\n   ")
	}
	return text
}

// wide decodes UTF-16; a lone surrogate becomes U+FFFD.
func wide(b []byte, big bool) (string, error) {
	if len(b)%2 != 0 {
		return "", refuse("The file is incomplete: it ends in the middle of a character.")
	}
	unit := func(i int) rune {
		switch {
		case i >= len(b):
			return utf8.RuneError
		case big:
			return rune(b[i])<<8 | rune(b[i+1])
		}
		return rune(b[i]) | rune(b[i+1])<<8
	}
	each := func(use func(c rune)) {
		for i := 0; i < len(b); i += 2 {
			c := unit(i)
			if utf16.IsSurrogate(c) {
				if c = utf16.DecodeRune(c, unit(i+2)); c != utf8.RuneError {
					i += 2
				}
			}
			use(c)
		}
	}
	size := 0
	each(func(c rune) { size += utf8.RuneLen(c) })
	var s strings.Builder
	s.Grow(size)
	each(func(c rune) { s.WriteRune(c) })
	return s.String(), nil
}

// oneByteEach decodes single-byte text with a table for the bytes from 0x80 on.
func oneByteEach(b []byte, table string) string {
	runes, size := []rune(table), len(b)
	for _, c := range b {
		if c >= utf8.RuneSelf {
			size += utf8.RuneLen(runes[c-utf8.RuneSelf]) - 1
		}
	}
	var s strings.Builder
	s.Grow(size)
	for _, c := range b {
		if c < utf8.RuneSelf {
			s.WriteByte(c)
		} else {
			s.WriteRune(runes[c-utf8.RuneSelf])
		}
	}
	return s.String()
}
