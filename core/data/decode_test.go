package data

import (
	"strings"
	"testing"
)

// TestCharacters checks characters against their bytes (WHATWG Encoding Standard, index
// windows-1252; the rest is Latin-1), and incomplete characters.
func TestCharacters(t *testing.T) {
	var all, want strings.Builder
	for c := 0x80; c < 0x100; c++ {
		all.WriteByte(byte(c))
		if c >= 0xa0 {
			want.WriteRune(rune(c))
		}
	}
	high := "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
	for name, c := range map[string]struct{ in, want, says, as string }{
		"Windows-1252":                   {all.String(), high + want.String(), "Windows-1252", "windows-1252"},
		"UTF-8 with a mark":              {"\ufeffa€", "a€", "", ""},
		"a pair of surrogates":           {"\xff\xfe\x3d\xd8\x00\xde", "😀", "UTF-16", ""},
		"half a pair, then a letter":     {"\xfe\xff\xd8\x3d\x00a", "\ufffda", "UTF-16", ""},
		"half a pair at the end":         {"\xfe\xff\x00a\xde\x00", "a\ufffd", "UTF-16", ""},
		"a second mark is none":          {"\xfe\xff\xfe\xff\x00a", "a", "UTF-16", ""},
		"the other half of a pair first": {"\xff\xfe\x00\xde\x3d\xd8", "\ufffd\ufffd", "UTF-16", ""},
	} {
		var o opened
		o.bytes = []byte(c.in)
		err := o.characters(c.as)
		if err != nil || o.text != c.want || !strings.Contains(strings.Join(o.notes, " "), c.says) {
			t.Errorf("%s: got %q, %q, %v, want %q", name, o.text, o.notes, err, c.want)
		}
	}
	if err := (&opened{bytes: []byte("\xff\xfea")}).characters(""); err == nil {
		t.Error("half a unit is accepted")
	}
}
